#!/usr/bin/env bash
# What is said of an equilibrium and of modes where stiffness is small, zero, or beside something very stiff: zero is told from small by the rounding of terms, not by a limit.
#
#   a pendulum that stands on a torsion spring a little too weak: m g l - k = J s^2 + c s, from s = 1e-3 down to 1e-9; exactly strong enough; a little too strong;
#   alone and beside a body on a spring of 1e10, in metres and in millimetres
#   a column of BEAMs with damping, below and above Euler's load, alone and in a sequence, of 144 to 432 states
#   a chain between two pins with spherical joints: each link can spin, and nothing grows
#   the bicycle in metres and in millimetres: six eigenvalues are zero
#   states of DIFF that nothing holds, that grow, or that go on for ever, alone and with a body: they are named, and --stable follows them
#
# Catches slow growth taken for rounding, rounding taken for growth, and limits that go with units.
set -euo pipefail
source "$CARDAN_SOURCE/tests/checks.bash"

judge() { # judge NAME [OPTION]: statics of NAME.adm, messages in "messages"
    printf '%s.adm\n%s\nSIMULATE/STATIC\nSTOP\n' "$1" "$1" >"$1.acf"
    "$CARDAN" run -v "$1.acf" "${@:2}" >messages 2>&1 || { complain "$1: exit code $?"; cat messages; }
}
says() { grep -q -- "$1" messages || { complain "$what: no message says $1"; cat messages; }; }

standing() { # standing UNIT SHORTFALL DAMPING STIFF
    awk -v u="$1" -v short="$2" -v c="$3" -v stiff="$4" 'BEGIN {
        printf "standing\nUNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = %s, TIME = SECOND\n", u == 1 ? "METER" : "MILLIMETER"
        printf "ACCGRAV/JGRAV = %.17g\nPART/1, GROUND\nMARKER/1, PART = 1\nMARKER/2, PART = 1, QP = %g, 0, 0, REULER = 0, 90D, 0\n", -9.81 * u, 3 * u
        printf "PART/2, MASS = 1, CM = 20, IP = %.17g, %.17g, %.17g\nMARKER/20, PART = 2, QP = 0, %g, 0\nMARKER/21, PART = 2\n", 0.1 * u * u, 0.1 * u * u, 0.1 * u * u, u
        printf "JOINT/1, REVOLUTE, I = 21, J = 1\nSPRINGDAMPER/1, ROTATION, I = 21, J = 1, KT = %.17g, CT = %.17g\n", (9.81 - short) * u, c * u
        if (stiff) printf "PART/3, MASS = 1, CM = 30, IP = 1, 1, 1, QG = %g, 0, 0\nMARKER/30, PART = 3, REULER = 0, 90D, 0\nJOINT/2, TRANSLATIONAL, I = 30, J = 2\nSFORCE/3, TRANSLATION, ACTIONONLY, I = 30, J = 2, FUNCTION = -%.17g*DZ(30, 2, 2) - 9.81\n", 3 * u, stiff / u
        print "END" }' >standing.adm
}
for unit in 1 1000; do
    for stiff in 0 1E10; do
        while read -r short damping verdict; do
            what="standing, $short short, damping $damping, beside $stiff, unit $unit"
            standing $unit "$short" "$damping" $stiff
            judge standing
            says "$verdict"
        done <<'END'
1.1E-6 0 is unstable: a small deviation grows with 0.001 1/s, carried most by PART/2
1.1E-6 1 is unstable: a small deviation grows with 1.1e-06 1/s
1.1E-6 1000 is unstable: a small deviation grows with 1.1e-09 1/s
1.1E-10 0 is unstable: a small deviation grows with 1e-05 1/s
0 0 neither stable nor unstable: nothing holds PART/2
0 1000 neither stable nor unstable: nothing holds PART/2
-1.1E-6 0 is stable; the slowest of its modes has 0.0001592 cycles
-1.1E-6 1000 is stable
END
    done
done

# with_state FUNCTION FORCE [RATE]: a mass of 2 on a guide along z with the force, and DIFF/7
with_state() {
    printf 'state\nPART/1, GROUND\nMARKER/101, PART = 1\nPART/2, MASS = 2, CM = 201, IP = 1, 1, 1\nMARKER/201, PART = 2\nJOINT/1, TRANSLATIONAL, I = 201, J = 101\n' >state.adm
    printf 'DIFF/7, FUNCTION = %s\nSFORCE/1, TRANSLATION, ACTIONONLY, I = 201, J = 101, FUNCTION = %s\nREQUEST/1, F2 = DIF(7)\nEND\n' "$1" "$2" >>state.adm
}
while IFS='|' read -r rate force verdict; do
    what="DIFF/7: $rate, force $force"
    with_state "$rate" "$force"
    judge state
    says "$verdict"
done <<'END'
DZ(201,101)|-10*DZ(201,101)|neither stable nor unstable: nothing holds DIFF/7 state
0|-100*DZ(201,101)-DIF(7)|neither stable nor unstable: nothing holds DIFF/7 state
0|0|neither stable nor unstable: nothing holds PART/2 z, DIFF/7 state
-DIF(7)|0*DIF(7)|neither stable nor unstable: nothing holds PART/2 z; it is stable otherwise
DIF(7)-1|-10*DZ(201,101)|unstable: a small deviation grows with 1 1/s, carried most by DIFF/7;
DIF(7)-1|-10*DZ(201,101)+DIF(7)|unstable: a small deviation grows with 1 1/s, carried most by DIFF/7;
DZ(201,101)-DIF(7)|8*DZ(201,101)|unstable: a small deviation grows with 2 1/s, carried most by PART/2;
DZ(201,101)|-20*DZ(201,101)-VZ(201,101)+3*DIF(7)|unstable: a small deviation grows with 0.1486 1/s, carried most by PART/2 with DIFF/7;
END
what="a state with two places to rest"
with_state 'DIF(7)-DIF(7)**3' '-100*DZ(201,101)+20*DIF(7)-VZ(201,101)'
judge state --stable
says 'the equilibrium is stable'
awk -F , 'END { exit !(($(NF - 6) - 1)^2 < 1e-16 || ($(NF - 6) + 1)^2 < 1e-16) }' state.csv || { complain "it ends elsewhere"; tail -1 state.csv; }
what="a clock"
with_state 50 '-DZ(201,101)'
! "$CARDAN" run state.acf >messages 2>&1 || complain "a clock stands still"
says 'DIFF/7: t = 0: no equilibrium found: the state goes on at a rate of 50'

# Euler: pi^2 E I / (4 L^2) = 2.4674 for E I = L = 1
column() { # column PARTS FORCE CRATIO
    awk -v n="$1" -v p="$2" -v c="$3" 'BEGIN {
        h = 1 / n
        print "column\nPART/1, GROUND\nMARKER/10, PART = 1\nMARKER/5, PART = 1, FLOATING"
        for (i = 1; i <= n; i++) {
            printf "PART/%d, MASS = %.17g, CM = %d, IP = 1E-4, 1E-4, 1E-4, QG = %.17g, 0, 0\nMARKER/%d, PART = %d\n", i + 1, h, 10 * (i + 1), i * h, 10 * (i + 1), i + 1
            printf "BEAM/%d, I = %d, J = %d, LENGTH = %.17g, AREA = 1, IXX = 1E-6, IYY = 1E-6, IZZ = 1E-6, EMODULUS = 1E6, GMODULUS = 1E6, CRATIO = %g\n", i, 10 * (i + 1), 10 * i, h, c
        }
        printf "VFORCE/1, I = %d, JFLOAT = 5, RM = 10, FX = -%s\\FY = 0\\FZ = 0\nEND\n", 10 * (n + 1), p
    }' >column.adm
}
for load in 2.35 2.6; do
    column 12 $load 100
    what="column under $load"
    judge column
    if [[ $load == 2.35 ]]; then says 'is stable'; else says 'is unstable: a small deviation grows with 0.00'; fi
done
# loads 1 to 5: the straight column is unstable from the third on; 240 states are judged at each, 432 where --stable asks for it
sequence() { # sequence PARTS [OPTION]
    what="sequence of $*"
    column "$1" '5*TIME' 0.01
    printf 'column.adm\ncolumn\nSIMULATE/STATIC, END = 1, STEPS = 5\nSTOP\n' >column.acf
    "$CARDAN" run -v column.acf "${@:2}" >messages 2>&1 || { complain "$what: exit code $?"; cat messages; }
}
sequence 20
says 't = 0.6: the equilibria become unstable'
sequence 36
says '^warning: the linearised model has 432 states, more than 400: .* only the first and the last are judged'
for parts in 20 36; do
    sequence $parts --stable
    says '^note: t = 0.6: pushed off an unstable equilibrium'
    says '^note: t = 1: the equilibrium is'
    ! grep -q '^warning' messages || { complain "$what: a warning"; cat messages; }
done

# 20 links of 0.1 between pins 1.2 apart, spherical joints throughout
awk 'BEGIN {
    print "links\nACCGRAV/JGRAV = -9.81\nPART/1, GROUND\nMARKER/1, PART = 1"; deg = atan2(0, -1) / 180
    for (i = 1; i <= 20; i++) {
        p = i + 1; a = (i <= 10 ? -53.13010235415598 : 53.13010235415598) * deg; c = 0.05 * cos(a); s = 0.05 * sin(a)
        printf "PART/%d, MASS = 0.05, CM = %d, IP = 4E-5, 4E-5, 4E-5\nMARKER/%d, PART = %d, QP = %.17g, %.17g, 0, REULER = 20D, 40D, 0\n", p, 10 * p, 10 * p, p, x + c, y + s
        printf "MARKER/%d, PART = %d, QP = %.17g, %.17g, 0\n", 10 * p + 1, p, x, y
        x += 2 * c; y += 2 * s
        printf "MARKER/%d, PART = %d, QP = %.17g, %.17g, 0\nJOINT/%d, SPHERICAL, I = %d, J = %d\n", 10 * p + 2, p, x, y, p, 10 * p + 1, i == 1 ? 1 : 10 * p - 8
    }
    printf "MARKER/2, PART = 1, QP = %.17g, %.17g, 0\nJOINT/1, SPHERICAL, I = 212, J = 2\nEND\n", x, y }' >links.adm
what="links"
judge links
says 'neither stable nor unstable: nothing holds PART'

bicycle() { # bicycle UNIT SPEED: the benchmark of Meijaard, Papadopoulos, Ruina and Schwab
    awk -v u="$1" -v v="$2" 'function at(x, y, z) { return sprintf("%.17g, %.17g, %.17g", x * u, y * u, z * u) }
        function inertia(x, y, z, xz) { return sprintf("%.17g, %.17g, %.17g, 0, %.17g, 0", x * u * u, y * u * u, z * u * u, xz * u * u) }
        function wheel(p, r, n) {
            w = sprintf("SQRT(1-(DZ(%d,%d)/%.17g)**2)", p + 2, p + 1, u)
            printf "GCON/%d, FUNCTION = DZ(%d,100)+%.17g*%s\n", n, p + 1, r * u, w
            printf "GCON/%d, FUNCTION = VX(%d)+%.17g*(WY(%d)*%s+WZ(%d)*DZ(%d,%d)*DY(%d,%d)/%.17g/%s)\n", n + 1, p + 1, r * u, p + 1, w, p + 1, p + 2, p + 1, p + 2, p + 1, u * u, w
            printf "GCON/%d, FUNCTION = VY(%d)-%.17g*(WX(%d)*%s+WZ(%d)*DZ(%d,%d)*DX(%d,%d)/%.17g/%s)\n", n + 2, p + 1, r * u, p + 1, w, p + 1, p + 2, p + 1, p + 2, p + 1, u * u, w
        }
        BEGIN {
        printf "bicycle\nUNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = %s, TIME = SECOND\nACCGRAV/KGRAV = %.17g\nPART/1, GROUND\nMARKER/100, PART = 1\n", u == 1 ? "METER" : "MILLIMETER", 9.81 * u
        printf "PART/2, MASS = 2, CM = 201, IP = %s, QG = %s, VX = %g, WY = %.17g\n", inertia(0.0603, 0.12, 0.0603, 0), at(0, 0, -0.3), v * u, -v / 0.3
        printf "PART/3, MASS = 85, CM = 301, IP = %s, QG = %s, VX = %g\n", inertia(9.2, 11, 2.8, -2.4), at(0.3, 0, -0.9), v * u
        printf "PART/4, MASS = 4, CM = 401, IP = %s, QG = %s, VX = %g\n", inertia(0.05892, 0.06, 0.00708, 0.00756), at(0.9, 0, -0.7), v * u
        printf "PART/5, MASS = 3, CM = 501, IP = %s, QG = %s, VX = %g, WY = %.17g\n", inertia(0.1405, 0.28, 0.1405, 0), at(1.02, 0, -0.35), v * u, -v / 0.35
        printf "MARKER/201, PART = 2\nMARKER/202, PART = 2, QP = %s\nMARKER/203, PART = 2, REULER = 0, 90D, 0\n", at(0, 1, 0)
        printf "MARKER/301, PART = 3\nMARKER/302, PART = 3, QP = %s, REULER = 0, 90D, 0\nMARKER/303, PART = 3, QP = %s, REULER = 90D, 18D, 0\n", at(-0.3, 0, 0.6), at(0.8, 0, 0.9)
        printf "MARKER/401, PART = 4\nMARKER/402, PART = 4, QP = %s, REULER = 0, 90D, 0\nMARKER/403, PART = 4, QP = %s, REULER = 90D, 18D, 0\n", at(0.12, 0, 0.35), at(0.2, 0, 0.7)
        printf "MARKER/501, PART = 5\nMARKER/502, PART = 5, QP = %s\nMARKER/503, PART = 5, REULER = 0, 90D, 0\n", at(0, 1, 0)
        print "JOINT/1, REVOLUTE, I = 203, J = 302\nJOINT/2, REVOLUTE, I = 403, J = 303\nJOINT/3, REVOLUTE, I = 503, J = 402"
        wheel(200, 0.3, 1); wheel(500, 0.35, 4)
        print "END" }' >bicycle.adm
}
# eigenvalues at 4 m/s: -1.4294 and 0.41325 +- 3.0791 i
for unit in 1 1000; do
    for speed in 0 4 5 8; do
        what="bicycle at $speed, unit $unit"
        bicycle $unit $speed
        printf 'bicycle.adm\nbicycle\nLINEAR/EIGENSOL\nSTOP\n' >bicycle.acf
        "$CARDAN" run bicycle.acf >messages 2>&1 || { complain "$what: exit code $?"; cat messages; }
        says "^6 of the eigenvalues are zero; $((speed ? 4 : 5)) modes"
        if [[ $speed == 4 ]]; then says ' 0.4132533152 *3.079108186'; fi
    done
done

[[ $failures -eq 0 ]] || { echo "$failures failures"; exit 1; }
