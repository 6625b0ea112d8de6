# atv.awk - writes the dataset of an all-terrain vehicle on the four posts of a shaker: a flexible frame of tubes, 28 rigid parts, 43 joints, five motions, four
# contacts of tyres with posts; inch, pound mass, pound force. x forward, y left, z up, origin in the middle of the lower tubes. What is printed here is in metres,
# kilograms, newtons and converted as it is written. Variables: frame (1: the frame of tubes as .json for `cardan flex`, in place of the dataset), body (the .mtx of
# the frame), rigid (1: it does not deform), points (stresses around each end of a tube, 8), method (INTEGRATOR arguments), arm (metres that the
# inner ends of the tie rods stand before the axis of the steering column, 0).
#
#     awk -v frame=1 -f bench/models/atv.awk > frame.json; cardan flex frame.json -o frame.mtx
#     awk -v body=frame.mtx -f bench/models/atv.awk > atv.adm; cardan run atv.adm --end 2 --steps 4000
#
# Degrees of freedom: frame 6 and its modes, wheel travel 2 in front and 1 behind, spin of the axle and of two wheels.

function point(x, y, z) { return sprintf("%.15g %.15g %.15g", x, y, z) }
function mirrored(at, side,    p) { split(at, p, " "); return point(p[1], side * p[2], p[3]) } # side 1: left, as it is; -1: right

# ---- the frame: nodes l0 to l5 of the lower, u0 to u5 of the upper tubes, front to back, left (side 1) and right ----

function node(level, k, side) { return (side > 0 ? 0 : 12) + 2 * k + (level == "u") + 1 }
function place(level, k, side) {
    return level == "l" ? point(0.75 - 0.3 * k, side * 0.16, 0) : point(0.92 * (0.75 - 0.3 * k), side * 0.14, k % 5 ? 0.32 : 0.36)
}
function tube(a, b) { printf "%s[%d, %d]", tubes++ ? ", " : "", a, b }
function write_frame(    side, k, level, at, n) {
    print "{ \"title\": \"frame of an all-terrain vehicle\", \"units\": \"m,kg,s,N\", \"E\": 2.07e11, \"nu\": 0.29, \"rho\": 7820, \"tube_od\": 0.0206, \"tube_wall\": 0.0016,"
    printf "  \"elements_per_tube\": 2, \"stress\": { \"points\": %d },\n  \"nodes\": { ", points
    for (side = 1; side >= -1; side -= 2)
        for (k = 0; k < 6; k++)
            for (level = "l"; level != ""; level = level == "l" ? "u" : "") {
                at = place(level, k, side); gsub(/ /, ", ", at)
                printf "%s\"%d\": [%s]", n++ ? ", " : "", node(level, k, side), at
            }
    printf " },\n  \"tubes\": ["
    for (side = 1; side >= -1; side -= 2) {
        for (k = 0; k < 5; k++) { tube(node("l", k, side), node("l", k + 1, side)); tube(node("u", k, side), node("u", k + 1, side)) }
        for (k = 0; k < 6; k++) tube(node("l", k, side), node("u", k, side))
        tube(node("l", 1, side), node("u", 0, side)); tube(node("l", 4, side), node("u", 5, side))
    }
    for (k = 0; k < 6; k++) {
        if (k % 3 != 1) tube(node("l", k, 1), node("l", k, -1))
        if (k < 2 || k > 3) tube(node("u", k, 1), node("u", k, -1))
    }
    printf "],\n  \"craig_bampton\": { \"interface_nodes\": ["
    for (k = n = 0; k < 24; k++) if (k != 4 && k != 16) printf "%s%d", n++ ? ", " : "", k + 1
    print "], \"fixed_interface_modes\": 9 } }"
}

# ---- elements ----

# A marker of a part at a point, z along an axis (of ground, if none is given); gives its id. Axes of part frames are those of ground.
function turned(axis,    d, r) {
    if (axis == "") return ""
    split(axis, d, " "); r = sqrt(d[1] ^ 2 + d[2] ^ 2)
    return sprintf(", REULER = %.15g, %.15g, 0", r > 0 ? atan2(d[1], -d[2]) : 0, atan2(r, d[3]))
}
function marker(part, at, axis,    p) {
    id = part * 100 + used[part]++
    split(at, p, " ")
    printf "MARKER/%d, PART = %d, QP = %.12g, %.12g, %.12g%s\n", id, part, p[1] / inch, p[2] / inch, p[3] / inch, turned(axis)
    return id
}
# The same on a node of the frame, apart from which it may stand
function frame_marker(level, k, side, at, axis,    p, q, offset) {
    id = 100 + used[1]++
    split(place(level, k, side), q, " ")
    if (at == "") at = place(level, k, side)
    split(at, p, " ")
    if ((p[1] - q[1]) ^ 2 + (p[2] - q[2]) ^ 2 + (p[3] - q[3]) ^ 2 > 1e-12)
        offset = sprintf(", QP = %.12g, %.12g, %.12g", (p[1] - q[1]) / inch, (p[2] - q[2]) / inch, (p[3] - q[3]) / inch)
    printf "MARKER/%d, FLEX_BODY = 1, NODE_ID = %d%s%s\n", id, node(level, k, side), offset, turned(axis)
    return id
}
# inertia: kg m^2 about x, y, z at the centre of mass
function part(number, name, mass, inertia, at,    j) {
    split(inertia, j, " ")
    printf "!\n!  adams_view_name='%s'\n", name
    printf "PART/%d, MASS = %.9g, CM = %d00, IP = %.9g, %.9g, %.9g\n", number, mass / pound, number, j[1] * turn, j[2] * turn, j[3] * turn
    marker(number, at)
}
function rod(mass, length_of) { return point(mass * length_of ^ 2 / 12, mass * length_of ^ 2 / 12, mass * length_of ^ 2 / 12) }
function ball(mass) { return point(0.4 * mass * 0.15 ^ 2, 0.4 * mass * 0.15 ^ 2, 0.4 * mass * 0.15 ^ 2) }
function join(type, i, j) { printf "JOINT/%d, %s, I = %d, J = %d\n", ++joints, type, i, j; return joints }
function prim(type, i, j) { printf "JPRIM/%d, %s, I = %d, J = %d\n", ++primitives, type, i, j }
function spring(i, j, k, c, l) {
    printf "SPRINGDAMPER/%d, TRANSLATION, I = %d, J = %d, K = %.9g, C = %.9g, LENGTH = %.9g\n", ++springs, i, j, k / rate, c / rate, l / inch
}
function apart(a, b,    p, q) { split(a, p, " "); split(b, q, " "); return sqrt((p[1] - q[1]) ^ 2 + (p[2] - q[2]) ^ 2 + (p[3] - q[3]) ^ 2) }

# ---- the vehicle ----

# A post and the tyre that stands on it: wheel 1 to 4 counted FL, FR, RR, RL, which is the order of the phases
function post(wheel, number, tyre, at,    p, i) {
    split(at, p, " ")
    part(number, "post_" wheel, 30, point(1, 1, 1), point(p[1], p[2], p[3] - 0.5))
    i = join("TRANSLATIONAL", marker(number, point(p[1], p[2], p[3] - 0.28)), marker(90, point(p[1], p[2], p[3] - 0.28)))
    printf "MOTION/%d, TRANSLATIONAL, JOINT = %d, FUNCTION = %.12g*STEP(TIME, 0, 0, 0.2, 1)*SIN(2*PI*3*TIME + %d*PI/2)\n", wheel, i, 0.04 / inch, wheel - 1
    printf "GRAPHICS/%d, PLANE, RM = %d\n", wheel, marker(number, point(p[1], p[2], p[3] - 0.28))
    printf "GRAPHICS/%d, TORUS, CM = %d, RMAX = %.12g, RMIN = %.12g\n", 10 + wheel, marker(tyre, at, "0 1 0"), 0.18 / inch, 0.1 / inch
    printf "CONTACT/%d, IGEOM = %d, JGEOM = %d, IMPACT, STIFFNESS = %.9g, EXPONENT = 1, DAMPING = %.9g, DMAX = %.9g\n", wheel, 10 + wheel, wheel, 1.5e5 / rate, 800 / rate, 5e-3 / inch
    printf ", COULOMB_FRICTION = ON, MU_STATIC = 0.8, MU_DYNAMIC = 0.7, STICTION_TRANSITION_VELOCITY = %.9g, FRICTION_TRANSITION_VELOCITY = %.9g\n", 0.1 / inch, 1 / inch
}
# A corner in front: two arms on the frame, a knuckle, a wheel, a tie rod to the steering column; numbers of parts from first
function corner(first, side, wheel,    name, low, high, hub, inner, outer, foot) {
    name = side > 0 ? "left" : "right"
    low = point(0.66, side * 0.47, -0.02); high = point(0.66, side * 0.45, 0.2); hub = point(0.66, side * 0.52, 0.09)
    inner = point(0.58 + arm, side * 0.06, 0.1); outer = point(0.58, side * 0.46, 0.1); foot = point(0.6, side * 0.4, 0.02)
    part(first, "lower_arm_" name, 2.2, rod(2.2, 0.4), point(0.63, side * 0.315, -0.01))
    join("SPHERICAL", marker(first, place("l", 0, side)), frame_marker("l", 0, side))
    prim("INLINE", marker(first, place("l", 1, side)), frame_marker("l", 1, side, "", "1 0 0"))
    part(first + 1, "upper_arm_" name, 1.6, rod(1.6, 0.4), point(0.606, side * 0.295, 0.27))
    join("SPHERICAL", marker(first + 1, place("u", 0, side)), frame_marker("u", 0, side))
    prim("INLINE", marker(first + 1, place("u", 1, side)), frame_marker("u", 1, side, "", "0.276 0 0.04"))
    part(first + 2, "knuckle_" name, 3, rod(3, 0.2), point(0.66, side * 0.48, 0.09))
    join("SPHERICAL", marker(first, low), marker(first + 2, low))
    join("SPHERICAL", marker(first + 1, high), marker(first + 2, high))
    part(first + 3, "tie_rod_" name, 0.6, rod(0.6, 0.4), point(0.58 + arm / 2, side * 0.26, 0.1))
    join("SPHERICAL", marker(first + 3, inner), marker(20, inner))
    join("HOOKE", marker(first + 3, outer, "0 1 0"), marker(first + 2, outer, "0 1 0"))
    part(wheel, "wheel_front_" name, 12, point(0.2, 0.35, 0.2), hub)
    join("REVOLUTE", marker(wheel, hub, "0 1 0"), marker(first + 2, hub, "0 1 0"))
    spring(marker(first, foot), frame_marker("u", 0, side), 18e3, 900, apart(foot, place("u", 0, side)) + 0.04)
}
# A lump on three nodes of the frame: ball joint, a line along y, a plane that it does not pitch by
function carried(number, at, a, b, c, normal,    p, q, r) {
    split(a, p, " "); split(b, q, " "); split(c, r, " ")
    join("SPHERICAL", marker(number, place(p[1], p[2], p[3])), frame_marker(p[1], p[2], p[3]))
    prim("INLINE", marker(number, place(q[1], q[2], q[3])), frame_marker(q[1], q[2], q[3], "", "0 1 0"))
    prim("INPLANE", marker(number, place(r[1], r[2], r[3])), frame_marker(r[1], r[2], r[3], "", normal))
}
function lump(number, name, mass, at) { part(number, name, mass, ball(mass), at) }
function fixed(number, name, mass, at, level, k, side) {
    lump(number, name, mass, at)
    join("FIXED", marker(number, at), frame_marker(level, k, side, at))
}
BEGIN {
    inch = 0.0254; pound = 0.45359237; rate = 4.4482216152605 / inch; turn = 1 / (pound * inch * inch)
    if (!points) points = 8
    if (frame) { write_frame(); exit }
    if (!body) body = "frame.mtx"
    print "All-terrain vehicle on four posts"
    print "UNITS/FORCE = POUND_FORCE, MASS = POUND_MASS, LENGTH = INCH, TIME = SECOND"
    printf "ACCGRAV/KGRAV = %.9g\n", -9.80665 / inch
    if (method) print "INTEGRATOR/" method
    print "PART/90, GROUND\n!\n!  adams_view_name='frame'\nFLEX_BODY/1, MTX_FILE = " body (rigid ? ", RIGID" : "")
    # steering column, with 30 of the 230 pounds of the rider, on the upper tubes
    part(20, "column", 16.6, rod(16.6, 0.69), point(0.465, 0, 0.425))
    column = point(0.58 - 0.23 * 0.22 / 0.65, 0, 0.32)
    k = join("REVOLUTE", marker(20, column, "-0.23 0 0.65"), frame_marker("u", 1, 1, column, "-0.23 0 0.65"))
    print "MOTION/5, ROTATIONAL, JOINT = " k ", FUNCTION = 10D*SIN(2*PI*TIME)"
    corner(21, 1, 11); corner(31, -1, 12)
    # rear suspension: two halves, fixed together, that pitch about the lower tubes; the axle on them
    for (side = 1; side >= -1; side -= 2) {
        k = side > 0 ? 41 : 42
        part(k, side > 0 ? "rear_left" : "rear_right", 6, rod(6, 0.4), point(-0.55, side * 0.12, 0.05))
        foot = point(-0.55, side * 0.1, 0.1)
        spring(marker(k, foot), frame_marker("u", 5, side), 22e3, 1100, apart(foot, place("u", 5, side)) + 0.04)
    }
    ball_joint = join("SPHERICAL", marker(42, place("l", 4, -1)), frame_marker("l", 4, -1))
    prim("INLINE", marker(41, place("l", 4, 1)), frame_marker("l", 4, 1, "", "0 1 0"))
    join("FIXED", marker(41, "-0.55 0 0.05"), marker(42, "-0.55 0 0.05"))
    part(43, "axle", 9, point(9 * 0.92 ^ 2 / 12, 0.01, 9 * 0.92 ^ 2 / 12), "-0.66 0 0.09")
    join("REVOLUTE", marker(43, "-0.66 0 0.09", "0 1 0"), marker(42, "-0.66 0 0.09", "0 1 0"))
    for (side = 1; side >= -1; side -= 2) {
        k = side > 0 ? 14 : 13; hub = point(-0.66, side * 0.46, 0.09)
        part(k, side > 0 ? "wheel_rear_left" : "wheel_rear_right", 12, point(0.2, 0.35, 0.2), hub)
        join("FIXED", marker(k, hub), marker(43, hub))
    }
    post(1, 51, 11, "0.66 0.52 0.09"); post(2, 52, 12, "0.66 -0.52 0.09"); post(3, 53, 13, "-0.66 -0.46 0.09"); post(4, 54, 14, "-0.66 0.46 0.09")
    # what the frame carries; side -1: right
    lump(61, "engine", 48, "-0.1 0 0.15"); carried(61, "", "l 3 1", "l 3 -1", "u 2 -1", "1 0 0")
    lump(62, "gearbox", 12, "-0.55 0 0.2"); carried(62, "", "l 5 1", "l 5 -1", "u 4 -1", "1 0 0")
    lump(63, "rider", 90.7, "-0.15 0 0.7"); carried(63, "", "u 3 1", "u 3 -1", "u 2 1", "0 0 1")
    fixed(64, "fuel", 8, "0.1 0 0.4", "u", 2, -1)
    fixed(65, "battery", 5, "-0.4 -0.05 0.3", "u", 4, -1)
    fixed(66, "front_rack", 4, "0.7 0 0.45", "u", 0, 1)
    fixed(67, "rear_rack", 5, "-0.7 0 0.45", "u", 5, 1)
    fixed(68, "seat", 3, "-0.3 0 0.45", "u", 4, 1)
    # rear ball joint, its force on the frame; pitch rate of the engine; height of the rider; yaw of a front wheel, to see it steer; tyre forces
    printf "REQUEST/1, F2 = JOINT(%d, 1, 4, 0)\\F3 = WY(6100)\\F4 = DZ(6300)\\F6 = CONTACT(1, 0, 1, 0)\\F7 = CONTACT(3, 0, 1, 0)\\F8 = ATAN2(-DX(2302, 2301), DY(2302, 2301))\n", ball_joint
    print "END"
}
