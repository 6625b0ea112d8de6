# Six turns to and fro each second; twenty backwards in all
function out(channel, value, tolerance) { printf "%.17g, %s, %.17g, %g\n", time, channel, value, tolerance }
BEGIN {
    pi = atan2(0, -1)
    for (k = 0; k <= 200; k++) {
        time = k / 25; w = 2 * pi
        out("REQUEST_1.F2", 12 * pi * sin(w * time) + 1, 1e-9);         out("shaft.WZ", 12 * pi * w * cos(w * time), 1e-7); out("shaft.WDZ", -12 * pi * w * w * sin(w * time), 1e-6)
        out("MOTION_1.TZ", -36 * pi * w * w * sin(w * time), 1e-5)
        out("REQUEST_1.F3", -5 * pi * time, 1e-9); out("REQUEST_1.F4", -0.25 * time, 1e-9)
        a = 12 * pi * sin(w * time) + 1
        out("shaft.PSI", atan2(sin(a), cos(a)), 1e-9)
    }
}
