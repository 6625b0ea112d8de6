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
exit $((failures > 0))
