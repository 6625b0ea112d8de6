# at rest until 0.5, then 1000 N on 1 kg
BEGIN {
    for (step = 0; step <= 7; step++) {
        time = step / 7; after = time > 0.5 ? time - 0.5 : 0
        printf "%.17g, mass.X, %.17g, 1e-5\n%.17g, mass.VX, %.17g, 1e-6\n", time, 500 * after * after, time, 1000 * after
    }
}
