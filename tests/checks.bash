# Sourced by scripts that run the program: a folder of their own, and a count of what is wrong.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
failures=0

complain() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# run STATUS WORDS...: runs cardan; its answer is in $out, its messages in $err, its words in $what.
run() {
    local expected=$1 status=0
    shift
    "$CARDAN" "$@" >out.txt 2>err.txt || status=$?
    out=$(cat out.txt) err=$(cat err.txt) what="cardan $*"
    [[ $status -eq $expected ]] || complain "$what: exit code $status, not $expected: $err"
    [[ $status -ne 0 || $1 != run || $err != *' error: '* ]] || complain "$what: an error is told of a run that is done: $err"
}
says() { [[ $out == *"$1"* ]] || complain "$what: \"$1\" is not in the answer"; }
warns() { [[ $err == *"$1"* ]] || complain "$what: \"$1\" is not in the messages"; }

# tells COUNT TOOL FOLDER LINE...: the tool finds fault with the folder, in COUNT lines, each LINE among them.
tells() {
    local count=$1 tool=$2 folder=$3 told line
    shift 3
    if told=$("$CARDAN_SOURCE/tools/$tool" "$folder"); then complain "$tool: no fault is found"; fi
    for line; do [[ $told == *"$line"* ]] || complain "$tool: not noticed: $line; the answer is: $told"; done
    [[ $(wc -l <<<"$told") -eq $count ]] || complain "$tool: not $count lines: $told"
}
