# net.awk - writes the dataset of a net: side x side blocks along a shallow dome, neighbours held together by springs in tension, the rim on ground; it
# is let go and swings. The pattern is that of a grid, which fills up when it is eliminated. Variables: method (INTEGRATOR arguments), side, joints
# (1: blocks of a row hang together by spherical joints instead, and the rows by springs; a row begins on ground and ends on springs).
#
#     awk -v side=32 -v method='HHT, ERROR = 1E-4' -f bench/models/net.awk > net.adm

function height(x, y) { return 0.2 * pitch * (side + 1) * sin(pi * x / pitch / (side + 1)) * sin(pi * y / pitch / (side + 1)) }
function at(part, x, y, z) { printf "MARKER/%d, PART = %d, QP = %.10g, %.10g, %.10g\n", ++markers, part, x, y, z; return markers }
# a marker on the block of row r and column c, or on ground beyond the rim
function corner(r, c, x, y, z) {
    if (r >= 1 && r <= side && c >= 1 && c <= side) return at(1 + (r - 1) * side + c, x, y, z)
    return at(1, pitch * c + x, pitch * r + y, height(pitch * c, pitch * r) + z)
}
function spring(i, j) { printf "SPRINGDAMPER/%d, TRANSLATION, I = %d, J = %d, K = 2000, C = 2, LENGTH = 0.04\n", ++springs, i, j }
# the block of row r and column c with its neighbour dr rows and dc columns on
function tie(r, c, dr, dc) {
    if (joints && dc && c < side) {
        x = pitch / 2; z = (height(pitch * (c + 1), pitch * r) - height(pitch * c, pitch * r)) / 2
        printf "JOINT/%d, SPHERICAL, I = %d, J = %d\n", ++pins, corner(r, c, x, 0, z), corner(r, c + 1, -x, 0, -z)
    } else spring(corner(r, c, half * dc, half * dr, low), corner(r + dr, c + dc, -half * dc, -half * dr, -low))
}

BEGIN {
    pi = atan2(0, -1)
    if (!side) side = 32
    if (!method) method = "GSTIFF, ERROR = 1E-4"
    print "Net of " side " x " side " blocks\nUNITS/SYSTEM = MKS\nPART/1, GROUND\nACCGRAV/KGRAV = -9.81"
    markers = 0; half = 0.025; low = 0.005; pitch = 0.1
    for (r = 1; r <= side; r++)
        for (c = 1; c <= side; c++) {
            id = 1 + (r - 1) * side + c
            printf "PART/%d, MASS = 0.1, CM = %d, IP = 2.5E-5, 2.5E-5, 4.5E-5, QG = %g, %g, %.10g\n", id, markers + 1, pitch * c, pitch * r, height(pitch * c, pitch * r)
            at(id, 0, 0, 0)
        }
    for (r = 0; r <= side; r++) for (c = 1; c <= side; c++) tie(r, c, 1, 0)
    for (r = 1; r <= side; r++) for (c = 0; c <= side; c++) tie(r, c, 0, 1)
    printf "REQUEST/1, DISPLACEMENT, I = %d, J = %d\n", int((side * side + side) / 2), at(1, 0, 0, 0)
    print "INTEGRATOR/" method "\nOUTPUT/REQSAVE\nEND"
}
