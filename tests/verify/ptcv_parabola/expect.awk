# y = x^2, x = 0.8 sin 2t + 0.1; run by cases.sh
function out(channel, value, tolerance) { printf "%.17g, %s, %.17g, %g\n", time, channel, value, tolerance }
BEGIN {
    m = 2; g = 9.80665
    for (k = 0; k <= 30; k++) {
        time = 3 * k / 30; x = 0.8 * sin(2 * time) + 0.1; v = 1.6 * cos(2 * time); a = -3.2 * sin(2 * time)
        y = x ^ 2; vy = 2 * x * v; ay = 2 * v ^ 2 + 2 * x * a
        out("bead.X", 0.5 + x, 1e-9); out("bead.Y", 0.2 + y, 1e-9); out("bead.Z", 0.3, 1e-12)
        out("bead.VY", vy, 1e-8); out("bead.ACCY", ay, 1e-7)
        # the marker at the contact: its tangent turns with the slope, atan(2 x)
        w = 2 * v / (1 + 4 * y)
        out("REQUEST_1.F2", x, 1e-9); out("REQUEST_1.F3", y, 1e-9); out("REQUEST_1.F4", vy, 1e-8); out("REQUEST_1.F6", ay, 1e-7)
        out("REQUEST_1.F7", w, 1e-8); out("REQUEST_1.F8", 2 * a / (1 + 4 * y) - 16 * x * v ^ 2 / (1 + 4 * y) ^ 2, 1e-7)
        # nothing along the tangent; the motion holds x, the curve carries y and what belongs to its normal
        F = m * (ay + g)
        out("REQUEST_2.F2", 0, 1e-8); out("REQUEST_2.F3", 0, 1e-8); out("REQUEST_2.F4", F, 1e-6)
        out("REQUEST_2.F6", -F, 1e-6); out("REQUEST_2.F7", 0, 1e-8)
        out("PTCV_1.FX", -2 * x * F, 1e-6); out("PTCV_1.FY", F, 1e-6); out("MOTION_1.FX", m * a + 2 * x * F, 1e-6)
        out("REQUEST_3.F2", y, 1e-9); out("REQUEST_3.F3", 2 * x, 1e-9); out("REQUEST_3.F4", 2, 1e-9)
    }
}
