# pile.awk - writes the dataset of a pile of balls that falls into a box: contact of all with all, one CONTACT for the balls and one for floor and
# walls. Chaotic: statistics compare, not places. Variables: balls (1000), method (INTEGRATOR arguments), far: balls that stand far away on ground
# and meet nobody; close_in: balls have velocities.
#
#     awk -v balls=1000 -v method='HHT, ERROR = 1E-4' -f bench/models/pile.awk > pile.adm
BEGIN {
    if (!balls) balls = 1000
    if (!method) method = "HHT, ERROR = 1E-4"
    R = 0.009; m = 2500 * 4 / 3 * atan2(0, -1) * R ^ 3; J = 0.4 * m * R * R
    law = "STIFFNESS = 1E6, EXPONENT = 1.5, DAMPING = 20, DMAX = 1E-5, IMPACT"
    rub = "COULOMB_FRICTION = ON, MU_STATIC = 0.3, MU_DYNAMIC = 0.3, STICTION_TRANSITION_VELOCITY = 0.01, FRICTION_TRANSITION_VELOCITY = 0.05"
    print "A pile of " balls " balls"
    print "UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = METER, TIME = SECOND"
    print "ACCGRAV/KGRAV = -9.81"
    print "INTEGRATOR/" method
    print "PART/1, GROUND"
    print "MARKER/1, PART = 1"
    split("-0.1 0.1 0 0", x, " "); split("0 0 -0.1 0.1", y, " ")
    split("90D,90D,0D 90D,-90D,0D 0D,-90D,0D 0D,90D,0D", turn, " ")
    print "GRAPHICS/1, PLANE, RM = 1"
    for (k = 1; k <= 4; k++) {
        printf "MARKER/%d, PART = 1, QP = %g, %g, 0, REULER = %s\n", k + 1, x[k], y[k], turn[k]
        printf "GRAPHICS/%d, PLANE, RM = %d\n", k + 1, k + 1
    }
    for (i = 0; i < balls; i++) {
        id = 100 + i; l = int(i / 100); q = i % 100
        printf "PART/%d, MASS = %.12g, CM = %d, IP = %.12g, %.12g, %.12g\n", id, m, id, J, J, J
        printf ", QG = %.12g, %.12g, %.12g\n", -0.09 + 0.02 * (q % 10) + 0.0008 * sin(12.9898 * i),
               -0.09 + 0.02 * int(q / 10) + 0.0008 * sin(78.233 * i), 0.012 + 0.021 * l
        if (close_in) printf ", VX = %.12g, VY = %.12g\n", sin(i), cos(3 * i)
        printf "MARKER/%d, PART = %d\n", id, id
        printf "GRAPHICS/%d, ELLIPSOID, CM = %d, XSCALE = %g, YSCALE = %g, ZSCALE = %g\n", id, id, 2 * R, 2 * R, 2 * R
    }
    for (i = 0; i < far; i++) {
        id = 100000 + i
        printf "MARKER/%d, PART = 1, QP = %.12g, %.12g, -100\n", id, 10 + 0.05 * (i % 100), 0.05 * int(i / 100)
        printf "GRAPHICS/%d, ELLIPSOID, CM = %d, XSCALE = %g, YSCALE = %g, ZSCALE = %g\n", id, id, 2 * R, 2 * R, 2 * R
    }
    list = ""
    for (i = 0; i < balls; i++) list = list (i ? ", " (i % 12 ? "" : "\n, ") : "") (100 + i)
    distant = ""
    for (i = 0; i < far; i++) distant = distant (i ? ", " : "") (i % 12 ? "" : "\n, ") (100000 + i)
    gsub(/, \n, /, "\n, ", list); gsub(/, \n, /, "\n, ", distant)
    print "CONTACT/1, IGEOM = " list "\n, JGEOM = 1, 2, 3, 4, 5\n, " law "\n, " rub
    print "CONTACT/2, IGEOM = " list "\n, JGEOM = " list "\n, " law "\n, " rub
    if (far) { sub(/^\n, /, "", distant); print "CONTACT/3, IGEOM = " list "\n, JGEOM = " distant "\n, " law "\n, " rub }
    print "END"
}
