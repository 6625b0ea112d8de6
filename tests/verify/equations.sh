#!/usr/bin/env bash
# Every equation number that the source cites exists in docs/theory; and the tool that says so does find a missing one.
set -euo pipefail
"$CARDAN_SOURCE/tools/check-equations"

copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
mkdir -p "$copy/src" "$copy/include" "$copy/tools" "$copy/docs"
cp "$CARDAN_SOURCE/tools/check-equations" "$copy/tools/"
cp -r "$CARDAN_SOURCE/docs/theory" "$copy/docs/"
echo '/* nowhere to be found (99.1), and (3.5) */ double x = (98.5);' >"$copy/src/a.c"
if out=$("$copy/tools/check-equations"); then
    echo "a citation of (99.1) was not noticed"
    exit 1
fi
[[ $out == *"(99.1)"* && $out != *"(98.5)"* && $out != *"(3.5)"* ]] || { echo "unexpected answer: $out"; exit 1; }
