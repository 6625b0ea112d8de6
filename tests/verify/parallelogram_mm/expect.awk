# The coupler moves round a circle without turning, q = 1 + 2.5 t
BEGIN { for (k = 0; k <= 5; k++) { t = 3 * k / 20; printf "%.17g, coupler2.X, %.17g, 1e-9\n%.17g, coupler2.WZ, 0, 1e-10\n", t, 20 * cos(1 + 2.5 * t), t } }
