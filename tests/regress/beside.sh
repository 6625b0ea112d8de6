#!/usr/bin/env bash
# A pendulum beside a hundred parts at rest takes the steps that it takes alone: ERROR bounds errors, not their mean over all that stands about. With a mean it was 163 for 221.
set -uo pipefail
. "$CARDAN_SOURCE/tests/checks.bash"
cp "$CARDAN_SOURCE/tests/verify/swing/model.adm" alone.adm
{
    grep -v '^END' alone.adm
    for ((i = 0; i < 100; i++)); do
        printf 'PART/%d, MASS = 1, CM = %d, IP = 1, 1, 1\nMARKER/%d, PART = %d\nMARKER/%d, PART = 1\nJOINT/%d, FIXED, I = %d, J = %d\n' \
            $((5000 + i)) $((50000 + i)) $((50000 + i)) $((5000 + i)) $((60000 + i)) $((7000 + i)) $((50000 + i)) $((60000 + i))
    done
    echo END
} >beside.adm
for method in GSTIFF 'GSTIFF, SI2' WSTIFF; do
    for model in alone beside; do run 0 run $model.adm --end 10 --steps 10 --integrator "$method, ERROR = 1E-4" --statistics $model.stat -q; done
    steps() { awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "steps") c = i } END { print $c }' "$1.stat"; }
    [[ -n $(steps alone) && $(steps alone) == "$(steps beside)" ]] || complain "$method: $(steps alone) steps alone, $(steps beside) beside others"
    rm -f ./*.stat
done
exit $((failures > 0))
