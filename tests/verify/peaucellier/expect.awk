# The free corner moves along x = 0.625, at y = 0.625 tan(crank / 2); run by cases.sh
function out(channel, value, tolerance) { printf "%.17g, %s, %.17g, %g\n", time, channel, value, tolerance }
BEGIN {
    pi = atan2(0, -1); A = 40 * pi / 180; w = 2 * pi; L = 0.625
    for (k = 0; k <= 80; k++) {
        time = k / 80
        f = A * sin(w * time); f1 = A * w * cos(w * time); f2 = -w * w * f
        tan = sin(f / 2) / cos(f / 2); sec = 1 + tan * tan
        out("REQUEST_1.X", L, 1e-10); out("REQUEST_1.Y", L * tan, 1e-10); out("REQUEST_1.Z", 0, 1e-12)
        out("REQUEST_2.X", 0, 1e-9); out("REQUEST_2.Y", L * sec * f1 / 2, 2e-9)
        out("REQUEST_3.X", 0, 2e-8); out("REQUEST_3.Y", L * sec * (f2 / 2 + tan * f1 * f1 / 2), 2e-8)
    }
}
