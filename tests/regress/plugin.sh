#!/usr/bin/env bash
# User routines: the worked example agrees with the same model in expressions; each thing that can go wrong has its own message.
set -uo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0
fail() { echo "$*"; status=1; }

cp "$CARDAN_SOURCE"/examples/plugin/plugin.adm "$CARDAN_SOURCE"/tests/regress/plugin/expressions.adm "$CARDAN_PLUGINS"/*.so "$work"
cd "$work" || exit 1

# says PATTERN STATEMENT OPTIONS...: a model with the statement is refused with this message
says() {
    local pattern=$1 statement=$2
    shift 2
    printf 'test\nPART/1, GROUND\nMARKER/10, PART=1\nPART/2, MASS=1, CM=20, IP=1,1,1\nMARKER/20, PART=2\nJOINT/1, TRANSLATIONAL, I=20, J=10\n%s\nEND\n' "$statement" >case.adm
    "$CARDAN" run case.adm --quiet --steps 1 "$@" >messages 2>&1 && fail "it runs: $statement"
    grep -qE -- "$pattern" messages || { fail "no message says $pattern:"; cat messages; }
}
force='SFORCE/1, I=20, J=10, TRANSLATION, ACTIONONLY, FUNCTION=USER(20)\ROUTINE='
says 'SFORCE/1: FUNCTION = USER.* --allow-plugins' "${force}routines::hardening"
says 'SFORCE/1: the library missing cannot be opened' "${force}missing::hardening" --allow-plugins
echo 'no library' >junk.so
says 'SFORCE/1: the library junk cannot be opened: .*junk.so: (invalid ELF header|file too short)' "${force}junk::x" --allow-plugins
says 'SFORCE/1: USER\(...\) needs ROUTINE' "${force}::puts" --allow-plugins
says 'SFORCE/1: the library routines has no function nowhere' "${force}routines::nowhere" --allow-plugins
says 'SFORCE/1: USER\(...\) needs ROUTINE' "SFORCE/1, I=20, J=10, TRANSLATION, ACTIONONLY, FUNCTION=USER(20)" --allow-plugins
says 'SFORCE/1: t = 0: the routine faulty::no_number gives no number' "${force}faulty::no_number" --allow-plugins
says 'SFORCE/1: t = 0: the routine faulty::gives_up gives up with code 7' "${force}faulty::gives_up" --allow-plugins
says 'SFORCE/1: t = 0: the routine faulty::strays reads DX' "${force}faulty::strays" --allow-plugins
says 'MOTION/1: the routine faulty::moves of a motion may depend on time only' 'MOTION/1, JOINT=1, TRANSLATION, FUNCTION=USER(20)\ROUTINE=faulty::moves' --allow-plugins
says 'GCON/1: FUNCTION = USER.* --allow-plugins' 'GCON/1, FUNCTION=USER(20, 10, 1, 1)\ROUTINE=constraints::rod'
says 'GCON/1: t = 0: the routine constraints::squared is not linear in the velocities it reads' 'PART/3, MASS=1, CM=30, IP=1,1,1, VX=0.5
MARKER/30, PART=3
GCON/1, FUNCTION=USER(30, 10, 0)\ROUTINE=constraints::squared' --allow-plugins
says 'GCON/1: t = 0: the routine faulty::no_number gives no number' 'GCON/1, FUNCTION=USER(20, 10)\ROUTINE=faulty::no_number' --allow-plugins

# constraints FUNCTION BLADE: a swinging rod and a blade on a plane, in $1.csv
constraints() {
    cat >"$1.adm" <<DATASET
test
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
ACCGRAV/KGRAV=-9.80665
PART/1, GROUND
MARKER/10, PART=1
PART/2, MASS=2, CM=20, IP=0.1,0.2,0.3, QG=1,0,0, VY=0.5, WX=1
MARKER/20, PART=2
MARKER/21, PART=2, QP=0,0,0.2
GCON/1, I=21, FUNCTION=$2
PART/3, MASS=2, CM=30, IP=0.1,0.2,0.3, QG=1,2,0, REULER=30D,0,0, VM=30, VX=1.5, WZ=0.8
MARKER/30, PART=3, QP=0.4,0,0
MARKER/31, PART=3
JOINT/1, PLANAR, I=31, J=10
GCON/2, I=31, FUNCTION=$3
REQUEST/1, F2=GCON(1,0,2,0)\F3=GCON(2,0,3,31)\F4=DM(21,10)\F6=VY(31,10,31)
INTEGRATOR/GSTIFF, ERROR=1E-7
END
DATASET
    "$CARDAN" run "$1.adm" --allow-plugins --end 1 --steps 20 --quiet >messages 2>&1 || { fail "$1 fails:"; cat messages; }
}

# same FILE FILE TOLERANCE: both have 21 rows and agree
same() {
    paste -d, "$1.csv" "$2.csv" | awk -F, -v tolerance="$3" '
        NR == 1 {
            while (n == 0 || $(n + 1) !~ /^"time/) at[$(++n)] = n
            for (i = n + 1; i <= NF; i++) if ($i in at) beside[at[$i]] = i
            next
        }
        { for (i in beside) { d = $i - $beside[i]; if (d < 0) d = -d; if (d > worst) worst = d } rows++ }
        END { printf "%d columns, %d rows, largest difference %.2g\n", length(beside), rows, worst
              exit !(rows == 21 && length(beside) >= 45 && worst < tolerance) }'
}
constraints rods 'DM(21,10)-1.019803902718557' 'VY(31,10,31)'
constraints stated 'USER(21,10,1.019803902718557,1)\ROUTINE=constraints::rod' 'USER(31,10,1)\ROUTINE=constraints::blade'
constraints differences 'USER(21,10,1.019803902718557,0)\ROUTINE=constraints::rod' 'USER(31,10,0)\ROUTINE=constraints::blade'
same rods stated 1e-9 || fail "a rod and a blade with stated derivatives are not those of expressions"
same rods differences 1e-5 || fail "a rod and a blade by differences are not those of expressions"
[[ $(grep -c 'GCON/.*states no partial derivatives' differences.msg) == 2 ]] || fail "differences of constraints are not mentioned once each"

# watched FUNCTION: when the rod of a falling mass has grown to 5
watched() {
    printf 'test\nUNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND\nACCGRAV/JGRAV=-9.81\nPART/1, GROUND\nMARKER/10, PART=1\nPART/2, MASS=1, CM=20, IP=1,1,1, QG=1,0,0, VX=2\nMARKER/20, PART=2\nSENSOR/1, FUNCTION=%s, GE, ERROR=1E-6, PRINT, HALT\nEND\n' "$1" >watched.adm
    "$CARDAN" run watched.adm --allow-plugins --end 5 --steps 10 --quiet >/dev/null 2>&1
    [[ $? == 3 ]] || fail "the sensor with $1 does not stop the run"
    grep -q 'states no partial' watched.msg && fail "a sensor needs no derivatives"
    tail -n 1 watched.csv
}
[[ $(watched 'USER(20,10,5,0)\\ROUTINE=constraints::rod') == $(watched 'DM(20,10)-5') ]] || fail "a sensor with a routine stops elsewhere"

"$CARDAN" run plugin.adm --allow-plugins --end 1 --steps 20 >messages 2>&1 || { fail "the example fails:"; cat messages; }
grep -q 'VFORCE/1: the routine routines::drag states no partial derivatives' plugin.msg || fail "differences are not mentioned"
[[ $(grep -c 'states no partial derivatives' plugin.msg) == 1 ]] || fail "differences are not mentioned once per element"
"$CARDAN" run expressions.adm --end 1 --steps 20 --quiet || fail "the example in expressions fails"
same plugin expressions 1e-6 || fail "the example and its expressions differ"
exit $status
