# Free fall from 1 m, half an oscillation about m g / k with the speed of impact, and up again
BEGIN {
    g = 9.81; k = 1e5; w = sqrt(k); t1 = sqrt(2 / g); v = g * t1; pi = atan2(0, -1)
    contact = (2 * pi - 2 * atan2(v * w, g)) / w
    for (i = 0; i <= 24; i++) {
        t = i / 20
        if (t < t1) z = 1 - g * t * t / 2
        else if (t > t1 + contact) { s = t - t1 - contact; z = v * s - g * s * s / 2 }
        else continue
        printf "%.17g, REQUEST_1.F2, %.17g, 1e-6\n", t, z
    }
}
