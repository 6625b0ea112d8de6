#!/usr/bin/env bash
# Nothing is passed through at any speed, with the usual HMAX: a bullet of 10 mm at 1,000 m/s against a plate of 1 mm by every method, a thin rod that falls across an edge of a mesh.
set -uo pipefail
. "$CARDAN_SOURCE/tests/checks.bash"
units='UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = METER, TIME = SECOND'
worst() { awk -F, -v column="$2" -v sign="$3" 'NR == 1 { for (i = 1; i <= NF; i++) { h = $i; gsub(/"/, "", h); sub(/ \[.*/, "", h); if (h == column) c = i } next } NR == 2 || sign * $c > sign * x { x = $c } END { print x }' "$1"; }

# bullet SHAPE PLATE
bullet() {
    cat <<MODEL
bullet
$units
PART/1, GROUND
MARKER/1, PART = 1, QP = 0, -1, -1
MARKER/2, PART = 1, QP = 0, -1, -1, REULER = 90D, 90D, 0
MATRIX/1, FULL = RORDER, ROWS = 6, COLUMNS = 3, VALUES = 0,0,0, 2,0,0, 2,2,0, 1.2,2,0, 1.2,1.8,0, 0,2,0
PART/2, MASS = 0.01, CM = 20, IP = 1E-6, 1E-6, 1E-6, QG = -5, 0.01, 0.02, VX = 1000
MARKER/20, PART = 2
MARKER/21, PART = 2, QP = -0.005, 0, 0, REULER = 90D, 90D, 0
GRAPHICS/1, $2
GRAPHICS/2, $1
CONTACT/1, IGEOM = 2, JGEOM = 1, IMPACT, STIFFNESS = 1E11, EXPONENT = 1.5, DAMPING = 100, DMAX = 1E-5
END
MODEL
}
bullet 'SPHERE, CM = 20, RADIUS = 0.005' 'BOX, CORNER = 1, X = 0.001, Y = 2, Z = 2' >ball.adm
# a flat end goes 0.3 mm deep
bullet 'CYLINDER, CM = 21, LENGTH = 0.01, RADIUS = 0.003' 'BOX, CORNER = 1, X = 0.001, Y = 2, Z = 2' | sed 's/1E11/1E13/' >slug.adm
bullet 'SPHERE, CM = 20, RADIUS = 0.005' 'EXTRUSION, RM = 2, MATRIX = 1, LENGTH = 0.001' >mesh.adm
methods=(GSTIFF "GSTIFF, SI2" "GSTIFF, I1" WSTIFF "WSTIFF, SI2" HHT NEWMARK GALPHA MDOP5 HEM5 PHEM56 ABAM TLISMNI ROSENBROCK AUTO)
for model in ball slug mesh; do
    for method in "${methods[@]}"; do
        [[ $model == ball || $method =~ ^(GSTIFF|HHT|MDOP5|AUTO)$ ]] || continue
        run 0 run -q $model.adm --end 0.01 --steps 4 --integrator "$method"
        awk -v x="$(worst $model.csv PART_2.X 1)" 'BEGIN { exit !(x != "" && x < 0.001) }' || complain "$method: the $model goes to $(worst $model.csv PART_2.X 1)"
        awk -v v="$(worst $model.csv PART_2.VX -1)" 'BEGIN { exit !(v < -500) }' || complain "$method: the $model is not thrown back: $(worst $model.csv PART_2.VX -1)"
    done
done

# a rod of 2 mm across the ridge of a mesh that is not convex; its middle, or off its middle, with spin
rod() {
    cat <<MODEL
rod on a ridge
$units
ACCGRAV/KGRAV = -9.81
PART/1, GROUND
MARKER/1, PART = 1, QP = 0, 0.5, 0, REULER = 0, 90D, 0
MATRIX/1, FULL = RORDER, ROWS = 5, COLUMNS = 3, VALUES = -0.2,-0.3,0, 0,-0.25,0, 0.2,-0.3,0, 0.2,-0.2,0, 0,0,0
PART/2, MASS = 0.05, CM = 20, IP = 4E-4, 4E-4, 1E-7, QG = $1, 0, $2, REULER = 90D, $3D, 0, VZ = $4
MARKER/20, PART = 2
MARKER/21, PART = 2, QP = 0, 0, -0.15
GRAPHICS/1, EXTRUSION, RM = 1, MATRIX = 1, LENGTH = 1
GRAPHICS/2, CYLINDER, CM = 21, LENGTH = 0.3, RADIUS = 0.001
CONTACT/1, IGEOM = 2, JGEOM = 1, IMPACT, STIFFNESS = 1E7, EXPONENT = 1.5, DAMPING = 20, DMAX = 1E-5
END
MODEL
}
rods=("0 0.5 90 0" "0.02 0.5 85 0" "0 0.3 90 -20" "0.05 1 80 -5")
for place in "${rods[@]}"; do
    rod $place >rod.adm
    for method in GSTIFF "GSTIFF, SI2" HHT MDOP5 AUTO; do
        # until it has slid off the ridge
        run 0 run -q rod.adm --end 0.35 --steps 70 --integrator "$method"
        grep -q 'CONTACT/1.*touch' rod.msg || complain "$method: the rod at $place does not touch"
        # where it is over the ridge it is above it
        awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) { if ($i ~ /PART_2.Z /) z = i; if ($i ~ /PART_2.X /) x = i } next }
            $x < 0.02 && $x > -0.02 && $z < -0.02 { bad = $1 " " $x " " $z } END { if (bad) print bad; exit bad != "" }' rod.csv || complain "$method: the rod at $place falls through the ridge"
    done
done
exit $((failures > 0))
