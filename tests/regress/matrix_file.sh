#!/usr/bin/env bash
# Matrices in files: NFORCE with its data in a FILE, and with MATRIX elements from one, moves as with the numbers in the dataset; LSE takes them
# too; columns are cut by the format of the file; what is wrong with a file is told with its line.
set -uo pipefail
source "$CARDAN_SOURCE/tests/checks.bash"
mkdir model
cat >model/beam.mat <<'END_OF_FILE'
ADAMSMAT stiffness of a bracket
4
K FORCE LENGTH A
K FULL RORDER 6 6 36 ( 6F7.1 )
  900.0    0.0    0.0    0.0    0.0    0.0
    0.0  800.0    0.0    0.0    0.0 -120.0
    0.0    0.0  700.0    0.0  110.0    0.0
    0.0    0.0    0.0   60.0    0.0    0.0
    0.0    0.0  110.0    0.0   50.0    0.0
    0.0 -120.0    0.0    0.0    0.0   40.0
FORCE SPARSE 6 1 2 (2I3,1PE12.4)
  2  1 -1.0000E+01
  3  1  5.0000D+00
LENGTH FULL CORDER 6 1 6
0.1 0.2, 0
0.05 0 0
A FULL RORDER 2 2 4 (2F6.3)
-1.000 2.000
-2.000-1.000
END_OF_FILE
# bracket FORCE: a body on it
bracket() {
    cat <<END_OF_MODEL
a body on a bracket
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
ACCGRAV/KGRAV=-10
PART/1, GROUND
MARKER/10, PART=1
PART/2, MASS=2, CM=20, IP=0.1,0.2,0.3, QG=0.1,0.2,0
MARKER/20, PART=2
$1
INTEGRATOR/GSTIFF, ERROR=1E-5
END
END_OF_MODEL
}
bracket "MATRIX/1, SPARSE, ROWS=6, COLUMNS=6, I=1,2,2,3,3,4,5,5,6,6, J=1,2,6,3,5,4,3,5,2,6, VALUES=900,800,-120,700,110,60,110,50,-120,40
MATRIX/2, FULL=CORDER, ROWS=6, COLUMNS=1, VALUES=0.1,0.2,0,0.05,0,0
MATRIX/3, FULL=CORDER, ROWS=6, COLUMNS=1, VALUES=0,-10,5,0,0,0
NFORCE/1, IMARKERS=20, J=10, KMATRIX=1, LENGTH=2, FORCE=3, CRATIO=0.01" >model/stated.adm
bracket "NFORCE/1, MARKERS=20, J=10, FILE=beam.mat, CRATIO=0.01" >model/force.adm
bracket "MATRIX/1, FILE=beam.mat, NAME=K
MATRIX/2, FILE=beam.mat, NAME=length
MATRIX/3, FILE=beam.mat, NAME=FORCE
NFORCE/1, MARKERS=20, J=10, KMATRIX=1, LENGTH=2, FORCE=3, CRATIO=0.01" >model/matrices.adm
for name in stated force matrices; do
    run 0 run model/$name.adm --end 0.5 --steps 10 --quiet

done
# the sums of a dense and of a sparse matrix are taken in another order
awk -F, 'NR == FNR { for (i = 1; i <= NF; i++) a[FNR, i] = $i; next }
    FNR > 1 { for (i = 1; i <= NF; i++) { d = $i - a[FNR, i]; if ((d < 0 ? -d : d) > 1e-9) bad = 1 } n++ }
    END { exit bad || n < 11 }' model/stated.csv model/force.csv || complain "NFORCE with a FILE moves otherwise"
# a row that is longer than its format goes on in the next line, and the next row begins a line of its own
awk '$1 == "K" && $2 == "FULL" { sub(/6F7.1/, "4F7.1"); print; k = 6; next } k-- > 0 { print substr($0, 1, 28); print substr($0, 29); next } { print }' model/beam.mat >model/folded.mat
sed 's/beam.mat/folded.mat/' model/force.adm >model/folded.adm
run 0 run model/folded.adm --end 0.5 --steps 10 --quiet
cmp -s model/force.csv model/folded.csv || complain "a matrix whose rows are folded moves otherwise"
cmp -s model/force.csv model/matrices.csv || complain "NFORCE with matrices from a FILE moves otherwise"

# z' = A z, z(0) = (1, 0): |z| = exp(-t)
cat >model/system.adm <<'END_OF_MODEL'
states
PART/1, GROUND
MARKER/10, PART=1
PART/2, MASS=1, CM=20, IP=1,1,1
MARKER/20, PART=2
MATRIX/1, FILE=beam.mat, NAME=A
ARRAY/1, X, SIZE=2
ARRAY/2, IC, NUMBERS=1,0
LSE/1, X=1, A=1, IC=2
REQUEST/1, F2=SQRT(ARYVAL(1,1)**2+ARYVAL(1,2)**2)
INTEGRATOR/GSTIFF, ERROR=1E-8
END
END_OF_MODEL
run 0 run model/system.adm --end 1 --steps 10 --quiet
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /F2/) at = i; next } { last = $at } END { d = last - exp(-1); exit !((d < 0 ? -d : d) < 1e-5) }' \
    model/system.csv || complain "LSE with a matrix from a FILE"

# what is wrong
bad() { # MESSAGE SED-PROGRAM
    sed "$2" model/beam.mat >wrong.mat
    sed 's/beam.mat/..\/wrong.mat/' model/force.adm >model/wrong.adm
    run 1 run model/wrong.adm --end 0.1 --steps 1 --quiet
    warns "$1"
}
bad 'wrong.mat:6:1: error: NFORCE/1: its FILE cannot be used: "x.0" is not a number' '6s/  0.0/x.0/'
bad "the line is too short for its format" '7s/.......$//'
bad "it does not begin with ADAMSMAT" '1s/.*/MATRIXx/'
bad "6 rows and 6 columns need 36 values, not 35" '4s/36/35/'
bad "its format" '4s/6F7.1/6Z7.1/'
bad "row 9, column 1 is outside 6 x 1" '12s/  2/  9/'
bad "it has no matrix K" 's/^K FULL/KK FULL/'
bad "KMATRIX is 5 x 6; a number of 1 markers makes it 6 x 6" '4s/6 6 36/5 6 30/; 10d'
sed -i 's/\.\.\/wrong.mat/nowhere.mat/' model/wrong.adm
run 1 run model/wrong.adm --end 0.1 --steps 1 --quiet
warns "its FILE is not there: put it beside the dataset"
exit $((failures > 0))
