# u = U tanh(c U (t + t0)), w = sqrt(c / a) U sech(c U (t + t0)): speed of the blade and turning; heading in closed form from w
function out(channel, value, tolerance) { printf "%.17g, %s, %.17g, %g\n", time, channel, value, tolerance }
function tanh(x) { return 1 - 2 / (exp(2 * x) + 1) }
function sech(x) { return 2 / (exp(x) + exp(-x)) }
function heading(x) { return sqrt(1 / (a * c)) * 2 * atan2(exp(x), 1) }
BEGIN {
    a = 0.3; m = 1; J = 0.1; u0 = 1; w0 = 0.5
    c = m * a / (J + m * a * a)             # w' = -c u w, u' = a w^2
    U = sqrt(u0 * u0 + w0 * w0 * a / c); x0 = log((1 + u0 / U) / (1 - u0 / U)) / 2
    for (step = 1; step <= 100; step++) {
        time = step / 10; x = c * U * time + x0
        out("seen.F2", heading(x) - heading(x0), 1e-7); out("seen.F3", U * tanh(x), 1e-7); out("seen.F4", sqrt(c / a) * U * sech(x), 1e-7)
        out("seen.F6", 0, 1e-8)
    }
    out("sleigh.X", 9.7797941194, 1e-7); out("sleigh.Y", 2.9467607637, 1e-7)
}
