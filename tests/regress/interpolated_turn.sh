#!/usr/bin/env bash
# A top whose angles go on in another chart, with outputs between the steps: those of the step before the change were taken from the past
# as the new chart has it, and were off by up to 0.6 of its length.
set -uo pipefail
. "$CARDAN_SOURCE/tests/checks.bash"

cp "$CARDAN_SOURCE/tests/verify/heavy_top/model.adm" top.adm
"$CARDAN" run top.adm --end 2 --steps 200 --integrator 'PHEM56, ERROR = 1E-9' --out reference -q || complain "PHEM56: exit code $?"
for method in GSTIFF WSTIFF; do
    "$CARDAN" run top.adm --end 2 --steps 200 --integrator "$method, ERROR = 1E-6, HMAX = 1E3, HMIN = 1E-12, INTERPOLATE = ON" -v >said || complain "$method: exit code $?"
    grep -q ' 0 charts changed' said && complain "$method: no chart changes, the model is not right"
    awk -F , -v what="$method" '
        FNR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /centre.F[234]"?$/) column[i] = 1; next }
        { for (i in column) if (FNR == NR) want[FNR, i] = $i
          else { off = $i - want[FNR, i]; if (off < 0) off = -off; if (off > worst) { worst = off; when = $1 } } }
        END { if (!(FNR == 202 && length(column) == 3 && worst < 3e-3)) { print what ": off by " worst " at " when; exit 1 } }' reference/top.csv top.csv || complain "$method"
done
exit $((failures > 0))
