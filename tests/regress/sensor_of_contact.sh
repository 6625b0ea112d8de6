#!/usr/bin/env bash
# The force of a CONTACT follows from positions and velocities: a SENSOR that reads it and never fires costs no factors, though the model has an unknown without rate.
set -uo pipefail
. "$CARDAN_SOURCE/tests/checks.bash"
cat >without.adm <<'DATASET'
a ball that drops on a plane, pulled by a spring whose stiffness is a VARIABLE
PART/1, GROUND
MARKER/1, PART = 1
GRAPHICS/1, PLANE, RM = 1, XMIN = -1, XMAX = 1, YMIN = -1, YMAX = 1
PART/2, MASS = 1, CM = 20, IP = 0.01, 0.01, 0.01, QG = 0, 0, 0.2
MARKER/20, PART = 2
GRAPHICS/2, ELLIPSOID, CM = 20, XSCALE = 0.2, YSCALE = 0.2, ZSCALE = 0.2
CONTACT/1, IGEOM = 2, JGEOM = 1, IMPACT, STIFFNESS = 1E5, EXPONENT = 1.5, DAMPING = 10, DMAX = 1E-4
VARIABLE/1, FUNCTION = 10 + FZ(20, 1, 1)/100
SFORCE/1, TRANSLATION, ACTIONONLY, I = 20, J = 1, FUNCTION = -VARVAL(1)*DZ(20, 1)
ACCGRAV/KGRAV = -9.81
END
DATASET
sed 's/^END/SENSOR\/1, FUNCTION = CONTACT(1, 0, 4, 0), VALUE = 1E9, GE, RETURN\nEND/' without.adm >with.adm
for name in without with; do run 0 run $name.adm --end 0.5 --steps 10 --integrator 'HHT, ERROR = 1E-6' -v; done
work=$(grep '^integration:' with.msg)
[[ -n $work && $work == "$(grep '^integration:' without.msg)" ]] || complain "with the sensor $work"

# One that fires ends the run at the force it asks for.
sed -i 's/1E9/20/' with.adm
run 0 run with.adm --end 0.5 --steps 10 --integrator 'HHT, ERROR = 1E-6'
awk -F , 'NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /CONTACT_1\.FZ/) k = i } END { exit !(k && ($k - 20)^2 < 1e-4) }' with.csv || complain "it does not end at 20 newtons"
exit $((failures > 0))
