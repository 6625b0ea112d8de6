# rotating_beam.awk - writes the dataset of a beam clamped off the axis of a hub that spins up, planar.
# The beam is 10 m long, E 7e10, density 3000, area 4e-4, second moment 2e-7; the hub turns by (6/15) (t^2/2 + (15/2 pi)^2 (cos(2 pi t/15) - 1))
# until 15 s. Variables: form ("beam", a chain of n BEAMs; "fe", an FE_PART of n beams; "modal", a FLEX_BODY from blade.mtx; "blade", writes the frame of n beams that
# `cardan flex blade.json --clamped 1 --stiffening -o blade.mtx` makes that file of), method (INTEGRATOR arguments), n (elements), offset (of the clamp from the axis, m).
#
#     awk -v method='GALPHA, SI2, ERROR = 1E-4' -f bench/models/rotating_beam.awk > beam.adm
BEGIN {
    if (!n) n = 10
    if (!form) form = "beam"
    if (offset == "") offset = 1
    if (!method) method = "GALPHA, SI2, ERROR = 1E-4"
    h = 10 / n; m = 3000 * 4e-4 * h
    if (form == "blade") { write_blade(); exit }
    print "BEAM ON A HUB THAT SPINS UP"
    print "UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = METER, TIME = SECOND"
    print "PART/1, GROUND"
    print "MARKER/1, PART = 1"
    print "PART/2, MASS = 1, CM = 20, IP = 1, 1, 1"
    print "MARKER/20, PART = 2"
    print "JOINT/1, REVOLUTE, I = 20, J = 1"
    print "MOTION/1, JOINT = 1, ROTATION, FUNCTION = 6/15*(TIME**2/2 + (15/(2*PI))**2*(COS(2*PI*TIME/15) - 1))"
    printf "MARKER/21, PART = 2, QP = %.17g, 0, 0\n", offset
    tip = 100 * (10 + n)
    if (form == "beam") write_beams()
    else if (form == "fe") write_nodes()
    else write_modes()
    printf "REQUEST/1, F2 = DX(%d, 21, 21)\\F3 = DY(%d, 21, 21)\n", tip, tip
    print "INTEGRATOR/" method
    print "END"
}
function write_beams(    i, part, mass, J) {
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
}
function write_nodes(    i) {
    print "MATERIAL/1, NAME = blade, YOUNGS_MODULUS = 7E10, POISSONS_RATIO = 0.2963, DENSITY = 3000"
    print "SECTION/1, TYPE = SOLID, AREA = 4E-4, IYY = 2E-7, IZZ = 2E-7, JXX = 4E-7"
    print "FE_PART/3, TYPE = 2DBEAM_XY, MATERIAL = 1, SECTION = 1"
    for (i = 0; i <= n; i++) printf "FE_NODE/%d, FE_PART = 3, S = %.17g, QG = %.17g, 0, 0\n", 10 + i, i / n, offset + i * h
    printf "MARKER/1000, FE_PART = 3, NODE_LABEL = 10\nMARKER/%d, FE_PART = 3, NODE_LABEL = %d\nJOINT/2, FIXED, I = 1000, J = 21\n", tip, 10 + n
}
function write_modes() {
    printf "FLEX_BODY/3, MTX_FILE = blade.mtx, QG = %.17g, 0, 0, CRATIO = 0\\\n", offset
    printf "MARKER/1000, FLEX_BODY = 3, NODE_ID = 1\nMARKER/%d, FLEX_BODY = 3, NODE_ID = 2\nJOINT/2, FIXED, I = 1000, J = 21\n", tip
}
function write_blade() {
    printf "{ \"title\": \"blade of 10 m\", \"E\": 7e10, \"nu\": 0.2963, \"rho\": 3000, \"mass_matrix\": \"lumped\",\n"
    printf "  \"section\": { \"area\": 4e-4, \"iyy\": 2e-7, \"izz\": 2e-7, \"jxx\": 4e-7, \"polar\": 4e-7 }, \"elements_per_tube\": %d,\n", n
    printf "  \"nodes\": { \"1\": [0, 0, 0], \"2\": [10, 0, 0] }, \"tubes\": [[1, 2]],\n"
    printf "  \"craig_bampton\": { \"interface_nodes\": [1, 2], \"fixed_interface_modes\": %d } }\n", modes ? modes : 6
}
