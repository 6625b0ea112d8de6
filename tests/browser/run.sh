#!/usr/bin/env bash
# run.sh WEB: tests of the pages in headless Chromium; WEB is the folder that scripts/bundle-report has filled. Exit code 77: cannot be tested here.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
skip() {
    echo "skipped: $1"
    exit 77
}
command -v node >/dev/null || skip "Node.js is not there; scripts/install-packages installs it"
[[ -d $1/node_modules/playwright-core ]] || skip "the page of the report was not bundled: see the output of the build"
export CHROMIUM=${CHROMIUM:-$(command -v chromium || command -v chromium-browser || true)}
[[ -n $CHROMIUM ]] || skip "Chromium is not there; scripts/install-packages test installs it"
export CARDAN_WEB=$1
WORK=$(mktemp -d)
export WORK
trap 'rm -rf "$WORK"' EXIT
cd "$WORK"
node --test "$here"/*.test.mjs
