# belt.awk - writes the dataset of a poly-V accessory belt: 100 segments, four pulleys, a tensioner arm, 400 contact forces as
# expressions. The plane is x-y. Variables: method (INTEGRATOR arguments), segments, units: si (metres, seconds) or mm (millimetres,
# milliseconds, where a factor of 1000 stands between newtons and kilograms times acceleration).
#
#     awk -v method='HHT, ERROR = 1E-5' -v units=mm -f bench/models/belt.awk > belt.adm

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
    # lengths, times, moments, stiffness, inertia, rates and so on in the units of the dataset
    L = T = units == "mm" ? 1000 : 1
    rate = 1 / T; moment = L; stiff = 1 / L; damp = T / L; churn = L * T; inertia = L * L
    speed = 6.4 * L / T
    split("0 0.020 -0.205 -0.148", x, " "); split("0 0.190 0.150 0.023", y, " "); split("0.080 0.060 0.030 0.035", R, " ")
    split("1 1 1 -1", side, " "); split("6.0e-3 2.0e-3 3.0e-3 1.5e-4", J, " "); split("2.5 0.9 1.5 0.35", mass, " ")
    split("crank pump alternator tensioner", name, " ")
    for (p = 1; p <= 4; p++) { x[p] *= L; y[p] *= L; R[p] *= L; J[p] *= inertia }
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
    m = 0.115 / L * pitch; t = 0.0045 * L
    print "Poly-V belt with " segments " segments on four pulleys"
    if (units == "mm") print "UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = MILLIMETER, TIME = MILLISECOND"
    print "PART/1, GROUND\nMARKER/1, PART = 1"
    # tensioner arm, pulley 4 on its end
    ax = -0.108 * L; ay = -0.021 * L; arm = atan2(y[4] - ay, x[4] - ax); length_ = sqrt((x[4] - ax) ^ 2 + (y[4] - ay) ^ 2)
    printf "MARKER/2, PART = 1, QP = %.17g, %.17g, 0\n", ax, ay
    printf "PART/6, MASS = 0.4, CM = 60, IP = %g, %g, %g, QG = %.17g, %.17g, 0, REULER = %.17g, 0, 0\n", 1e-4 * inertia, 2e-4 * inertia, 2e-4 * inertia, ax, ay, arm
    printf "MARKER/60, PART = 6, QP = %.17g, 0, 0\nMARKER/61, PART = 6\nMARKER/62, PART = 6, QP = %.17g, 0, 0\n", length_ / 2, length_
    print "JOINT/5, REVOLUTE, I = 61, J = 2"
    printf "SFORCE/1, ROTATION, I = 61, J = 2, FUNCTION = %g * (AZ(61, 2) - %.17g) - %g * WZ(61, 2, 2) - %g\n", -17.2 * moment, arm, 0.3 * churn, 6.5 * moment
    for (p = 1; p <= 4; p++) {
        b = p + 1
        printf "! %s\nPART/%d, MASS = %s, CM = %d0, IP = %.17g, %.17g, %s, QG = %.17g, %.17g, 0, WZ = %.17g\n", name[p], b, mass[p], b, J[p] / 2, J[p] / 2, J[p], x[p], y[p], side[p] * speed / R[p]
        printf "MARKER/%d0, PART = %d\nMARKER/%d5, PART = %d, FLOATING\n", b, b, b, b
        if (p < 4) printf "MARKER/1%d, PART = 1, QP = %.17g, %.17g, 0\n", p, x[p], y[p]
        printf "JOINT/%d, REVOLUTE, I = %d0, J = %s\n", p, b, p < 4 ? "1" p : 62
    }
    printf "SFORCE/2, ROTATION, ACTIONONLY, I = 20, J = 1, FUNCTION = %g + %g * SIN(2 * AZ(20, 1))\n", 9.33 * moment, 4 * moment
    printf "SFORCE/3, ROTATION, ACTIONONLY, I = 40, J = 1, FUNCTION = %g * STEP(WZ(40), 0, 0, %g, 1)\n", -2.5 * moment, 5 * rate
    printf "SFORCE/4, ROTATION, ACTIONONLY, I = 30, J = 1, FUNCTION = %g * STEP(WZ(30), 0, 0, %g, 1)\n", -2.0 * moment, 5 * rate
    for (s = 1; s <= segments; s++) {
        place((s - 0.5) * pitch)
        id = 100 + s
        spin = type[where] == "arc" ? side[of[where]] * speed / R[of[where]] : 0
        printf "PART/%d, MASS = %.17g, CM = %d0, IP = %g, %g, %.17g, QG = %.17g, %.17g, 0, REULER = %.17g, 0, 0", id, m, id, 4.572e-8 * inertia, 5.432e-8 * inertia, m * (pitch ^ 2 + t ^ 2) / 12, cx, cy, ca
        printf ", VX = %.17g, VY = %.17g, WZ = %.17g\n", speed * cos(ca), speed * sin(ca), spin
        printf "MARKER/%d0, PART = %d\nMARKER/%d1, PART = %d, QP = %.17g, 0, 0\nMARKER/%d2, PART = %d, QP = %.17g, 0, 0\n", id, id, id, id, -pitch / 2, id, id, pitch / 2
        printf "JOINT/%d, PLANAR, I = %d0, J = 1\n", id, id
        for (p = 1; p <= 4; p++) {
            i = id "0"; c = (p + 1) "0"; r = "DM(" i "," c ")"
            normal = "MAX(0, " 5e6 * stiff "*(" R[p] "-" r ")+" 5 * damp "*VR(" i "," c ")*STEP(" R[p] "-" r ",0,0," 2e-5 * L ",1))"
            slip = "((VY(" i "," c ")*DX(" i "," c ")-VX(" i "," c ")*DY(" i "," c "))/" r "-WZ(" c ")*" R[p] ")"
            rub = (p < 4 ? 1.2 : 0.3) "*TANH(" slip "/" 0.02 * L / T ")"
            printf "VFORCE/%d%d, I = %d0, JFLOAT = %d5\n", s, p, id, p + 1
            printf ", FX = %s\n, *(DX(%s,%s)+%s\n, *DY(%s,%s))/%s\\\n", normal, i, c, rub, i, c, r
            printf ", FY = %s\n, *(DY(%s,%s)-%s\n, *DX(%s,%s))/%s\\\n", normal, i, c, rub, i, c, r
        }
        next_ = s < segments ? id + 1 : 101
        printf "BUSHING/%d, I = %d1, J = %d2, K = %g, %g, 0, C = %g, %g, 0, KT = 0, 0, %g, CT = 0, 0, %g\n", s, next_, id, 1.1602e7 * stiff, 2e6 * stiff, 4.7 * damp, 2 * damp, 4.834 * moment, 2e-4 * churn
    }
    print "REQUEST/1, F2 = JOINT(3, 0, 2, 0)\\F3 = JOINT(3, 0, 3, 0)\\F4 = WZ(40)\\F6 = AZ(20, 1)\\F7 = WZ(20)\\"
    print "INTEGRATOR/" method "\nOUTPUT/REQSAVE\nEND"
}
