# q1 = 3 t^2 and q4 = 4 t are driven; q2 = 2 q1, q3 = (0.5 q4 - q1) / 10
function out(channel, value, tolerance) { printf "%.17g, %s, %.17g, %g\n", time, channel, value, tolerance }
BEGIN {
    for (k = 0; k <= 16; k++) {
        time = k / 4; t = time; q3a = -0.6 # q3''
        out("REQUEST_1.F2", 6 * t * t, 1e-9); out("REQUEST_1.F3", (2 * t - 3 * t * t) / 10, 1e-9)
        out("REQUEST_1.F4", (2 - 6 * t) / 10, 1e-9); out("REQUEST_1.F6", 12 * t, 1e-9)
        # coupler torques stand in ratio -1:2; the force of coupler 2 on the slider is m q3''
        mu = 4 * q3a / 10
        out("MOTION_1.TZ", 0.02 * 6 + 2 * 0.05 * 12 - mu, 1e-9); out("MOTION_2.TZ", 0.5 * mu, 1e-9)
        out("MOTION_3.FZ", 0, 1e-10); out("JOINT_1.TZ", 0, 1e-10)
    }
}
