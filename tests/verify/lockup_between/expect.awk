# Slider at 0.4 cos(40 deg + 20 deg t)
BEGIN { pi = atan2(0, -1); for (k = 0; k < 2; k++) printf "%.17g, slider.X, %.17g, 1e-9\n", 4 * k / 3, 0.4 * cos((40 + 80 * k / 3) * pi / 180) }
