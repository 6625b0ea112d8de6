#!/usr/bin/env bash
# No file of src/ includes upward but where ARCHITECTURE.md says so; and the tool that says so does find one that does.
set -euo pipefail
source "$CARDAN_SOURCE/tests/checks.bash"
"$CARDAN_SOURCE/tools/check-includes" || complain "includes of src"

cp -r "$CARDAN_SOURCE/src" "$CARDAN_SOURCE/ARCHITECTURE.md" .
echo '#include "system/system.h"' >>src/elements/joint.c
echo '#include "kinematics/rows.h"' >>src/elements/spline.h
echo '#include "elements/common.h"' >>src/kinematics/rows.h
mkdir src/apart && echo '#include "base/text.h"' >src/apart/new.c
tells 5 check-includes . 'src/elements/joint.c includes system/system.h' 'src/elements/spline.h, which expr' \
    'src/kinematics/rows.h includes elements/common.h' 'src/apart is not in the order'

exit $((failures > 0))
