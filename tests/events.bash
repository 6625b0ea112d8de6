# Sourced behind checks.bash by scripts that look at events of contacts.

# events_of FILE END STEPS METHOD: runs a case; its events are in events.txt, its columns in a .csv.
events_of() {
    run 0 run "$1" --end "$2" --steps "$3" --integrator "$4" --out . -v
    cat out.txt err.txt | sed -n '/first of/,/done;/p' | grep -E '^ +[0-9]' >events.txt
}

# value FILE COLUMN [ROW]: the last number of a column, or that of a row.
value() {
    awk -F, -v c="$2" -v row="${3:-0}" '
        NR == 1 { for (i = 1; i <= NF; i++) { gsub(/"| \[.*/, "", $i); if ($i == c) at = i } }
        NR > 1 && (!row || NR == row + 1) { x = $at }
        END { print x; exit !at }' "$1.csv"
}

# last FILE COLUMN VALUE TOLERANCE [ROW]: what that number is.
last() {
    local x
    x=$(value "$1" "$2" "${5:-}") && awk -v x="$x" -v v="$3" -v d="$4" 'BEGIN { exit !(x ~ /^[-+]?[0-9.]/ && x - v <= d && v - x <= d) }' ||
        complain "$what: $2 is $x, not $3"
}
