# rotor.awk - writes the dataset of a rotor with one disc: a shaft along y, simply supported at both ends, a disc at a third of its length, a bearing at two thirds
# that holds z alone, an unbalance on the disc. Nothing is damped. Variables: form (the shaft: "beam", a chain of n BEAMs; "fe", an FE_PART of n beams; "modal", a FLEX_BODY
# from shaft.mtx; "shaft", writes the frame of n beams that `cardan flex shaft.json -o shaft.mtx` makes that file of, with `modes` modes), n (a multiple of 3), method
# (INTEGRATOR arguments), rpm (constant speed), seconds (run-up to `rpm` in that time), unbalance (1E-4 kg).
#
#     awk -v rpm=6000 -v seconds=10 -f bench/models/rotor.awk > rotor.adm
BEGIN {
    if (!n) n = 12
    if (!form) form = "beam"
    if (!method) method = "GALPHA, SI2, ERROR = 1, HMAX = 4E-4"
    if (rpm == "") rpm = 6000
    if (!modes) modes = 15
    if (!unbalance) unbalance = 1e-4
    pi = atan2(0, -1); w = rpm * pi / 30
    L = 0.4; r = 0.01; h = L / n; E = 2e11; G = E / 2.6; rho = 7800
    A = pi * r * r; I = pi * r ^ 4 / 4
    if (form == "shaft") { write_shaft(); exit }
    print "ROTOR WITH ONE DISC"
    print "UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = METER, TIME = SECOND"
    print "PART/1, GROUND"
    if (form == "beam") write_beams()
    else if (form == "fe") write_nodes()
    else write_modes()
    spin = seconds ? sprintf("%.17g*TIME**2/2", w / seconds) : sprintf("%.17g*TIME", w)
    # one end is carried by a universal joint, with a chain turned by it, the other is held across the axis
    printf "JPRIM/2, INLINE, I = %d, J = %d\n", 100 * (10 + n), 100 * (10 + n) + 52
    if (form == "beam") {
        print "PART/5, MASS = 1E-3, CM = 500, IP = 1E-6, 1E-6, 1E-6" turning()
        print "MARKER/500, PART = 5\nMARKER/502, PART = 5, REULER = 0, -90D, 0"
        print "JOINT/1, REVOLUTE, I = 502, J = 1052\nJOINT/2, UNIVERSAL, I = 1001, J = 500"
        drive = 1; turns = 502
    } else {
        print "JOINT/2, UNIVERSAL, I = 1001, J = 1050"
        drive = 6; turns = 601
    }
    printf "MOTION/1, JOINT = %d, ROTATION, FUNCTION = %s\n", drive, spin
    # bearing at 2 L / 3
    b = 10 + 2 * n / 3
    printf "SFORCE/1, TRANSLATION, ACTIONONLY, I = %d, J = %d, FUNCTION = -5E5*DZ(%d, %d)\n", 100 * b, 100 * b + 50, 100 * b, 100 * b + 50
    # unbalance at 0.15 m on the disc, turning with it
    d = 10 + n / 3
    printf "VFORCE/2, I = %d, JFLOAT = 3, RM = 600, FX = %g*0.15*%s*SIN(%s)\\FY = 0\\FZ = %g*0.15*%s*COS(%s)\n", 100 * d, unbalance, rate2(), spin, unbalance, rate2(), spin
    print "MARKER/3, PART = 1, FLOATING\nMARKER/600, PART = 1"
    printf "REQUEST/1, F2 = DX(%d)\\F3 = DZ(%d)\\F4 = WY(%d)*30/PI\\F6 = SQRT(DX(%d)**2 + DZ(%d)**2)\n", 100 * d, 100 * d, turns, 100 * d, 100 * d
    print "INTEGRATOR/" method
    print "END"
}
function rate2() { return seconds ? sprintf("(%.17g*TIME)**2", w / seconds) : sprintf("%.17g", w * w) }
function turning() { return seconds ? "" : sprintf(", WY = %.17g", w) }
function write_ground(i) { # markers of ground at node i; z of the second along the shaft
    printf "MARKER/%d, PART = 1, QP = 0, %.17g, 0\nMARKER/%d, PART = 1, QP = 0, %.17g, 0, REULER = 0, -90D, 0\n", 100 * (10 + i) + 50, i * h, 100 * (10 + i) + 52, i * h
}
function write_disc(node) { # a part that turns on a marker of the shaft, which stands: what its own rotation adds is 3e-4 of the disc's
    printf "PART/6, QG = 0, %.17g, 0, MASS = 16.466972, CM = 601, IP = 0.09427342, 0.1860768, 0.09427342%s\n", L / 3, turning()
    printf "MARKER/601, PART = 6\nMARKER/602, PART = 6, REULER = 180D, 90D, 90D\nJOINT/6, REVOLUTE, I = 602, J = %d\n", node
}
function write_beams(    i, part, ends, m, across, along) {
    for (i = 0; i <= n; i++) {
        part = 10 + i; ends = i == 0 || i == n
        m = rho * A * h / (ends ? 2 : 1); across = m * (r * r / 4 + h * h / 12); along = m * r * r / 2
        if (3 * i == n) { m += 16.466972; across += 0.09427342; along += 0.1860768 }
        printf "PART/%d, QG = 0, %.17g, 0%s, MASS = %.17g, CM = %d, IP = %.17g, %.17g, %.17g\n", part, i * h, turning(), m, 100 * part, across, along, across
        printf "MARKER/%d, PART = %d\nMARKER/%d, PART = %d, REULER = 90D, 90D, 0\n", 100 * part, part, 100 * part + 1, part
        write_ground(i)
        # beam axis is x of the marker: y of the shaft
        if (i) printf "BEAM/%d, I = %d, J = %d, LENGTH = %.17g, IXX = %.17g, IYY = %.17g, IZZ = %.17g, AREA = %.17g, EMODULUS = 2E11, GMODULUS = %.17g\n", \
            i, 100 * part + 1, 100 * (part - 1) + 1, h, 2 * I, I, I, A, G
    }
}
function write_nodes(    i, part) { # a small ratio of shear areas: rigid in shear, as the reference is
    print "MATERIAL/1, NAME = steel, YOUNGS_MODULUS = 2E11, POISSONS_RATIO = 0.3, DENSITY = 7800"
    printf "SECTION/1, TYPE = SOLID, AREA = %.17g, IYY = %.17g, IZZ = %.17g, JXX = %.17g, ASY = 0.01, ASZ = 0.01\n", A, I, I, 2 * I
    print "FE_PART/20, TYPE = 3DBEAM, MATERIAL = 1, SECTION = 1"
    for (i = 0; i <= n; i++) {
        part = 10 + i
        printf "FE_NODE/%d, FE_PART = 20, S = %.17g, QG = 0, %.17g, 0, REULER = 90D, 90D, 0\n", part, i / n, i * h
        printf "MARKER/%d, FE_PART = 20, NODE_LABEL = %d\n", 100 * part, part
        if (i == 0) printf "MARKER/%d, FE_PART = 20, NODE_LABEL = %d\n", 100 * part + 1, part
        if (3 * i == n) printf "MARKER/%d, FE_PART = 20, NODE_LABEL = %d, REULER = 90D, 90D, 0\n", 100 * part + 2, part
        write_ground(i)
    }
    write_disc(100 * (10 + n / 3) + 2)
}
function write_modes(    k, i, part) { # nodes 1 to 4 of the frame; its x is y of ground
    printf "FLEX_BODY/20, MTX_FILE = shaft.mtx, QG = 0, 0, 0, REULER = 90D, 90D, 0, CRATIO = 0\\\n"
    for (k = 0; k <= 3; k++) {
        i = k * n / 3; part = 10 + i
        printf "MARKER/%d, FLEX_BODY = 20, NODE_ID = %d\n", 100 * part, k + 1
        if (k == 0) printf "MARKER/%d, FLEX_BODY = 20, NODE_ID = 1\n", 100 * part + 1
        if (k == 1) printf "MARKER/%d, FLEX_BODY = 20, NODE_ID = 2, REULER = 90D, 90D, 0\n", 100 * part + 2
        write_ground(i)
    }
    write_disc(100 * (10 + n / 3) + 2)
}
function write_shaft() {
    printf "{ \"title\": \"shaft, 400 mm long, 20 mm thick\", \"E\": 2e11, \"nu\": 0.3, \"rho\": 7800, \"mass_matrix\": \"consistent\",\n"
    printf "  \"section\": { \"area\": %.17g, \"iyy\": %.17g, \"izz\": %.17g, \"jxx\": %.17g, \"polar\": %.17g }, \"elements_per_tube\": %d,\n", A, I, I, 2 * I, 2 * I, n / 3
    printf "  \"nodes\": { \"1\": [0, 0, 0], \"2\": [%.17g, 0, 0], \"3\": [%.17g, 0, 0], \"4\": [0.4, 0, 0] },\n", L / 3, 2 * L / 3
    printf "  \"tubes\": [[1, 2], [2, 3], [3, 4]],\n  \"craig_bampton\": { \"interface_nodes\": [1, 2, 3, 4], \"fixed_interface_modes\": %d } }\n", modes
}
