# hmmwv50.awk - writes the dataset of a heavy off-road vehicle of 50 bodies, ground included: double wishbones, struts, steering, drive shafts; 264
# equations of constraints, 30 degrees of freedom. x forward, y left, z up, the road at z = 0; metres, kilograms, seconds. Part frames are those of
# ground at design, so markers are hard points. Variables: method (INTEGRATOR arguments), bushing (factor on the stiffness of the bushings).
#
#     awk -v method='ABAM, ERROR = 1E-5' -f bench/models/hmmwv50.awk > hmmwv50.adm
#
# Degrees of freedom: chassis 6, front subframe on its bushings 6, wheel travel 4, drive train 1, drive shafts along their axes 4, both halves of each strut about its
# axis 8, one tie rod about its axis 1.

function cross(a, b, c) { c[1] = a[2] * b[3] - a[3] * b[2]; c[2] = a[3] * b[1] - a[1] * b[3]; c[3] = a[1] * b[2] - a[2] * b[1] }
function vector(text, v) { split(text, v, " ") }
function point(x, y, z) { return sprintf("%.17g %.17g %.17g", x, y, z) }
function between(a, b, share,    p, q) { # the point at a share of the way from a to b
    vector(a, p); vector(b, q)
    return point(p[1] + share * (q[1] - p[1]), p[2] + share * (q[2] - p[2]), p[3] + share * (q[3] - p[3]))
}
function direction(a, b,    p, q) { vector(a, p); vector(b, q); return point(q[1] - p[1], q[2] - p[2], q[3] - p[3]) }
function across(a, b,    p, q, c) { vector(a, p); vector(b, q); cross(p, q, c); return point(c[1], c[2], c[3]) }
function distance(a, b,    d) { vector(direction(a, b), d); return sqrt(d[1] ^ 2 + d[2] ^ 2 + d[3] ^ 2) }

# A marker of a part at a point, z along an axis (of ground, if none is given); gives its id.
function marker(part, at, axis, x,    p, d, line, e) {
    id = part * 100 + used[part]++
    vector(at, p)
    line = sprintf("MARKER/%d, PART = %d, QP = %.17g, %.17g, %.17g", id, part, p[1], p[2], p[3])
    if (axis != "") {
        vector(axis, d)
        line = line sprintf(", ZP = %.17g, %.17g, %.17g", p[1] + d[1], p[2] + d[2], p[3] + d[3])
        # x forward, unless z is
        vector(x != "" ? x : d[2] ^ 2 + d[3] ^ 2 > 1e-4 * d[1] ^ 2 ? "1 0 0" : "0 0 1", e)
        line = line sprintf("\n, XP = %.17g, %.17g, %.17g", p[1] + e[1], p[2] + e[2], p[3] + e[3])
    }
    print line
    return id
}

# A part with its centre of mass and main axes; spin: about z of its axes
function part(number, name, mass, inertia, at, axis, spin,    j, cm) {
    vector(inertia, j); used[number] = 0
    printf "!\n!  adams_view_name='%s'\n", name
    printf "PART/%d, MASS = %s, CM = %d, IP = %s, %s, %s, VX = %.17g%s\n", number, mass, number * 100, j[1], j[2], j[3], speed,
        spin ? sprintf(", WZ = %.17g", spin) : ""
    marker(number, at, axis)
}

# A joint of two parts at a point, with equal axes on both
function joint(type, a, b, at, axis,    i, j) {
    i = marker(a, at, axis); j = marker(b, at, axis)
    printf "JOINT/%d, %s, I = %d, J = %d\n", ++joints, type, i, j
    return joints
}

# An axis of part a at right angles to one of part b
function perpendicular(a, b, at, axis_a, axis_b,    i, j) {
    i = marker(a, at, axis_a); j = marker(b, at, axis_b)
    printf "JPRIM/%d, PERPENDICULAR, I = %d, J = %d\n", ++primitives, i, j
}

# Rotations of two joints are equal
function equal_turns(a, b) { printf "COUPLER/%d, JOINTS = %d, %d, TYPE = R:R, SCALES = 1, -1\n", ++couplers, a, b }

# Spring and damper of a strut: softer when it closes, half the slope beyond 0.2 m/s
function strut_force(corner, i, j, length_, load, k, closing, opening,    v) {
    v = sprintf("VR(%d, %d)", i, j)
    printf "SFORCE/%d, TRANSLATION, I = %d, J = %d, FUNCTION = %.17g - %s*(DM(%d, %d) - %.17g)\n", corner, i, j, load, k, i, j, length_
    printf ", - %s*(MAX(%s, 0) - MAX(%s - 0.2, 0)/2) - %s*(MIN(%s, 0) - MIN(%s + 0.2, 0)/2)\n", opening, v, v, closing, v, v
}

# Height of the wheel centre gives the load; against the motion a part of it is lost; slip to the side by the angle between heading and way
function tyre_force(corner, i, heading, tyre,    ground, load, v) {
    ground = 110 + corner
    v = sprintf("VX(%d)", i)
    load = sprintf("(296325*(%.17g - DZ(%d)) - 3502*VZ(%d))", radius, i, i)
    printf "MARKER/%d, PART = 1, FLOATING\nMARKER/%d, PART = 1, FLOATING\n", ground, ground + 10
    printf "VFORCE/%d, I = %d, JFLOAT = %d, RM = 100, FX = -0.015*%s*STEP(%s, -0.1, -1, 0.1, 1)\\FY = 0\\FZ = %s\n", corner, i, ground, load, v, load
    printf "VFORCE/%d, I = %d, JFLOAT = %d, RM = %d, FX = 0\\FY = 0\\FZ = -8E4*ATAN(VZ(%d, 0, %d)/MAX(VX(%d, 0, %d), 0.1))\n", corner + 10, i, ground + 10, heading,
        heading, heading, heading, heading
}

# front: 1 or 0, side: 1 left, -1 right; the hard points of an axle count from its origin
function corner(n, front, side,    name, base, x0, uca, lca, uo, lo, ti, to, wheel, top, foot, way, rod, inner, holder, frame, load, a, b, spin, rack_end) {
    name = (front ? "front_" : "rear_") (side > 0 ? "left" : "right")
    base = n * 10; frame = front ? 3 : 4; x0 = front ? axle : -axle; spin = speed / radius
    uo = front ? hard(-0.0530352, 0.715518, 0.2154936, x0, side) : hard(0.03556, 0.715518, 0.2159, x0, side)
    lo = front ? hard(-0.03556, 0.786511, -0.11811, x0, side) : hard(0.03556, 0.786511, -0.11811, x0, side)
    ti = front ? hard(-0.250317, 0.448437, 0.054229, x0, side) : hard(0.223266, 0.416052, 0.058674, x0, side)
    to = front ? hard(-0.1758188, 0.8211058, -0.0163322, x0, side) : hard(0.1702816, 0.8211058, -0.009271, x0, side)
    wheel = front ? hard(-0.040386, 0.909701, -0.026289, x0, side) : hard(0.03556, 0.909701, -0.026289, x0, side)
    a = front ? hard(-0.0479146, 0.4459605, 0.2446223, x0, side) : hard(0.3491103, 0.4622571, 0.2275942, x0, side)
    b = front ? hard(-0.2682138, 0.4777359, 0.1955597, x0, side) : hard(0.0771017, 0.4620489, 0.2237638, x0, side)
    uca = front ? hard(-0.105537, 0.5886704, 0.217805, x0, side) : hard(0.124333, 0.5888482, 0.2207768, x0, side)
    lca = hard(0, front ? 0.5468112 : 0.5467858, -0.059055, x0, side)
    top = hard(front ? 0.104 : -0.104, 0.4978, 0.323, x0, side); foot = hard(front ? 0.0972 : -0.0972, 0.5432, -0.0466, x0, side)
    inner = hard(0, 0.25, 0.03, x0, side)
    rod = direction(ti, to); way = direction(foot, top)
    # the drive shaft lies in the axis of the spindle
    vector(wheel, w); shaft_end = point(w[1], 0.25 * side, w[3])

    part(base + 1, "upright_" name, 3.6382, "0.0408 0.0423 0.00834", point(w[1], 0.8382 * side, w[3]))
    part(base + 2, "upper_arm_" name, front ? 5.4431 : 5.932, front ? "0.0233 0.0361 0.0132" : "0.0684 0.0914 0.0240", uca)
    part(base + 3, "lower_arm_" name, front ? 16.329 : 16.287, front ? "0.14688 0.23163 0.11852" : "0.29036 0.51811 0.23229", lca)
    part(base + 4, "upper_strut_" name, 5, "0.02 0.02 0.02", between(foot, top, 0.75), way)
    part(base + 5, "lower_strut_" name, 5, "0.02 0.02 0.02", between(foot, top, 0.25), way)
    part(base + 6, "tyre_" name, 68.039, "1.1998 1.1998 1.7558", wheel, "0 1 0", spin)
    part(base + 7, "tie_rod_" name, front ? 0.5545 : 2.0412, front ? "5.7854E-3 5.7854E-3 1.7745E-5" : "0.0422 0.0422 1.9E-4", between(ti, to, 0.5), rod)
    part(base + 8, "tripot_" name, front ? 1.9851 : 2.0307, front ? "1.1019E-3 1.1019E-3 8.139E-4" : "1.1383E-3 1.1383E-3 8.4254E-4", inner, "0 1 0", spin)
    part(base + 9, "drive_shaft_" name, front ? 4.2175 : 6.0495, front ? "0.16599 0.16599 6.9283E-4" : "0.24565 0.24565 1.4463E-3", between(shaft_end, wheel, 0.5), "0 1 0", spin)
    part(base + 10, "spindle_" name, front ? 1.1028 : 1.5046, front ? "4.779E-4 4.779E-4 4.9628E-4" : "7.7539E-4 7.7539E-4 9.2387E-4", wheel, "0 1 0", spin)

    print "!"
    joint("REVOLUTE", base + 2, frame, between(a, b, 0.5), direction(a, b))
    joint("REVOLUTE", base + 3, frame, hard(0, 0.307086, 0, x0, side), "1 0 0")
    joint("SPHERICAL", base + 2, base + 1, uo); joint("SPHERICAL", base + 3, base + 1, lo)
    joint("SPHERICAL", base + 4, 2, top); joint("SPHERICAL", base + 5, base + 3, foot)
    joint("CYLINDRICAL", base + 4, base + 5, between(foot, top, 0.5), way)
    joint("SPHERICAL", base + 7, base + 1, to)
    joint("SPHERICAL", base + 7, front ? 9 : 4, ti)
    # three of the four tie rods do not turn about their axes
    if (n < 4) perpendicular(base + 7, base + 1, to, across(rod, "0 0 1"), across(rod, across(rod, "0 0 1")))
    spindle_turn[n] = joint("REVOLUTE", base + 10, base + 1, wheel, "0 1 0")
    joint("FIXED", base + 6, base + 10, wheel)
    joint("CYLINDRICAL", base + 9, base + 10, wheel, "0 1 0")
    perpendicular(base + 9, base + 10, wheel, "1 0 0", "0 0 1")
    tripot_turn[n] = joint("REVOLUTE", base + 8, frame, inner, "0 1 0")
    equal_turns(tripot_turn[n], spindle_turn[n])
    # the shaft slides in the spindle and is held lightly by the tripot
    a = marker(base + 9, shaft_end, "0 1 0"); b = marker(base + 8, inner, "0 1 0")
    printf "MARKER/%d, PART = %d, FLOATING\n", (base + 8) * 100 + 99, base + 8
    printf "VFORCE/%d, I = %d, JFLOAT = %d, RM = %d, FX = 0\\FY = 0\\FZ = -1E3*DZ(%d, %d, %d) - 50*VZ(%d, %d, %d)\n", n + 20, a, (base + 8) * 100 + 99, b, a, b, b, a, b, b

    a = marker(base + 4, top); b = marker(base + 5, foot)
    strut_force(n, a, b, distance(top, foot), front ? load_front : load_rear, front ? "1.67071E5" : "3.02619E5", front ? "12.5E3" : "14.5E3", front ? "22.5E3" : "35E3")
    tyre_force(n, marker(base + 6, wheel), marker(base + 1, wheel, "0 1 0", "1 0 0"), base + 6)
}
function hard(x, y, z, x0, side) { return point(x0 + x, side * y, z0 + z) }

BEGIN {
    if (!method) method = "GSTIFF, ERROR = 1E-5"
    if (!bushing) bushing = 1
    speed = 5; z0 = 0.5155; axle = 1.688965; radius = 0.489211
    load_front = 12800; load_rear = 12300
    print "Off-road vehicle of 50 bodies on a flat road"
    print "UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = METER, TIME = SECOND\nACCGRAV/KGRAV = -9.81"
    print "PART/1, GROUND\nMARKER/100, PART = 1"
    part(2, "chassis", 2086.5, "1078.5 2955.7 3570.2", point(0.056, 0, z0 + 0.213))
    part(3, "front_subframe", 50, "1 1 1", point(axle, 0, z0))
    part(4, "rear_subframe", 45.359, "1 1 1", point(-axle, 0, z0))

    # steering: heights of the column count from z0 like those of the axles
    upper = point(0.45, 0.35, z0 + 0.75); lower = point(0.95, 0.35, z0 + 0.55); elbow = point(1.25, 0.30, z0 + 0.20); pinion = point(1.438648, 0.15, z0 + 0.054)
    column = direction(upper, lower); middle = direction(lower, elbow); shaft = direction(elbow, pinion)
    part(5, "steering_wheel", 2.15, "2.5892E-2 2.5892E-2 5.1629E-2", upper, column)
    part(6, "steering_column", 2.7985, "6.4319E-2 6.4319E-2 3.0466E-4", between(upper, lower, 0.5), column)
    part(7, "intermediate_shaft", 2.2535, "3.2103E-2 3.2103E-2 2.4336E-4", between(lower, elbow, 0.5), middle)
    part(8, "steering_shaft", 2.0182, "2.3725E-2 2.3725E-2 2.2182E-4", between(elbow, pinion, 0.5), shaft)
    part(9, "rack", 3.4424, "0.23089 0.23089 2.6961E-4", point(1.438648, 0, z0 + 0.054229), "0 1 0")
    part(10, "pinion", 0.5, "1E-6 1E-6 1E-6", pinion, shaft)
    print "!"
    joint("FIXED", 4, 2, point(-axle, 0, z0)); joint("FIXED", 5, 6, upper); joint("FIXED", 10, 8, pinion)
    print "!  adams_view_name='steering_held'"
    printf "MOTION/1, ROTATION, JOINT = %d, FUNCTION = 0\n", joint("REVOLUTE", 6, 2, upper, column)
    joint("SPHERICAL", 6, 7, lower); perpendicular(6, 7, lower, across(column, middle), across(middle, across(column, middle)))
    joint("SPHERICAL", 7, 8, elbow); perpendicular(7, 8, elbow, across(middle, shaft), across(shaft, across(middle, shaft)))
    joint("SPHERICAL", 8, 3, pinion)
    # the elbow does not swing about the line through its neighbours
    a = marker(7, elbow); b = marker(2, elbow, across(direction(lower, pinion), middle))
    printf "JPRIM/%d, INPLANE, I = %d, J = %d\n", ++primitives, a, b
    joint("CYLINDRICAL", 9, 3, point(1.438648, 0, z0 + 0.054229), "0 1 0"); perpendicular(9, 3, point(1.438648, 0, z0 + 0.054229), "1 0 0", "0 0 1")
    a = marker(9, point(1.438648, 0, z0 + 0.054229), "0 1 0"); b = marker(3, point(1.438648, 0, z0 + 0.054229), "0 1 0")
    c = marker(10, pinion, shaft); d = marker(3, pinion, shaft)
    print "!  adams_view_name='rack_and_pinion'"
    printf "GCON/1, I = %d, FUNCTION = DZ(%d, %d, %d) - 0.0254*AZ(%d, %d)\n", a, a, b, b, c, d

    # the front subframe on four bushings; their torques grow with the third power
    for (k = 0; k < 4; k++) {
        p = point(axle + (k < 2 ? 0.25 : -0.25), k % 2 ? -0.35 : 0.35, z0); i = marker(3, p); j = marker(2, p)
        printf "BUSHING/%d, I = %d, J = %d, K = %.17g, %.17g, %.17g, C = 1E3, 1E3, 1E3\n, KT = 300, 300, 300, CT = 5.7296E-2, 5.7296E-2, 5.7296E-2\n", k + 1, i, j, 2E6 * bushing,
            2E6 * bushing, 2.0952E6 * bushing
        printf "MARKER/%d, PART = 2, FLOATING\n", 280 + k
        printf "VTORQUE/%d, I = %d, JFLOAT = %d, RM = %d, TX = -2E4*AX(%d, %d)**3\\TY = -2E4*AY(%d, %d)**3\\TZ = -2E4*AZ(%d, %d)**3\n", k + 1, i, 280 + k, j, i, j, i, j, i, j
    }

    corner(1, 1, 1); corner(2, 1, -1); corner(3, 0, 1); corner(4, 0, -1)
    print "!"
    equal_turns(tripot_turn[1], tripot_turn[2]); equal_turns(tripot_turn[3], tripot_turn[4]); equal_turns(tripot_turn[1], tripot_turn[3])

    print "!  adams_view_name='seen'"
    print "REQUEST/1, F2 = DX(200)\\F3 = DY(200)\\F4 = DZ(200)\\F6 = VX(200)\\F7 = DZ(300, 200)\\F8 = WZ(1600, 0, 1600), COMMENT = chassis centre, its speed, front subframe, wheel spin"
    print "INTEGRATOR/" method
    print "END"
}
