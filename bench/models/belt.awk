# belt.awk - writes the dataset of a poly-V accessory belt: 100 segments, four pulleys, a tensioner arm, 400 contact forces as
# expressions. The plane is x-y, units are metres, kilograms, seconds. Variables: method (INTEGRATOR arguments), segments.
#
#     awk -v method='HHT, ERROR = 1E-5' -f bench/models/belt.awk > belt.adm

function tangent(a, b,    dx, dy, d, base, turn) { # direction angle of the span from pulley a to pulley b; side +1 ribbed, -1 back
    dx = x[b] - x[a]; dy = y[b] - y[a]; d = sqrt(dx * dx + dy * dy); base = atan2(dy, dx)
    # the belt leaves a pulley that it goes round counter-clockwise on its right-hand side, seen along the span
    turn = side[a] * R[a] - side[b] * R[b]
    return base + atan2(turn, sqrt(d * d - turn * turn))
}
function wrap(angle) { while (angle < 0) angle += 2 * pi; while (angle >= 2 * pi) angle -= 2 * pi; return angle }

function piece(kind, length_, p, a0, x0, y0) { # a straight span or an arc of the path
    n++; type[n] = kind; size[n] = length_; of[n] = p; start[n] = a0; px[n] = x0; py[n] = y0; total += length_
}

function place(s,    k) { # fills cx, cy, ca at arc length s
    for (k = 1; k < n && s > size[k]; k++) s -= size[k]
    where = k
    if (type[k] == "span") {
        cx = px[k] + s * cos(start[k]); cy = py[k] + s * sin(start[k]); ca = start[k]
    } else {
        a = start[k] + side[of[k]] * s / R[of[k]]
        cx = x[of[k]] + R[of[k]] * cos(a); cy = y[of[k]] + R[of[k]] * sin(a); ca = a + side[of[k]] * pi / 2
    }
}

BEGIN {
    pi = atan2(0, -1)
    if (!segments) segments = 100
    if (!method) method = "GSTIFF, ERROR = 1E-4"
    speed = 6.4
    split("0 0.020 -0.205 -0.148", x, " "); split("0 0.190 0.150 0.023", y, " "); split("0.080 0.060 0.030 0.035", R, " ")
    split("1 1 1 -1", side, " "); split("6.0e-3 2.0e-3 3.0e-3 1.5e-4", J, " "); split("2.5 0.9 1.5 0.35", mass, " ")
    split("crank pump alternator tensioner", name, " ")
    for (p = 1; p <= 4; p++) leave[p] = tangent(p, p % 4 + 1)
    for (p = 1; p <= 4; p++) {
        q = p % 4 + 1; before = p == 1 ? 4 : p - 1
        # the arc from where the belt comes on to where it leaves, then the span to the next pulley
        from = leave[before] - side[p] * pi / 2; to = leave[p] - side[p] * pi / 2
        piece("arc", R[p] * wrap(side[p] * (to - from)), p, from)
        d = sqrt((x[q] - x[p]) ^ 2 + (y[q] - y[p]) ^ 2)
        piece("span", sqrt(d * d - (side[p] * R[p] - side[q] * R[q]) ^ 2), p, leave[p], x[p] + R[p] * cos(to), y[p] + R[p] * sin(to))
    }
    pitch = total / segments
    m = 0.115 * pitch; t = 0.0045; w = 0.021
    print "Poly-V belt with " segments " segments on four pulleys"
    print "PART/1, GROUND\nMARKER/1, PART = 1"
    # tensioner arm, pulley 4 on its end
    ax = -0.108; ay = -0.021; arm = atan2(y[4] - ay, x[4] - ax); length_ = sqrt((x[4] - ax) ^ 2 + (y[4] - ay) ^ 2)
    printf "MARKER/2, PART = 1, QP = %.17g, %.17g, 0\n", ax, ay
    printf "PART/6, MASS = 0.4, CM = 60, IP = 1E-4, 2E-4, 2E-4, QG = %.17g, %.17g, 0, REULER = %.17g, 0, 0\n", ax, ay, arm
    printf "MARKER/60, PART = 6, QP = %.17g, 0, 0\nMARKER/61, PART = 6\nMARKER/62, PART = 6, QP = %.17g, 0, 0\n", length_ / 2, length_
    print "JOINT/5, REVOLUTE, I = 61, J = 2"
    printf "SFORCE/1, ROTATION, I = 61, J = 2, FUNCTION = -17.2 * (AZ(61, 2) - %.17g) - 0.3 * WZ(61, 2, 2) - 6.5\n", arm
    for (p = 1; p <= 4; p++) {
        b = p + 1
        printf "! %s\nPART/%d, MASS = %s, CM = %d0, IP = %.17g, %.17g, %s, QG = %.17g, %.17g, 0, WZ = %.17g\n", name[p], b, mass[p], b, J[p] / 2, J[p] / 2, J[p], x[p], y[p], side[p] * speed / R[p]
        printf "MARKER/%d0, PART = %d\nMARKER/%d5, PART = %d, FLOATING\n", b, b, b, b
        if (p < 4) printf "MARKER/1%d, PART = 1, QP = %.17g, %.17g, 0\n", p, x[p], y[p]
        printf "JOINT/%d, REVOLUTE, I = %d0, J = %s\n", p, b, p < 4 ? "1" p : 62
    }
    print "SFORCE/2, ROTATION, ACTIONONLY, I = 20, J = 1, FUNCTION = 9.33 + 4 * SIN(2 * AZ(20, 1))"
    print "SFORCE/3, ROTATION, ACTIONONLY, I = 40, J = 1, FUNCTION = -2.5 * STEP(WZ(40), 0, 0, 5, 1)"
    print "SFORCE/4, ROTATION, ACTIONONLY, I = 30, J = 1, FUNCTION = -2.0 * STEP(WZ(30), 0, 0, 5, 1)"
    for (s = 1; s <= segments; s++) {
        place((s - 0.5) * pitch)
        id = 100 + s
        spin = type[where] == "arc" ? side[of[where]] * speed / R[of[where]] : 0
        printf "PART/%d, MASS = %.17g, CM = %d0, IP = 4.572E-8, 5.432E-8, %.17g, QG = %.17g, %.17g, 0, REULER = %.17g, 0, 0", id, m, id, m * (pitch ^ 2 + t ^ 2) / 12, cx, cy, ca
        printf ", VX = %.17g, VY = %.17g, WZ = %.17g\n", speed * cos(ca), speed * sin(ca), spin
        printf "MARKER/%d0, PART = %d\nMARKER/%d1, PART = %d, QP = %.17g, 0, 0\nMARKER/%d2, PART = %d, QP = %.17g, 0, 0\n", id, id, id, id, -pitch / 2, id, id, pitch / 2
        printf "JOINT/%d, PLANAR, I = %d0, J = 1\n", id, id
        for (p = 1; p <= 4; p++) {
            i = id "0"; c = (p + 1) "0"; r = "DM(" i "," c ")"
            normal = "MAX(0, 5E6*(" R[p] "-" r ")+5*VR(" i "," c ")*STEP(" R[p] "-" r ",0,0,2E-5,1))"
            slip = "((VY(" i "," c ")*DX(" i "," c ")-VX(" i "," c ")*DY(" i "," c "))/" r "-WZ(" c ")*" R[p] ")"
            rub = (p < 4 ? 1.2 : 0.3) "*TANH(" slip "/0.02)"
            printf "VFORCE/%d%d, I = %d0, JFLOAT = %d5\n", s, p, id, p + 1
            printf ", FX = %s\n, *(DX(%s,%s)+%s\n, *DY(%s,%s))/%s\\\n", normal, i, c, rub, i, c, r
            printf ", FY = %s\n, *(DY(%s,%s)-%s\n, *DX(%s,%s))/%s\\\n", normal, i, c, rub, i, c, r
        }
        next_ = s < segments ? id + 1 : 101
        printf "BUSHING/%d, I = %d1, J = %d2, K = 1.1602E7, 2E6, 0, C = 4.7, 2, 0, KT = 0, 0, 4.834, CT = 0, 0, 2E-4\n", s, next_, id
    }
    print "REQUEST/1, F2 = JOINT(3, 0, 2, 0)\\F3 = JOINT(3, 0, 3, 0)\\F4 = WZ(40)\\F6 = AZ(20, 1)\\F7 = WZ(20)\\"
    print "INTEGRATOR/" method "\nOUTPUT/REQSAVE\nEND"
}
