#!/usr/bin/env bash
# docs/files.md names every file and no other; and the tool that says so notices a new file, one that has gone, and one in another folder.
set -euo pipefail
source "$CARDAN_SOURCE/tests/checks.bash"
"$CARDAN_SOURCE/tools/check-files" || complain "docs/files.md"

mkdir docs web
cp -r "$CARDAN_SOURCE/src" .
cp -r "$CARDAN_SOURCE/web/src" web
cp "$CARDAN_SOURCE/docs/files.md" docs
touch src/system/new.c
rm src/integrators/galpha.c
mv src/linalg/rank.c src/base
tells 4 check-files . 'does not name src/system/new.c' 'names galpha.c, which is not in integrators' \
    'names rank.c, which is not in linalg' 'does not name src/base/rank.c'

exit $((failures > 0))
