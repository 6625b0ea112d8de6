# Sourced by scripts that run the program: a folder of their own, and a count of what is wrong.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
failures=0

complain() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}
