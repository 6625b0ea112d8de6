#!/usr/bin/env bash
# A run whose integrator the command file has named, saved and gone on with from a file, where the dataset names none: RELOAD once refused it
# because INTEGRATOR was "only in the file". The settings come with the file, and the run goes on bit for bit.
set -uo pipefail
. "$CARDAN_SOURCE/tests/checks.bash"
grep -v '^INTEGRATOR' "$CARDAN_SOURCE/examples/pendulum.adm" >model.adm
printf 'model.adm\nwhole\nINTEGRATOR/HHT, ERROR = 1E-6\nSIMULATE/DYNAMIC, END = 0.5, STEPS = 50\nSAVE/SYSTEM, FILE = kept\nSIMULATE/DYNAMIC, END = 1, STEPS = 50\nSTOP\n' >first.acf
printf 'model.adm\nrest\nRELOAD/SYSTEM, FILE = kept\nSIMULATE/DYNAMIC, END = 1, STEPS = 50\nSTOP\n' >second.acf
run 0 run first.acf -q
run 0 run second.acf -q
[[ -n $(tail -n 1 whole.csv) && $(tail -n 1 whole.csv) == $(tail -n 1 rest.csv) ]] || complain "the run goes on otherwise"

# Saved at an equilibrium, with velocities of the dataset still to come: they, and accelerations, were those at rest after RELOAD.
cat >spring.adm <<'END_OF_MODEL'
a mass on a spring
UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = METER, TIME = SECOND
PART/1, GROUND
MARKER/1, PART = 1
PART/2, MASS = 2, CM = 20, IP = 1, 1, 1, QG = 0, 0, 0.3, VZ = 1
MARKER/20, PART = 2
JOINT/1, TRANSLATIONAL, I = 20, J = 1
SFORCE/1, I = 20, J = 1, TRANSLATION, FUNCTION = -500*(DZ(20,1)-0.4)
ACCGRAV/KGRAV = -9.81
END
END_OF_MODEL
printf 'spring.adm\nwhole\nSIMULATE/STATIC\nSAVE/SYSTEM, FILE = calm\nSIMULATE/DYNAMIC, END = 0.5, STEPS = 5\nSTOP\n' >first.acf
printf 'spring.adm\nrest\nRELOAD/SYSTEM, FILE = calm\nSIMULATE/DYNAMIC, END = 0.5, STEPS = 5\nSTOP\n' >second.acf
run 0 run first.acf -q
run 0 run second.acf -q
[[ -n $(tail -n 1 whole.csv) && $(tail -n 1 whole.csv) == $(tail -n 1 rest.csv) ]] || complain "the run goes on otherwise from an equilibrium"
awk -F , 'NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /PART_2.VZ/) c = i } NR > 2 && ($c > 0.1 || $c < -0.1) { moved = 1 } END { exit !moved }' rest.csv || complain "nothing moves"
exit $((failures > 0))
