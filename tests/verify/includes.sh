#!/usr/bin/env bash
# No file of src/ includes upward but where ARCHITECTURE.md says so; and the tool that says so does find one that does.
set -euo pipefail
"$CARDAN_SOURCE/tools/check-includes"

copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
cp -r "$CARDAN_SOURCE/src" "$CARDAN_SOURCE/ARCHITECTURE.md" "$copy"
echo '#include "system/system.h"' >>"$copy/src/elements/joint.c"
echo '#include "kinematics/rows.h"' >>"$copy/src/elements/spline.h"
echo '#include "elements/common.h"' >>"$copy/src/kinematics/rows.h"
mkdir "$copy/src/apart" && echo '#include "base/text.h"' >"$copy/src/apart/new.c"
if out=$("$CARDAN_SOURCE/tools/check-includes" "$copy"); then
    echo "upward includes were not noticed"
    exit 1
fi
for line in 'src/elements/joint.c includes system/system.h' 'src/elements/spline.h, which expr' 'src/kinematics/rows.h includes elements/common.h' 'src/apart is not in the order'; do
    [[ $out == *"$line"* ]] || { echo "not noticed: $line; the answer is: $out"; exit 1; }
done
[[ $(wc -l <<<"$out") -le 5 ]] || { echo "too much is noticed: $out"; exit 1; }
