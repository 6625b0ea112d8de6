# y = sum of (-1)^k (t - k + 1)^k / k!  over the k with t > k - 1
function y(t,  k, s, f) { s = 1; f = 1; for (k = 1; t > k - 1; k++) { f *= k; s += (k % 2 ? -1 : 1) * (t - k + 1) ^ k / f } return s }
BEGIN {
    for (i = 0; i <= 30; i++) {
        printf "%.17g, REQUEST_1.F2, %.17g, 1e-6\n", i / 10, y(i / 10)
        printf "%.17g, REQUEST_1.F3, %.17g, 1e-6\n", i / 10, (i < 10 ? 1 : y(i / 10 - 1))
    }
}
