# M a'' + K a = (u, 0): modes a = (1, r) q with q'' + w^2 q = u / m, m = M11 + 2 M12 r + M22 r^2, from rest
BEGIN {
    g = 9.81; M11 = 2 / 3 + 1; M12 = 0.4; M22 = 0.64 / 3; K1 = 2 * g; K2 = 0.4 * g
    a = M11 * M22 - M12 * M12; b = -(M11 * K2 + M22 * K1); c = K1 * K2
    for (t = 0.5; t < 3.1; t += 0.5) {
        upper = lower = 0
        for (sign = -1; sign <= 1; sign += 2) {
            w2 = (-b + sign * sqrt(b * b - 4 * a * c)) / (2 * a); w = sqrt(w2)
            r = (K1 - w2 * M11) / (w2 * M12)
            q = 1e-3 / (M11 + 2 * M12 * r + M22 * r * r) / (w2 - 25) * (sin(5 * t) - 5 / w * sin(w * t))
            upper += q; lower += r * q
        }
        printf "%g, REQUEST_1.F2, %.15g, 4e-9\n%g, REQUEST_1.F3, %.15g, 4e-9\n", t, upper, t, lower
    }
}
