#!/usr/bin/env bash
# CONTACTs between many shapes list the pairs that are near: the motion is that of as many CONTACTs of one pair each, far shapes cost nothing, statics and SAVE know the
# pairs, and there is no limit to how many there may be.
set -uo pipefail
. "$CARDAN_SOURCE/tests/checks.bash"
value() { awk -F, -v column="$2" 'NR == 1 { for (i = 1; i <= NF; i++) { h = $i; gsub(/"/, "", h); sub(/ \[.*/, "", h); if (h == column) c = i } } END { print $c }' "$1"; }
near() { awk -v a="$1" -v b="$2" -v t="$3" 'BEGIN { d = a - b; exit !(a != "" && b != "" && (d < 0 ? -d : d) <= t) }' || complain "$4: $1, not $2"; }
pile() { awk "$@" -f "$CARDAN_SOURCE/bench/models/pile.awk"; }

# twelve balls, thrown at each other, by lists of shapes and pair by pair
pile -v balls=12 -v close_in=1 | sed '/^CONTACT/,$d' >bodies.adm
law='STIFFNESS = 1E4, EXPONENT = 1.5, DAMPING = 2, DMAX = 1E-4, IMPACT'
{
    cat bodies.adm
    echo "CONTACT/1, IGEOM = $(seq -s ', ' 100 111), JGEOM = 1, 2, 3, 4, 5, 100, 101, 102, 103, 104"
    echo ", 105, 106, 107, 108, 109, 110, 111"
    echo ", $law"
    echo END
} >lists.adm
{
    cat bodies.adm
    n=0
    for ((i = 100; i < 112; i++)); do
        for j in 1 2 3 4 5 $(seq $((i + 1)) 111); do echo "CONTACT/$((++n)), IGEOM = $i, JGEOM = $j, $law"; done
    done
    echo END
} >pairs.adm
for method in "GSTIFF, SI2" "GSTIFF, I3" HHT MDOP5 ROSENBROCK; do
    for name in lists pairs; do run 0 run -q $name.adm --end 0.1 --steps 10 --integrator "$method, ERROR = 1E-7"; done
    for column in PART_100.X PART_105.Z PART_111.Y PART_111.VZ; do
        near "$(value lists.csv $column)" "$(value pairs.csv $column)" 1e-5 "$method: $column by lists and by pairs"
    done
done

# statics: balls sink to the floor
printf 'lists.adm\nrest\nSIMULATE/STATIC\nSTOP\n' >rest.acf
run 0 run -q rest.acf
near "$(value rest.csv PART_104.Z)" "$(awk 'BEGIN { print 0.009 - (0.00763407014822 * 9.81 / 1e4) ^ (2 / 3) }')" 1e-7 "a ball at rest"

# a saved run goes on bit for bit
printf 'lists.adm\nwhole\nSIMULATE/DYNAMIC, END = 0.05, STEPS = 5\nSAVE/SYSTEM, FILE = kept\nSIMULATE/DYNAMIC, END = 0.1, STEPS = 5\nSTOP\n' >first.acf
printf 'lists.adm\nrest\nRELOAD/SYSTEM, FILE = kept\nSIMULATE/DYNAMIC, END = 0.1, STEPS = 5\nSTOP\n' >second.acf
run 0 run -q first.acf
run 0 run -q second.acf
[[ $(tail -n 1 whole.csv) == "$(tail -n 1 rest.csv)" ]] || complain "a saved run goes on differently"

# a hundred thousand far pairs: the list is no longer for them
for far in 1 8000; do
    pile -v balls=12 -v far=$far >far.adm
    run 0 run -q far.adm --end 0.05 --steps 5
    sed -n 's/^near pairs: //p' far.msg >near_$far.txt
done
[[ -s near_1.txt ]] || complain "near pairs are not told of"
cmp -s near_1.txt near_8000.txt || complain "far shapes change the list: $(cat near_1.txt near_8000.txt)"

# friction and dampers that level off: matrices take their secants where tangents go too far (11.8 iterations a step without)
pile -v balls=200 -v method='HHT, ERROR = 1E-3' >level.adm
run 0 run -q level.adm --end 0.3 --steps 2
awk '/^integration:/ { exit !($4 < 10 * $2) }' level.msg || complain "a pile: $(sed -n 's/^integration: //p' level.msg)"

# PATTERN keeps the matrix: an iteration that has failed with it is not repeated with the same one (5.3 iterations an attempt before)
pile -v balls=12 -v close_in=1 >kept.adm
run 0 run -q kept.adm --end 0.05 --steps 10 --integrator 'HHT, ERROR = 1E-3, MAXIT = 4, PATTERN = F:F:F:F:F:F:F:F:F:T'
each=$(awk '/^integration:/ { steps = $2; iterations = $4 } / not converged/ { for (i = 1; i <= NF; i++) if ($(i + 1) == "not" && $(i + 2) ~ /^converged/) failed = $i }
    END { if (failed < 100) print "too few fail:", failed + 0; else printf "%d\n", 10 * iterations / (steps + failed) }' kept.msg)
[[ $each =~ ^[0-9]+$ && $each -lt 45 ]] || complain "iterations repeated with the same matrix: $each tenths an attempt"
exit $((failures > 0))
