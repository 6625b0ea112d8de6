#!/usr/bin/env bash
# Mistakes that read well: each is named, and its right form is not.
set -uo pipefail
. "$CARDAN_SOURCE/tests/checks.bash"

# model UNITS STATEMENTS: a link on a revolute joint about x of ground, and a slide along y
model() {
    cat >m.adm <<MODEL
mistakes
UNITS/$1
PART/1, GROUND
MARKER/1, PART = 1, REULER = 90D, 90D, 0
MARKER/2, PART = 1, QP = 0, 0, 1, REULER = 0, -90D, 0
MARKER/3, PART = 1
PART/2, MASS = 2, CM = 20, IP = 1, 1, 1
MARKER/20, PART = 2, QP = 0, 0.5, 0
MARKER/21, PART = 2, REULER = 90D, 90D, 0
PART/3, MASS = 2, CM = 30, IP = 1, 1, 1, QG = 0, 0, 1
MARKER/30, PART = 3
MARKER/31, PART = 3, REULER = 0, -90D, 0
JOINT/1, REVOLUTE, I = 21, J = 1
JOINT/2, TRANSLATIONAL, I = 31, J = 2
$2
END
MODEL
}
# doubted CODE STATEMENTS; clean STATEMENTS
doubted() {
    model SYSTEM=MKS "$2"
    run 0 check m.adm
    warns "[$1]"
}
clean() {
    model SYSTEM=MKS "$1"
    run 0 check m.adm
    [[ $err != *warning* ]] || complain "$1: $err"
}
# WZ is about z of ground, the joint about x
doubted RATE_ACROSS 'SFORCE/1, ROTATION, I = 21, J = 1, FUNCTION = -5*WZ(21, 1)'
warns 'WZ(21, 1, 1)'
clean 'SFORCE/1, ROTATION, I = 21, J = 1, FUNCTION = -5*WZ(21, 1, 1)'
clean 'SFORCE/1, ROTATION, I = 21, J = 1, FUNCTION = -5*WX(21, 1)'
# the slide cannot move along z of MARKER/3; a time history, or a reaction that somebody looks at, is a load on the guide
doubted ACTS_ON_JOINT 'SFORCE/1, TRANSLATION, ACTIONONLY, I = 30, J = 3, FUNCTION = -100*DY(30, 3)'
warns 'JOINT/2'
clean 'SFORCE/1, TRANSLATION, ACTIONONLY, I = 30, J = 2, FUNCTION = -100*DY(30, 3)'
clean 'SFORCE/1, TRANSLATION, ACTIONONLY, I = 30, J = 3, FUNCTION = 100*TIME'
clean 'SFORCE/1, TRANSLATION, ACTIONONLY, I = 30, J = 3, FUNCTION = -100*DY(30, 3)
REQUEST/1, FORCE, I = 31, J = 2'
doubted ACTS_ON_JOINT 'SFORCE/1, ROTATION, ACTIONONLY, I = 21, J = 3, FUNCTION = -100*AX(21, 1)'
# degrees
doubted LOOKS_LIKE_DEGREES 'MOTION/1, JOINT = 1, ROTATION, FUNCTION = 30D*SIN(360*TIME)'
warns '360D'
doubted LOOKS_LIKE_DEGREES 'VARIABLE/1, FUNCTION = 2*COS(1 - TIME*180)'
clean 'MOTION/1, JOINT = 1, ROTATION, FUNCTION = 30D*SIN(360D*TIME)+0.1*COS(100*TIME)'
# dampers
doubted ODD_VALUE 'SPRINGDAMPER/1, TRANSLATION, I = 30, J = 3, K = 50, C = -1, LENGTH = 1'
doubted ODD_VALUE 'SPRINGDAMPER/1, ROTATION, I = 21, J = 1, KT = 50, CT = -1'
doubted ODD_VALUE 'BUSHING/1, I = 30, J = 3, K = 1, 1, 1, C = 1, -1, 1'
clean 'SPRINGDAMPER/1, TRANSLATION, I = 30, J = 3, K = -50, C = 1, LENGTH = 1'
# inertia: kg m**2 where the dataset has kg mm**2; a small heavy bob is none
inertia() { printf 'inertia\nUNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = MILLIMETER, TIME = SECOND\nPART/1, GROUND\nPART/2, MASS = 2, CM = 20, IP = %s\nMARKER/20, PART = 2\nMARKER/21, PART = 2, QP = 200, 0, 0\nEND\n' "$1" >m.adm; }
inertia '0.03, 0.03, 0.03'
run 0 check m.adm
warns '[SMALL_INERTIA]'
inertia '800, 800, 800'
run 0 check m.adm
[[ $err != *warning* ]] || complain "a bob of lead: $err"
# a name of the pre-processor
model SYSTEM=MMKS ''
run 1 check m.adm
warns 'LENGTH = MILLIMETER'
[[ $err != *'did you mean'* ]] || complain "MKS is suggested for MMKS"

# a motor that speeds up with its own speed is named while it runs; one that is pushed by hand, and a fall, are not
cat >away.adm <<'MODEL'
a rotor that is driven by its damper
UNITS/SYSTEM = MKS
PART/1, GROUND
MARKER/1, PART = 1
PART/2, MASS = 1, CM = 20, IP = 1, 1, 1, WZ = 0.1
MARKER/20, PART = 2
MARKER/21, PART = 2, QP = 1, 0, 0
JOINT/1, REVOLUTE, I = 20, J = 1
SFORCE/1, ROTATION, I = 20, J = 1, FUNCTION = LAW
END
MODEL
away() {
    sed "s/LAW/$1/" away.adm >m.adm
    run 0 run m.adm --end "$2" --steps 20
}
away '2*WZ(20, 1)' 6
warns 'SFORCE/1: t = '
warns '[RUNS_AWAY]'
# ever shorter steps, as a centre of mass goes round: more than a million of them are not worth it
sed -i 's/I = 20, J = 1/I = 21, J = 1/; s/^MARKER\/1, PART = 1/&, QP = 1, 0, 0/' m.adm
run 2 run m.adm --end 60 --steps 20 --integrator 'MDOP5, ERROR = 1E-6'
warns '[RAN_AWAY]'
warns 'more steps would lead to the end'
away 10 100
[[ $err != *RUNS_AWAY* ]] || complain "a constant torque runs away: $err"
away 'TIME**2' 30
[[ $err != *RUNS_AWAY* ]] || complain "a function of time runs away: $err"
away '0.5*SIN(AZ(20, 1))' 100
[[ $err != *RUNS_AWAY* ]] || complain "leaving an unstable equilibrium runs away: $err"
exit $((failures > 0))
