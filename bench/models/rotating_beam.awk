# rotating_beam.awk - writes the dataset of a beam clamped off the axis of a hub that spins up, planar: a chain of BEAM elements.
# The beam is 10 m long, E 7e10, density 3000, area 4e-4, second moment 2e-7; the hub turns by (6/15) (t^2/2 + (15/2 pi)^2 (cos(2 pi t/15) - 1))
# until 15 s. Variables: method (INTEGRATOR arguments), n (elements), offset (of the clamp from the axis, m).
#
#     awk -v method='GALPHA, SI2, ERROR = 1E-4' -f bench/models/rotating_beam.awk > beam.adm
BEGIN {
    if (!n) n = 10
    if (offset == "") offset = 1
    if (!method) method = "GALPHA, SI2, ERROR = 1E-4"
    h = 10 / n; m = 3000 * 4e-4 * h
    print "BEAM ON A HUB THAT SPINS UP"
    print "UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = METER, TIME = SECOND"
    print "PART/1, GROUND"
    print "MARKER/1, PART = 1"
    print "PART/2, MASS = 1, CM = 20, IP = 1, 1, 1"
    print "MARKER/20, PART = 2"
    print "JOINT/1, REVOLUTE, I = 20, J = 1"
    print "MOTION/1, JOINT = 1, ROTATION, FUNCTION = 6/15*(TIME**2/2 + (15/(2*PI))**2*(COS(2*PI*TIME/15) - 1))"
    printf "MARKER/21, PART = 2, QP = %.17g, 0, 0\n", offset
    for (i = 1; i <= n; i++) {
        part = 10 + i
        mass = i == n ? m / 2 : m
        J = i == n ? mass * (h / 2) ^ 2 / 3 : mass * h * h / 12
        printf "PART/%d, QG = %.17g, 0, 0, MASS = %.17g, CM = %d, IP = %.17g, %.17g, %.17g\n", part, offset + i * h, mass, 100 * part, J, J, J
        printf "MARKER/%d, PART = %d\n", 100 * part, part
        printf "JOINT/%d, PLANAR, I = %d, J = 1\n", part, 100 * part
        printf "BEAM/%d, I = %d, J = %d, LENGTH = %.17g, IXX = 4E-7, IYY = 2E-7, IZZ = 2E-7, AREA = 4E-4, EMODULUS = 7E10, GMODULUS = 2.7E10\n", \
            i, 100 * part, i == 1 ? 21 : 100 * (part - 1), h
    }
    tip = 100 * (10 + n)
    printf "REQUEST/1, F2 = DX(%d, 21, 21)\\F3 = DY(%d, 21, 21)\n", tip, tip
    print "INTEGRATOR/" method
    print "END"
}
