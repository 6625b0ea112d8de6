#!/usr/bin/env bash
# Modal bodies in motion, each case against a computation with the same elements by other means, a closed form or a published solution: free flight, a frame
# under load, a spinning strip with and without geometric stiffness, the spin-up of a cantilever in one, two and four bodies, a connecting rod likewise, whirl of
# a disc on a shaft, a slider-crank by given equations, a free bar, a large frame.
set -uo pipefail
source "$CARDAN_SOURCE/tests/checks.bash"

units='UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = METER, TIME = SECOND
PART/1, GROUND
MARKER/1, PART = 1'
# beams N LENGTH MATERIAL SECTION MODES [MASS] [INTERFACE]: a straight line of beams, nodes 1 to N + 1
beams() {
    awk -v n="$1" -v l="$2" -v stuff="$3" -v section="$4" -v m="$5" -v mass="${6:-lumped}" -v kept="${7:-1, $(($1 + 1))}" 'BEGIN {
        printf "{ %s, \"section\": { %s }, \"mass_matrix\": \"%s\", \"nodes\": {", stuff, section, mass
        for (i = 0; i <= n; i++) printf "%s\"%d\": [%.15g, 0, 0]", (i ? ", " : ""), i + 1, l * i / n
        printf "}, \"tubes\": ["
        for (i = 1; i <= n; i++) printf "%s[%d, %d]", (i > 1 ? ", " : ""), i, i + 1
        printf "], \"craig_bampton\": { \"interface_nodes\": [%s], \"fixed_interface_modes\": %d } }\n", kept, m }'
}
aluminium='"E": 7e10, "nu": 0.33, "rho": 2700'
steel='"E": 2e11, "nu": 0.3, "rho": 7870'
beams 20 1 "$aluminium" '"rectangle": [0.003, 0.03], "jxx": 2.5299567e-10' 6 >strip.json
beams 10 0.4 "$aluminium" '"rectangle": [0.002, 0.02], "jxx": 4.9974e-11' 6 >coupler.json
for body in strip coupler; do run 0 flex $body.json --all -o $body.mtx; done

model() { printf '%s\n' case "$units" "$2" END >"$1.adm"; }
# column FILE NAME [TIME]: its value, the last one if no time is given
column() {
    awk -F , -v name="$2" -v t="${3:-last}" 'NR == 1 { for (i = 1; i <= NF; i++) { gsub(/"/, "", $i); sub(/ \[.*/, "", $i); if ($i == name) c = i } next }
        t == "last" || ($1 - t) ^ 2 < 1e-18 { v = $c } END { print v }' "$1.csv"
}
near() { # near WHAT VALUE EXPECTED TOLERANCE
    awk -v a="$2" -v b="$3" -v tol="$4" 'BEGIN { d = a - b; if (d < 0) d = -d; exit !(a != "" && d <= tol) }' || complain "$1: $2, not $3 within $4"
}
# modes FILE: frequencies of a LINEAR above zero
modes() { awk -F , 'NR > 1 && $2 > 1e-6 { print $2 }' "${1}_eigen.csv"; }
# check_modes WHAT FILE TOLERANCE EXPECTED...: relative, from the lowest on
check_modes() {
    local what=$1 got k=0 f
    mapfile -t got < <(modes "$2")
    local tol=$3
    shift 3
    for f; do near "$what, mode $((k + 1))" "$(awk -v a="${got[$k]:-0}" -v b="$f" 'BEGIN { print a / b }')" 1 "$tol"; k=$((k + 1)); done
}
linear() { # NAME [OPTIONS] [COMMAND BEFORE]
    printf '%s\n%s\n%sLINEAR/EIGENSOL%s\nSTOP\n' "$1" "$1" "${3:-}" "${2:-}" >"$1.acf"
    run 0 run "$1.acf" --quiet
}
statics() { printf '%s\n%s\nSIMULATE/STATIC\nSTOP\n' "$1" "$1" >"$1.acf" && run 0 run "$1.acf" --quiet; }
all='INVARIANTS = T, T, T, T, T, T, T, T, T'

# ---- free flight: places of both ends, energy; the mask without I5 and I9 -----------------------------------------------------------------
flight() { # MASK
    model flight "FLEX_BODY/2, MTX_FILE = strip.mtx, CRATIO = 0\\, INVARIANTS = $1
, VX = 1, VY = 0.5, VZ = -0.2, WX = 2, WY = -1, WZ = 4, VMODE = 0.3, -0.2, 0, 0, 0.1
MARKER/11, FLEX_BODY = 2, NODE_ID = 1
MARKER/12, FLEX_BODY = 2, NODE_ID = 21
REQUEST/1, F2 = DX(11)\\F3 = DY(11)\\F4 = DZ(11)\\F6 = DX(12)\\F7 = DY(12)\\F8 = DZ(12)
INTEGRATOR/ABAM, ERROR = 1E-8"
    run 0 run flight.adm --end 0.5 --steps 1 --quiet
}
energy() { awk -v a="$(column "$1" ENERGY.KINETIC)" -v b="$(column "$1" ENERGY.ELASTIC)" -v c="$(column "$1" ENERGY.GRAVITY)" 'BEGIN { printf "%.12g", a + b + c }'; }
flight "T, T, T, T, T, T, T, T, T"
k=0
for want in 1.22730208 0.816620653 0.0468875039; do k=$((k + 1)) && near "flight, node 1" "$(column flight REQUEST_1.F$((k + 1)))" $want 1e-7; done
k=0
for want in 0.759753403 1.67452249 0.260012282; do k=$((k + 1)) && near "flight, node 21" "$(column flight REQUEST_1.F$((k + 5)))" $want 1e-7; done
near "flight, first mode" "$(column flight FLEX_BODY_2.MODE_7)" -0.00212905503 1e-7
near "flight, energy" "$(energy flight)" 1.13484301 1e-7
flight "T, T, T, T, F, T, T, T, F"
k=0
for want in 0.758832155 1.67297117 0.264153062; do k=$((k + 1)) && near "flight without I5, I9, node 21" "$(column flight REQUEST_1.F$((k + 5)))" $want 1e-7; done

# ---- strip under a large dead load: both ends of the frame turn -----------------------------------------------------------------------------
model bends "FLEX_BODY/2, MTX_FILE = strip.mtx
MARKER/11, FLEX_BODY = 2, NODE_ID = 1
MARKER/12, FLEX_BODY = 2, NODE_ID = 21
JOINT/1, FIXED, I = 11, J = 1
MARKER/9, PART = 1, FLOATING
VFORCE/1, I = 12, JFLOAT = 9, RM = 1, FX = 0\\FY = 0.5\\FZ = 0
REQUEST/1, F2 = DX(12)-1\\F3 = DY(12)"
statics bends
near "strip, x" "$(column bends REQUEST_1.F2)" -6.19772198e-4 1e-10
near "strip, y" "$(column bends REQUEST_1.F3)" 0.0352443722 1e-9

# ---- four-bar: the coupler starts straight, its rates those of a rigid one -------------------------------------------------------------------
model four_bar "ACCGRAV/JGRAV = -9.81
PART/3, MASS = 0.2, CM = 33, IP = 1E-4, 2.4E-4, 2.4E-4, REULER = 0.6, 0, 0, WZ = 12.566370614359172
MARKER/33, PART = 3, QP = 0.06, 0, 0
MARKER/31, PART = 3
MARKER/32, PART = 3, QP = 0.12, 0, 0
FLEX_BODY/2, MTX_FILE = coupler.mtx, CRATIO = 0.02\\, QG = 0.0990402737891614, 0.0677570968074043, 0, REULER = 0.61638316, 0, 0
, WZ = -3.80595696, VX = -0.851460790234854, VY = 1.24457678618220
MARKER/21, FLEX_BODY = 2, NODE_ID = 1, REULER = 0, 90D, 0
MARKER/22, FLEX_BODY = 2, NODE_ID = 11
MARKER/23, FLEX_BODY = 2, NODE_ID = 6
MARKER/24, FLEX_BODY = 2, NODE_ID = 1
PART/4, MASS = 0.3, CM = 44, IP = 1E-4, 2.25E-3, 2.25E-3, QG = 0.45, 0, 0, REULER = 1.65278773, 0, 0, WZ = -0.0956880222
MARKER/44, PART = 4, QP = 0.15, 0, 0
MARKER/41, PART = 4
MARKER/42, PART = 4, QP = 0.3, 0, 0
MARKER/5, PART = 1, QP = 0.45, 0, 0
JOINT/1, REVOLUTE, I = 31, J = 1
MOTION/1, ROTATION, JOINT = 1, FUNCTION = 0.6+4*PI*TIME
JOINT/2, UNIVERSAL, I = 21, J = 32
JOINT/3, SPHERICAL, I = 22, J = 42
JOINT/4, REVOLUTE, I = 41, J = 5
REQUEST/1, F2 = DX(42)\\F3 = DY(42)\\F4 = MOTION(1,0,8,0)\\F6 = (DX(22,24)*DY(23,24)-DY(22,24)*DX(23,24))/DM(22,24)
INTEGRATOR/GSTIFF, SI2, ERROR = 1E-7"
run 0 run four_bar.adm --end 0.2 --steps 2 --quiet
near "four-bar, x at 0.2" "$(column four_bar REQUEST_1.F2)" 0.227622765 1e-8
near "four-bar, y at 0.2" "$(column four_bar REQUEST_1.F3)" 0.201366246 1e-8
near "four-bar, middle at 0.2" "$(column four_bar REQUEST_1.F6 0.2)" -8.87827334e-5 2e-7
near "four-bar, middle at 0.1" "$(column four_bar REQUEST_1.F6 0.1)" 5.71593385e-4 2e-7
near "four-bar, torque at 0.2" "$(column four_bar REQUEST_1.F4 0.2)" -0.33375738 3e-4

# ---- frame of three legs ------------------------------------------------------------------------------------------------------------------------
awk 'BEGIN {
    split("0 0 0 0.5 0 0 0.5 0.3 0 0.5 0.3 0.2", p, " ")
    printf "{ \"E\": 2.1e11, \"nu\": 0.3, \"rho\": 7850, \"tube_od\": 0.02, \"tube_wall\": 0.002, \"mass_matrix\": \"lumped\", \"nodes\": { \"100\": [0, 0, 0]"
    for (leg = 0; leg < 3; leg++) for (i = 1; i <= 5; i++) { printf ", \"%d\": [", 100 + 5 * leg + i
        for (c = 1; c <= 3; c++) printf "%s%.15g", (c > 1 ? ", " : ""), p[3 * leg + c] + (p[3 * leg + 3 + c] - p[3 * leg + c]) * i / 5; printf "]" }
    printf "}, \"tubes\": ["; for (i = 100; i < 115; i++) printf "%s[%d, %d]", (i > 100 ? ", " : ""), i, i + 1
    print "], \"stress\": [{ \"node\": 100, \"y\": 0, \"z\": 0.01 }, { \"node\": 100, \"y\": 0.01, \"z\": 0 }],"
    print "\"craig_bampton\": { \"interface_nodes\": [100, 110, 115], \"fixed_interface_modes\": 4 } }" }' >legs.json
run 0 flex legs.json -o legs.mtx
legs="FLEX_BODY/2, MTX_FILE = legs.mtx, CRATIO = 0\\
MARKER/11, FLEX_BODY = 2, NODE_ID = 100
MARKER/12, FLEX_BODY = 2, NODE_ID = 115
JOINT/1, FIXED, I = 11, J = 1"
model legs "$legs"
linear legs
check_modes "legs, one end fixed" legs 1e-7 25.334641 26.7820231 69.2646631 75.8532578 193.527164
model legs "$legs
MARKER/5, PART = 1, QP = 0.5, 0.3, 0.2
JOINT/2, SPHERICAL, I = 12, J = 5"
linear legs
check_modes "legs, other end on a ball" legs 1e-7 49.246642 128.547846 148.720722
model legs "$legs
MARKER/9, PART = 1, FLOATING
VFORCE/1, I = 12, JFLOAT = 9, RM = 1, FX = 0.3\\FY = -0.2\\FZ = 0.5
REQUEST/1, F2 = DX(12)-0.5\\F3 = DY(12)-0.3\\F4 = DZ(12)-0.2"
statics legs
near "legs, x" "$(column legs REQUEST_1.F2)" 2.3295852e-5 1e-12
near "legs, y" "$(column legs REQUEST_1.F3)" -5.31139815e-5 1e-12
near "legs, z" "$(column legs REQUEST_1.F4)" 5.82085431e-5 1e-12
near "legs, stress at +z" "$(column legs FLEX_BODY_2.STRESS_1)" -407102.03 0.1
near "legs, stress at +y" "$(column legs FLEX_BODY_2.STRESS_2)" 412350.39 0.1

# ---- a strip that spins about its end, as seen from the hub. A frame that goes with the clamped node has K - w^2 M, which falls to nothing; the frame of the
# free body turns with its mean and feels part of what stiffens (19.23), by an effective potential of the same data 2.453377 and 2.418218. With geometric
# stiffness both are the full model (2.4892476, 2.55924664, 2.7975413, 3.41393616) but for the modes left out.
run 0 flex strip.json --all --clamped 1 -o clamped.mtx
run 0 flex strip.json --all --clamped 1 --stiffening -o stiff.mtx
run 0 flex strip.json --all --stiffening -o free_stiff.mtx
spins() { # BODY SPEED [SECONDS TO SETTLE]
    local ratio=0 before=""
    [[ $# -gt 2 ]] && ratio="STEP(TIME, $3, 1, 1.1*$3, 0)" && before="SIMULATE/DYNAMIC, END = $(awk -v t="$3" 'BEGIN { print 1.2 * t }'), STEPS = 1
"
    model spins "PART/3, MASS = 1, CM = 30, IP = 1, 1, 1, WZ = $2
MARKER/30, PART = 3
FLEX_BODY/2, MTX_FILE = $1.mtx, CRATIO = $ratio\\, $all, WZ = $2
MARKER/11, FLEX_BODY = 2, NODE_ID = 1
JOINT/1, REVOLUTE, I = 30, J = 1
MOTION/1, ROTATION, JOINT = 1, FUNCTION = $2*TIME
JOINT/2, FIXED, I = 11, J = 30"
    linear spins ", RM = 30" "$before"
}
spins clamped 5 && check_modes "strip at 5 rad/s, clamped frame" spins 1e-7 2.33274034
spins clamped 10 && check_modes "strip at 10 rad/s, clamped frame" spins 1e-7 1.88199389
spins clamped 20 && near "strip at 20 rad/s, growth" "$(awk -F , 'NR > 1 && $4 > 0 { print $4; exit }' spins_eigen.csv)" 12.66 0.005
k=0
for want in 2.4892525 2.5592525 2.79759884 3.41523379; do
    spins stiff $((5 * 2 ** k)) && check_modes "strip at $((5 * 2 ** k)) rad/s, geometric stiffness" spins 1e-7 $want
    k=$((k + 1))
done
spins strip 5 3 && check_modes "strip at 5 rad/s, free frame" spins 1e-5 2.453377
spins strip 10 3 && check_modes "strip at 10 rad/s, free frame" spins 1e-4 2.418218
spins free_stiff 10 3 && check_modes "strip at 10 rad/s, free frame, geometric stiffness" spins 1e-4 2.55925

# ---- a strip pinned at both ends under an axial load: f^2 = f_0^2 (1 + P / P_E), P_E = pi^2 E I / L^2 = 46.6339 --------------------------------
pressed() { # LOAD
    model pressed "FLEX_BODY/2, MTX_FILE = free_stiff.mtx, $all
MARKER/11, FLEX_BODY = 2, NODE_ID = 1
MARKER/12, FLEX_BODY = 2, NODE_ID = 21
MARKER/8, PART = 1, REULER = 90D, 90D, 0
MARKER/9, PART = 1, FLOATING
JOINT/1, SPHERICAL, I = 11, J = 1
JPRIM/2, INLINE, I = 12, J = 8
JPRIM/3, PERPENDICULAR, I = 11, J = 8
VFORCE/1, I = 12, JFLOAT = 9, RM = 1, FX = $1\\FY = 0\\FZ = 0"
    linear pressed ", NODAMPIN" "SIMULATE/STATIC
"
}
pressed 0 && check_modes "pinned strip" pressed 1e-6 6.92653353
for share in -0.9 -0.5 1 3; do
    pressed "$(awk -v p=$share 'BEGIN { print 46.633861 * p }')"
    check_modes "pinned strip, $share of Euler's load" pressed 2e-4 "$(awk -v p=$share 'BEGIN { print 6.92653353 * sqrt(1 + p) }')"
done

# ---- spin-up of a cantilever on a hub, the beam in one, two, four bodies; one with geometric stiffness --------------------------------------------
spin_up() { # PIECES MODES OPTIONS TIPS at 5, 6.8, 7.5, 10 s
    local n=$((20 / $1)) last=30 k t tips
    beams $n "$((10 / $1)).$((10 * (10 % $1) / $1))" '"E": 7e10, "nu": 0.3, "rho": 3000' '"area": 4e-4, "iyy": 2e-7, "izz": 2e-7, "jxx": 4e-7' "$2" >piece.json
    run 0 flex piece.json --all -o piece.mtx $3
    model spin_up "PART/3, MASS = 1, CM = 30, IP = 1, 1, 1
MARKER/30, PART = 3
JOINT/1, REVOLUTE, I = 30, J = 1
MOTION/1, ROTATION, JOINT = 1, FUNCTION = 0.4*(TIME**2/2+(15/2/PI)**2*(COS(2*PI*TIME/15)-1))
$(for ((k = 0; k < $1; k++)); do
        echo "FLEX_BODY/$((10 + k)), MTX_FILE = piece.mtx, CRATIO = 0.01\\, $all, QG = $(awk -v p="$1" -v k=$k 'BEGIN { print 10 / p * k }'), 0, 0
MARKER/$((100 + 10 * k)), FLEX_BODY = $((10 + k)), NODE_ID = 1
MARKER/$((101 + 10 * k)), FLEX_BODY = $((10 + k)), NODE_ID = $((n + 1))
JOINT/$((10 + k)), FIXED, I = $((100 + 10 * k)), J = $last"
        last=$((101 + 10 * k))
    done)
REQUEST/1, F3 = DY($((91 + 10 * $1)), 30, 30)
INTEGRATOR/HHT, ERROR = 1E-6"
    run 0 run spin_up.adm --end 10 --steps 100 --quiet
    tips=($4)
    k=0
    for t in 5 6.8 7.5 10; do near "spin-up with $1 bodies $3, tip at $t" "$(column spin_up REQUEST_1.F3 $t)" ${tips[$k]} "$5"; k=$((k + 1)); done
}
spin_up 2 0 "" "-0.47379 -0.59952 -0.59547 -0.42037" 1e-4
spin_up 4 0 "" "-0.47053 -0.58135 -0.56924 -0.37826" 1e-4
# two modes: the section is as stiff in both directions, and one alone may lie in any plane
spin_up 1 2 --stiffening "-0.46844 -0.57368 -0.55898 -0.36268" 2e-3 # the exact ones
spin_up 1 2 "" "-0.48200 -0.64857 -0.67055 -0.57326" 1e-4

# ---- slider-crank: the rod in one, two, four bodies; without damping, where a nonlinear chain has 2.0217e-3 and -1.6928e-3 ----------------------
slider_crank() { # PIECES MODES CRATIO END STEPS INTEGRATOR [OPTIONS]
    local n=$((12 / $1)) l k last=0
    l=$(awk -v p="$1" 'BEGIN { print 0.3 / p }')
    beams $n "$l" "$steel" '"rectangle": [0.006, 0.01], "jxx": 4.5069826e-10' "$2" >piece.json
    run 0 flex piece.json --all -o piece.mtx ${7:-}
    local end=$((91 + 10 * $1)) middle=$((91 + 5 * $1))
    model slider_crank "PART/3, MASS = 0.36, CM = 33, IP = 1E-3, 1E-3, 2E-3, WZ = 150, VY = 11.25
MARKER/33, PART = 3, QP = 0.075, 0, 0
MARKER/31, PART = 3
MARKER/32, PART = 3, QP = 0.15, 0, 0
MARKER/21, FLEX_BODY = 10, NODE_ID = 1, REULER = 0, 90D, 0
PART/4, MASS = 0.075552, CM = 44, IP = 1E-4, 1E-4, 1E-4, QG = 0.45, 0, 0
MARKER/44, PART = 4, REULER = 90D, 90D, 0D
MARKER/45, PART = 4
MARKER/5, PART = 1, REULER = 90D, 90D, 0D
JOINT/1, REVOLUTE, I = 31, J = 1
MOTION/1, ROTATION, JOINT = 1, FUNCTION = 150*TIME
JOINT/2, UNIVERSAL, I = 21, J = 32
JOINT/4, TRANSLATIONAL, I = 44, J = 5
JOINT/3, SPHERICAL, I = $end, J = 45
$([[ $1 -eq 1 ]] && echo "MARKER/150, FLEX_BODY = 10, NODE_ID = 7")
$(for ((k = 0; k < $1; k++)); do
        awk -v l="$l" -v k=$k -v b=$((10 + k)) -v all="$all" -v ratio="$3" 'BEGIN {
            printf "FLEX_BODY/%d, MTX_FILE = piece.mtx, %s%s, QG = %.15g, 0, 0, WZ = -75, VY = %.15g\n", b, ratio, all, 0.15 + l * k, 22.5 - 75 * l * k }'
        echo "MARKER/$((100 + 10 * k)), FLEX_BODY = $((10 + k)), NODE_ID = 1
MARKER/$((101 + 10 * k)), FLEX_BODY = $((10 + k)), NODE_ID = $((n + 1))"
        [[ $k -gt 0 ]] && echo "JOINT/$((10 + k)), FIXED, I = $((100 + 10 * k)), J = $last"
        last=$((101 + 10 * k))
    done)
REQUEST/1, F2 = DX(44)\\F3 = (DX($end,100)*DY($([[ $1 -eq 1 ]] && echo 150 || echo $middle),100)-DY($end,100)*DX($([[ $1 -eq 1 ]] && echo 150 || echo $middle),100))/DM($end,100)
INTEGRATOR/$6"
    run 0 run slider_crank.adm --end "$4" --steps "$5" --quiet
}
for case in "1 6 1.5405e-3 -1.9866e-3" "2 2 1.9499e-3 -1.7367e-3" "4 0 2.0058e-3 -"; do
    read -r pieces kept first second <<<"$case"
    end=$([[ $pieces -eq 4 ]] && echo 0.01 || echo 0.04)
    slider_crank "$pieces" "$kept" 'CRATIO = 0\\, ' $end "$([[ $pieces -eq 4 ]] && echo 1 || echo 4)" "GSTIFF, SI2, ERROR = 1E-6"
    near "rod in $pieces, 0.01" "$(column slider_crank REQUEST_1.F3 0.01)" "$first" 1e-6
    [[ $pieces -eq 4 ]] || near "rod in $pieces, 0.04" "$(column slider_crank REQUEST_1.F3 0.04)" "$second" 1e-6
done
# one body whose file has geometric stiffness, by the forces of its joints too, is as good as the chain
slider_crank 1 6 'CRATIO = 0\\, ' 0.04 4 "GSTIFF, SI2, ERROR = 1E-6" --stiffening
near "rod with geometric stiffness, 0.01" "$(column slider_crank REQUEST_1.F3 0.01)" 2.0217e-3 1.5e-6
near "rod with geometric stiffness, 0.04" "$(column slider_crank REQUEST_1.F3 0.04)" -1.6928e-3 1.5e-6
slider_crank 1 6 "" 0.1 10 "GSTIFF, ERROR = 1E-6"
near "slider at 0.1" "$(column slider_crank REQUEST_1.F2)" 0.169737044 1e-6
near "rod at 0.1" "$(column slider_crank REQUEST_1.F3)" 3.974557e-4 3.7e-6

# its damped modes are too stiff for explicit methods, which say which one it is
for method in MDOP5 HEM5 PHEM56 ABAM; do
    run 2 run slider_crank.adm --end 0.1 --steps 10 --quiet --integrator "$method, ERROR = 1E-3"
    warns "mode 18 at 9816.37 Hz"
    warns "leave it out (MODES), let it follow statically (DYNAMIC_LIMIT, with an implicit method), or use HHT or GSTIFF"
done

# ---- disc on a spinning shaft: frequencies of whirl, seen from the shaft less or plus 400 rad/s -------------------------------------------------------
beams 8 1 '"E": 2.1e11, "nu": 0.3, "rho": 7800' '"area": 3.14159265358979e-4, "iyy": 7.85398163397448e-9, "izz": 7.85398163397448e-9, "jxx": 1.5707963267949e-8' 0 lumped "1, 3, 9" >shaft.json
run 0 flex shaft.json --all -o shaft.mtx
model shaft "MARKER/2, PART = 1, QP = 1, 0, 0, REULER = 90D, 90D, 0D
FLEX_BODY/2, MTX_FILE = shaft.mtx, CRATIO = 0\\, $all, WX = 400
MARKER/11, FLEX_BODY = 2, NODE_ID = 1
MARKER/12, FLEX_BODY = 2, NODE_ID = 3
MARKER/13, FLEX_BODY = 2, NODE_ID = 9
PART/3, MASS = 5, CM = 31, IP = 0.1, 0.05, 0.05, QG = 0.25, 0, 0, WX = 400
MARKER/31, PART = 3
JOINT/1, SPHERICAL, I = 11, J = 1
JPRIM/2, INLINE, I = 13, J = 2
JOINT/3, FIXED, I = 31, J = 12"
linear shaft ", RM = 12"
mapfile -t hz < <(modes shaft)
turn=63.6619772367581
near "whirl forwards" "$(awk -v w=$turn -v f="${hz[0]}" 'BEGIN { print w - f }')" 25.1802 0.1
near "whirl backwards" "$(awk -v w=$turn -v f="${hz[2]}" 'BEGIN { print f - w }')" 18.2408 0.05
near "whirl forwards, second" "$(awk -v w=$turn -v f="${hz[1]}" 'BEGIN { print f + w }')" 129.746 1
near "whirl backwards, second" "$(awk -v w=$turn -v f="${hz[3]}" 'BEGIN { print f - w }')" 74.470 0.6

# without damping, which leaves the gyroscopic terms of the shaft where they are
before=${hz[0]}
sed -i 's/CRATIO = 0/CRATIO = 0.3/' shaft.adm
linear shaft ", RM = 12, NODAMPIN"
mapfile -t hz < <(modes shaft)
near "whirl with NODAMPIN" "${hz[0]}" "$before" 1e-6

# ---- slider-crank whose rod is given by its equations, two modes of bending and two along it: published end values --------------------------------
awk 'BEGIN {
    pi = atan2(0, -1); L = 0.3; A = 6.4e-5; rho = 7870; h = 0.008; c = rho * A * L; k = 2e11 * A / L
    M[1] = M[6] = c / 2; M[11] = 8 * c; M[12] = M[15] = c; M[16] = 2 * c
    K[1] = k * pi ^ 4 / 24 * (h / L) ^ 2; K[6] = 16 * K[1]; K[11] = k * 16 / 3; K[12] = K[15] = -k * 8 / 3; K[16] = k * 7 / 3
    printf "MATRIX/1, NAME = SELNOD, FULL = RORDER, ROWS = 2, COLUMNS = 4, VALUES = 1, 0, 0, 0, 2, 0.3, 0, 0\n"
    printf "MATRIX/2, NAME = SELMOD, FULL = RORDER, ROWS = 4, COLUMNS = 2, VALUES ="
    for (j = 1; j <= 4; j++) printf "%s %d, %.17g", (j > 1 ? "," : ""), j, sqrt(K[5 * j - 4] / M[5 * j - 4]) / 2 / pi
    printf "\n"
    put(3, "GENSTIFF", 4, 4, K); put(9, "INVAR6", 4, 4, M)
    X[1] = c; put(4, "INVAR1", 1, 1, X); X[1] = c * L / 2; put(5, "INVAR2", 1, 3, X); delete X
    X[3] = c * 2 / 3; X[4] = c / 6; X[5] = c * 2 / pi; put(6, "INVAR3", 3, 4, X); delete X
    X[9] = c * L / pi; X[10] = -c * L / 2 / pi; put(7, "INVAR4", 3, 4, X); delete X
    B13 = -16 * c / pi ^ 3; B14 = c * (8 / pi ^ 3 - 1 / pi); B24 = c / 2 / pi
    X[9 + 2] = B13; X[9 + 3] = B14; X[12 + 9 + 3] = B24; X[24 + 9] = -B13; X[36 + 9] = -B14; X[36 + 9 + 1] = -B24; put(8, "INVAR5", 4, 12, X); delete X
    X[1] = 1e-3; X[5] = X[9] = 0.0045339259; put(10, "INVAR7", 3, 3, X); delete X
    X[18 + 9] = -c * L / 3; X[27 + 9] = -c * L / 6; put(11, "INVAR8", 4, 9, X); delete X
    for (j = 1; j <= 16; j++) X[9 * j] = -M[j]; put(12, "INVAR9", 16, 9, X); delete X
    X[8] = 1; put(13, "T_MODE", 3, 8, X); delete X
    put(14, "R_MODE", 3, 8, X)
}
function put(id, name, rows, columns, x, i) {
    printf "MATRIX/%d, NAME = %s, FULL = RORDER, ROWS = %d, COLUMNS = %d, VALUES =", id, name, rows, columns
    for (i = 1; i <= rows * columns; i++) printf "%s%s%.17g", (i > 1 ? "," : ""), (i % 5 == 1 && i > 1 ? "\n, " : " "), x[i] + 0
    printf "\n"
}' | sed 's/,$//' >rod.txt
model given "$(cat rod.txt)
FLEX_BODY/2, MATRICES = 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, $all, CRATIO = 0\\
, QG = 0.15, 0, 0, VY = 22.5, WZ = -74.9957670, DMODE = 0, 0, 1.03339863E-5, 1.69327969E-5
, VMODE = 0.444896105, 4.63434311E-3, -1.78591076E-6, -2.68938672E-6
MARKER/21, FLEX_BODY = 2, NODE_ID = 1
MARKER/22, FLEX_BODY = 2, NODE_ID = 2
PART/3, MASS = 0.36, CM = 31, IP = 1E-3, 1E-3, 0.002727, WZ = 150
MARKER/31, PART = 3
MARKER/32, PART = 3, QP = 0.15, 0, 0
PART/4, MASS = 0.075552, CM = 45, IP = 1E-4, 1E-4, 1E-4, QG = 0.450016932797, 0, 0, VX = -2.68938672E-6
MARKER/44, PART = 4, REULER = 90D, 90D, 0D
MARKER/45, PART = 4
MARKER/46, PART = 4, REULER = 0D, 90D, 0D
MARKER/5, PART = 1, REULER = 90D, 90D, 0D
JOINT/1, REVOLUTE, I = 31, J = 1
MOTION/1, ROTATION, JOINT = 1, FUNCTION = 150*TIME
JOINT/2, REVOLUTE, I = 21, J = 32
JPRIM/3, INPLANE, I = 22, J = 46
JPRIM/5, INPLANE, I = 22, J = 44
JOINT/4, TRANSLATIONAL, I = 44, J = 5
REQUEST/1, F2 = DX(45)\\F3 = AZ(21, 1)
INTEGRATOR/GSTIFF, SI2, ERROR = 1E-8"
run 0 run given.adm --end 0.1 --steps 1 --quiet
near "given rod, slider" "$(column given REQUEST_1.F2)" 0.1697373328 1.7e-6
near "given rod, angle" "$(column given REQUEST_1.F3)" -0.3311734988 3e-6
k=0
for want in 1.893192900e-4 2.375751250e-5 -5.323896771e-6 -8.363313279e-6; do
    k=$((k + 1)) && near "given rod, mode $k" "$(awk -v a="$(column given FLEX_BODY_2.MODE_$k)" -v b=$want 'BEGIN { print a / b }')" 1 1e-3
done

# ---- a steel bar, closed forms of Euler and Bernoulli: free, and clamped with its static modes -------------------------------------------------------
beams 40 1 '"E": 2.07e11, "nu": 0.29, "rho": 7801' '"rectangle": [0.02, 0.02]' 40 consistent >bar.json
run 0 flex bar.json -o bar.mtx
model bar "FLEX_BODY/2, MTX_FILE = bar.mtx, CRATIO = 0\\"
linear bar
check_modes "free bar" bar 2e-4 105.9008 105.9008 291.9197 291.9197
model bar "FLEX_BODY/2, MTX_FILE = bar.mtx, CRATIO = 0\\
MARKER/11, FLEX_BODY = 2, NODE_ID = 1
JOINT/1, FIXED, I = 11, J = 1"
linear bar
check_modes "clamped bar" bar 5e-4 16.642566 16.642566 104.297181 104.297181

# ---- RIGID moves as a part of the same inertia -----------------------------------------------------------------------------------------------------
both() { # NAME BODY
    model "$1" "ACCGRAV/JGRAV = -9.81
$2
JOINT/1, SPHERICAL, I = 11, J = 1
REQUEST/1, F2 = DX(12)\\F3 = DY(12)\\F4 = DZ(12)
INTEGRATOR/ABAM, ERROR = 1E-10"
    run 0 run "$1.adm" --end 1 --steps 1 --quiet
}
both rigid "FLEX_BODY/2, MTX_FILE = strip.mtx, RIGID, WX = 1, WY = 2, WZ = 3
MARKER/11, FLEX_BODY = 2, NODE_ID = 1
MARKER/12, FLEX_BODY = 2, NODE_ID = 21"
both part "PART/2, MASS = 0.243, CM = 20, IP = 1.840725E-5, 0.020369475, 0.0203514322, WX = 1, WY = 2, WZ = 3
MARKER/20, PART = 2, QP = 0.5, 0, 0
MARKER/11, PART = 2
MARKER/12, PART = 2, QP = 1, 0, 0"
for k in 2 3 4; do near "rigid body, F$k" "$(column rigid REQUEST_1.F$k)" "$(column part REQUEST_1.F$k)" 2e-8; done

# ---- the large frame: by itself it has the frequencies of its file; statics of a small load ----------------------------------------------------------
run 0 flex "$CARDAN_SOURCE/tests/verify/flex/frame.json" -o frame.mtx
model frame "FLEX_BODY/2, MTX_FILE = frame.mtx, CRATIO = 0\\"
linear frame
[[ $(modes frame | wc -l) -eq 135 ]] || complain "frame: $(modes frame | wc -l) modes"
check_modes frame frame 1e-12 $(awk '/^SELMOD  *FULL/ { on = 1; next } /^[A-Z]/ { on = 0 } on { print substr($0, 9) }' frame.mtx)
# 0.1 N up and down: the turn of the frame by the load takes away as much from one as it adds to the other
pulled() { # FORCE
    model frame "MARKER/2, PART = 1, QP = 0.75, 0.16, 0
FLEX_BODY/2, MTX_FILE = frame.mtx, CRATIO = 0\\
MARKER/11, FLEX_BODY = 2, NODE_ID = 1
MARKER/12, FLEX_BODY = 2, NODE_ID = 24
MARKER/9, PART = 1, FLOATING
JOINT/1, FIXED, I = 11, J = 2
VFORCE/1, I = 12, JFLOAT = 9, RM = 1, FX = 0\\FY = 0\\FZ = $1
EQUILIBRIUM/ERROR = 1E-13
REQUEST/1, F2 = (DX(12)+0.69)*10/($1)\\F3 = (DY(12)+0.14)*10/($1)\\F4 = (DZ(12)-0.36)*10/($1)"
    statics frame
    for k in 2 3 4; do column frame REQUEST_1.F$k; done
}
up=($(pulled 0.1)) down=($(pulled -0.1)) k=0
for want in 2.44433775e-4 1.13661373e-4 1.11840249e-3; do
    near "frame, 10 N, component $k, as a share" "$(awk -v a="${up[$k]}" -v b="${down[$k]}" -v w=$want 'BEGIN { print (a + b) / 2 / w - 1 }')" 0 1e-8
    k=$((k + 1))
done
exit $((failures > 0))
