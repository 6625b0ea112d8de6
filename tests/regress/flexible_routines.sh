#!/usr/bin/env bash
# USER(...) of flexible bodies: CRATIO, MFORCE and FE_LOAD by routines move as the same laws in expressions do.
set -uo pipefail
source "$CARDAN_SOURCE/tests/checks.bash"
cp "$CARDAN_PLUGINS"/flexible.so "$CARDAN_SOURCE"/examples/flexible_rod.mtx .

# same WHAT A B: the last lines of REQUEST/1 of two runs, to 1e-7 of the largest
same() {
    awk -F , -v what="$1" 'FNR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /REQUEST_1/) at[i] } { line = $0; if (FNR > 1) for (i in at) x[FILENAME, i] = $i }
        END { off = 0; for (i in at) { a = x[ARGV[1], i]; b = x[ARGV[2], i]; d = a - b; if (d < 0) d = -d; if (a * a > top) top = a * a; if (d > off) off = d }
            print what ": " off " of " sqrt(top); exit !(top > 0 && off <= 1e-7 * sqrt(top)) }' "$2.csv" "$3.csv" || complain "$1"
}

# a load on frame and modes that depends on a speed
rod() { # NAME CRATIO LOAD
    cat >"$1.adm" <<MODEL
rod
UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = METER, TIME = SECOND
PART/1, GROUND
MARKER/1, PART = 1
PART/3, MASS = 2, CM = 30, IP = 1, 1, 1
MARKER/30, PART = 3
MARKER/31, PART = 3, FLOATING
FLEX_BODY/2, MTX_FILE = flexible_rod.mtx, CRATIO = $2, MODES = $modes, VMODE = 1, 2
MARKER/21, FLEX_BODY = 2, NODE_ID = $node
MARKER/22, FLEX_BODY = 2, NODE_ID = $node, REULER = 0D, 90D, 0D
$3
REQUEST/1, F2 = DX(21)\\F3 = DY(21)\\F4 = VX(21)\\F6 = VY(21)\\F7 = DX(30)
INTEGRATOR/GSTIFF, SI2, ERROR = 1E-7
END
MODEL
    run 0 run "$1.adm" --end 0.2 --steps 4 --quiet --allow-plugins
}
node=$(awk '/^SELNOD  *FULL/ { getline; print $1; exit }' flexible_rod.mtx)
modes=$(awk '/^SELMOD  *FULL/ { getline; a = $1; getline; print a ", " $1; exit }' flexible_rod.mtx)
rod expressions '(0.01+1E-5*FXFREQ)*IF(TIME-0.1: 1, 2, 2)\' ''
rod routines 'USER(0.01, 1E-5)\ROUTINE = flexible::ratio' ''
same "CRATIO" expressions routines
run 1 run routines.adm --end 0.1 --steps 1 --quiet
warns "--allow-plugins"

# MFORCE: the same numbers as a column of MODLOAD times SCALE
count=$(awk '/^SELMOD  *FULL/ { print $4; exit }' flexible_rod.mtx)
column=$(awk -v n="$count" 'BEGIN { for (k = 1; k <= 6 + n; k++) printf "%s%.3g", (k > 1 ? ", " : ""), k <= 6 ? 0.003 * k : 0.002 * k }')
awk -v n="$count" -v column="$column" 'NR == 2 { print $1 + 1; print "MODLOAD"; next } { print } END {
    printf "MODLOAD   FULL    RORDER %8d %8d %8d   ( 1E22.14 )\n", 6 + n, 1, 6 + n; split(column, x, ", "); for (k = 1; k <= 6 + n; k++) printf "%22.14E\n", x[k] }' flexible_rod.mtx >more.mtx
mv more.mtx flexible_rod.mtx
rod expressions '0.02\' 'MFORCE/1, FLEX_BODY = 2, JFLOAT = 31, CASE_INDEX = 1, SCALE = -0.2*VX(21)-3*SIN(5*TIME)'
own=$(cut -d , -f 1-8 <<<"$column") # of the two modes in use
for word in FORCE FUNCTION; do
    rod routines '0.02\' "MFORCE/1, FLEX_BODY = 2, JFLOAT = 31, $word = USER(-0.2, 21, $own)\\ROUTINE = flexible::modal"
    same "MFORCE, $word" expressions routines
done

# FE_LOAD: force and torque of each node
beam() { # NAME LOAD
    sed "s/^FE_LOAD.*/FE_LOAD\/1, FE_PART = 2, $2/; s/^REQUEST.*/REQUEST\/1, F2 = DX(21)\\\\F3 = DY(21)\\\\F4 = DZ(21)/" "$CARDAN_SOURCE"/examples/bending_beam.adm >"$1.adm"
    run 0 run "$1.adm" --end 0.2 --steps 2 --quiet --allow-plugins --integrator "HHT, ERROR = 1E-7"
}
beam expressions 'FY = 3*SIN(20*TIME)\\'
beam routines 'FUNCTION = USER(9, 3)\\ROUTINE = flexible::spread'
same "FE_LOAD" expressions routines
exit $((failures > 0))
