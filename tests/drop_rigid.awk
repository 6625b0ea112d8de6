# drop_rigid.awk - random boxes, rods, linkages dropped onto a floor or slope, or onto each other, as a dataset with NEWTON: awk -v seed=N -v steps=0|1.
# steps: by MOREAU. Of the others half have friction; most are by MDOP5, some by another method.
function between(a, b) { return a + (b - a) * rand() }
function body(id, x, y, z, lx, ly, lz, tilt,   m) {
    m = 1000 * lx * ly * lz
    printf "PART/%d, MASS = %.6g, CM = %d, IP = %.6g,%.6g,%.6g, QG = %.6g,%.6g,%.6g, REULER = %.6g,%.6g,%.6g\n", id, m, id * 10, m * (ly^2 + lz^2) / 12, m * (lx^2 + lz^2) / 12, m * (lx^2 + ly^2) / 12, x, y, z, tilt ? between(0, 6) : 0, tilt ? between(0, 3) : 0, tilt ? between(0, 6) : 0
    printf "MARKER/%d, PART = %d\nMARKER/%d, PART = %d, QP = %.6g,%.6g,%.6g\nMARKER/%d, PART = %d, QP = %.6g,0,0\nMARKER/%d, PART = %d, QP = %.6g,0,0\n", id * 10, id, id * 10 + 1, id, -lx / 2, -ly / 2, -lz / 2, id * 10 + 2, id, lx / 2, id * 10 + 3, id, -lx / 2
    printf "GRAPHICS/%d, BOX, CORNER = %d, X = %.6g, Y = %.6g, Z = %.6g\n", id, id * 10 + 1, lx, ly, lz
}
function side() { return between(0.1, 0.3) }
BEGIN {
    split("HEM5, ERROR = 1E-6;GSTIFF, ERROR = 1E-5;HHT, ERROR = 1E-5;GALPHA, ERROR = 1E-5;ROSENBROCK, ERROR = 1E-6;PHEM56, ERROR = 1E-6;WSTIFF, ERROR = 1E-5;DOPRI5, ERROR = 1E-8", method, ";")
    srand(seed); for (k = 0; k < 7; k++) rand()
    kind = int(6 * rand()); slope = rand() < 0.3 ? between(0, 0.3) : 0; rubs = steps || rand() < 0.5
    printf "drop %d kind %d slope %.4f friction %d\nUNITS/SYSTEM = MKS\nACCGRAV/IGRAV = %.9g, KGRAV = %.9g\nPART/1, GROUND\nMARKER/1, PART = 1\nGRAPHICS/1, PLANE, RM = 1\n", seed, kind, slope, rubs, 9.81 * sin(slope), -9.81 * cos(slope)
    last = 2 + (kind > 1)
    if (kind == 0) body(2, 0, 0, between(0.3, 0.8), side(), side(), side(), 1)
    if (kind == 1) body(2, 0, 0, between(0.5, 1), between(0.5, 0.9), 0.02, 0.02, 1)
    if (kind == 2) { z = between(0.3, 0.6); body(2, 0, 0, z, 0.3, 0.04, 0.04, 0); body(3, 0.3, 0, z, 0.3, 0.04, 0.04, 0); print "JOINT/1, SPHERICAL, I = 22, J = 33" }
    if (kind == 3) { z = side(); body(2, 0, 0, z / 2, side(), side(), z, 0); body(3, between(-0.1, 0.1), between(-0.1, 0.1), z + between(0.3, 0.6), side(), side(), side(), 1) }
    if (kind == 4) { body(2, 0, 0, 0.3, side(), side(), side(), 1); body(3, between(-0.1, 0.1), 0, between(0.9, 1.2), between(0.5, 0.8), 0.04, 0.06, 1) }
    if (kind == 5) { z = between(0.5, 0.7); body(2, 0, 0, z, 0.3, 0.04, 0.04, 0); body(3, 0.3, 0, z, 0.3, 0.04, 0.04, 0); print "JOINT/1, SPHERICAL, I = 22, J = 33"; last = 4; z = side(); body(4, between(-0.1, 0.4), 0, z / 2, side(), side(), z, 0) }
    e = between(0, 0.7)
    words = sprintf("NEWTON, RESTITUTION_COEFFICIENT = %.6g%s", e, rubs ? sprintf(", COULOMB_FRICTION = ON, MU_STATIC = %.4g", between(0.5, 0.8)) : "")
    for (id = 2; id <= last; id++) printf "CONTACT/%d, IGEOM = %d, JGEOM = 1, %s\n", id, id, words
    if (kind == 3 || kind == 4) print "CONTACT/23, IGEOM = 2, JGEOM = 3, " words
    if (kind == 5) print "CONTACT/24, IGEOM = 2, JGEOM = 4, " words "\nCONTACT/34, IGEOM = 3, JGEOM = 4, " words
    print steps ? "INTEGRATOR/MOREAU, HMAX = 5E-4" : "INTEGRATOR/" (rand() < 0.7 ? "MDOP5, ERROR = 1E-6" : method[1 + int(8 * rand())])
    print "END"
}
