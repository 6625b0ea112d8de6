#!/usr/bin/env bash
# Friction of each type of joint against its closed form (theory 8.30), while it slides. The mass centre is at the joint and the body turns alike about
# all axes, so that reactions are the applied loads: forces 3, 4, 12, a moment of 1 that bends. Speeds at the surface are far above the transition:
# the coefficient is MU_DYNAMIC = 0.25. And each type without a law is refused by its name.
set -uo pipefail
. "$CARDAN_SOURCE/tests/checks.bash"

# case NAME TYPE ORIENTATION_OF_I MOTION FORCE TORQUE FRICTION WANTED: WANTED are speed, coefficient, load, friction 1, friction 2,
# then the load of friction on the body, by its accelerations (mass 2, inertia 0.5)
case_of() {
    cat >model.adm <<MODEL
$1
UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = METER, TIME = SECOND
PART/1, GROUND
MARKER/10, PART = 1
PART/2, MASS = 2, CM = 20, IP = 0.5, 0.5, 0.5, $4
MARKER/20, PART = 2
MARKER/21, PART = 2, REULER = $3
MARKER/11, PART = 1, FLOATING
JOINT/1, $2, I = 21, J = 10
FRICTION/1, JOINT = 1, MU_STATIC = 0.4, MU_DYNAMIC = 0.25, STICTION_TRANSITION_VELOCITY = 0.01, PIN_RADIUS = 0.2, FRICTION_ARM = 0.3
, BENDING_REACTION_ARM = 0.5, INITIAL_OVERLAP = 0.5, REACTION_ARM = 0.3, BALL_RADIUS = 0.5
, FRICTION_FORCE_PRELOAD = 0.2, FRICTION_TORQUE_PRELOAD = 0.1$7
GFORCE/1, I = 20, JFLOAT = 11, RM = 10, FX = $(cut -d , -f 1 <<<"$5")\\ FY = $(cut -d , -f 2 <<<"$5")\\ FZ = $(cut -d , -f 3 <<<"$5")\\
, TX = $(cut -d , -f 1 <<<"$6")\\ TY = $(cut -d , -f 2 <<<"$6")\\ TZ = $(cut -d , -f 3 <<<"$6")
REQUEST/1, F2 = FRICTION(1, 1)\\F3 = FRICTION(1, 2)\\F4 = FRICTION(1, 3)\\F6 = FRICTION(1, 4)\\F7 = FRICTION(1, 5)
REQUEST/2, F2 = 2*ACCX(20)\\F3 = 2*ACCY(20)\\F4 = 2*ACCZ(20)\\F6 = 0.5*WDTX(20)\\F7 = 0.5*WDTY(20)\\F8 = 0.5*WDTZ(20)
RESULTS/
END
MODEL
    run 0 run model.adm --end 1E-7 --steps 1 -q
    awk -F , -v wanted="$8" '
        NR == 1 { for (i = 1; i <= NF; i++) { name = $i; gsub(/"| \[.*/, "", name); column[name] = i } next }
        NR == 2 {
            n = split("REQUEST_1.F2 REQUEST_1.F3 REQUEST_1.F4 REQUEST_1.F6 REQUEST_1.F7 REQUEST_2.F2 REQUEST_2.F3 REQUEST_2.F4 REQUEST_2.F6 REQUEST_2.F7 REQUEST_2.F8", of, " ")
            split(wanted, want, " ")
            for (i = 1; i <= n; i++) {
                if (want[i] == "-") continue
                off = $(column[of[i]]) - want[i]; if (off < 0) off = -off
                if (!(off <= 1e-9)) { print "  " of[i] " is " $(column[of[i]]) ", not " want[i]; bad = 1 }
            }
        }
        END { exit bad || NR < 2 }' model.csv || complain "$1"
}

#                                                                                                            v   mu   N    f1    f2     loads on the body
# REVOLUTE: 0.2 * 5 + 0.3 * 12 + 0.2 / 0.5 * 1 = 5
case_of revolute REVOLUTE 0,0,0 'WZ = 2' 3,4,12 0.6,0.8,0 '' '0.4 0.25 5 -1.35 -1.35 0 0 0 0 0 -1.35'
case_of revolute_back REVOLUTE 0,0,0 'WZ = -2' 3,4,-12 0.6,0.8,0 '' '0.4 0.25 5 1.35 1.35 0 0 0 0 0 1.35'
case_of revolute_force REVOLUTE 0,0,0 'WZ = 2' 3,4,12 0.6,0.8,0 ', INPUTS = REACTION_FORCE' '0.4 0.25 4.6 -1.15 -1.15 0 0 0 0 0 -1.15'
case_of revolute_moment REVOLUTE 0,0,0 'WZ = 2' 3,4,12 0.6,0.8,0 ', INPUTS = BENDING_MOMENT' '0.4 0.25 0.4 -0.1 -0.1 0 0 0 0 0 -0.1'
case_of revolute_preload REVOLUTE 0,0,0 'WZ = 2' 3,4,12 0.6,0.8,0 ', INPUTS = PRELOAD' '0.4 0.25 0 -0.1 -0.1 0 0 0 0 0 -0.1'
# TRANSLATIONAL: 5 + 1 / 0.5 + 1.5 / 0.3 = 12
case_of translational TRANSLATIONAL 0,0,0 'VZ = 2' 3,4,0 0.6,0.8,1.5 '' '2 0.25 12 -3.2 -3.2 0 0 -3.2 0 0 0'
case_of translational_torsion TRANSLATIONAL 0,0,0 'VZ = 2' 3,4,0 0.6,0.8,1.5 ', INPUTS = TORSIONAL_MOMENT' '2 0.25 5 -1.25 -1.25 0 0 -1.25 0 0 0'
# CYLINDRICAL: 5 + 1 / 0.5 = 7 along (0.6, 0.8) of (3, 0.2 * 20): -0.6 (0.25 * 7 + 0.2) and, with the arm 0.2, -0.8 (0.2 * 0.25 * 7 + 0.1)
case_of cylindrical CYLINDRICAL 0,0,0 'VZ = 3, WZ = 20' 3,4,0 0.6,0.8,0 '' '5 0.25 7 -1.17 -0.36 0 0 -1.17 0 0 -0.36'
# SPHERICAL: 0.5 * 13 = 6.5; 0.25 * 6.5 + 0.1 = 1.725 along (2, 3, 6) / 7
case_of spherical SPHERICAL 0,0,0 'WX = 2, WY = 3, WZ = 6' 3,4,12 0,0,0 '' '3.5 0.25 6.5 -0.492857142857143 -0.739285714285714 0 0 0 -0.492857142857143 -0.739285714285714 -1.47857142857143'
# HOOKE: about x of I, or y of J; UNIVERSAL: about z of I, which is along x here, or z of J; loads as for REVOLUTE
case_of hooke_i HOOKE 0,0,0 'WX = 2' 12,3,4 0,0,1 ', I_YOKE' '0.4 0.25 5 -1.35 -1.35 0 0 0 -1.35 0 0'
case_of hooke_j HOOKE 0,0,0 'WY = 2' 3,12,4 0,0,1 ', J_YOKE' '0.4 0.25 5 -1.35 -1.35 0 0 0 0 -1.35 0'
case_of universal_i UNIVERSAL 90D,90D,0 'WX = 2' 12,3,4 0,1,0 ', I_YOKE' '0.4 0.25 5 -1.35 -1.35 0 0 0 -1.35 0 0'
case_of universal_j UNIVERSAL 90D,90D,0 'WZ = 2' 3,4,12 0,1,0 ', J_YOKE' '0.4 0.25 5 -1.35 -1.35 0 0 0 0 0 -1.35'

# no law, no friction: each by its name
for type in FIXED PLANAR CONVEL 'SCREW, PITCH = 1' 'RACKPIN, PD = 1'; do
    cat >none.adm <<MODEL
no law of friction
PART/1, GROUND
MARKER/10, PART = 1
PART/2, MASS = 2, CM = 20, IP = 0.5, 0.5, 0.5
MARKER/20, PART = 2
JOINT/1, $type, I = 20, J = 10
FRICTION/1, JOINT = 1
END
MODEL
    run 1 check none.adm
    warns "JOINT/1 is ${type%%,*}, which has no law of friction: it must be REVOLUTE, TRANSLATIONAL, CYLINDRICAL, SPHERICAL, UNIVERSAL or HOOKE"
done
exit $((failures > 0))
