#!/usr/bin/env bash
# A cantilever of BEAMs bent far by a dead load at its tip, a = P L^2 / (E I) = 1: the tip of the elastica is at a deflection of
# 0.30172077 L and a shortening of 0.05643324 L. The load grows in ten steps. The error of a chain of linear beams falls with the square of their length.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

chain() { # chain N: the tip after statics, "x y"
    awk -v n="$1" 'BEGIN {
        h = 1 / n
        print "cantilever of " n " beams\nPART/1, GROUND\nMARKER/10, PART = 1"
        for (i = 1; i <= n; i++) {
            printf "PART/%d, MASS = %.17g, CM = %d, IP = 1E-4, 1E-4, 1E-4, QG = %.17g, 0, 0\nMARKER/%d, PART = %d\n", i + 1, h, 10 * (i + 1), i * h, 10 * (i + 1), i + 1
            printf "BEAM/%d, I = %d, J = %d, LENGTH = %.17g, AREA = 1, IXX = 1E-6, IYY = 1E-6, IZZ = 1E-6, EMODULUS = 1E6, GMODULUS = 1E6\n", i, 10 * (i + 1), 10 * i, h
        }
        printf "MARKER/5, PART = 1, FLOATING\nVFORCE/1, I = %d, JFLOAT = 5, FY = TIME\\\nREQUEST/1, F2 = DX(%d)\\F3 = DY(%d)\\\nEND\n", 10 * (n + 1), 10 * (n + 1), 10 * (n + 1)
    }' >chain.adm
    printf 'chain.adm\nchain\nSIMULATE/STATIC, END = 1, STEPS = 10\nSTOP\n' >chain.acf
    "$CARDAN" run -q chain.acf
    awk -F , 'NR == 1 { for (i = 1; i <= NF; i++) { if ($i ~ /REQUEST_1.F2/) x = i; if ($i ~ /REQUEST_1.F3/) y = i } } END { print $x, $y }' chain.csv
}

for n in 5 10 20; do echo "$n $(chain $n)"; done | awk '
    { dx = $2 - (1 - 0.05643324); dy = $3 - 0.30172077; error = sqrt(dx * dx + dy * dy)
      printf "%3d beams: tip %.8f %.8f, off by %.2e", $1, $2, $3, error
      if (last) { order = log(last / error) / log(2); printf ", order %.2f", order; if (order < 1.85 || order > 2.15) bad = 1 }
      print ""; last = error }
    END { if (last > 0.003) bad = 1; exit bad }'
