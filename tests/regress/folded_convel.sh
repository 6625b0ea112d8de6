#!/usr/bin/env bash
# Two shafts with a CONVEL fold onto each other and open again on the other side: where its row has no gradient for an instant the motion goes straight on, with every
# method. MDOP5 and AUTO turned off by a right angle there.
set -uo pipefail
. "$CARDAN_SOURCE/tests/checks.bash"
cat >model.adm <<'X'
a shaft that folds onto its neighbour and swings through
PART/1, GROUND
MARKER/10, PART = 1
PART/2, MASS = 1, CM = 21, IP = 0.02, 0.03, 0.01, REULER = 0.4, 0.5, 0.4, WX = -6
MARKER/20, PART = 2
MARKER/21, PART = 2, QP = 0.05, 0.02, 0.3
JOINT/1, CONVEL, I = 20, J = 10
ACCGRAV/JGRAV = -9.81
REQUEST/1, F2 = PSI(20, 10)\F3 = THETA(20, 10)\F4 = PHI(20, 10)
END
X
end() { # METHOD: the square of psi - phi, and angular velocities, at the end
    run 0 run model.adm --end 0.2 --steps 40 --integrator "$1"
    awk -F , 'NR == 1 { for (i = 1; i <= NF; i++) { gsub(/"| .*/, "", $i); at[$i] = i } }
        END { apart = $at["REQUEST_1.F2"] - $at["REQUEST_1.F4"]
              printf "%.4f %.4f %.4f %.4f", apart * apart, $at["PART_2.WX"], $at["PART_2.WY"], $at["PART_2.WZ"] }' model.csv
}
right=$(end "GSTIFF, SI2, ERROR = 1E-9")
[[ $right == 0.0000* ]] || complain "the row does not hold: $right"
for method in "MDOP5, ERROR = 1E-8" "AUTO, ERROR = 1E-8" "HEM5, ERROR = 1E-8" "GSTIFF, ERROR = 1E-8"; do
    seen=$(end "$method")
    [[ $seen == "$right" ]] || complain "$method: $seen, not $right"
done
exit $((failures > 0))
