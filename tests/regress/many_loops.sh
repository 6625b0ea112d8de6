#!/usr/bin/env bash
# Statics and modes of mechanisms with many closed loops: two hundred four-bars side by side, coupled by springs. The cost of the verdict on stability and of LINEAR
# grew with the cube of their number (25 s for 200); it is bounded here in seconds of the processor.
set -uo pipefail
. "$CARDAN_SOURCE/tests/checks.bash"
awk -v n=200 'BEGIN {
    print "four-bars\nACCGRAV/JGRAV = -9.81\nPART/1, GROUND"
    m = 10000; j = 0; p = 2
    for (k = 0; k < n; k++) {
        split("0 0.3 0.6", px, " "); split("0.1 0.2 0.1", py, " ")
        for (i = 0; i < 3; i++) printf "PART/%d, MASS = 1, CM = %d, IP = 0.01, 0.01, 0.01\nMARKER/%d, PART = %d, QP = %g, %g, 0\n", p + i, m + i, m + i, p + i, k + px[i + 1], py[i + 1]
        m += 3
        for (i = 0; i < 4; i++) {
            a = i == 0 ? p : i == 1 ? p + 1 : p + 2; b = i == 0 || i == 3 ? 1 : p + i - 1
            x = k + (i < 2 ? 0 : 0.6); y = i == 0 || i == 3 ? 0 : 0.2
            printf "MARKER/%d, PART = %d, QP = %g, %g, 0\nMARKER/%d, PART = %d, QP = %g, %g, 0\n", m, a, x, y, m + 1, b, x, y
            if (i < 3) printf "JOINT/%d, REVOLUTE, I = %d, J = %d\n", ++j, m, m + 1
            else printf "JPRIM/%d, INLINE, I = %d, J = %d\n", ++j, m, m + 1
            m += 2
        }
        if (k) {
            printf "MARKER/%d, PART = %d, QP = %g, 0.1, 0\nMARKER/%d, PART = %d, QP = %g, 0.1, 0\nSPRINGDAMPER/%d, TRANSLATION, I = %d, J = %d, K = 100, C = 1, LENGTH = 0.4\n", m, p, k, m + 1, p - 1, k - 0.4, k, m, m + 1
            m += 2
        }
        p += 3
    }
    print "END" }' >loops.adm
printf 'loops.adm\nloops\nSIMULATE/STATIC\nLINEAR/EIGENSOL, NOVECTOR\n' >loops.acf
(ulimit -t 20 && "$CARDAN" run -v loops.acf >out.txt 2>err.txt) || complain "exit code $?"
grep -q 'the equilibrium is unstable: a small deviation grows with 7.004 1/s' err.txt || { complain "the verdict"; cat err.txt; }
[[ $(wc -l <loops_eigen.csv) -gt 200 ]] || complain "$(wc -l <loops_eigen.csv) lines of modes"
exit $((failures > 0))
