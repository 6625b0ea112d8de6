# drop_rigid.awk - a random box, rod, or linkage of two dropped onto a floor or slope, as a dataset with NEWTON: awk -v seed=N -v steps=0|1. steps: MOREAU with friction.
function between(a, b) { return a + (b - a) * rand() }
function body(id, x, z, lx, ly, lz, tilt,   m) {
    m = 1000 * lx * ly * lz
    printf "PART/%d, MASS = %.6g, CM = %d, IP = %.6g,%.6g,%.6g, QG = %.6g,0,%.6g, REULER = %.6g,%.6g,%.6g\n", id, m, id * 10, m * (ly^2 + lz^2) / 12, m * (lx^2 + lz^2) / 12, m * (lx^2 + ly^2) / 12, x, z, tilt ? between(0, 6) : 0, tilt ? between(0, 3) : 0, tilt ? between(0, 6) : 0
    printf "MARKER/%d, PART = %d\nMARKER/%d, PART = %d, QP = %.6g,%.6g,%.6g\nMARKER/%d, PART = %d, QP = %.6g,0,0\nMARKER/%d, PART = %d, QP = %.6g,0,0\n", id * 10, id, id * 10 + 1, id, -lx / 2, -ly / 2, -lz / 2, id * 10 + 2, id, lx / 2, id * 10 + 3, id, -lx / 2
    printf "GRAPHICS/%d, BOX, CORNER = %d, X = %.6g, Y = %.6g, Z = %.6g\n", id, id * 10 + 1, lx, ly, lz
}
BEGIN {
    srand(seed); for (k = 0; k < 7; k++) rand()
    kind = int(3 * rand()); slope = rand() < 0.3 ? between(0, 0.3) : 0
    printf "drop %d kind %d slope %.4f\nUNITS/SYSTEM = MKS\nACCGRAV/IGRAV = %.9g, KGRAV = %.9g\nPART/1, GROUND\nMARKER/1, PART = 1\nGRAPHICS/1, PLANE, RM = 1\n", seed, kind, slope, 9.81 * sin(slope), -9.81 * cos(slope)
    if (kind == 0) body(2, 0, between(0.3, 0.8), between(0.1, 0.3), between(0.1, 0.3), between(0.1, 0.3), 1)
    if (kind == 1) body(2, 0, between(0.5, 1), between(0.5, 0.9), 0.02, 0.02, 1)
    if (kind == 2) { z = between(0.3, 0.6); body(2, 0, z, 0.3, 0.04, 0.04, 0); body(3, 0.3, z, 0.3, 0.04, 0.04, 0); print "JOINT/1, SPHERICAL, I = 22, J = 33" }
    e = between(0, 0.7)
    friction = steps ? sprintf(", COULOMB_FRICTION = ON, MU_STATIC = %.4g", between(0.5, 0.8)) : ""
    for (id = 2; id <= 2 + (kind == 2); id++) printf "CONTACT/%d, IGEOM = %d, JGEOM = 1, NEWTON, RESTITUTION_COEFFICIENT = %.6g%s\n", id, id, e, friction
    print steps ? "INTEGRATOR/MOREAU, HMAX = 5E-4" : "INTEGRATOR/MDOP5, ERROR = 1E-6"
    print "END"
}
