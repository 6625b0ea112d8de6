# Euler's equations of the rotor in axes (1, 2, 3) that turn with the table, 3 along the rotor's axis (x of the table):
#
function out(channel, value, tolerance) { printf "%.17g, %s, %.17g, %g\n", time, channel, value, tolerance }
BEGIN {
    J1 = 0.15; J2 = 0.12; J3 = 0.2; m = 4; a = 0.5; T = 0.3
    for (k = 0; k <= 40; k++) {
        time = k / 20; t = time
        W = 0.7 + 0.8 * t; W1 = 0.8; q = 5 * t + 1.5 * t * t; s = 5 + 3 * t; s1 = 3
        # table axes: e1 = y of the table, e2 = z = the turning axis, e3 = x. In body axes of the rotor, turned by q about e3:
        w1 = W * sin(q); w2 = W * cos(q); w3 = s
        w1d = W1 * sin(q) + W * cos(q) * s; w2d = W1 * cos(q) - W * sin(q) * s
        t1 = J1 * w1d + (J3 - J2) * w2 * w3; t2 = J2 * w2d + (J1 - J3) * w3 * w1; t3 = J3 * s1 + (J2 - J1) * w1 * w2
        # torque along e1, e2 (axes x, y of marker 201), e3
        n1 = t1 * cos(q) - t2 * sin(q); n2 = t1 * sin(q) + t2 * cos(q)
        out("REQUEST_1.F2", n1, 1e-9); out("REQUEST_1.F3", n2, 1e-9); out("REQUEST_1.F4", t3, 1e-9)
        out("MOTION_1.TZ", T * W1 + n2 + m * a * a * W1, 1e-8)
    }
}
