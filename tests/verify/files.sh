#!/usr/bin/env bash
# docs/files.md names every file and no other; and the tool that says so notices a new file, one that has gone, and one in another folder.
set -euo pipefail
"$CARDAN_SOURCE/tools/check-files"

copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
mkdir "$copy/docs" "$copy/web"
cp -r "$CARDAN_SOURCE/src" "$copy"
cp -r "$CARDAN_SOURCE/web/src" "$copy/web"
cp "$CARDAN_SOURCE/docs/files.md" "$copy/docs"
touch "$copy/src/system/new.c"
rm "$copy/src/integrators/galpha.c"
mv "$copy/src/linalg/rank.c" "$copy/src/base"
if out=$("$CARDAN_SOURCE/tools/check-files" "$copy"); then
    echo "wrong lists were not noticed"
    exit 1
fi
for line in 'does not name src/system/new.c' 'names galpha.c, which is not in integrators' 'names rank.c, which is not in linalg' 'does not name src/base/rank.c'; do
    [[ $out == *"$line"* ]] || { echo "not noticed: $line; the answer is: $out"; exit 1; }
done
[[ $(wc -l <<<"$out") -eq 4 ]] || { echo "too much is noticed: $out"; exit 1; }
