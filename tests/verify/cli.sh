#!/usr/bin/env bash
# What the program does with the words of its command line: exit codes, messages and where they go.
set -euo pipefail
source "$CARDAN_SOURCE/tests/checks.bash"

silent() { [[ -z $err ]] || complain "$what: there should be no messages, but: $err"; }
answers_nothing() { [[ -z $out ]] || complain "$what: there should be no answer, but: $out"; }

cat >good.adm <<'END'
a pendulum
PART/1, GROUND
MARKER/1, PART = 1
PART/2, MASS = 2, CM = 3
MARKER/2, PART = 2
MARKER/3, PART = 2, QP = 3, 0, 0
JOINT/1, REVOLUTE, I = 2, J = 1
END
cat >bad.adm <<'END'
two mistakes
PART/1, GROUND
MARKER/1, PART = 7
VARIABLE/1, FUNCTION = SINN(TIME)
END
cat >odd.adm <<'END'
one warning
PART/1, GROUND
GRAPHICS/1, BOX, CORNER = 99
END
printf 'good.adm\nrun\nPART/2, MASS = 5\nsimulate/dynamics, end=1, steps=10\nstop' >good.acf
printf 'good.adm\nrun\nVARIABLE/9, FUNCTION = 1\nstop\n' >bad.acf

# ---- help and version ----
run 0 --help
says "cardan check FILE"
says "exit codes"
silent
usage=$out
run 0 -h
[[ $out == "$usage" ]] || complain "-h differs from --help"
run 0 help
[[ $out == "$usage" ]] || complain "help differs from --help"
run 0 --version
[[ $out =~ ^cardan\ [0-9]+\.[0-9]+\.[0-9]+ ]] || complain "--version: $out"
says "KLU"
run 0 run --help
says "cardan run FILE"
says "--statistics FILE"
[[ $out != *--reference* && $out != *"cardan compare"* ]] || complain "$what: tells of other commands"
run 0 compare -h
says "--reference"
[[ $out != *--statistics* ]] || complain "$what: tells of other commands"
run 0 help CONTACT
says 'SOLID_TO_SOLID|'
says '|CYLINDER_TO_PLANE' # the longest list of words
run 0 help plot
says "cardan plot RESULT"
run 0 list integrators
says "GSTIFF"
says "ROSENBROCK"
run 1 help STEEP
warns "no statement, command or function is called STEEP; did you mean STEP?"
run 1 help JIONT
warns "did you mean JOINT?"
run 1 run good.adm --steps 1000000000
warns "--steps takes at most 999999999, not 1000000000"
run 1 run good.adm --end 1E9
warns "--end takes a number below 1000000000"

# ---- wrong words ----
run 1
warns "cardan check FILE"
answers_nothing
run 1 frobnicate
warns "unknown command frobnicate"
answers_nothing
run 1 check --frobnicate good.adm
warns "unknown option --frobnicate"
run 1 check --out there good.adm
warns "check has no option --out, which is for run report compare verify"
run 1 run good.adm -o results
warns "--out DIR for results"
run 1 compare good.adm --integrator HEM5
warns "compare has no option --integrator, which is for run report verify; do you mean --integrators"
run 1 verify good.adm --integrators HEM5
warns "do you mean --integrator"
run 1 check
warns "needs a file"
run 1 fmt
warns "takes one file"
run 1 fmt good.adm odd.adm
warns "takes one file"
run 1 list
run 1 list frobs
run 1 help FROB
warns "FROB"

# ---- check ----
run 0 check good.adm
silent
says "a pendulum"
says "1 moving"
says "REVOLUTE 1"
[[ $out != *equations* ]] || complain "check without -v counts equations"
run 0 check -v good.adm
says "20 with 15 per part and loads as unknowns, 11 with 6 per part, 11 here"
run 0 check good.adm
says "0 errors, 0 warnings"
run 0 check -q good.adm
silent
answers_nothing

run 1 check bad.adm
says "2 errors, 0 warnings"
expected="bad.adm:3:18: error: MARKER/1: PART = 7: there is no PART/7; there is only 1 [UNKNOWN_REFERENCE]
     3 | MARKER/1, PART = 7
       |                  ^"
warns "$expected"
warns "bad.adm:4:24: error: VARIABLE/1: FUNCTION: SINN is neither"
warns "[EXPR_UNKNOWN_NAME]
     4 | VARIABLE/1, FUNCTION = SINN(TIME)
       |                        ^~~~"
run 1 check --quiet bad.adm
answers_nothing
warns "[UNKNOWN_REFERENCE]"

run 0 check odd.adm
warns "odd.adm:3:27: warning: GRAPHICS/1"
says "0 errors, 1 warning"

run 0 check good.acf
silent
says "mass        5"
run 1 check bad.acf
warns "bad.acf:3:1: error: VARIABLE/9 is not in the model"

run 1 check absent.adm
warns "absent.adm: error: cannot open absent.adm: No such file or directory [CANNOT_OPEN]"
run 1 check .
warns "[CANNOT_OPEN]"
: >empty.adm
run 1 check empty.adm
warns "[EMPTY_FILE]"

# several files: all are looked at, one bad one decides
run 1 check good.adm bad.adm odd.adm
says "good.adm"
says "odd.adm"
warns "bad.adm:3:18"
warns "odd.adm:3:27"
run 0 check good.adm odd.adm
run 1 check -q good.adm absent.adm
answers_nothing
run 0 check -q -- good.adm

# what is read but not simulated is an error only if asked for
printf 'routine\nPART/1, GROUND\nUCON/1, FUNCTION = USER(1)\n' >routine.adm
run 0 check routine.adm
silent
run 1 check --unsupported routine.adm
warns "routine.adm:3:1: error: UCON/1"
warns "[NOT_SIMULATED]"

# ---- fmt ----
run 0 fmt good.adm
silent
says "JOINT/1, REVOLUTE, I = 2, J = 1"
cp out.txt canonical.adm
run 0 fmt canonical.adm
cmp -s out.txt canonical.adm || complain "fmt of the canonical form changes it"
run 0 fmt good.adm -o written.adm
answers_nothing
cmp -s written.adm canonical.adm || complain "fmt -o differs from fmt"
run 0 fmt -o script.acf good.acf
grep -q '^SIMULATE/DYNAMICS, END = 1, STEPS = 10$' script.acf || complain "fmt of a command file"
run 1 fmt bad.adm -o untouched.adm
[[ ! -e untouched.adm ]] || complain "fmt writes a file in spite of errors"
run 1 fmt good.adm -o
run 1 fmt good.adm -o /no/such/folder/x.adm
warns "cannot write"
if [[ -w /dev/full ]]; then
    run 1 fmt good.adm -o /dev/full
    warns "No space left on device"
    status=0
    "$CARDAN" fmt good.adm >/dev/full 2>err.txt || status=$?
    [[ $status -eq 1 ]] || complain "fmt to a full disk: exit code $status"
    grep -q 'No space left' err.txt || complain "fmt to a full disk says nothing"
fi

# ---- run: exit codes, what is shown ----
cat >driven.adm <<'END'
driven
PART/1, GROUND
MARKER/1, PART = 1
PART/2, MASS = 2, CM = 3, IP = 1, 1, 1
MARKER/2, PART = 2
MARKER/3, PART = 2, QP = 3, 0, 0
JOINT/1, REVOLUTE, I = 2, J = 1
JOINT/2, REVOLUTE, I = 2, J = 1
MOTION/1, JOINT = 1, ROTATION, FUNCTION = TIME
OUTPUT/GRSAVE
END
run 0 run driven.adm --end 2 --steps 4
says "done: t = 2, "
says "wrote driven.{cardan,csv,msg}; cardan report driven shows it"
warns "[REDUNDANT]"
[[ $err != *NO_GRAPHICS_FILE* ]] || complain "a note is shown without -v"
grep -q 'NO_GRAPHICS_FILE' driven.msg || complain "the note is not in the story"
[[ $(tail -n +2 driven.csv | wc -l) -eq 5 && $(tail -n 1 driven.csv) == 2,* ]] || complain "--end and --steps"
run 0 run -q driven.adm
silent
answers_nothing
run 0 run -v driven.adm --steps 10
says "command: SIMULATE/TRANSIENT, END = 1, STEPS = 10"
says "equations: 11 of constraints, 6 independent; 0 degrees of freedom"
says "10 steps, 11 outputs"
says "file: driven.csv, $(stat -c %s driven.csv) bytes"
warns "[NO_GRAPHICS_FILE]"
run 1 run -q -v driven.adm
warns "exclude each other"
mkdir elsewhere
run 0 run -q driven.adm --out elsewhere
[[ -s elsewhere/driven.csv && -s elsewhere/driven.msg ]] || complain "--out"
run 2 run -q driven.adm --out driven.adm/folder
warns "[CANNOT_WRITE]"
run 1 run bad.adm
warns "[UNKNOWN_REFERENCE]"
run 1 run driven.adm --end -3
run 1 run driven.adm --steps 2.5
printf 'driven.adm\nlost\nDEACTIVATE/MOTION, ID = 1\nsimulate/kinematics, end=1, steps=10\n' >lost.acf
run 2 run -q lost.acf
warns "[HAS_FREEDOM]"
[[ $err != *warning* ]] || complain "-q shows warnings"
if script -qec true /dev/null >/dev/null 2>&1 </dev/null; then
    script -qec "'$CARDAN' run driven.adm --end 5" /dev/null >shown.txt </dev/null
    grep -q '100 %  0:00 left' shown.txt || complain "no progress on a terminal"
    script -qec "'$CARDAN' run -q driven.adm --end 5" /dev/null >shown.txt </dev/null
    [[ ! -s shown.txt ]] || complain "-q shows progress"
fi

# ---- list and help ----
for what in elements commands functions units; do
    run 0 list "$what"
    silent
    [[ $(wc -l <out.txt) -gt 10 ]] || complain "list $what is short"
done
run 0 list elements
says "SPRINGDAMPER"
run 0 list el
says "SPRINGDAMPER"
run 0 list functions
says "BISTOP("
run 0 help SPRINGDAMPER
says "KT = number"
page=$out
run 0 help springd
[[ $out == "$page" ]] || complain "an abbreviation gets another page"
run 0 help SIM
says "SIMULATE/"
run 0 help STEP5
says "quintic"
run 0 help --all
says "### SPRINGDAMPER"
says "| argument |"

[[ $failures -eq 0 ]] || { echo "$failures failures"; exit 1; }
