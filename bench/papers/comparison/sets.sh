#!/usr/bin/env bash
# sets.sh FOLDER - writes three sets of models, for performance profiles: joints only (set1), impacts (set2), flexible bodies, some with impacts (set3).
# A model is a command file that names its dataset; those of tests/verify and examples are taken as they are, the others are written here.
set -euo pipefail
root=$(readlink -f "$(dirname "$0")/../../..")
mkdir -p "$1"/set1 "$1"/set2 "$1"/set3
cd "$1"

simulate() { # SET NAME END: the command file of a dataset that is there
    printf '%s.adm\n%s\nSIMULATE/DYNAMICS, END = %s, STEPS = 50\nSTOP\n' "$2" "$2" "$3" >"$1/$2.acf"
}
from() { # SET NAME END DATASET
    cp "$root/$4" "$1/$2.adm"
    simulate "$1" "$2" "$3"
}
head() { # TITLE
    printf '%s\nUNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = METER, TIME = SECOND\nPART/1, GROUND\nMARKER/1, PART = 1\nACCGRAV/JGRAV = -9.81\n' "$1"
}

# chain NAME END LINKS JOINT: links of 0.5 m and 1 kg that start horizontal; the axes of universal and revolute joints are across the plane
chain() {
    {
        head "Chain of $3 links"
        awk -v n="$3" -v joint="$4" 'BEGIN {
            for (i = 1; i <= n; i++) {
                p = 10 * i
                printf "PART/%d, QG = %g, 0, 0, MASS = 1, CM = %d, IP = 0.001, 0.021, 0.021\n", p, 0.5 * i - 0.25, p
                printf "MARKER/%d, PART = %d\nMARKER/%d, PART = %d, QP = -0.25, 0, 0\nMARKER/%d, PART = %d, QP = 0.25, 0, 0\n", p, p, p + 1, p, p + 2, p
                printf "JOINT/%d, %s, I = %d, J = %d\n", i, joint, p + 1, i == 1 ? 1 : p - 8
            }
            print "END"
        }'
    } >"set1/$1.adm"
    simulate set1 "$1" "$2"
}
from set1 slider_crank 0.2 tests/verify/free_slider_crank/model.adm
from set1 governor 2 tests/verify/governor/model.adm
from set1 squeezer 0.03 tests/verify/squeezer/model.adm
from set1 spatial_crank 5 tests/verify/spatial_slider_crank/model.adm
from set1 windows 5 tests/verify/windows_2/model.adm
from set1 heavy_top 2 tests/verify/heavy_top/model.adm
from set1 pendulum 10 tests/verify/swing/model.adm
from set1 bricard 5 tests/verify/bricard_free/model.adm
from set1 disc 5 tests/verify/rolling_disc/model.adm
chain double_pendulum 5 2 REVOLUTE
chain five_links 3 5 REVOLUTE
chain nineteen_links 1 19 REVOLUTE
chain ropes 3 4 SPHERICAL

from set2 ball 2 tests/verify/impacts/ball.adm
from set2 corner 1 tests/verify/impacts/corner.adm
from set2 clearance 0.2 tests/verify/impacts/crank.adm
from set2 double_pendulum 1 tests/verify/impacts/double_pendulum.adm
from set2 plate 1 tests/verify/impacts/plate.adm
from set2 rod 1 tests/verify/impacts/rod.adm
from set2 row 1 tests/verify/impacts/row.adm
from set2 sphere 1 tests/verify/impacts/sphere.adm
from set2 ends 2 tests/verify/impacts/stops.adm
from set2 table 1 tests/verify/impacts/table.adm
from set2 scene 2 examples/impacts.adm

# beam NAME END ELEMENTS STOP: a steel bar of 1 m and 20 x 20 mm, clamped, let go straight; STOP: a stop 1 mm below its tip
beam() {
    {
        head "Bar of $3 elements"
        awk -v n="$3" -v stop="${4:-}" 'BEGIN {
            h = 1 / n; rho = 7801 * 4e-4
            for (i = 1; i <= n; i++) {
                m = rho * h / (i == n ? 2 : 1); J = m * h * h / 12 + m * 4e-4 / 12; p = 10 * i
                printf "PART/%d, QG = %.9g, 0, 0, MASS = %.9g, CM = %d, IP = %.9g, %.9g, %.9g\nMARKER/%d, PART = %d\n", p, i * h, m, p, J, J, J, p, p
                printf "BEAM/%d, I = %d, J = %d, LENGTH = %.9g, IXX = 2.25E-8, IYY = 1.3333E-8, IZZ = 1.3333E-8, AREA = 4E-4, EMODULUS = 2.07E11, GMODULUS = 8E10, CRATIO = 1E-5\n", i, p, i == 1 ? 1 : p - 10, h
                printf "JOINT/%d, PLANAR, I = %d, J = 1\n", i, p
            }
            if (stop) printf "GCON/1, FUNCTION = DY(%d) + 0.001, UNILATERAL, RESTITUTION = 0.5\n", p
            print "END"
        }'
    } >"set3/$1.adm"
    simulate set3 "$1" "$2"
}
beam bar2 0.1 2
beam bar5 0.05 5
beam bar10 0.02 10
beam bar2_stop 0.1 2 1
beam bar5_stop 0.03 5 1
for n in 2 5 10; do
    awk -v n=$n -f "$root/bench/models/rotating_beam.awk" >"set3/rotating$n.adm"
    simulate set3 rotating$n 0.3
done
cp "$root"/examples/flexible_*.mtx set3
from set3 flexible_arm 0.3 examples/flexible_arm.adm
from set3 flexible_crank 0.02 examples/flexible_slider_crank.adm
from set3 frame 0.05 examples/frame_on_posts.adm
from set3 fe_beam 0.2 examples/bending_beam.adm
