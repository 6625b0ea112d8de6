# Closed form of the in-line slider-crank over two turns; run by cases.sh
function out(channel, value, tolerance) { printf "%.17g, %s, %.17g, %g\n", time, channel, value, tolerance }
BEGIN {
    pi = atan2(0, -1); r = 0.1; l = 0.3; w = 20; m = 2; e = r / l
    for (k = 0; k <= 72; k++) {
        time = 0.62831853071795865 * k / 72; t = w * time
        q = sqrt(1 - e ^ 2 * sin(t) ^ 2)
        x = r * cos(t) + l * q
        v = -r * w * sin(t) * (1 + e * cos(t) / q)
        a = -r * w * w * (cos(t) + e * (cos(2 * t) + e ^ 2 * sin(t) ^ 4) / q ^ 3)
        out("slider.X", x, 1e-10); out("slider.VX", v, 2e-9); out("slider.ACCX", a, 5e-8)
        out("GCON_2.TZ", m * a * v / w, 1e-7)
        # along the rod: the slider is pulled by m a, the guide carries the part across
        F = m * a; tan = -e * sin(t) / q
        out("GCON_1.FX", F, 1e-6); out("GCON_1.FY", F * tan, 1e-6); out("JOINT_4.FY", -F * tan, 1e-6)
        out("JOINT_4.FX", 0, 1e-9); out("slider.Y", 0, 1e-12)
    }
}
