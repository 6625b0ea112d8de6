#!/usr/bin/env bash
# Ctrl-C and SIGTERM end a run at its next step: its files are whole, it says so there and on the terminal, and exits with 128 and the signal. A second one ends it at once.
set -uo pipefail
. "$CARDAN_SOURCE/tests/checks.bash"

# stopped SIGNAL CODE WORDS...: cardan, sent a signal after a second
stopped() {
    local signal=$1 expected=$2 status=0
    shift 2
    timeout --foreground --preserve-status -s "$signal" -k 30 1 "$CARDAN" "$@" >out.txt 2>err.txt || status=$?
    out=$(cat out.txt) err=$(cat err.txt) what="cardan $* (SIG$signal)"
    [[ $status -eq $expected ]] || complain "$what: exit code $status, not $expected: $err"
}

cat >pendulum.adm <<'MODEL'
a pendulum, turned by a motion where there is one
ACCGRAV/JGRAV = -9.81
PART/1, GROUND
MARKER/10, PART = 1
PART/2, MASS = 1, CM = 20, IP = 0.1, 0.1, 0.1, QG = 1, 0, 0
MARKER/20, PART = 2
MARKER/21, PART = 2, QP = -1, 0, 0
JOINT/1, REVOLUTE, I = 21, J = 10
RESULTS/XRF
END
MODEL
sed 's/^RESULTS/MOTION\/1, JOINT = 1, ROTATION, FUNCTION = TIME\n&/' pendulum.adm >turned.adm
sed 's/^RESULTS/SFORCE\/1, ROTATION, I = 21, J = 10, FUNCTION = -30*AZ(21, 10) + SIN(TIME)\n&/' pendulum.adm >held.adm
printf 'held.adm\nheld\nSIMULATE/STATICS, END = 1E6, STEPS = 100000000\nSTOP\n' >held.acf

# dynamics, kinematics, a sequence of equilibria
stopped INT 130 run pendulum.adm --end 100000 --steps 10000000
says 'stopped by Ctrl-C: t = '
says 'pendulum.{cardan,csv,res,msg}'
warns '[STOPPED_BY_USER]'
grep -q ': stopped by the user; [0-9]* steps, [0-9]* outputs' pendulum.msg || complain "pendulum.msg does not tell that it was stopped"
[[ $(tail -n 1 pendulum.res) == '</Results>' ]] || complain "pendulum.res is not whole"
run 0 plot pendulum.cardan PART_2.X
stopped TERM 143 run turned.adm --end 100000 --steps 10000000
says 'stopped by SIGTERM: t = '
grep -q ': stopped by the user' turned.msg || complain "turned.msg does not tell that it was stopped"
stopped INT 130 run held.acf
grep -q ': stopped by the user' held.msg || complain "held.msg does not tell that it was stopped"

# -q is mute but for the exit code
stopped INT 130 run -q pendulum.adm --end 100000 --steps 10000000
[[ -z $out$err ]] || complain "$what: says something: $out$err"

# a report shows what there is; studies of several runs leave nothing behind
stopped INT 130 report pendulum.adm turned.adm --end 100000 --steps 1000000 -o page.html
[[ ! -e turned.html ]] || complain "a second model was run after the interruption"
export TMPDIR=$work/tmp
mkdir "$TMPDIR"
stopped TERM 143 verify pendulum.adm --end 1000 --steps 100000
warns 'cardan: stopped by SIGTERM after'
stopped INT 130 compare pendulum.adm --end 1000 --steps 100000
warns 'cardan: stopped by Ctrl-C after'
[[ -z $(ls "$TMPDIR") ]] || complain "folders of runs are left behind"
[[ ! -e pendulum_compare.csv && ! -e pendulum_verify.csv ]] || complain "tables of half a study are written"

# reading is not interrupted: the second signal finds it at that
{
    echo 'a long dataset'
    echo 'PART/1, GROUND'
    seq -f 'MARKER/%.0f, PART = 1, QP = 1, 2, 3' 2 600000
    echo END
} >large.adm
set -m
"$CARDAN" run large.adm --end 1 >out.txt 2>err.txt &
sleep 0.3
kill -INT $!
sleep 0.1
kill -INT $!
wait $! && status=0 || status=$?
[[ $status -eq 130 ]] || complain "two signals: exit code $status, not 130"
[[ ! -e large.msg ]] || complain "two signals: the run has gone on"
exit $((failures > 0))
