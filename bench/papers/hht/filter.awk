# filter.awk - a low pass of second order (Butterworth), there and back, so that nothing is delayed. cutoff: kHz; sample: values per ms.
function filter(x, n,    w, d, a, b, i, k, y, held) { # Butterworth, second order, there and back: no delay
    w = sin(pi * cutoff / sample) / cos(pi * cutoff / sample); d = 1 + sqrt(2) * w + w * w
    a = 2 * (w * w - 1) / d; b = (1 - sqrt(2) * w + w * w) / d
    for (k = 0; k < 2; k++) {
        y[0] = y[1] = x[1]; x[0] = x[1]
        for (i = 2; i <= n; i++) y[i] = w * w / d * (x[i] + 2 * x[i - 1] + x[i - 2]) - a * y[i - 1] - b * y[i - 2]
        for (i = 1; i <= n; i++) x[i] = y[n + 1 - i]
    }
}
