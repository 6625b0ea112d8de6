#!/usr/bin/env bash
# 141 parts with 110 contacts between solids from files: thirty blocks on springs carry eighty bushings and thirty quarters of a cylinder, which stand on them on their
# ends. At rest each contact carries the weight above it; then the blocks are shaken, and what stands on them stays there.
set -uo pipefail
source "$CARDAN_SOURCE/tests/checks.bash"
for name in block bushing quarter; do cp "$CARDAN_SOURCE/tests/fuzz/corpus/xt_text/$name" $name.xmt_txt; done

# Steel, in millimetres. A block is 100 x 200 x 300; a bushing of radius 20 stands on its ring, a quarter of radius 20 on its sector. Weak bushings keep them from sliding.
awk 'BEGIN {
    blocks = 30; steel = 7.8e-6; g = 9806.65
    print "many solids\nUNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = MILLIMETER, TIME = SECOND\nPART/1, GROUND\nACCGRAV/KGRAV = -9806.65"
    for (b = 0; b < blocks; b++) {
        id = 1000 + 20 * b; load = 46.8 * g / 1000; x = 150 * (b % 6); y = 250 * int(b / 6)
        printf "MARKER/%d, PART = 1, QP = %g, %g, 0\n", id, x, y
        printf "PART/%d, MASS = 46.8, CM = %d, IP = 507000, 390000, 195000, QG = %g, %g, 0\n", id, id + 1, x, y
        printf "MARKER/%d, PART = %d, QP = 50, 100, 150\nMARKER/%d, PART = %d\n", id + 1, id, id + 2, id
        printf "JOINT/%d, TRANSLATIONAL, I = %d, J = %d\n", id, id + 2, id
        printf "GRAPHICS/%d, EXTERNAL, RM = %d, FILE = block.xmt_txt\n", id, id + 2
        for (k = 0; k < (b < 20 ? 4 : 3); k++) {
            quarter = k == 0; at = id + 3 + 4 * k; n++
            volume = quarter ? 15707.96327 : 24127.43158; m = steel * volume
            a = 25 + 50 * (k % 2); c = 50 + 100 * int(k / 2); s = quarter ? 8.488263632 : 0; h = quarter ? 25 : 15
            printf "PART/%d, MASS = %.9g, CM = %d, IP = %s, QG = %g, %g, 299.99\n", at, m, at, quarter ? "28.95,28.95,6.849" : "39.71,39.71,51.19", x + a, y + c
            printf "MARKER/%d, PART = %d, QP = %.9g, %.9g, %g\nMARKER/%d, PART = %d\nMARKER/%d, PART = %d, QP = %g, %g, 300\n", at, at, s, s, h, at + 1, at, at + 2, id, a, c
            printf "GRAPHICS/%d, EXTERNAL, RM = %d, FILE = %s.xmt_txt\n", at, at + 1, quarter ? "quarter" : "bushing"
            printf "CONTACT/%d, IGEOM = %d, JGEOM = %d, IMPACT, STIFFNESS = 1E3, EXPONENT = 1.5, DAMPING = 1, DMAX = 0.01\n", n, at, id
            printf "BUSHING/%d, I = %d, J = %d, K = 1, 1, 0, KT = 0, 0, 100, C = 0.01, 0.01, 0, CT = 0, 0, 1\n", at, at + 1, at + 2
            printf "%d %.9g\n", n, m * g / 1000 >"weights"
            load += m * g / 1000
        }
        printf "SFORCE/%d, I = %d, J = %d, TRANSLATION, ACTIONONLY, FUNCTION = %.9g-200*DZ(%d,%d)-2*VZ(%d,%d)\n", id, id + 2, id, load, id + 2, id, id + 2, id
        printf ", +60*SIN(60*TIME+%d)*STEP(TIME,0,0,0.01,1)\n", b
    }
    print "END"
}' >many.adm
[[ $(grep -c '^PART/' many.adm) -eq 141 && $(grep -c '^CONTACT/' many.adm) -eq 110 ]] || complain "the dataset has other numbers of parts and contacts"

printf 'many.adm\nshaken\nSIMULATE/STATIC\nINTEGRATOR/HHT, ERROR = 1E-5\nSIMULATE/DYNAMIC, END = 0.02, STEPS = 4\nSTOP\n' >shaken.acf
run 0 run shaken.acf -q
awk -F , 'FNR == NR { split($0, w, " "); weight[w[1]] = w[2]; next }
    FNR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /CONTACT_[0-9]+\.FZ/) { name = $i; gsub(/[^0-9.]*CONTACT_|\.FZ.*/, "", name); of[name] = i } next }
    FNR == 2 { for (k in weight) { f = $of[k]; if (f < 0) f = -f; off = f / weight[k] - 1; n++; if (off * off > worst) worst = off * off } }
    { for (k in weight) { loose += $of[k] == 0; d = $of[k] - weight[k]; if (FNR > 2 && d * d > moved) moved = d * d } }
    END { if (n != 110 || worst > 1e-12) { print n " contacts, off by " sqrt(worst); exit 1 }
        if (FNR < 6 || loose || !moved) { print loose " contacts are open in " FNR - 1 " rows"; exit 1 } }' weights shaken.csv || complain "what stands on the blocks is not carried by them"
exit $((failures > 0))
