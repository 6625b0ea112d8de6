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
says 'SFORCE/1: the library routines has no function nowhere' "${force}routines::nowhere" --allow-plugins
says 'SFORCE/1: USER\(...\) needs ROUTINE' "SFORCE/1, I=20, J=10, TRANSLATION, ACTIONONLY, FUNCTION=USER(20)" --allow-plugins
says 'SFORCE/1: t = 0: the routine faulty::no_number gives no number' "${force}faulty::no_number" --allow-plugins
says 'SFORCE/1: t = 0: the routine faulty::gives_up gives up with code 7' "${force}faulty::gives_up" --allow-plugins
says 'SFORCE/1: t = 0: the routine faulty::strays reads DX' "${force}faulty::strays" --allow-plugins
says 'MOTION/1: the routine faulty::moves of a motion may depend on time only' 'MOTION/1, JOINT=1, TRANSLATION, FUNCTION=USER(20)\ROUTINE=faulty::moves' --allow-plugins

"$CARDAN" run plugin.adm --allow-plugins --end 1 --steps 20 >messages 2>&1 || { fail "the example fails:"; cat messages; }
grep -q 'VFORCE/1: the routine routines::drag states no partial derivatives' plugin.msg || fail "differences are not mentioned"
[[ $(grep -c 'states no partial derivatives' plugin.msg) == 1 ]] || fail "differences are not mentioned once per element"
"$CARDAN" run expressions.adm --end 1 --steps 20 --quiet || fail "the example in expressions fails"
paste -d, plugin.csv expressions.csv | awk -F, '
    NR == 1 { n = NF / 2; next }
    { for (i = 1; i <= n; i++) { d = $i - $(i + n); if (d < 0) d = -d; if (d > worst) worst = d } rows++ }
    END { printf "%d columns, %d rows, largest difference %.2g\n", n, rows, worst; exit !(rows == 21 && worst < 1e-6) }' || fail "the example and its expressions differ"
exit $status
