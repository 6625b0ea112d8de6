#!/usr/bin/env bash
# A modal body that slides: two parts with a spring on a translational joint between them are the same body, whatever moves, loads or holds them. So the motion of
# one is the reference for the other, in every unit, with every way to name the matrices. What is wrong with the data is told.
set -uo pipefail
source "$CARDAN_SOURCE/tests/checks.bash"

# Node 1 at the origin: 2 kg, inertia (0.3, 0.4, 0.5). Node 2 at x = 1: 0.5 kg, inertia (0.1, 0.2, 0.2), which slides along x: phi = 1, K = 50.
# I4 = 0, I5 = 0, I6 = 0.5, I7 = J1 + J2 + diag(0, 0.5, 0.5), I8 = 0.5 skew(x) skew(x), I9 the same. Values touch each other, exponents have three digits.
cat >slide.mtx <<'END_OF_FILE'
ADAMSMAT2   KILOGRAM  METER  SECOND  NEWTON  TTTTTTTTT [a mass on a rod]
14
SELMOD            SELNOD            GENSTIFF          INVAR1            
INVAR2            INVAR3            INVAR4            INVAR5            
INVAR6            INVAR7            INVAR8            INVAR9            
T_MODE            R_MODE            
SELNOD    FULL    RORDER      2    4    8   ( 1I8, 3E22.14 )
       1-0.00000000000000E+000-0.00000000000000E+000-0.00000000000000E+000
       2  1.00000000000000E+00  0.00000000000000E+00  0.00000000000000E+00
SELMOD    FULL    RORDER      1    2    2   ( 1I8, 1E22.14 )
       7  1.59154943091895E+00
INVAR1    FULL    RORDER      1    1    1   ( 1E22.14 )
  2.50000000000000E+00
INVAR2    FULL    RORDER      1    3    3   ( 3E22.14 )
  5.00000000000000E-01  0.00000000000000E+00  0.00000000000000E+00
INVAR3    SPARSE      3    1    1   ( 2I8, E22.14 )
       1       1  5.00000000000000E-01
INVAR4    SPARSE      3    1    1   ( 2I8, E22.14 )
       1       1  0.00000000000000E+00
INVAR5    FULL    RORDER      1    3    3   ( 3E22.14 )
  0.00000000000000E+00  0.00000000000000E+00  0.00000000000000E+00
INVAR6    SPARSE      1    1    1   ( 2I8, E22.14 )
       1       1  5.00000000000000E-01
INVAR7    FULL    RORDER      3    3    9   ( 3E22.14 )
  4.00000000000000E-01  0.00000000000000E+00  0.00000000000000E+00
  0.00000000000000E+00  1.10000000000000E+00  0.00000000000000E+00
  0.00000000000000E+00  0.00000000000000E+00  1.20000000000000E+00
INVAR8    FULL    RORDER      1    9    9   ( 9E22.14 )
  0.00000000000000E+00  0.00000000000000E+00  0.00000000000000E+00  0.00000000000000E+00-5.00000000000000E-001  0.00000000000000E+00  0.00000000000000E+00  0.00000000000000E+00-5.00000000000000E-001
INVAR9    FULL    RORDER      1    9    9   ( 9E22.14 )
  0.00000000000000E+00  0.00000000000000E+00  0.00000000000000E+00  0.00000000000000E+00-5.00000000000000E-001  0.00000000000000E+00  0.00000000000000E+00  0.00000000000000E+00-5.00000000000000E-001
GENSTIFF  SPARSE      1    1    1   ( 2I8, E22.14 )
       1       1  5.00000000000000E+01
T_MODE    FULL    CORDER      3    2    6   ( 3E22.14 )
  0.00000000000000E+00  0.00000000000000E+00  0.00000000000000E+00
  1.00000000000000E+00  0.00000000000000E+00  0.00000000000000E+00
R_MODE    FULL    CORDER      3    2    6   ( 3E22.14 )
  0.00000000000000E+00  0.00000000000000E+00  0.00000000000000E+00
  0.00000000000000E+00  0.00000000000000E+00  0.00000000000000E+00
END_OF_FILE

# A pendulum in space hung at node 1, with a second one hung at the mass that slides; friction and a damper there.
rest() { # LENGTH of a metre, UNITS
    local l=$1
    cat <<END_OF_REST
UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = $2, TIME = SECOND
ACCGRAV/KGRAV = $(echo "-9.81*$l" | bc)
PART/1, GROUND
MARKER/10, PART = 1
MARKER/11, PART = 1, QP = 0, 0, $(echo "2*$l" | bc)
PART/4, MASS = 0.7, CM = 40, IP = $(echo "0.02*$l*$l" | bc), $(echo "0.03*$l*$l" | bc), $(echo "0.03*$l*$l" | bc), QG = $(echo "1.3*$l" | bc), 0, 0
MARKER/40, PART = 4
MARKER/41, PART = 4, QP = $(echo "-0.3*$l" | bc), 0, 0
JOINT/1, SPHERICAL, I = 21, J = 10
JOINT/2, REVOLUTE, I = 32, J = 41
SPRINGDAMPER/1, I = 31, J = 11, TRANSLATION, K = $(echo "20/$l" | bc -l), C = $(echo "0.4/$l" | bc -l), LENGTH = $(echo "1*$l" | bc)
SFORCE/1, I = 32, J = 41, ROTATION, FUNCTION = -$(echo "0.1*$l" | bc)*WZ(32,41,41)
REQUEST/1, F2 = DX(40)/$l\\F3 = DY(40)/$l\\F4 = DZ(40)/$l\\F6 = DX(31)/$l\\F7 = DZ(31)/$l\\F8 = FZ(21, 10)
END_OF_REST
}
parts() { cat <<'END_OF_PARTS'
PART/2, MASS = 2, CM = 20, IP = 0.3, 0.4, 0.5, WX = 0.5, WY = 1, WZ = 2
MARKER/20, PART = 2
MARKER/21, PART = 2
MARKER/22, PART = 2, REULER = 90D, 90D, 0D
PART/3, MASS = 0.5, CM = 30, IP = 0.1, 0.2, 0.2, QG = 1, 0, 0
MARKER/30, PART = 3
MARKER/31, PART = 3
MARKER/32, PART = 3
MARKER/33, PART = 3, REULER = 90D, 90D, 0D
JOINT/9, TRANSLATIONAL, I = 33, J = 22
SFORCE/9, I = 33, J = 22, TRANSLATION, FUNCTION = -50*(DM(33,22)-1) - 1*VR(33,22)
END_OF_PARTS
}
markers='MARKER/21, FLEX_BODY = 2, NODE_ID = 1
MARKER/31, FLEX_BODY = 2, NODE_ID = 2
MARKER/32, FLEX_BODY = 2, NODE_ID = 2'
speeds='WX = 0.5, WY = 1, WZ = 2'
bent="FLEX_BODY/2, MTX_FILE = slide.mtx, CRATIO = 0.1\\, $speeds" # 2 0.1 sqrt(50 0.5) = 1
integrator='INTEGRATOR/GSTIFF, ERROR = 1E-7'
model() { # NAME FLEX_BODY [LENGTH UNITS]
    { echo flexible; rest "${3:-1}" "${4:-METER}"; echo "$2"; echo "$markers"; echo "$integrator"; echo END; } >"$1.adm"
}
{ echo parts; rest 1 METER; parts; echo "$integrator"; echo END; } >parts.adm
go() { run 0 run "$1.adm" --end 1 --steps 20 --quiet; }

# near A B TOLERANCE: columns of REQUEST/1 of two runs
near() {
    awk -F , -v most="$3" '
        FNR == 1 { file++; rows = 0; for (i = 1; i <= NF; i++) if (file == 1 && $i ~ /REQUEST_1/) name[i] = $i
            if (file == 2) for (i = 1; i <= NF; i++) at[$i] = i
            next }
        { rows++ }
        file == 1 { for (i in name) { value[rows, name[i]] = $i; if (rows == 1) first[i] = $i; else { d = $i - first[i]; if (d * d > moved) moved = d * d } }
            n = rows }
        file == 2 { for (i in name) { d = $at[name[i]] - value[rows, name[i]]; if (d < 0) d = -d; if (!(d <= worst)) worst = d } }
        END { if (rows < 20 || rows != n || !(worst <= most) || moved < 0.01) { print "off by " worst " in " rows " rows"; exit 1 } }
    ' "$1.csv" "$2.csv" || complain "$1 and $2 differ"
}
go parts
model bent "$bent"
go bent
near parts bent 2e-4
for method in HHT GALPHA HEM5 MDOP5 ABAM TLISMNI ROSENBROCK; do
    integrator="INTEGRATOR/$method, ERROR = 1E-7"
    model "bent_$method" "$bent"
    go "bent_$method"
    near parts "bent_$method" 2e-3
done
integrator='INTEGRATOR/GSTIFF, ERROR = 1E-7'

# millimetres, while the file has metres
model small "$bent" 1000 MILLIMETER
go small
near parts small 1e-3

# the matrices one by one
matrices=$(n=0; for name in SELMOD SELNOD GENSTIFF INVAR1 INVAR2 INVAR3 INVAR4 INVAR5 INVAR6 INVAR7 INVAR8 INVAR9 T_MODE R_MODE; do
    n=$((n + 1)); echo "MATRIX/$n, FILE = slide.mtx, NAME = $name"; done)
model single "$matrices
FLEX_BODY/2, MATRICES = 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, MNF_FILE = body.mnf, CRATIO = 0.1\\, $speeds"
go single
near bent single 1e-12

# a load case on the mode, with node 1 held: q = 2 10 / 50; stresses xx = 1e6 q, xy = 2e6 q there are a von Mises stress of sqrt(1 + 12) 4e5
model loaded "$matrices
MATRIX/15, NAME = MODLOAD, FULL = RORDER, ROWS = 1, COLUMNS = 2, VALUES = 5, 10
MATRIX/16, NAME = STRESS, FULL = RORDER, ROWS = 3, COLUMNS = 1, VALUES = 1E6, 2E6, -1E5
MATRIX/17, NAME = STRPNT, FULL = RORDER, ROWS = 3, COLUMNS = 5, VALUES = 2, 1, 1, 0, 0, 2, 4, 1, 0, 0, 1, 0, 0, 0, 0
FLEX_BODY/2, MATRICES = 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17
MFORCE/1, FLEX_BODY = 2, CASE_INDEX = 2, SCALE = 2
MARKER/12, PART = 1
JOINT/8, FIXED, I = 21, J = 12"
sed -i '/^JOINT\/[12]\|SPRING\|SFORCE\|REQUEST\|PART\/4\|PART = 4\|ACCGRAV/d' loaded.adm
printf 'loaded\nloaded\nSIMULATE/STATIC\nSTOP\n' >loaded.acf
run 0 run loaded.acf --quiet
awk -F , 'NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /MODE_7"?( |$)/) c = i } END { d = $c - 0.4; exit !(d * d < 1e-20) }' loaded.csv || complain "MFORCE bends it otherwise"
run 0 hotspots loaded.cardan
says " 1.44222e+06            0  FLEX_BODY_2 2"
says "       40000            0  FLEX_BODY_2 1"
[[ $(wc -l <<<"$out") -eq 3 ]] || complain "hotspots lists something else: $out"
run 0 hotspots loaded.csv --count 1
[[ $(wc -l <<<"$out") -eq 2 ]] || complain "hotspots --count 1: $out"
run 0 hotspots loaded.csv --radius 2
[[ $(wc -l <<<"$out") -eq 2 ]] || complain "hotspots --radius 2: $out"
# the same file with millimetres: GENSTIFF is in N mm, q has no unit, stresses in N/mm^2 are 1e6 of those in Pa
sed '1s/METER/MILLIMETER/' slide.mtx >slide_mm.mtx
cat >>slide_mm.mtx <<'END_OF_FILE'
STRESS    FULL    RORDER      1    1    1   ( 1E22.14 )
  3.00000000000000E+00
END_OF_FILE
sed -i '2s/14/15/; 6s/R_MODE            /&STRESS/' slide_mm.mtx
model loaded_mm "FLEX_BODY/2, MTX_FILE = slide_mm.mtx, DMODE = 0.5, MODE_EXACT = 7"
sed -i '/JOINT\|SPRING\|SFORCE\|MARKER\/[134]\|REQUEST\|PART\/4\|ACCGRAV/d' loaded_mm.adm
run 0 run loaded_mm.adm --end 1E-9 --steps 1 --quiet
run 0 hotspots loaded_mm.cardan
says "     1.5e+06            0  FLEX_BODY_2"
run 1 hotspots parts.csv
warns "has no columns of stress"

# accelerations are linear in what is unknown: an output takes one factorisation, not one per iteration
cp "$CARDAN_SOURCE"/examples/frame_on_posts.adm "$CARDAN_SOURCE"/examples/flexible_frame.mtx .
run 0 run frame_on_posts.adm --end 0.02 --steps 100 --profile
awk '/^integration:/ { own = $10 } $1 == "factors" { all = $4 } END { exit !(own > 0 && all > own && all - own <= 105) }' <<<"$out" ||
    complain "100 outputs of a flexible body: $(grep '^integration\|^ *factors' <<<"$out")"

# a run that is saved and goes on
cat >whole.acf <<'END_OF_FILE'
bent
whole
SIMULATE/DYNAMIC, END = 0.5, STEPS = 10
SAVE/SYSTEM, FILE = half.sav
SIMULATE/DYNAMIC, END = 1, STEPS = 10
STOP
END_OF_FILE
cat >second.acf <<'END_OF_FILE'
bent
second
RELOAD/SYSTEM, FILE = half.sav
SIMULATE/DYNAMIC, END = 1, STEPS = 10
STOP
END_OF_FILE
run 0 run whole.acf --quiet
run 0 run second.acf --quiet
[[ $(tail -1 whole.csv) == "$(tail -1 second.csv)" ]] || complain "RELOAD goes on otherwise"

# a spring of 50 and masses of 0.5 and 2: free, it vibrates with 0.4
model free "FLEX_BODY/2, MTX_FILE = slide.mtx, CRATIO = 0\\"
sed -i '/JOINT\|SPRING\|SFORCE\|MARKER\/[134]\|REQUEST\|PART\/4\|ACCGRAV/d' free.adm
printf 'free\nfree\nLINEAR/EIGENSOL\nSTOP\n' >free.acf
run 0 run free.acf
says " 1.779406" # sqrt(50 / 0.4) / 2 pi

# rigid: no spring, the mass stays
model rigid "FLEX_BODY/2, MTX_FILE = slide.mtx, RIGID, $speeds"
go rigid

# kinematics: a rigid representation turns as a part would; with modes it is free to bend, which the message says; a sequence of equilibria bends it
swing() { # ARGUMENTS
    model swing "FLEX_BODY/2, MTX_FILE = slide.mtx, CRATIO = 0.1\\, $1
MARKER/12, PART = 1, REULER = 0, 90D, 0
MARKER/22, FLEX_BODY = 2, NODE_ID = 1, REULER = 0, 90D, 0
JOINT/8, REVOLUTE, I = 22, J = 12
MOTION/8, ROTATION, JOINT = 8, FUNCTION = TIME
REQUEST/8, F2 = DX(31)"
    sed -i '/^JOINT\/[12],\|SPRING\|SFORCE\|REQUEST\/[1-7]\|PART\/4\|PART = 4/d' swing.adm
    printf 'swing\nswing\nSIMULATE/%s, END = 1, STEPS = 2\nSTOP\n' "$2" >swing.acf
}
last_of() { awk -F , -v name="$1" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ name) c = i } END { print $c }' swing.csv; }
is() { awk -v a="$2" -v b="$3" 'BEGIN { exit !((a - b) ^ 2 < 1e-16) }' || complain "$1: $2, not $3"; }
swing RIGID KINEMATIC
run 0 run swing.acf --quiet
is "a rigid body that turns" "$(last_of REQUEST_8.F2)" 0.540302305868140
swing "" KINEMATIC
run 2 run swing.acf --quiet
warns "the mechanism has 1 degrees of freedom, of which 1 are modes of flexible bodies"
warns "state the bodies RIGID, or ask for STATICS"
swing "" STATIC # its mass hangs along the rod: 1 - 0.5 9.81 sin(1) / 50
run 0 run swing.acf --quiet
is "equilibria while it turns" "$(last_of REQUEST_8.F2)" 0.4957012670823401

# ---- what is wrong ---------------------------------------------------------------------------------------------------------------------
refused() { # MESSAGE FLEX_BODY [SED of the file]
    sed "${3:-}" slide.mtx >wrong.mtx
    model wrong "$2"
    run 1 run wrong.adm --end 0.1 --steps 1 --quiet
    warns "$1"
}
doubted() {
    sed "${3:-}" slide.mtx >wrong.mtx
    model wrong "$2"
    run 0 run wrong.adm --end 0.001 --steps 1
    warns "$1"
}
body='FLEX_BODY/2, MTX_FILE = wrong.mtx'
refused "export the body as a text file of matrices" "FLEX_BODY/2, MNF_FILE = body.mnf"
refused "its MTX_FILE is not there" "FLEX_BODY/2, MTX_FILE = nowhere.mtx"
refused "NODE_ID = 2 is not among the 2 nodes of FLEX_BODY/2" "$body" 's/^       2  1.0/       5  1.0/'
refused "there is no matrix GENSTIFF" "$body" 's/^GENSTIFF/GENSTUFF/'
refused "INVAR7 is 2 x 3; it must be 3 x 3" "$body" 's/^INVAR7 .*/INVAR7 FULL RORDER 2 3 6 ( 3E22.14 )/; /  1.20000/d'
refused '"KILOGRAMM" in its first line is not a unit' "$body" '1s/KILOGRAM/KILOGRAMM/'
refused "INVARIANTS has 3 values" "$body, INVARIANTS = T, T, F"
refused "MODES names mode 3, which SELMOD does not have" "$body, MODES = 3"
refused "its mass INVAR1 is -2.5" "$body" 's/^  2.50000/ -2.50000/'
refused "DMODE has 2 and VMODE 0 values; there are 1 modes in use" "$body, DMODE = 0.1, 0.2"
doubted "mode 7 vibrates at 1.59155 by GENSTIFF and INVAR6, at 2.59155 by SELMOD" "$body" 's/       7  1.59/       7  2.59/'
cp slide.mtx wrong.mtx
model wrong "$body, CRATIO = SQRT(1-FXFREQ)\\"
run 2 run wrong.adm --end 0.1 --steps 1 --quiet
warns "SQRT(1 - FXFREQ) with argument -0.591549"
# damping is found mode by mode, away from any state: what it may read is of time and of the mode; a VARIABLE counts by its own function
for expression in "WZ(21, 10)" "DELAY(TIME, 0.1, 0)" "VARVAL(7)"; do
    refused "damping of modes may depend on TIME, FXFREQ and FXMODE only; ${expression%%(*} is not allowed here" "$body, CRATIO = $expression\\
VARIABLE/7, FUNCTION = WZ(21, 10)"
done
cp slide.mtx wrong.mtx
model wrong "$body, CRATIO = VARVAL(7)*FXFREQ\\
VARIABLE/7, FUNCTION = 0.01 + TIME"
run 0 run wrong.adm --end 0.001 --steps 1
doubted "CRATIO is negative for mode 7 at 1.59155 Hz: its vibration is fed, not damped" "$body, CRATIO = -0.1\\"
doubted "INVAR7 is not symmetric" "$body" 's/^  4.00000000000000E-01  0.0/  4.00000000000000E-01  0.1/'
doubted "all of R_MODE is zero" "$body"
doubted "modes alone do not feel the axial force" "$body, $speeds"
doubted "INVARIANTS leaves out number 1, 6 or 7" "$body, INVARIANTS = T, T, T, T, T, F, T, T, T"
refused "MODES names mode 7 twice" "$body, MODES = 7, 7"
refused "MODE_EXACT names mode 8, which is not in use" "$body, MODE_EXACT = 8"

# matrices that the file of one mode does not have, each of them wrong in one way
with() { echo "$matrices
$1
FLEX_BODY/2, MATRICES = 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15$([[ $1 == *MATRIX/16* ]] && echo ", 16")"; }
full() { echo "MATRIX/$1, NAME = $2, FULL = RORDER, ROWS = $3, COLUMNS = $4, VALUES = $5"; }
refused "MODLOAD has 3 rows; it must have one per mode, 1, or six before them" "$(with "$(full 15 MODLOAD 3 1 '1, 2, 3')")"
refused "STRPNT has component 7 in row 1; 0 is a number, 1 to 6 are" "$(with "$(full 15 STRESS 1 1 1)
$(full 16 STRPNT 1 5 '2, 7, 1, 0, 0')")"
refused "EDGES names node 3, which SELNOD does not have" "$(with "$(full 15 EDGES 1 2 '1, 3')")"
refused "there is no matrix KGLOAD" "$(with "$(full 15 KGNODE 1 2 '2, 1')")"
refused "KGNODE names node 4, which SELNOD does not have" "$(with "$(full 15 KGNODE 1 2 '4, 1')
$(full 16 KGLOAD 1 1 1)")"
refused "KGNODE has direction 7 in row 1; 1 to 3 are forces, 4 to 6 torques" "$(with "$(full 15 KGNODE 1 2 '2, 7')
$(full 16 KGLOAD 1 1 1)")"

# a clamped strip of two beams, for what takes two modes and modes that turn: I5, the sign of I8, modes of a rigid body
echo '{ "E": 7e10, "nu": 0.33, "rho": 2700, "section": { "rectangle": [0.003, 0.03] }, "mass_matrix": "lumped",
"nodes": { "1": [0, 0, 0], "2": [0.5, 0, 0], "3": [1, 0, 0] }, "tubes": [[1, 2], [2, 3]],
"craig_bampton": { "interface_nodes": [1, 3], "fixed_interface_modes": 0 } }' >strip.json
run 0 flex strip.json --clamped 1 -o slide.mtx
bend() { # MESSAGE [SED of the file]
    sed "${2:-}" slide.mtx >wrong.mtx
    printf '%s\n' wrong 'UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = METER, TIME = SECOND' 'PART/1, GROUND' 'MARKER/1, PART = 1' \
        'FLEX_BODY/2, MTX_FILE = wrong.mtx' 'MARKER/21, FLEX_BODY = 2, NODE_ID = 1' 'JOINT/1, FIXED, I = 21, J = 1' END >wrong.adm
    run 0 run wrong.adm --end 1E-6 --steps 1
    [[ -n $1 ]] || [[ -z $err || $err == done* ]] || complain "a file that is right: $err"
    [[ -z $1 ]] || warns "$1"
}
bend ""
bend "INVAR5 of two modes is not minus that of the same two in the other order" '/^INVAR5 .*FULL/{n;s/^ .\{21\}.\{22\}/  0.00000000000000E+00  9.00000000000000E-01/}'
bend "INVAR8 has the opposite sign of INVAR4" '/^INVAR4 .*SPARSE/,/^INVAR5 .*FULL/{s/  \([0-9.]*E\)/ n\1/;s/ -\([0-9.]*E\)/  \1/;s/ n/ -/}'
bend "the first 1 mode, up to 0.007 Hz, move it like a rigid body, which its frame does already: left out" '/^SELMOD .*FULL/{n;s/.\{22\}$/  7.00000000000000E-03/}'
exit $((failures > 0))
