# Sourced by the scripts of bench/papers: a folder for results, and runs with their counts.
program=$(readlink -f "${1:?the program}")
source_folder=$(readlink -f "$(dirname "${BASH_SOURCE[0]}")/../..")
figures=$(readlink -m "${FIGURES:-$source_folder/docs/papers}") # where they are drawn
limit=${LIMIT:-120} # processor seconds that a run may take
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit

# integrate METHOD END STEPS [OPTION...]: runs model.adm of the folder, after the commands in `before` if there are any, into out.csv. Fills the array of statistics by name, as in ${run[residuals]}; outcome is "failed" if the run did
# not end or took too long.
declare -A run
integrate() {
    printf 'model.adm\nout\nINTEGRATOR/%s\n%sSIMULATE/DYNAMIC, END = %s, STEPS = %s\nSTOP\n' "$1" "${before:+$before$'\n'}" "$2" "$3" >run.acf
    rm -f out.* statistics
    local ended=0 names values i
    (ulimit -t "$limit" && exec "$program" run -q run.acf --statistics statistics "${@:4}") >messages 2>&1 || ended=$?
    run=([outcome]=failed)
    [[ $ended == 0 ]] || return 0
    IFS=, read -ra names < <(head -n 1 statistics)
    IFS=, read -ra values < <(tail -n 1 statistics)
    for i in "${!names[@]}"; do run[${names[i]}]=${values[i]}; done
}

# column NAME: the values of a channel in out.csv, one per line
column() {
    awk -F , -v name="$1" '
        NR == 1 { for (i = 1; i <= NF; i++) { head = $i; gsub(/"/, "", head); sub(/ .*/, "", head); if (head == name) c = i }; next }
        { print $c }' out.csv
}

# ratio A B: with three figures
ratio() {
    awk -v a="$1" -v b="$2" 'BEGIN { if (b > 0) printf "%.3g", a / b; else print "-" }'
}

# chart NAME TITLE X Y CURVES FILE...: draws files of lines "x y" into figures/NAME.svg; CURVES: their names, parted by |
chart() {
    mkdir -p "$figures"
    awk -v title="$2" -v x="$3" -v y="$4" -v names="$5" -f "$source_folder/bench/papers/chart.awk" "${@:6}" >"$figures/$1.svg"
}

# curve_of FILE NAME [FACTOR]: lines "time value" of a channel in a table; curve NAME [FACTOR]: of out.csv
curve_of() {
    awk -F , -v name="$2" -v f="${3:-1}" '
        NR == 1 { for (i = 1; i <= NF; i++) { head = $i; gsub(/"/, "", head); sub(/ .*/, "", head); if (head == name) c = i }; next }
        { print $1, f * $c }' "$1"
}
curve() {
    curve_of out.csv "$@"
}
