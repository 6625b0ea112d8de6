# Differences that vanish
BEGIN {
    for (k = 0; k <= 20; k++)
        for (id = 10; id <= 25; id++)
            for (c = 2; c <= 8; c++)
                if (c != 5) printf "%.17g, REQUEST_%d.F%d, 0, 1e-9\n", k / 20, id, c
    # and one that does not: FIXED holds the weight, and its moment about the marker
    for (k = 0; k <= 20; k++) printf "%.17g, JOINT_18.FY, 19.62, 1e-9\n%.17g, JOINT_18.FZ, -4, 1e-9\n", k / 20, k / 20
}
