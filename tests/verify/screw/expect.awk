# Free fall of a nut on a screw
function out(channel, value, tolerance) { printf "%.17g, %s, %.17g, %g\n", time, channel, value, tolerance }
BEGIN {
    pi = atan2(0, -1); m = 2; J = 5e-3; p = 0.02; g = 9.81; k = 2 * pi / p
    a = -g / (1 + J * k * k / m)
    for (n = 0; n <= 30; n++) {
        time = n / 10
        out("nut.ACCZ", a, 1e-11); out("nut.WDZ", a * k, 1e-8)
        out("nut.Z", a * time ^ 2 / 2, 1e-10); out("REQUEST_1.F2", k * a * time ^ 2 / 2, 1e-8)
        out("MOTION_1.FZ", 0, 1e-9)
        out("JOINT_2.FZ", m * (a + g), 1e-8); out("JOINT_2.TZ", J * k * a, 1e-8); out("JOINT_1.TX", 0, 1e-9)
    }
}
