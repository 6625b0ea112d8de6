# the angle is 2 t: it is 1, whole turns apart, at 0.5 and 0.5 + pi; the height comes down to -0.5 at 2 t = 7 pi / 6, and outputs come every 0.05 from there
BEGIN {
    pi = atan2(0, -1)
    printf "0.5, PART_2.X, %.15g, 1e-8\n", cos(1)
    printf "1, REQUEST_1.F1, 0.5, 1e-8\n"
    printf "%.12g, PART_2.Y, %.15g, 1e-8\n", 0.5 + pi, sin(1)
    printf "4, REQUEST_1.F1, %.15g, 1e-8\n", 0.5 + pi
    printf "%.12g, PART_2.X, %.15g, 1e-8\n", 7 * pi / 12 + 0.05, cos(7 * pi / 6 + 0.1)
}
