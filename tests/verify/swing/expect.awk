# th = 2 asin(k sn(K - w t)), th' = -2 k w cn, from the downward vertical; sn and cn by descending Landen transformations
function out(channel, value, tolerance) { printf "%.17g, %s, %.17g, %g\n", time, channel, value, tolerance }
function asin(x) { return atan2(x, sqrt(1 - x * x)) }
function jacobi(u, k,    a, b, c, n, i, phi, s) { # sets sn, cn and returns the amplitude
    a[0] = 1; b = sqrt(1 - k * k); c[0] = k
    for (n = 0; n < 6; n++) { a[n + 1] = (a[n] + b) / 2; c[n + 1] = (a[n] - b) / 2; b = sqrt(a[n] * b) }
    quarter = atan2(1, 0) / a[n]
    phi = 2 ^ n * a[n] * u
    for (i = n; i > 0; i--) { s = c[i] / a[i] * sin(phi); phi = (phi + asin(s)) / 2 }
    sn = sin(phi); cn = cos(phi)
}
BEGIN {
    k = sqrt(0.5); g = 9.81; w = sqrt(g)
    jacobi(0, k)
    for (step = 1; step <= 100; step++) {
        time = step / 10
        jacobi(quarter - w * time, k)
        th = -2 * asin(k * sn); rate = 2 * k * w * cn
        out("bob.X", sin(th), 1e-6); out("bob.Y", -cos(th), 1e-6)
        out("bob.VX", rate * cos(th), 5e-6); out("bob.VY", rate * sin(th), 5e-6)
        out("seen.F2", 0, 1e-7 * g); out("seen.F3", 0, 1e-10); out("seen.F4", 3 * g * (cos(th) < 0 ? -cos(th) : cos(th)), 5e-5)
    }
}
