# track.awk - writes the dataset of the track of an excavator: 46 shoes on sprocket, idler, six road rollers and a carrier, on the ground: 61 moving parts, 54 revolute
# joints, 690 contacts (644 pairs of shapes, 46 stops between shoes). Plates of shoes are boxes, wheels cylinders, grousers points. Variables: method (INTEGRATOR arguments),
# forces (1: no CONTACT, the 690 pairs are written as forces with IMPACT, all of them computed whether they touch or not).
#
#     awk -v method='HHT, ERROR = 1E-5' -f bench/models/track.awk > track.adm; cardan run track.adm --end 2 --steps 200
function acos(x) { return atan2(sqrt(1 - x * x), x) }
# the tangent from wheel a to the next: angle of its outer normal
function normal_of(a, b,    dx, dz, d) {
    dx = cx[b] - cx[a]; dz = cz[b] - cz[a]; d = sqrt(dx * dx + dz * dz)
    return atan2(dz, dx) - acos((radius[a] - radius[b]) / d)
}
# pieces of the loop, counter-clockwise: arcs and tangents with their lengths; the carrier is below it and takes its sag
function lay_loop(    k, next_wheel, before, turn) {
    for (k = 1; k <= 4; k++) leave[k] = normal_of(k, k % 4 + 1)
    whole = 0
    for (k = 1; k <= 4; k++) {
        before = leave[(k + 2) % 4 + 1]; turn = leave[k] - before
        while (turn < 0) turn += 2 * pi
        while (turn > 2 * pi) turn -= 2 * pi
        arc_from[k] = before; arc[k] = turn * radius[k]
        next_wheel = k % 4 + 1
        fx[k] = cx[k] + radius[k] * cos(leave[k]); fz[k] = cz[k] + radius[k] * sin(leave[k])
        tx[k] = cx[next_wheel] + radius[next_wheel] * cos(leave[k]); tz[k] = cz[next_wheel] + radius[next_wheel] * sin(leave[k])
        straight[k] = sqrt((tx[k] - fx[k]) ^ 2 + (tz[k] - fz[k]) ^ 2)
        whole += arc[k] + straight[k]
    }
}
function pin(s,    k, a) {
    while (s >= whole) s -= whole
    for (k = 1; k <= 4; k++) {
        if (s < arc[k]) { a = arc_from[k] + s / radius[k]; px = cx[k] + radius[k] * cos(a); pz = cz[k] + radius[k] * sin(a); return }
        s -= arc[k]
        if (s < straight[k]) { px = fx[k] + s / straight[k] * (tx[k] - fx[k]); pz = fz[k] + s / straight[k] * (tz[k] - fz[k]); return }
        s -= straight[k]
    }
}
function list(first, n, by,    k, text) {
    for (k = 0; k < n; k++) text = text (k ? "," (k % 12 ? " " : "\n, ") : "") (first + k * by)
    return text
}
# Friction over normal force by slip, against it
function rub(v, still, sliding) { return sprintf("STEP(%s, -0.02, 1, 0.02, -1)*STEP(ABS(%s), 0.02, %g, 0.05, %g)", v, v, still, sliding) }
# A plate and a wheel as a force at the centre of the wheel: the nearest point of the plate, at x within its length, and friction with its torque
function plate_force(id, shoe, hub, r, still, sliding,    x, z, ex, d, n, slip, f) {
    x = sprintf("DX(%s, %d0, %d0)", hub, shoe, shoe); z = sprintf("DZ(%s, %d0, %d0)", hub, shoe, shoe)
    ex = sprintf("(%s - MAX(MIN(%s, %g), %g))", x, x, half, -half); d = sprintf("SQRT(%s**2 + %s**2)", ex, z)
    v = sprintf("VX(%s, %d0, %d0, %d0)", hub, shoe, shoe, shoe); w = sprintf("VZ(%s, %d0, %d0, %d0)", hub, shoe, shoe, shoe)
    n = sprintf("IMPACT(%s, (%s*%s + %s*%s)/%s, %.9g, 1E8, 1.5, 1E5, 1E-3)", d, ex, v, z, w, d, r)
    slip = sprintf("((%s*%s - %s*%s)/%s - %.9g*WY(%s, %d0, %d0))", z, v, ex, w, d, r, hub, shoe, shoe)
    f = rub(slip, still, sliding)
    printf "GFORCE/%d, I = %s, JFLOAT = %d9, RM = %d0\n", id, hub, shoe, shoe
    printf ", FX = %s\n, *(%s + %s\n, *%s)/%s\\\n, FY = 0\\\n", n, ex, f, z, d
    printf ", FZ = %s\n, *(%s - %s\n, *%s)/%s\\\n, TX = 0\\\n, TY = -%.9g*%s\n, *%s\\\n, TZ = 0\n", n, z, f, ex, d, r, n, f
}
function point_force(id, point,    n, v, f) {
    n = sprintf("IMPACT(DZ(%s), VZ(%s), 0, 2E7, 1.1, 2E5, 5E-3)", point, point); v = sprintf("SQRT(VX(%s)**2 + VY(%s)**2 + 1E-12)", point, point)
    f = sprintf("%s\n, *%s/%s", n, rub(v, 0.6, 0.5), v)
    printf "VFORCE/%d, I = %s, JFLOAT = 9, RM = 1\n, FX = VX(%s)*%s\\\n, FY = VY(%s)*%s\\\n, FZ = %s\n", id, point, point, f, point, f, n
}
# what the three CONTACTs do, pair by pair
function write_forces(    k, id, c) {
    print "MARKER/9, PART = 1, FLOATING\nMARKER/1018, PART = 101, QP = 0, -0.2, 0\nMARKER/1019, PART = 101, QP = 0, 0.2, 0"
    for (k = 0; k < shoes; k++) {
        id = 200 + k
        printf "MARKER/%d9, PART = %d, FLOATING\n", id, id
        for (c = 0; c < 2; c++) plate_force(1000 * (c + 1) + id, id, "101" (8 + c), sqrt(radius[1] ^ 2 - half ^ 2), 0.2, 0.15)
        for (c = 0; c < 8; c++) plate_force(1000 * (c + 3) + id, id, (102 + c) "0", c < 6 ? 0.3 : c == 6 ? 0.15 : sqrt(radius[4] ^ 2 - half ^ 2), 0.15, 0.1)
        for (c = 0; c < 4; c++) point_force(1000 * (c + 11) + id, id "" (4 + c))
        for (c = 0; c < 4; c++) ground = ground (k + c ? " + " : "") (c ? "" : "\n, ") sprintf("VFORCE(%d, 0, 4, 0)", 1000 * (c + 11) + id)
    }
}
function wheel(id, x, z, m, Jx, Jy, rolling, width, on, joint,    sprocket) {
    printf "PART/%d, MASS = %g, CM = %d0, IP = %g, %g, %g, QG = %.9g, 0, %.9g\n", id, m, id, Jx, Jy, Jx, x, z
    printf "MARKER/%d0, PART = %d\nMARKER/%d1, PART = %d, REULER = 0, -90D, 0\n", id, id, id, id
    printf "MARKER/%d2, PART = %d, QP = %.9g, 0, %.9g, REULER = 0, -90D, 0\n", id, on, x - ox[on], z - oz[on]
    printf "JOINT/%d, REVOLUTE, I = %d1, J = %d2\n", joint, id, id
    if (id == 101) {
        for (sprocket = 0; sprocket < 2; sprocket++) {
            printf "MARKER/%d%d, PART = %d, QP = 0, %g, 0, REULER = 0, -90D, 0\n", id, 3 + sprocket, id, sprocket ? 0.175 : -0.225
            printf "GRAPHICS/%d, CYLINDER, CM = %d%d, LENGTH = 0.05, RADIUS = %.9g\n", sprocket ? 111 : 101, id, 3 + sprocket, rolling
        }
    } else {
        printf "MARKER/%d3, PART = %d, QP = 0, %g, 0, REULER = 0, -90D, 0\n", id, id, -width / 2
        printf "GRAPHICS/%d, CYLINDER, CM = %d3, LENGTH = %g, RADIUS = %.9g\n", id, id, width, rolling
    }
}
BEGIN {
    if (!method) method = "HHT, ERROR = 1E-5"
    pi = atan2(0, -1); pitch = 0.33; shoes = 46
    split("-2.6 -1.75 1.75 3.034384 0.2", cx, " "); split("0.85 0.36 0.36 0.82 1.27", cz, " "); split("0.6375 0.3 0.3 0.6 0.15", radius, " ")
    lay_loop()
    print "Track of an excavator, 46 shoes"
    print "UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = METER, TIME = SECOND\nACCGRAV/KGRAV = -9.81\nINTEGRATOR/" method
    print "PART/1, GROUND\nMARKER/1, PART = 1\nMARKER/2, PART = 1, REULER = 0, -90D, 0\nGRAPHICS/1, PLANE, RM = 1"
    # frame, yoke, ballast
    ox[2] = 0.2; oz[2] = 0.75; ox[3] = cx[4] - 0.6; oz[3] = cz[4]
    print "PART/2, MASS = 15000, CM = 20, IP = 4000, 42000, 42000, QG = 0.2, 0, 0.75\nMARKER/20, PART = 2\nMARKER/21, PART = 2, REULER = 0, -90D, 0\nJOINT/1, PLANAR, I = 21, J = 2"
    printf "PART/3, MASS = 400, CM = 30, IP = 20, 30, 20, QG = %.9g, 0, %.9g\nMARKER/30, PART = 3\nMARKER/31, PART = 3, REULER = 90D, 90D, 0\n", ox[3], oz[3]
    printf "MARKER/32, PART = 2, QP = %.9g, 0, %.9g, REULER = 90D, 90D, 0\nJOINT/2, TRANSLATIONAL, I = 31, J = 32\n", ox[3] - ox[2], oz[3] - oz[2]
    printf "MARKER/33, PART = 2, QP = %.9g, 0, %.9g, REULER = 90D, 90D, 0\n", ox[3] - ox[2] - 0.8, oz[3] - oz[2]
    print "SPRINGDAMPER/1, TRANSLATION, I = 30, J = 33, K = 1E6, C = 2E4, LENGTH = 0.8, FORCE = 1.5E5"
    for (k = 0; k < 4; k++) {
        printf "PART/%d, MASS = 2500, CM = %d0, IP = 400, 600, 400, QG = %g, %g, 1.3\nMARKER/%d0, PART = %d\n", 4 + k, 4 + k, k % 2 ? 1 : -1, k < 2 ? 0.3 : -0.3, 4 + k, 4 + k
        printf "MARKER/%d1, PART = 2, QP = %g, %g, 0.55\nJOINT/%d, FIXED, I = %d0, J = %d1\n", 4 + k, (k % 2 ? 1 : -1) - 0.2, k < 2 ? 0.3 : -0.3, 3 + k, 4 + k, 4 + k
    }
    # wheels: plates lie on them with pins on their radii
    half = pitch / 2
    wheel(101, cx[1], cz[1], 900, 90, 170, sqrt(radius[1] ^ 2 - half ^ 2), 0.4, 2, 101)
    for (k = 0; k < 6; k++) wheel(102 + k, -1.75 + 0.7 * k, 0.36, 150, 4, 6.75, 0.3, 0.4, 2, 102 + k)
    wheel(108, cx[5], cz[5], 60, 0.6, 0.7, 0.15, 0.4, 2, 108)
    wheel(109, cx[4], cz[4], 700, 70, 125, sqrt(radius[4] ^ 2 - half ^ 2), 0.4, 3, 109)
    print "MOTION/1, JOINT = 101, ROTATION, VELOCITY, FUNCTION = STEP(TIME, 0.5, 0, 2.5, 0.5)"
    # shoes: number k from pin k to pin k + 1; the first begins on the sprocket
    for (k = 0; k < shoes; k++) {
        id = 200 + k
        pin(k * whole / shoes); ax = px; az = pz
        pin((k + 1) * whole / shoes); bx = px; bz = pz
        printf "PART/%d, MASS = 120, CM = %d0, IP = 2.4, 1.6, 3.6, QG = %.9g, 0, %.9g, REULER = 90D, %.9g, -90D\n", id, id, (ax + bx) / 2, (az + bz) / 2, -atan2(bz - az, bx - ax)
        printf "MARKER/%d0, PART = %d\nMARKER/%d1, PART = %d, QP = %g, 0, 0, REULER = 0, -90D, 0\nMARKER/%d2, PART = %d, QP = %g, 0, 0, REULER = 0, -90D, 0\n", id, id, id, id, -half, id, id, half
        printf "MARKER/%d3, PART = %d, QP = %g, -0.3, -0.04\nGRAPHICS/%d, BOX, CORNER = %d3, X = %g, Y = 0.6, Z = 0.04\n", id, id, -half, id, id, pitch
        for (c = 0; c < 4; c++) {
            printf "MARKER/%d%d, PART = %d, QP = %g, %g, -0.06\n", id, 4 + c, id, c % 2 ? 0.1 : -0.1, c < 2 ? 0.25 : -0.25
            printf "GRAPHICS/%d%d, POINT, RM = %d%d\n", id, 4 + c, id, 4 + c
        }
        next_id = 200 + (k + 1) % shoes
        if (k < shoes - 1) printf "JOINT/%d, REVOLUTE, I = %d2, J = %d1\n", id, id, next_id
        else printf "JPRIM/1, INLINE, I = %d2, J = %d1\n", id, next_id
        printf "SFORCE/%d, ROTATION, I = %d2, J = %d1, FUNCTION = -1E6*(MAX(AZ(%d2, %d1) - PI/4, 0) + MIN(AZ(%d2, %d1) + PI/4, 0))\n", id, id, next_id, id, next_id, id, next_id
        # teeth: the pin is held in the nearest gap of the sprocket
        angle = sprintf("ATAN2(DY(%d1, 1011, 1011), DX(%d1, 1011, 1011))", id, id)
        if (k == 0) { pin(0); first = atan2(az - cz[1], ax - cx[1]); first = -first } # axes of the marker: x, and y downwards
        printf "VARIABLE/%d, FUNCTION = -(5E7*0.053125*SIN(12*(%s - (%.9g))) + 1E5*(COS(%s)*VY(%d1, 1011, 1011, 1011) - SIN(%s)*VX(%d1, 1011, 1011, 1011)))\n", id, angle, first, angle, id, angle, id
        printf ", *STEP(DM(%d1, 1011), 0.6575, 1, 0.6875, 0)\n", id
        printf "MARKER/%d8, PART = 101, FLOATING\nVFORCE/%d, I = %d1, JFLOAT = %d8, RM = 1011, FX = -SIN(%s)*VARVAL(%d)\\FY = COS(%s)*VARVAL(%d)\\FZ = 0\n", id, id, id, id, angle, id, angle, id
    }
    # shoe 8: place, speed; tension of the chain behind it; torque of the sprocket; force on the ground
    measures = "REQUEST/2, F2 = VX(2080)\\F3 = VZ(2080)\\F4 = JOINT(208, 0, 1, 0)\\F6 = MOTION(1, 0, 7, 0)\nREQUEST/1, F2 = DX(2080)\\F3 = DZ(2080)\\F4 = DX(20)\\F6 = "
    if (forces) { write_forces(); print measures ground "\nEND"; exit }
    speeds = "STICTION_TRANSITION_VELOCITY = 0.02, FRICTION_TRANSITION_VELOCITY = 0.05"
    print "CONTACT/1, IGEOM = " list(200, shoes, 1) "\n, JGEOM = 101, 111\n, IMPACT, STIFFNESS = 1E8, EXPONENT = 1.5, DAMPING = 1E5, DMAX = 1E-3, COULOMB_FRICTION = ON, MU_STATIC = 0.2, MU_DYNAMIC = 0.15, " speeds
    print "CONTACT/2, IGEOM = " list(200, shoes, 1) "\n, JGEOM = " list(102, 8, 1) "\n, IMPACT, STIFFNESS = 1E8, EXPONENT = 1.5, DAMPING = 1E5, DMAX = 1E-3, COULOMB_FRICTION = ON, MU_STATIC = 0.15, MU_DYNAMIC = 0.1, " speeds
    for (c = 0; c < 4; c++) points = points (c ? "\n, , " : "") list(2004 + c, shoes, 10)
    gsub(/\n, , /, "\n, ", points)
    print "CONTACT/3, IGEOM = " points "\n, JGEOM = 1\n, IMPACT, STIFFNESS = 2E7, EXPONENT = 1.1, DAMPING = 2E5, DMAX = 5E-3, COULOMB_FRICTION = ON, MU_STATIC = 0.6, MU_DYNAMIC = 0.5, " speeds
    print measures "CONTACT(3, 0, 4, 0)"
    print "END"
}
