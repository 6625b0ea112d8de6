# drop.awk - a random shape thrown onto a random floor, as a dataset: awk -v seed=N -f drop.awk. The first comment line says what it is.
function between(a, b) { return a + (b - a) * rand() }
function one_of(list,    word, n) { n = split(list, word, " "); return word[1 + int(n * rand())] }
# corners of a profile about the z axis, or of a star about the origin
function profile(n, star,    k, r, text, pi) {
    pi = atan2(0, -1)
    text = sprintf("MATRIX/1, FULL = RORDER, ROWS = %d, COLUMNS = 3, VALUES =", n)
    for (k = 0; k < n; k++) {
        if (star) { r = size * between(0.4, 1); text = text sprintf("%s\n, %.6g, %.6g, 0", k ? "," : "", r * cos(2 * pi * k / n), r * sin(2 * pi * k / n)) }
        else text = text sprintf("%s\n, %.6g, 0, %.6g", k ? "," : "", k == 0 || k == n - 1 ? 0 : size * between(0.3, 1), size * (2 * k / (n - 1) - 1))
    }
    return text
}
BEGIN {
    srand(seed)
    for (k = 0; k < 7; k++) rand() # neighbouring seeds begin alike
    shape = one_of("SPHERE ELLIPSOID BOX CYLINDER FRUSTUM TORUS EXTRUSION REVOLUTION")
    floor = one_of("PLANE BOX BOX EXTRUSION")
    size = exp(between(log(0.02), log(0.3)))
    mass = 1000 * size ^ 3 * between(1, 8)
    J = 0.4 * mass * size ^ 2
    height = size * between(1.8, 8)
    k = mass * 9.81 / (0.002 * size) ^ 1.5 * between(1, 30)
    printf "%s on %s\n! seed %d\n", shape, floor, seed
    print "UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = METER, TIME = SECOND\nACCGRAV/KGRAV = -9.81\nPART/1, GROUND"
    print "MARKER/10, PART = 1\nMARKER/11, PART = 1, QP = -20, -20, -1"
    printf "PART/2, MASS = %.6g, CM = 20, IP = %.6g, %.6g, %.6g, QG = 0, 0, %.6g, REULER = %.6g, %.6g, %.6g\n", mass, J * between(0.8, 1.2), J * between(0.8, 1.2), J * between(0.8, 1.2), height, between(0, 6), between(0, 3), between(0, 6)
    printf ", VX = %.6g, VY = %.6g, VZ = %.6g, WX = %.6g, WY = %.6g, WZ = %.6g\n", between(-1, 1), between(-1, 1), between(-2, 1), between(-9, 9), between(-9, 9), between(-9, 9)
    print "MARKER/20, PART = 2"
    printf "MARKER/21, PART = 2, QP = %.6g, %.6g, %.6g\n", -0.5 * size, -0.5 * size, -0.5 * size
    printf "MARKER/22, PART = 2, QP = 0, 0, %.6g\n", -0.5 * size
    if (shape == "SPHERE") printf "GRAPHICS/2, SPHERE, CM = 20, RADIUS = %.6g\n", size
    if (shape == "ELLIPSOID") printf "GRAPHICS/2, ELLIPSOID, CM = 20, XSCALE = %.6g, YSCALE = %.6g, ZSCALE = %.6g\n", 2 * size, size * between(0.6, 2), size * between(0.6, 2)
    if (shape == "BOX") printf "GRAPHICS/2, BOX, CORNER = 21, X = %.6g, Y = %.6g, Z = %.6g\n", size * between(0.8, 1.4), size * between(0.8, 1.4), size * between(0.8, 1.4)
    if (shape == "CYLINDER") printf "GRAPHICS/2, CYLINDER, CM = 22, LENGTH = %.6g, RADIUS = %.6g\n", size, size * between(0.2, 0.9)
    if (shape == "FRUSTUM") printf "GRAPHICS/2, FRUSTUM, CM = 22, LENGTH = %.6g, BOTTOM = %.6g, TOP = %.6g\n", size, size * between(0.4, 0.9), size * between(0.1, 0.4)
    if (shape == "TORUS") printf "GRAPHICS/2, TORUS, CM = 20, RMAX = %.6g, RMIN = %.6g\n", size, size * between(0.15, 0.4)
    if (shape == "EXTRUSION") printf "%s\nGRAPHICS/2, EXTRUSION, RM = 22, MATRIX = 1, LENGTH = %.6g\n", profile(int(between(3, 9)), 1), size
    if (shape == "REVOLUTION") printf "%s\nGRAPHICS/2, REVOLUTION, RM = 20, MATRIX = 1\n", profile(int(between(4, 8)), 0)
    if (floor == "PLANE") print "GRAPHICS/1, PLANE, RM = 10"
    if (floor == "BOX") print "GRAPHICS/1, BOX, CORNER = 11, X = 40, Y = 40, Z = 1"
    if (floor == "EXTRUSION") print "MATRIX/2, FULL = RORDER, ROWS = 6, COLUMNS = 3, VALUES = 0,0,0, 40,0,0, 40,40,0, 18,40,0, 18,38,0, 0,40,0\nGRAPHICS/1, EXTRUSION, RM = 11, MATRIX = 2, LENGTH = 1"
    if (rand() < 0.85) law = sprintf("IMPACT, STIFFNESS = %.6g, EXPONENT = 1.5, DAMPING = %.6g, DMAX = %.6g", k, between(0, 3) * sqrt(k * mass * sqrt(0.002 * size)), 0.001 * size)
    else law = sprintf("POISSON, PENALTY = %.6g, RESTITUTION_COEFFICIENT = %.6g", k, between(0.2, 1))
    if (rand() < 0.7) law = law sprintf("\n, COULOMB_FRICTION = ON, MU_STATIC = %.6g, MU_DYNAMIC = %.6g, STICTION_TRANSITION_VELOCITY = 0.02, FRICTION_TRANSITION_VELOCITY = 0.1", between(0.3, 0.8), between(0.1, 0.3))
    if (law ~ /COULOMB/ && rand() < 0.3) law = law sprintf(", STICTION = ON, MAX_STICTION_DEFORMATION = %.6g", 0.001 * size)
    print (rand() < 0.5 ? "CONTACT/1, IGEOM = 2, JGEOM = 1, " : "CONTACT/1, IGEOM = 1, JGEOM = 2, ") law
    split("GSTIFF,GSTIFF SI2,HHT,HHT,GSTIFF SI2,MDOP5,ROSENBROCK,AUTO,WSTIFF SI2,ABAM", method, ",")
    m = method[1 + int(10 * rand())]
    sub(" ", ", ", m)
    printf "INTEGRATOR/%s, ERROR = %g\nEND\n", m, rand() < 0.5 ? 1e-3 : 1e-4
}
