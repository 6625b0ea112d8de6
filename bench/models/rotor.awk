# rotor.awk - writes the dataset of a rotor with one disc: a shaft of BEAM elements along y, simply supported at both ends, a disc at a third of its
# length, a bearing at two thirds that holds z alone, an unbalance on the disc. Nothing is damped. Variables: n (elements, a multiple of 3), method
# (INTEGRATOR arguments), rpm (constant speed), or seconds (run-up to `rpm` in that time).
#
#     awk -v rpm=6000 -v seconds=10 -f bench/models/rotor.awk > rotor.adm
BEGIN {
    if (!n) n = 12
    if (!method) method = "GALPHA, SI2, ERROR = 1, HMAX = 4E-4"
    if (rpm == "") rpm = 6000
    pi = atan2(0, -1); w = rpm * pi / 30
    L = 0.4; r = 0.01; h = L / n; E = 2e11; G = E / 2.6; rho = 7800
    A = pi * r * r; I = pi * r ^ 4 / 4
    print "ROTOR WITH ONE DISC"
    print "UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = METER, TIME = SECOND"
    print "PART/1, GROUND"
    # z of the markers on the axis points along the shaft
    for (i = 0; i <= n; i++) {
        part = 10 + i; ends = i == 0 || i == n
        m = rho * A * h / (ends ? 2 : 1); across = m * (r * r / 4 + h * h / 12); along = m * r * r / 2
        x[i] = i * h
        if (3 * i == n) { disc = i; m += 16.466972; across += 0.09427342; along += 0.1860768 }
        printf "PART/%d, QG = 0, %.17g, 0, WY = %.17g, MASS = %.17g, CM = %d, IP = %.17g, %.17g, %.17g\n", part, x[i], \
            (seconds ? 0 : w), m, 100 * part, across, along, across
        printf "MARKER/%d, PART = %d\nMARKER/%d, PART = %d, REULER = 90D, 90D, 0\n", 100 * part, part, 100 * part + 1, part
        printf "MARKER/%d, PART = 1, QP = 0, %.17g, 0\nMARKER/%d, PART = 1, QP = 0, %.17g, 0, REULER = 0, -90D, 0\n", 100 * part + 50, x[i], 100 * part + 52, x[i]
        # beam axis is x of the marker: y of the shaft
        if (i) printf "BEAM/%d, I = %d, J = %d, LENGTH = %.17g, IXX = %.17g, IYY = %.17g, IZZ = %.17g, AREA = %.17g, EMODULUS = 2E11, GMODULUS = %.17g\n", \
            i, 100 * part + 1, 100 * (part - 1) + 1, h, 2 * I, I, I, A, G
    }
    # the first end is carried and turned by a universal joint, the other is held across the axis
    printf "JPRIM/2, INLINE, I = %d, J = %d\n", 100 * (10 + n), 100 * (10 + n) + 52
    spin = seconds ? sprintf("%.17g*TIME**2/2", w / seconds) : sprintf("%.17g*TIME", w)
    print "PART/5, MASS = 1E-3, CM = 500, IP = 1E-6, 1E-6, 1E-6" (seconds ? "" : sprintf(", WY = %.17g", w))
    print "MARKER/500, PART = 5\nMARKER/502, PART = 5, REULER = 0, -90D, 0"
    print "JOINT/1, REVOLUTE, I = 502, J = 1052"
    printf "MOTION/1, JOINT = 1, ROTATION, FUNCTION = %s\n", spin
    print "JOINT/2, UNIVERSAL, I = 1001, J = 500"
    # bearing at 2 L / 3
    b = 10 + 2 * n / 3
    printf "SFORCE/1, TRANSLATION, ACTIONONLY, I = %d, J = %d, FUNCTION = -5E5*DZ(%d, %d)\n", 100 * b, 100 * b + 50, 100 * b, 100 * b + 50
    # unbalance of 1e-4 kg at 0.15 m on the disc, turning with it
    d = 10 + disc
    printf "VFORCE/2, I = %d, JFLOAT = 3, RM = 600, FX = 1E-4*0.15*%s*SIN(%s)\\FY = 0\\FZ = 1E-4*0.15*%s*COS(%s)\n", 100 * d, rate2(), spin, rate2(), spin
    print "MARKER/3, PART = 1, FLOATING\nMARKER/600, PART = 1"
    printf "REQUEST/1, F2 = DX(%d)\\F3 = DZ(%d)\\F4 = WY(502)*30/PI\\F6 = SQRT(DX(%d)**2 + DZ(%d)**2)\n", 100 * d, 100 * d, 100 * d, 100 * d
    print "INTEGRATOR/" method
    print "END"
}
function rate2() { return seconds ? sprintf("(%.17g*TIME)**2", w / seconds) : sprintf("%.17g", w * w) }
