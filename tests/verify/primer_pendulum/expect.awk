# (I + m l^2) a'' = -m g l cos(a), a(0) = a'(0) = 0
function out(channel, value, tolerance) { printf "%.9g, %s, %.17g, %g\n", time, channel, value, tolerance }
function acc(a) { return -m * g * l * cos(a) / (J + m * l * l) }
function step(h,    k1, k2, k3, k4, v1, v2, v3, v4) {
    v1 = w; k1 = acc(a); v2 = w + h / 2 * k1; k2 = acc(a + h / 2 * v1); v3 = w + h / 2 * k2; k3 = acc(a + h / 2 * v2); v4 = w + h * k3; k4 = acc(a + h * v3)
    a += h * (v1 + 2 * v2 + 2 * v3 + v4) / 6; w += h * (k1 + 2 * k2 + 2 * k3 + k4) / 6
}
BEGIN {
    l = 1; m = 3; J = 1.1; g = 9.81; a = 0; w = 0; h = 1e-4
    for (k = 1; k <= 20000; k++) {
        step(h); time = k * h
        # outputs of the second simulation lie (2 - 1e-3) / 20 apart; the last is at 2 s
        if (k != 20000) continue
        al = acc(a); x2 = -l * (cos(a) * w * w + sin(a) * al); y2 = l * (cos(a) * al - sin(a) * w * w)
        out("pendulum.X", 4 + l * cos(a), 2e-6); out("pendulum.Y", l * sin(a), 2e-6); out("pendulum.WZ", w, 1e-5)
        out("JOINT_1.FX", m * x2, 1e-4); out("JOINT_1.FY", m * (y2 + g), 1e-4)
    }
}
