#!/usr/bin/env bash
# Equilibria by the default SIMULATE/STATIC, without settings by hand, from starts far away; what each METHOD does; what is said where there is none.
#
#   a cantilever of 20 BEAMs under a dead load at its tip, a = P L^2 / (E I), in one go: elastica in closed form; rolled into a circle by a moment 2 pi E I / L
#   the Princeton beam of 16 BEAMs: bending and torsion together, against an exact rod (independent computation)
#   a chain of 100 links, laid out straight, hangs down; a chain of 20 between two pins from a V, a zig-zag, a peak and folded flat: force recursion, lowest node -0.7269052321
#   a four-bar with a spring and the von Mises truss from all around
#   a vehicle body above the ground on four springs that only push
#
# Catches limits that spoil a step, stages that lose what the last one reached, angles on a wrong branch, redundant rows that come back.
set -euo pipefail
source "$CARDAN_SOURCE/tests/checks.bash"

# statics NAME [SETTING]: runs NAME.adm; the requests in "values", messages in "messages"
statics() {
    printf '%s.adm\n%s\n%s\nSIMULATE/STATIC\nSTOP\n' "$1" "$1" "${2:+EQUILIBRIUM/$2}" >"$1.acf"
    "$CARDAN" run -v "$1.acf" >messages 2>&1 || { complain "$1 ${2:-}: exit code $?"; cat messages; }
    awk -F , 'NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /REQUEST_1\.F[234]/) use[++n] = i }
              END { print $use[1], $use[2], $use[3] }' "$1.csv" >values
}

near() { # near WHAT X Y Z TOLERANCE: against "values"; a dash is not compared
    awk -v what="$1" -v want="$2 $3 $4" -v tolerance="$5" '{
        split(want, w, " ")
        for (k = 1; k <= 3; k++) {
            off = $k - w[k]; if (off < 0) off = -off
            if (w[k] != "-" && !(off <= tolerance)) { printf "%s: %s, not %s: off by %.3g\n", what, $k, w[k], off; bad = 1 }
        }
        exit bad }' values || complain "$1"
}

says() { grep -q -- "$1" messages || { complain "no message says $1"; cat messages; }; }

# cantilever N LENGTH EA EIy EIz GJ LOAD REQUEST: beams along x, markers 10, 20 ... from the root to the tip
cantilever() {
    awk -v n="$1" -v length_="$2" -v ea="$3" -v eiy="$4" -v eiz="$5" -v gj="$6" -v load="$7" -v request="$8" 'BEGIN {
        h = length_ / n; tip = 10 * (n + 1)
        print "cantilever of " n " beams\nPART/1, GROUND\nMARKER/10, PART = 1\nMARKER/5, PART = 1, FLOATING"
        for (i = 1; i <= n; i++) {
            printf "PART/%d, MASS = %.17g, CM = %d, IP = 1E-4, 1E-4, 1E-4, QG = %.17g, 0, 0\nMARKER/%d, PART = %d\n", i + 1, h, 10 * (i + 1), i * h, 10 * (i + 1), i + 1
            printf "BEAM/%d, I = %d, J = %d, LENGTH = %.17g, AREA = 1, IXX = %.17g, IYY = %.17g, IZZ = %.17g, EMODULUS = %.17g, GMODULUS = %.17g\n",
                   i, 10 * (i + 1), 10 * i, h, 1, eiy / ea, eiz / ea, ea, gj
        }
        gsub(/TIP/, tip, load); gsub(/TIP/, tip, request)
        print load "\nREQUEST/1, " request "\nEND"
    }'
}

while read -r a dv dh slope; do
    cantilever 20 1 1E6 1 1 1 "VFORCE/1, I = TIP, JFLOAT = 5, RM = 10, FX = 0\\\\FY = $a\\\\FZ = 0" 'F2 = DX(TIP)\\F3 = DY(TIP)\\F4 = AZ(TIP)\\' >elastica.adm
    statics elastica
    near "elastica $a" "$(awk -v x="$dh" 'BEGIN { print 1 - x }')" "$dv" "$slope" 0.003
done <<'END'
1 0.30172077 0.05643324 0.46135195
2 0.49345748 0.16064172 0.78174983
5 0.71379153 0.38762836 1.21536812
10 0.81060903 0.55499560 1.43028554
END
cantilever 20 1 1E6 1 1 1 'VTORQUE/1, I = TIP, JFLOAT = 5, RM = 10, TX = 0\\TY = 0\\TZ = 2*PI' 'F2 = DX(TIP)\\F3 = DY(TIP)\\F4 = DY(110)\\' >circle.adm
statics circle
# its polygon, as the law of the beam has it: sides (h, h c / 2) that turn by c = pi / 10
near circle 0 0 0.323541557 1e-6

while read -r p angle edge flat twist; do
    load=$(awk -v p="$p" -v a="$angle" 'BEGIN { a *= atan2(0, -1) / 180; printf "FX = 0\\\\FY = %.15g\\\\FZ = %.15g", p * cos(a), p * sin(a) }')
    cantilever 16 0.508 2.84191E6 2.42873 36.2794 3.10334 "VFORCE/1, I = TIP, JFLOAT = 5, RM = 10, $load" \
        'F2 = DY(TIP)\\F3 = DZ(TIP)\\F4 = -RTOD*ATAN2(UVY(TIP)*UVZ(10), UVY(TIP)*UVY(10))\\' >princeton.adm
    statics princeton
    near "Princeton $p at $angle" "$edge" - - "$(awk -v x="$edge" 'BEGIN { print 0.01 * x }')"
    near "Princeton $p at $angle" - "$flat" - "$(awk -v x="$flat" 'BEGIN { print 0.01 * x }')"
    near "Princeton $p at $angle" - - "$twist" "$(awk -v x="$twist" 'BEGIN { print 0.03 * x }')"
done <<'END'
13.345 30 0.016778 0.117902 3.32919
13.345 45 0.0153423 0.1565878 3.48469
13.345 60 0.0117164 0.1819212 2.77660
8.896 45 0.0088889 0.1090416 1.66503
END

# an arc of 45 degrees and radius 100 with a load across its plane (Bathe and Bolourchi's bend): exact rod, 0.5 %
while read -r p x y z; do
    awk -v n=16 -v p="$p" 'BEGIN {
        pi = atan2(0, -1); step = pi / 4 / n
        print "bend\nPART/1, GROUND\nMARKER/8, PART = 1\nMARKER/9, PART = 1, FLOATING"
        for (k = 0; k <= n; k++) {
            b = k + 1
            if (k) printf "PART/%d, MASS = 1, CM = %d, IP = 1, 1, 1, QG = %.15g, %.15g, 0\nMARKER/%d, PART = %d\n", b, 10 * b, 100 * sin(k * step), 100 * (1 - cos(k * step)), 10 * b, b
            if (k < n) printf "MARKER/%d, PART = %d, REULER = %.15g, 0, 0\n", 10 * b + 1, b, (k + 0.5) * step
            if (k) printf "MARKER/%d, PART = %d, REULER = %.15g, 0, 0\nBEAM/%d, I = %d, J = %d, LENGTH = %.15g, AREA = 1, IXX = 0.1666666667, IYY = 0.0833333333, IZZ = 0.0833333333, EMODULUS = 1E7, GMODULUS = 5E6, ASY = 1, ASZ = 1\n",
                          10 * b + 2, b, (k - 0.5) * step, k, 10 * b + 2, 10 * b - 9, 200 * sin(step / 2)
        }
        tip = 10 * (n + 1)
        printf "VFORCE/1, I = %d, JFLOAT = 9, RM = 8, FX = 0\\FY = 0\\FZ = %g\nREQUEST/1, F2 = DX(%d)\\F3 = DY(%d)\\F4 = DZ(%d)\\\nEND\n", tip, p, tip, tip, tip
    }' >bend.adm
    statics bend
    near "bend $p" "$x" "$y" "$z" "$(awk -v x="$y" 'BEGIN { print 0.005 * x }')"
done <<'END'
300 58.77912 22.24478 40.19189
450 52.23856 18.50818 48.50293
600 47.15044 15.68480 53.47486
END

# a pendulum from all around: it is said of what is found whether it hangs or stands, and --stable ends hanging
for angle in -90 -89 -45 0 30 45 89.9 90 135 180 200; do
    awk -v a="$angle" 'BEGIN { a *= atan2(0, -1) / 180
        printf "pendulum\nACCGRAV/JGRAV = -9.81\nPART/1, GROUND\nMARKER/1, PART = 1\nPART/2, MASS = 1, CM = 20, IP = 0.1, 0.1, 0.1\n"
        printf "MARKER/20, PART = 2, QP = %.15g, %.15g, 0\nMARKER/21, PART = 2\nJOINT/1, REVOLUTE, I = 21, J = 1\n", cos(a), sin(a)
        print "REQUEST/1, F2 = DX(20)\\F3 = DY(20)\\F4 = DZ(20)\\\nEND" }' >pendulum.adm
    statics pendulum
    if grep -q 'is unstable: a small deviation grows with 2.986 1/s, carried most by PART/2' messages; then near "pendulum from $angle" 0 1 0 1e-8
    else
        says 'is stable; the slowest of its modes has 0.4753 cycles'
        near "pendulum from $angle" 0 -1 0 1e-8
    fi
    "$CARDAN" run -q pendulum.acf --stable || complain "pendulum from $angle, --stable: exit code $?"
    awk -F , 'NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /REQUEST_1\.F3/) y = i } END { exit !(($y + 1)^2 < 1e-16) }' pendulum.csv || complain "pendulum from $angle, --stable"
done

# chain ANGLES PINNED: links of 0.1 with the angles in degrees, from (0, 0); PINNED: their end is pinned where it is
chain() {
    awk -v angles="$1" -v pinned="$2" 'BEGIN {
        n = split(angles, a, " "); deg = atan2(0, -1) / 180
        print "chain of " n " links\nACCGRAV/JGRAV = -9.81\nPART/1, GROUND\nMARKER/1, PART = 1"
        for (i = 1; i <= n; i++) {
            p = i + 1; c = 0.05 * cos(a[i] * deg); s = 0.05 * sin(a[i] * deg)
            printf "PART/%d, MASS = 0.05, CM = %d, IP = 4E-5, 4E-5, 4E-5\n", p, 10 * p
            printf "MARKER/%d, PART = %d, QP = %.17g, %.17g, 0, REULER = %.17gD, 0, 0\n", 10 * p, p, x + c, y + s, a[i]
            printf "MARKER/%d, PART = %d, QP = %.17g, %.17g, 0\n", 10 * p + 1, p, x, y
            x += 2 * c; y += 2 * s
            printf "MARKER/%d, PART = %d, QP = %.17g, %.17g, 0\n", 10 * p + 2, p, x, y
            printf "JOINT/%d, REVOLUTE, I = %d, J = %d\n", p, 10 * p + 1, i == 1 ? 1 : 10 * p - 8
        }
        if (pinned) printf "MARKER/2, PART = 1, QP = %.17g, %.17g, 0\nJOINT/1, REVOLUTE, I = %d, J = 2\n", x, y, 10 * n + 12
        printf "REQUEST/1, F2 = DX(%d)\\F3 = DY(%d)\\F4 = DY(%d)\\\nEND\n", 10 * n + 12, 10 * n + 12, 10 * (n / 2) + 12
    }'
}
repeat() { for ((k = 0; k < $1; k++)); do printf '%s ' "$2"; done; }

chain "$(repeat 100 0)" '' >hanging.adm
statics hanging
near "100 links" 0 -10 -5 1e-8
says 'is stable'
slope=53.13010235415598 # 10 links up and 10 down span 1.2
for shape in "$(repeat 10 -$slope)$(repeat 10 $slope)" "$(repeat 10 "-$slope $slope")" "$(repeat 3 $slope)$(repeat 9 -$slope)$(repeat 1 $slope)$(repeat 1 -$slope)$(repeat 6 $slope)" \
    "$(repeat 16 0)$(repeat 4 180)"; do
    chain "$shape" yes >pinned.adm
    statics pinned
    near "chain from $shape" 1.2 0 -0.7269052321 1e-8
    says 'is stable'
done
chain "$(repeat 10 $slope)$(repeat 10 -$slope)" yes >peak.adm
statics peak
near "chain from a peak" 1.2 0 -0.7269052321 1e-8
says "Newton's method led far away, to an equilibrium that PART/[0-9]* would leave"
says 'is stable'
statics peak METHOD=NEWTON
near "chain from a peak, Newton" 1.2 0 0.7269052321 1e-8
says 'is unstable'
statics peak METHOD=STABILITY
near "chain from a peak, sinking" 1.2 0 -0.7269052321 1e-8
says 'found by growing STABILITY'
statics peak DYNAMIC
near "chain from a peak, relaxing" 1.2 0 -0.7269052321 1e-8
says 'found by relaxation'
says 'is stable'

# four-bar, crank at any angle: one of its two equilibria, and the right word for it
for degrees in -180 -150 -120 -90 -60 -30 0 30 60 90 120 150; do
    awk -v phi="$degrees" 'function part(p, x, y, a, l, m) {
        j = m * l * l / 12
        printf "PART/%d, MASS = %g, CM = %d, IP = %.17g, %.17g, %.17g\n", p, m, 10 * p, j, j, j
        printf "MARKER/%d, PART = %d, QP = %.17g, %.17g, 0, REULER = %.17g, 0, 0\n", 10 * p, p, x + l / 2 * cos(a), y + l / 2 * sin(a), a
        printf "MARKER/%d, PART = %d, QP = %.17g, %.17g, 0\nMARKER/%d, PART = %d, QP = %.17g, %.17g, 0\n", 10 * p + 1, p, x, y, 10 * p + 2, p, x + l * cos(a), y + l * sin(a)
    } BEGIN {
        phi *= atan2(0, -1) / 180; ax = 0.5 * cos(phi); ay = 0.5 * sin(phi); dx = 1 - ax; dy = -ay; l = sqrt(dx * dx + dy * dy)
        c = (1 + l * l - 0.64) / (2 * l); th = atan2(dy, dx) + atan2(sqrt(1 - c * c), c); bx = ax + cos(th); by = ay + sin(th)
        print "four-bar\nACCGRAV/JGRAV = -9.81\nPART/1, GROUND\nMARKER/1, PART = 1\nMARKER/2, PART = 1, QP = 1, 0, 0"
        part(2, 0, 0, phi, 0.5, 2); part(3, ax, ay, th, 1, 4); part(4, 1, 0, atan2(by, bx - 1), 0.8, 3)
        print "JOINT/1, REVOLUTE, I = 21, J = 1\nJOINT/2, CYLINDRICAL, I = 31, J = 22\nJOINT/3, SPHERICAL, I = 42, J = 32\nJOINT/4, REVOLUTE, I = 41, J = 2"
        print "SPRINGDAMPER/1, TRANSLATION, I = 32, J = 1, K = 200, LENGTH = 0.6\nREQUEST/1, F2 = ATAN2(DY(22, 1), DX(22, 1))\\F3 = DX(32)\\F4 = DY(32)\\\nEND"
    }' >fourbar.adm
    statics fourbar
    if grep -q 'is unstable' messages; then near "four-bar from $degrees" 0.6267057337 - - 1e-7
    else
        says 'is stable'
        near "four-bar from $degrees" -1.7118133842 - - 1e-7
    fi
    statics fourbar METHOD=STABILITY
    near "four-bar from $degrees, sinking" -1.7118133842 - - 1e-7
done

# a closed loop of six bars with a redundant row, which follows from the others only as well as these hold
cp "$CARDAN_SOURCE/tests/verify/bricard_free/model.adm" bricard.adm
for how in METHOD=AUTOMATIC METHOD=STABILITY DYNAMIC; do
    statics bricard $how
    says 'is stable; the slowest of its modes has 0.1976 cycles'
done

# truss: beyond the limit load only the other side is left; from above, and from a quarter turn aside
for start in '0, 0.2' '0, 1' '0.7, 0'; do
    cat >truss.adm <<DATASET
truss
PART/1, GROUND
MARKER/1, PART = 1, QP = -1, 0, 0
MARKER/2, PART = 1, QP = 1, 0, 0
MARKER/3, PART = 1
MARKER/9, PART = 1, FLOATING
POINT_MASS/2, MASS = 1, CM = 20
MARKER/20, POINT_MASS = 2, QP = $start, 0
JPRIM/1, INPLANE, I = 20, J = 3
SPRINGDAMPER/1, TRANSLATION, I = 20, J = 1, K = 1000, LENGTH = 1.0198039027185569
SPRINGDAMPER/2, TRANSLATION, I = 20, J = 2, K = 1000, LENGTH = 1.0198039027185569
VFORCE/1, I = 20, JFLOAT = 9, RM = 3, FX = 0\\FY = -3.2\\FZ = 0
REQUEST/1, F2 = DX(20)\\F3 = DY(20)\\F4 = DZ(20)\\
END
DATASET
    statics truss
    near "truss from $start" 0 -0.2332699508 0 1e-8
done

# a load that grows through the limit: along the first branch, then over to the other
sed 's/FY = -3.2/FY = -TIME/; s/QP = 0.7, 0/QP = 0, 0.2/' truss.adm >growing.adm
printf 'growing.adm\ngrowing\nSIMULATE/STATIC, END = 4, STEPS = 40\n' >growing.acf
"$CARDAN" run -q growing.acf || complain "growing: exit code $?"
awk -F , 'NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /REQUEST_1.F3/) y = i; n = 0 }
          NR > 1 && ($1 - 2.5)^2 < 1e-18 { n++; if (($y - 0.1519971636)^2 > 1e-16) print "at 2.5: " $y }
          NR > 1 && ($1 - 3.2)^2 < 1e-18 { n++; if (($y + 0.2332699508)^2 > 1e-16) print "at 3.2: " $y }
          END { if (n != 2) print n " of two times" }' growing.csv >off
[[ ! -s off ]] || { complain "growing load"; cat off; }

# a mass on springs, one of which a state drives: (100 + 20) y = -m g; or held at 0.5: 100 y = -m g - 5
for hold in '' ', STATIC_HOLD'; do
    cat >state.adm <<DATASET
mass and state
ACCGRAV/JGRAV = -9.81
PART/1, GROUND
MARKER/2, PART = 1, REULER = 0, 90D, 0
MARKER/3, PART = 1, REULER = 0, -90D, 0
PART/2, MASS = 1, CM = 20, IP = 1, 1, 1
MARKER/20, PART = 2
MARKER/21, PART = 2, REULER = 0, 90D, 0
JOINT/1, TRANSLATIONAL, I = 21, J = 2
DIFF/1, IC = 0.5, FUNCTION = -DIF(1) + 2*DY(20)$hold
SFORCE/1, TRANSLATION, ACTIONONLY, I = 20, J = 3, FUNCTION = -100*DY(20) - 10*DIF(1)
REQUEST/1, F2 = DY(20)\\F3 = DIF(1)\\F4 = DIF1(1)\\
END
DATASET
    for how in METHOD=NEWTON METHOD=STABILITY DYNAMIC PATTERN=T:F:F; do
        statics state $how
        if [[ $hold ]]; then near "held state, $how" -0.1481 0.5 - 1e-9
        else near "state, $how" -0.08175 -0.1635 0 1e-9; fi
    done
done

# the matrix is kept where PATTERN says so; relaxation that is given too little time says so
printf 'hanging.adm\nhanging\nDEBUG/EPRINT\nEQUILIBRIUM/PATTERN = T:F, METHOD = NEWTON, MAXIT = 4\nSIMULATE/STATIC\n' >kept.acf
"$CARDAN" run -v kept.acf >messages 2>&1 && complain "4 iterations were enough"
sed -n "/^Newton's method/,\$p" messages >iterations
[[ $(grep -c ' new$' iterations) -eq 2 && $(grep -c ' kept$' iterations) -eq 2 ]] || { complain "PATTERN"; cat messages; }
printf 'hanging.adm\nhanging\nEQUILIBRIUM/DYNAMIC, SETTLING_TIME = 0.01\nSIMULATE/STATIC\n' >hasty.acf
"$CARDAN" run hasty.acf >messages 2>&1 && complain "a hundredth of a second was enough"
says 'no equilibrium found'

# dropped from half a metre, level and tilted: m g / (4 k) = 0.0735750 deep under the centre; nothing holds it sideways
for tilt in '0, 0, 0' '20D, 5D, -20D' '90D, 10D, 0'; do
    {
        printf 'dropped\nACCGRAV/KGRAV = -9.81\nPART/1, GROUND\nMARKER/1, PART = 1\nPART/2, MASS = 1500, CM = 20, IP = 500, 2000, 2200, QG = 0, 0, 1, REULER = %s\nMARKER/20, PART = 2\n' "$tilt"
        n=0
        for corner in '1.3, 0.7' '1.3, -0.7' '-1.3, 0.7' '-1.3, -0.7'; do
            n=$((n + 1))
            printf 'MARKER/2%d, PART = 2, QP = %s, -0.5\nSFORCE/%d, TRANSLATION, ACTIONONLY, I = 2%d, J = 1, FUNCTION = IMPACT(DZ(2%d), VZ(2%d), 0, 5E4, 1, 3000, 0.01)\n' $n "$corner" $n $n $n $n
        done
        printf 'REQUEST/1, F2 = UVZ(20)*UVX(1)\\F3 = UVZ(20)*UVY(1)\\F4 = DZ(20)\\\nEND\n'
    } >dropped.adm
    statics dropped
    near "dropped, $tilt" 0 0 0.426425 1e-6
    statics dropped DYNAMIC
    near "dropped, $tilt, relaxing" 0 0 0.426425 1e-6
done

# millimetres NAME: the same model in NAMEmm.adm; lengths are those of QP, QG and JGRAV, inertia IP has them squared
millimetres() {
    awk 'function scaled(text, key, factor,   out, n, v, k, rest) {
            if (!match(text, key " = [-0-9.eE+, ]*")) return text
            out = substr(text, 1, RSTART - 1) key " = "; rest = substr(text, RSTART + RLENGTH)
            n = split(substr(text, RSTART + length(key) + 3, RLENGTH - length(key) - 3), v, ",")
            for (k = 1; k <= n; k++) out = out (v[k] ~ /[0-9]/ ? sprintf("%.17g", v[k] * factor) : "") (k < n ? ", " : "")
            return out rest
        }
        NR == 2 { print "UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = MILLIMETER, TIME = SECOND" }
        { $0 = scaled($0, "QP", 1000); $0 = scaled($0, "QG", 1000); $0 = scaled($0, "JGRAV", 1000)
          $0 = scaled($0, "IP", 1E6); print }' "$1.adm" >"$1mm.adm"
}

# the same chain of 20 in millimetres, its end open by up to 2 m at the start: straight up and back, and in one line, which cannot tell to which side to fold
for shape in "$(repeat 10 90)$(repeat 10 -90)" "$(repeat 20 0)"; do
    chain "$shape" yes | sed 's/^MARKER\/2,.*/MARKER\/2, PART = 1, QP = 1.2, 0, 0/' >open.adm
    millimetres open
    statics openmm
    near "chain from $shape in mm" 1200 0 -726.9052321 1e-5
    says 'is stable'
done

# nothing holds it; nothing can move
printf 'free\nACCGRAV/JGRAV = -9.81\nPART/1, GROUND\nMARKER/1, PART = 1\nPART/2, MASS = 1, CM = 20, IP = 1, 1, 1\nMARKER/20, PART = 2\nEND\n' >free.adm
printf 'free.adm\nfree\nSIMULATE/STATIC\n' >free.acf
status=0
"$CARDAN" run free.acf >messages 2>&1 || status=$?
[[ $status -eq 2 ]] || complain "free: exit code $status"
says 'PART/2: it can move along y and nothing holds it'
sed -i 's/^END/JOINT\/1, FIXED, I = 20, J = 1\nEND/' free.adm
"$CARDAN" run -v free.acf >messages 2>&1 || complain "held: exit code $?"
says 'no degree of freedom'

# directions that are along no axis: a slider on an incline, and a wheel that is driven about a skew axis, away from its centre
cat >skew.adm <<'DATASET'
skew
ACCGRAV/KGRAV = -9.81
PART/1, GROUND
MARKER/1, PART = 1, REULER = 90D, 60D, 0
PART/2, MASS = 1, CM = 20, IP = 1, 1, 1
MARKER/20, PART = 2
MARKER/21, PART = 2, REULER = 90D, 60D, 0
JOINT/1, TRANSLATIONAL, I = 21, J = 1
END
DATASET
printf 'skew.adm\nskew\nSIMULATE/STATIC\n' >skew.acf
! "$CARDAN" run skew.acf >messages 2>&1 || complain "a slider rests on an incline"
says 'PART/2: it can move along (-0.866, 0, -0.5) and nothing holds it'
cat >skew.adm <<'DATASET'
skew
PART/1, GROUND
MARKER/1, PART = 1, QP = 2, 0, 0, REULER = 90D, 60D, 0
PART/2, MASS = 1, CM = 20, IP = 1, 1, 1, QG = 2, 1, 0
MARKER/20, PART = 2
MARKER/21, PART = 2, QP = 0, -1, 0, REULER = 90D, 60D, 0
JOINT/1, REVOLUTE, I = 21, J = 1
SFORCE/1, ROTATION, ACTIONONLY, I = 21, J = 1, FUNCTION = 3
END
DATASET
! "$CARDAN" run skew.acf >messages 2>&1 || complain "a driven wheel rests"
says 'PART/2: it can turn about (0.866, 0, 0.5) through (2, 0, 0) and nothing holds it'

# two bodies that fall alike: both errors name the heavier one
cat >pair.adm <<'DATASET'
pair
ACCGRAV/KGRAV = -9.81
PART/1, GROUND
MARKER/1, PART = 1
PART/2, MASS = 3, CM = 20, IP = 1, 1, 1
MARKER/20, PART = 2
PART/3, MASS = 2, CM = 30, IP = 1, 1, 1, QG = 1, 0.5, 0
MARKER/30, PART = 3
SPRINGDAMPER/1, TRANSLATION, I = 20, J = 30, K = 100, LENGTH = 2
END
DATASET
printf 'pair.adm\npair\nSIMULATE/STATIC\n' >pair.acf
! "$CARDAN" run pair.acf >messages 2>&1 || complain "two bodies rest on nothing"
says 'PART/2: it can move along z and nothing holds it'
says 'PART/2 z: t = 0: no equilibrium found'

# far away only a state is unstable, and it is named
cat >state.adm <<'DATASET'
state
ACCGRAV/KGRAV = -9.81
PART/1, GROUND
MARKER/1, PART = 1
PART/2, MASS = 3, CM = 20, IP = 1, 1, 1, QG = 0, 0, 1
MARKER/20, PART = 2
JOINT/1, TRANSLATIONAL, I = 20, J = 1
SPRINGDAMPER/1, TRANSLATION, I = 20, J = 1, K = 100, C = 3, LENGTH = 1
DIFF/1, IC = 0.3, FUNCTION = DIF(1)-DZ(20)
END
DATASET
printf 'state.adm\nstate\nSIMULATE/STATIC\n' >state.acf
"$CARDAN" run -v state.acf >messages 2>&1 || complain "state: exit code $?"
says "Newton's method led far away, to an equilibrium that DIFF/1 would leave"

# a damper slows a body and does not hold it: a slider that falls through a weak and a strong one, and a rotor that is driven against one, in metres and millimetres
for c in 1 1E3 1E6 1E13; do
    printf 'oil\nACCGRAV/KGRAV = -9.81\nPART/1, GROUND\nMARKER/1, PART = 1\nPART/2, MASS = 2, CM = 20, IP = 1, 1, 1\nMARKER/20, PART = 2\nJOINT/1, TRANSLATIONAL, I = 20, J = 1\nSFORCE/1, TRANSLATION, ACTIONONLY, I = 20, J = 1, FUNCTION = -%s*VZ(20, 1)\nEND\n' $c >oil.adm
    printf 'oil.adm\noil\nSIMULATE/STATIC\n' >oil.acf
    ! "$CARDAN" run oil.acf >messages 2>&1 || complain "a slider rests on a damper"
    says 'PART/2: it can move along z and nothing holds it'
done
for u in 1 1000; do
    awk -v u=$u 'BEGIN {
        printf "rotor\nUNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = %s, TIME = SECOND\nPART/1, GROUND\nMARKER/1, PART = 1\n", u == 1 ? "METER" : "MILLIMETER"
        printf "PART/2, MASS = 2, CM = 20, IP = %g, %g, %g, QG = %g, 0, 0\nMARKER/20, PART = 2\nMARKER/21, PART = 2, QP = %g, 0, 0\n", u * u, u * u, u * u, 0.3 * u, -0.3 * u
        printf "JOINT/1, REVOLUTE, I = 21, J = 1\nSFORCE/1, ROTATION, I = 21, J = 1, FUNCTION = %g - %g*WZ(21, 1)\nEND\n", 3 * u, 2000 * u
    }' >oil.adm
    ! "$CARDAN" run oil.acf >messages 2>&1 || complain "a driven rotor rests, unit $u"
    says 'PART/2: it can turn about z through (0, 0, 0) and nothing holds it'
done

# the same way in millimetres as in metres: a straight chain, and a long pendulum laid out level
printf 'crane\nACCGRAV/JGRAV = -9.81\nPART/1, GROUND\nMARKER/1, PART = 1\nPART/2, MASS = 100, CM = 20, IP = 100, 100, 100\nMARKER/20, PART = 2, QP = 100, 0, 0\nMARKER/21, PART = 2\nJOINT/1, REVOLUTE, I = 21, J = 1\nREQUEST/1, F2 = DX(20)\\F3 = DY(20)\\F4 = DZ(20)\\\nEND\n' >crane.adm
while read -r name y z; do
    statics $name
    grep -o 'found by [^;]*' messages >stage
    millimetres $name
    statics ${name}mm
    near "$name in mm" 0 "$y" "$z" 1e-5
    says 'is stable'
    says "$(cat stage)"
done <<'END'
hanging -10000 -5000
crane -100000 0
END
# and a model that is all in one point: a state of integral action brings the mass to 500
cat >point.adm <<'DATASET'
point
UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = MILLIMETER, TIME = SECOND
ACCGRAV/KGRAV = -9810
PART/1, GROUND
MARKER/10, PART = 1
MARKER/5, PART = 1, FLOATING
PART/2, MASS = 1, CM = 20, IP = 1, 1, 1
MARKER/20, PART = 2
JOINT/1, TRANSLATIONAL, I = 20, J = 10
DIFF/1, IC = 3, FUNCTION = DZ(20)/1000 - 0.5
VFORCE/1, I = 20, JFLOAT = 5, RM = 10, FX = 0\FY = 0\FZ = -0.1*DZ(20) - 10*DIF(1)
REQUEST/1, F2 = DZ(20)\F3 = DIF(1)\F4 = DX(20)\
END
DATASET
statics point
near "point" 500 -5.981 0 1e-6
# a TLIMIT that is given counts, and running out of steps is no reason to say that nothing holds a body
printf 'cranemm.adm\ncranemm\nEQUILIBRIUM/TLIMIT = 1\nSIMULATE/STATIC\n' >short.acf
"$CARDAN" run -v short.acf >messages 2>&1 && complain "steps of a millimetre were enough for 100 m"
says 'no equilibrium found'
! grep -q 'nothing holds it' messages || complain "TLIMIT = 1: nothing holds it"

# stiff BUSHINGs far from the origin: what is left of the balance is rounding, which is said
{
    printf 'stiff\nUNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = MILLIMETER, TIME = SECOND\nACCGRAV/JGRAV = -9810\nPART/1, GROUND\nMARKER/12, PART = 1, QP = 12345, 0, 0\n'
    for k in 2 3 4 5; do
        printf 'PART/%d, MASS = 4000, CM = %d0, IP = 9E8, 9E8, 9E8, QG = %d, 300, 0\nMARKER/%d0, PART = %d, REULER = 30D, 20D, 0\nMARKER/%d1, PART = %d, QP = -550, -300, 0\nMARKER/%d2, PART = %d, QP = 550, -300, 0\n' $k $k $((11245 + 1100 * k)) $k $k $k $k $k $k
        printf 'BUSHING/%d, I = %d1, J = %d2, K = 1E9, 1E9, 1E9, KT = 1E15, 1E15, 1E15, C = 1, 1, 1, CT = 1, 1, 1\n' $k $k $((k - 1))
    done
    printf 'REQUEST/1, F2 = DX(52)\\F3 = DY(52)\\F4 = DZ(52)\\\nEND\n'
} >stiff.adm
statics stiff
says 'but this is round-off'
says 'is stable'
near "stiff bushings" 16745 - 0 1

# a sequence says where it becomes unstable (the truss can leave its plane without JPRIM) and where it jumps
sed '/^JPRIM/d' growing.adm >leaving.adm
printf 'leaving.adm\nleaving\nSIMULATE/STATIC, END = 4, STEPS = 40\n' >leaving.acf
"$CARDAN" run -v leaving.acf >messages 2>&1 || complain "leaving: exit code $?"
says 't = 0.1: the equilibria become unstable'
"$CARDAN" run -v growing.acf >messages 2>&1 || complain "growing: exit code $?"
says 'POINT_MASS/2: the equilibrium jumps between t = 3.0[0-9]* and 3.1:'
[[ $(grep -c 'equilibrium jumps' messages) -eq 1 ]] || complain "growing jumps more than once"
sed 's/FY = -TIME/FY = -TIME\/2/' growing.adm >below.adm # stays below the limit load
printf 'below.adm\nbelow\nSIMULATE/STATIC, END = 4, STEPS = 4\n' >below.acf
"$CARDAN" run -v below.acf >messages 2>&1 || complain "below: exit code $?"
! grep -q 'jumps\|become unstable' messages || { complain "below the limit load"; cat messages; }

# DYNAMIC overrules METHOD and says so; a part without mass turns a spring by 5 / 10
statics peak 'DYNAMIC, METHOD=NEWTON'
says 'METHOD = NEWTON is not used'
says 'found by relaxation'
printf 'massless\nPART/1, GROUND\nMARKER/1, PART = 1\nMARKER/9, PART = 1, FLOATING\nPART/2\nMARKER/20, PART = 2, QP = 1, 0, 0\nMARKER/21, PART = 2\nJOINT/1, REVOLUTE, I = 21, J = 1\nSPRINGDAMPER/1, ROTATION, I = 21, J = 1, KT = 10\nVTORQUE/1, I = 20, JFLOAT = 9, RM = 1, TX = 0\\TY = 0\\TZ = 5\nREQUEST/1, F2 = AZ(20)\\F3 = DZ(20)\\F4 = DZ(20)\\\nEND\n' >massless.adm
statics massless
near "massless" 0.5 0 0 1e-9

# just beyond its limit load a truss is slow, but not at rest: it snaps through
cat >limit.adm <<MODEL
two springs in a flat roof
PART/1, GROUND
MARKER/101, PART = 1, QP = -1, 0, 0
MARKER/102, PART = 1, QP = 1, 0, 0
MARKER/104, PART = 1
MARKER/901, PART = 1, FLOATING
PART/2, MASS = 1, CM = 201, IP = 1, 1, 1, QG = 0, 0.2, 0
MARKER/201, PART = 2
JOINT/1, PLANAR, I = 201, J = 104
SPRINGDAMPER/1, TRANSLATION, I = 201, J = 101, K = 1000, LENGTH = 1.0198039027185568
SPRINGDAMPER/2, TRANSLATION, I = 201, J = 102, K = 1000, LENGTH = 1.0198039027185568
SPRINGDAMPER/3, ROTATION, I = 201, J = 104, KT = 10
VFORCE/1, I = 201, JFLOAT = 901, RM = 104, FX = 0\FY = -3.0192\FZ = 0
REQUEST/1, F2 = DY(201, 104)\F3 = DX(201, 104)\F4 = DZ(201, 104)
END
MODEL
statics limit
near "limit" -0.2317011107 0 0 1e-8

# a state that never comes to rest is named, however far it has run; nothing else is wrong with the model
printf 'clock\nPART/1, GROUND\nMARKER/1, PART = 1\nPART/2, MASS = 1, CM = 20, IP = 1, 1, 1\nMARKER/20, PART = 2\nBUSHING/1, I = 20, J = 1, K = 1, 1, 1, KT = 1, 1, 1\nDIFF/1, FUNCTION = 1, IC = 7\nEND\n' >clock.adm
printf 'clock.adm\nclock\nSIMULATE/STATIC\n' >clock.acf
code=0
"$CARDAN" run clock.acf >messages 2>&1 || code=$?
[[ $code -eq 2 ]] || complain "a clock has no equilibrium"
says 'DIFF/1: t = 0: no equilibrium found: the state goes on at a rate of 1,'

# a long beam that nothing holds or loads is in balance as it lies
awk 'BEGIN {
    print "free beam\nPART/1, GROUND\nMARKER/1, PART = 1"
    for (i = 0; i <= 80; i++) printf "PART/%d, MASS = 0.039, CM = %d, IP = 2.6E-6, 1.8E-6, 1.8E-6, QG = %.15g, 0, 0\nMARKER/%d, PART = %d\n", i + 2, 10 * i + 20, i / 80, 10 * i + 20, i + 2
    for (i = 1; i <= 80; i++) printf "BEAM/%d, I = %d, J = %d, LENGTH = %.15g, IXX = 1.66E-8, IYY = 8.33E-9, IZZ = 8.33E-9, AREA = 4E-4, EMODULUS = 2.1E11, GMODULUS = 8E10, CRATIO = 0\n", i, 10 * i + 20, 10 * i + 10, 1 / 80
    print "END" }' >beam.adm
printf 'beam.adm\nbeam\nSIMULATE/STATIC\n' >beam.acf
"$CARDAN" run beam.acf >messages 2>&1 || complain "free beam: exit code $?"
says 'neither stable nor unstable: nothing holds'

# a rod upright on a torsion spring, beyond its buckling load: P sin(a) = 20 a, alone and where a growing load comes to it
cat >column.adm <<MODEL
upright on a spring
PART/1, GROUND
MARKER/1, PART = 1
MARKER/2, PART = 1, REULER = 0, 90D, 0
MARKER/901, PART = 1, FLOATING
PART/2, MASS = 1, CM = 20, IP = 0.1, 0.1, 0.1
MARKER/20, PART = 2, QP = 0, 0, 1
MARKER/21, PART = 2, REULER = 0, 90D, 0
JOINT/1, REVOLUTE, I = 21, J = 2
SPRINGDAMPER/1, ROTATION, I = 21, J = 2, KT = 20, CT = 0.1
VFORCE/1, I = 20, JFLOAT = 901, RM = 1, FX = 0\FY = 0\FZ = -28
REQUEST/1, F2 = ABS(AZ(21, 2))\F3 = 0\F4 = 0
END
MODEL
sed 's/FZ = -28/FZ = -40*TIME/' column.adm >columns.adm
for name in column columns; do
    end=$([[ $name == columns ]] && echo ', END = 1, STEPS = 10' || true)
    printf '%s.adm\n%s\nSIMULATE/STATIC%s\n' $name $name "$end" >$name.acf
    "$CARDAN" run $name.acf --stable >messages 2>&1 || complain "$name: exit code $?"
    says 'the equilibrium is stable'
    awk -F , 'NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /REQUEST_1\.F2/) use = i } END { print $use, 0, 0 }' $name.csv >values
    near $name "$([[ $name == columns ]] && echo 1.8954942670 || echo 1.3725898461)" 0 0 1e-8
done

[[ $failures -eq 0 ]] || { echo "$failures failures"; exit 1; }
