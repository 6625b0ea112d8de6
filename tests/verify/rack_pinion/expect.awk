# Constant torque on the pinion, from rest
function out(channel, value, tolerance) { printf "%.17g, %s, %.17g, %g\n", time, channel, value, tolerance }
BEGIN {
    al = 800 / 9; a = 0.05 * al
    for (k = 0; k <= 10; k++) {
        time = k / 10
        out("rack.X", a * time ^ 2 / 2, 1e-9); out("rack.VX", a * time, 1e-9); out("rack.ACCX", a, 1e-9)
        out("MOTION_1.TZ", 2, 1e-8)
        out("JOINT_3.FX", -5 * a, 1e-8); out("JOINT_3.TZ", -0.05 * 5 * a, 1e-8)
        out("JOINT_1.FX", 5 * a, 1e-8); out("JOINT_2.FX", 0, 1e-9)
    }
}
