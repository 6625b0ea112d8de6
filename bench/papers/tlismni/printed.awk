# The loop and the step rules of the paper as they are printed, but for Minimum in place of Maximum, on the three masses: formulas of equal steps whatever the steps are,
# a history that stays as it is, one test for the error of the formula and that of the loop. It tells how many evaluations a run takes, or that it fails.
#
#   awk -v method=AM3 -v passes=3 [-v k="1E6 1E6 1E6"] [-v end=0.5] [-v error=1E-6] [-v h=1E-4] [-v most=4E6] -f printed.awk
#
# method: AM3, AM4, TRAPEZOIDAL; most: evaluations after which it is given up. A run fails where steps get too short for the digits there are.
function rates(y, r,    i) {
    for (i = 1; i <= n; i++) { r[i] = y[n + i]; r[n + i] = -stiffness[i] * y[i] }
    evaluations++
}
function copy(from, to,    i) { for (i = 1; i <= 2 * n; i++) to[i] = from[i] }
function predict(i) {
    if (method == "AM3") return y[i] + h / 2 * (3 * f[i] - f1[i])
    if (method == "AM4") return y[i] + h / 12 * (23 * f[i] - 16 * f1[i] + 5 * f2[i])
    return y1[i] + 2 * h * f[i]
}
function correct(i) {
    if (method == "AM3") return y[i] + h / 12 * (5 * next_f[i] + 8 * f[i] - f1[i])
    if (method == "AM4") return y[i] + h / 24 * (9 * next_f[i] + 19 * f[i] - 5 * f1[i] + f2[i])
    return y[i] + h / 2 * (next_f[i] + f[i])
}
function pass(    i, sum, off, size) { # one more iterate; how far it is from the last, 1: as far as it may be
    rates(now, next_f)
    for (i = 1; i <= 2 * n; i++) {
        size = now[i] < 0 ? -now[i] : now[i]
        off = (correct(i) - now[i]) / (absolute + error * size); sum += off * off
        now[i] = correct(i)
    }
    return sqrt(sum / (2 * n))
}
function shift() { copy(f1, f2); copy(f, f1); copy(y, y1) }
function runge_kutta(    i) {
    rates(y, a); for (i = 1; i <= 2 * n; i++) now[i] = y[i] + h / 2 * a[i]
    rates(now, b); for (i = 1; i <= 2 * n; i++) now[i] = y[i] + h / 2 * b[i]
    rates(now, c); for (i = 1; i <= 2 * n; i++) now[i] = y[i] + h * c[i]
    rates(now, d); for (i = 1; i <= 2 * n; i++) y[i] += h / 6 * (a[i] + 2 * b[i] + 2 * c[i] + d[i])
    rates(y, f); t += h
}
BEGIN {
    n = split(k ? k : "1E6 1E6 1E6", stiffness, " ")
    end = end ? end : 0.5; error = error ? error : 1e-6; absolute = 1e-6; h = h ? h : 1e-4; most = most ? most : 4e6
    order = method == "AM3" ? 3 : method == "AM4" ? 4 : 2
    for (i = 1; i <= n; i++) { y[i] = 0.01; y[n + i] = 0 }
    rates(y, f)
    for (s = 0; s < 2; s++) { shift(); runge_kutta() }
    while (t < end && h > 1e-15 * end && evaluations < most) {
        if (t + h > end) h = end - t
        for (i = 1; i <= 2 * n; i++) now[i] = predict(i)
        off = pass()
        for (p = 2; off > 1 && p <= passes; p++) off = pass()
        wanted = h / (2 * (off > 1e-12 ? off : 1e-12)) ^ (1 / order)
        if (off <= 1) {
            t += h; steps++
            shift(); copy(now, y); rates(y, f)
            h = wanted < 5 * h ? wanted : 5 * h
        } else {
            h = wanted < h / 2 ? wanted : h / 2
        }
    }
    if (t < end) printf "%s, passes %d: fails at t = %.3g with steps of %.1e after %d evaluations\n", method, passes, t, h, evaluations
    else printf "%s, passes %d: %d steps, %d evaluations\n", method, passes, steps, evaluations
}
