#!/usr/bin/env bash
# Joints that slide, stick and break away: one result whatever the method. Sticking begins where sliding ends within a step (theory 8.52); it began at the end of the step before, which left speeds off by 1E-3 at any ERROR.
# Where it begins is found by cubics: by straight lines the pendulum on the yoke was off by 1.3 mm/s with MDOP5.
# And velocities count in index 3 where friction changes its law (theory 9.47), as they do in contacts: a block that breaks away from rest kept 5E-4 of error in its speed.
# Reactions of order 1 are too rough for friction that breaks away (theory 9.49): with index 3 the slider was off by 1E-2 in speed at ERROR = 1E-6.
set -uo pipefail
. "$CARDAN_SOURCE/tests/checks.bash"
cat >block.adm <<'X'
a block on a slope that a spring pulls to and fro, kg, m, N
PART/1, GROUND
MARKER/10, PART = 1, REULER = 90D, 90D, 0
MARKER/11, PART = 1, QP = 1, 0, 0
PART/2, MASS = 1, CM = 20, IP = 0.01, 0.01, 0.01, VX = 1
MARKER/20, PART = 2
MARKER/21, PART = 2, REULER = 90D, 90D, 0
JOINT/1, TRANSLATIONAL, I = 21, J = 10
SPRINGDAMPER/1, TRANSLATION, I = 20, J = 11, K = 100, C = 0, LENGTH = 0.9
FRICTION/1, JOINT = 1, MU_STATIC = 0.5, MU_DYNAMIC = 0.3, STICTION_TRANSITION_VELOCITY = 0.02, MAX_STICTION_DEFORMATION = 0.001
ACCGRAV/KGRAV = -10
END
X
cat >ball.adm <<'X'
a pendulum on a ball with friction, kg, m, N
ACCGRAV/KGRAV = -10
PART/1, GROUND
MARKER/10, PART = 1
PART/2, MASS = 1, CM = 20, IP = 0.02, 0.02, 0.01, WX = 1, WY = 2, WZ = 3
MARKER/20, PART = 2, QP = 0.1, 0.02, -0.3
MARKER/21, PART = 2
JOINT/1, SPHERICAL, I = 21, J = 10
FRICTION/1, JOINT = 1, MU_STATIC = 0.6, MU_DYNAMIC = 0.4, STICTION_TRANSITION_VELOCITY = 0.01, MAX_STICTION_DEFORMATION = 0.001, BALL_RADIUS = 0.1
END
X
cat >release.adm <<'X'
a block that breaks away from rest, g, cm, dyne
UNITS/SYSTEM = CGS
PART/1, GROUND
MARKER/10, PART = 1, REULER = 90D, 90D, 0
PART/2, MASS = 300, CM = 20, IP = 1E5, 1E5, 1E5
MARKER/20, PART = 2
MARKER/21, PART = 2, REULER = 90D, 90D, 0
JOINT/1, TRANSLATIONAL, I = 21, J = 10
FRICTION/1, JOINT = 1, MU_STATIC = 0.25, MU_DYNAMIC = 0.2, STICTION_TRANSITION_VELOCITY = 0.7, MAX_STICTION_DEFORMATION = 0.1, INITIAL_OVERLAP = 100
ACCGRAV/IGRAV = 400, KGRAV = -900
END
X
cat >slider.adm <<'X'
a slider breaks away on an arm that swings, pounds, feet
UNITS/FORCE = POUND_FORCE, MASS = POUND_MASS, LENGTH = FOOT, TIME = SECOND
PART/1, GROUND
MARKER/100, PART = 1
PART/2, MASS = 0.8546, CM = 201, IP = 0.24172, 0.19031, 0.1875, PLANAR, QG = -1.5142, -0.84326, 0, ZG = -1.5142, -0.84326, 1, XG = -0.54049, -0.69926, 0
MARKER/201, PART = 2, QP = 0.11878, 0.27546, 0, ZP = 0.11878, 0.27546, 1, XP = 1.103, 0.27546, 0
PART/3, MASS = 5.3423, CM = 302, IP = 1.3996, 1.4626, 1.2902, PLANAR, VY = 2.497, QG = 0.94372, 0.020721, 0, ZG = 0.94372, 0.020721, 1, XG = 1.6795, 0.67449, 0
MARKER/302, PART = 3, QP = -0.012538, 0.032037, 0, ZP = -0.012538, 0.032037, 1, XP = 0.97171, 0.032037, 0
PART/4, MASS = 1.423, CM = 403, IP = 0.32234, 0.4423, 0.45273, PLANAR, QG = -1.5934, -1.6094, 0, ZG = -1.5934, -1.6094, 1, XG = -1.9398, -2.5306, 0
MARKER/403, PART = 4, QP = -0.27448, -0.1896, 0, ZP = -0.27448, -0.1896, 1, XP = 0.70978, -0.1896, 0
MARKER/104, PART = 1, QP = -0.3048, 0.10232, 0, ZP = -0.3048, 0.10232, 1, XP = -0.37497, -0.87943, 0
MARKER/205, PART = 2, QP = 1.3347, 0.75846, 0, ZP = 1.3347, 0.75846, 1, XP = 1.1216, -0.20245, 0
JOINT/1, REVOLUTE, I = 205, J = 104
MARKER/106, PART = 1, QP = 1.0835, -0.2958, 0, ZP = 1.0835, -0.2958, 1, XP = 1.2795, 0.66872, 0
MARKER/307, PART = 3, QP = -0.10578, -0.32943, 0, ZP = -0.10578, -0.32943, 1, XP = 0.68145, 0.26133, 0
JOINT/2, REVOLUTE, I = 307, J = 106
MARKER/208, PART = 2, QP = 0.25773, -0.83931, 0, ZP = -0.36658, -0.078398, 0, XP = -0.50318, -1.4636, 0
MARKER/409, PART = 4, QP = -0.13609, 0.43707, 0, ZP = -0.49858, -0.478, 0, XP = 0.77898, 0.074584, 0
JOINT/3, TRANSLATIONAL, I = 409, J = 208
ACCGRAV/IGRAV = -24.659, JGRAV = 20.683, KGRAV = 0
MARKER/210, PART = 2, QP = -0.84139, 0.13293, 0, ZP = -0.84139, 0.13293, 1, XP = 0.14286, 0.13293, 0
MARKER/111, PART = 1, QP = 1.4537, 1.1483, 0, ZP = 1.4537, 1.1483, 1, XP = 2.4379, 1.1483, 0
SPRINGDAMPER/1, TRANSLATION, I = 210, J = 111, K = 5.3788, C = 0.19656, LENGTH = 1.9535
MARKER/312, PART = 3, QP = -0.30494, 0.14747, 0, ZP = -0.30494, 0.14747, 1, XP = 0.67931, 0.14747, 0
MARKER/213, PART = 2, QP = 1.1124, -1.3974, 0, ZP = 1.1124, -1.3974, 1, XP = 2.0967, -1.3974, 0
SPRINGDAMPER/2, TRANSLATION, I = 312, J = 213, K = 3.0532, C = 0.39717, LENGTH = 0.34294
MARKER/414, PART = 4, QP = -0.59361, -0.56756, 0, ZP = -0.59361, -0.56756, 1, XP = 0.39064, -0.56756, 0
MARKER/315, PART = 3, QP = -0.17688, 0.11268, 0, ZP = -0.17688, 0.11268, 1, XP = 0.80737, 0.11268, 0
SPRINGDAMPER/3, TRANSLATION, I = 414, J = 315, K = 3.4708, C = 0.19046, LENGTH = 0.42672
FRICTION/4, JOINT = 3, MU_STATIC = 0.34824, MU_DYNAMIC = 0.22868, STICTION_TRANSITION_VELOCITY = 0.10035, MAX_STICTION_DEFORMATION = 0.019578, INITIAL_OVERLAP = 1, REACTION_ARM = 0.16404
FRICTION/5, JOINT = 1, MU_STATIC = 0.29049, MU_DYNAMIC = 0.25468, STICTION_TRANSITION_VELOCITY = 0.16752, MAX_STICTION_DEFORMATION = 0.023306, PIN_RADIUS = 0.065617, FRICTION_ARM = 0.13123, BENDING_REACTION_ARM = 0.32808
END
X
cat >yoke.adm <<'X'
a pendulum on a yoke with friction, led by a rod, kg, mm, N
UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = MILLIMETER, TIME = SECOND
ACCGRAV/IGRAV = 5700, JGRAV = 1340, KGRAV = -7870
PART/1, GROUND
MARKER/10, PART = 1, QP = 60.24, -74.57, 3.467, ZP = 125.42, 30.94, 276.63, XP = 201.15, -331.19, 68.966
MARKER/11, PART = 1, QP = 581.46, 500.84, 287.42
MARKER/12, PART = 1, QP = 321.39, 39.89, -506.85
PART/2, MASS = 0.852, CM = 20, IP = 25136, 21638, 21384, WY = 0.7, QG = -81.73, -0.802, 156.328, ZG = -163.87, 96.006, -115.483, XG = -337.636, -155.794, 178.46
MARKER/20, PART = 2, QP = -46.518, -44.38, 19.25
MARKER/21, PART = 2, QP = -94.268, -185.279, 75.821, ZP = -184.228, -16.728, -155.474, XP = -77.054, -424.107, -104.914
MARKER/22, PART = 2, QP = 160.417, 51.897, 3.333
MARKER/23, PART = 2, QP = -2.548, 190.12, -199.004
JOINT/1, HOOKE, I = 21, J = 10
FRICTION/1, JOINT = 1, MU_STATIC = 0.195, MU_DYNAMIC = 0.18, STICTION_TRANSITION_VELOCITY = 56, MAX_STICTION_DEFORMATION = 2.6, I_YOKE, PIN_RADIUS = 20, FRICTION_ARM = 40, BENDING_REACTION_ARM = 100
SPRINGDAMPER/1, TRANSLATION, I = 22, J = 11, K = 0.033, C = 0.0049, LENGTH = 141
GCON/1, I = 23, FUNCTION = DM(23, 12) - 1019.3
END
X
apart() { # MODEL METHOD MOST: positions, angles and velocities at all outputs
    run 0 run "$1.adm" --end "$end" --steps 10 --out other --integrator "$2"
    awk -F , -v most="$3" '
        FNR == 1 { file++; if (file == 1) for (i = 1; i <= NF; i++) if ($i ~ /\.(X|Y|Z|PSI|THETA|PHI|VX|VY|VZ|WX|WY|WZ) /) seen[i] = 1; next }
        file == 1 { rows++; for (i in seen) value[FNR, i] = $i; next }
        { found++; for (i in seen) { off = $i - value[FNR, i]; if (off < 0) off = -off; if (off > worst) worst = off } }
        END { print worst; exit !(found == rows && rows > 9 && worst <= most) }' "$1.csv" "other/$1.csv" >off.txt || complain "$1 with $2: off by $(cat off.txt)"
}
check() { # MODEL END, and method and bound by turns
    end=$2
    local model=$1
    run 0 run "$model.adm" --end "$end" --steps 10 --integrator 'GSTIFF, SI2, ERROR = 1E-9'
    shift 2
    while [[ $# -gt 0 ]]; do
        apart "$model" "$1, ERROR = 1E-6" "$2"
        shift 2
    done
}
check block 2 'GSTIFF, SI2' 3E-5 GSTIFF 3E-5 MDOP5 3E-5 HHT 3E-4
check ball 6 'GSTIFF, SI2' 3E-5 MDOP5 3E-5 GSTIFF 2E-4
check release 0.5 GSTIFF 2E-4
check yoke 0.5 'GSTIFF, SI2' 1E-2 MDOP5 0.1
check slider 0.5 GSTIFF 1E-3 WSTIFF 1E-3
exit $((failures > 0))
