#!/usr/bin/env bash
# Every folder here is a case: model.adm, or model.awk that prints it, run.acf, and what must come out.
#
#   expect.csv   lines `time, channel, value, tolerance`; a channel is a column of the .csv results, without its unit
#   expect.awk   prints such lines, from a closed form
#   expect_eigen.csv   the same for the modes in PREFIX_eigen.csv, with the number of the mode in place of time
#   expect.txt   first line: exit code and options of the program; then one pattern per line that the messages must contain,
#                or must not, after a "!". Without it the run must end well and say no error.
#
# Prints the worst error of each case as a share of its tolerance. cases.sh NAME... runs only those; INTEGRATOR='MDOP5, ERROR = 1E-9' in
# the environment puts another method in the place of that in run.acf.
set -uo pipefail
shopt -s extglob
here=$CARDAN_SOURCE/tests/verify
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0

fail() {
    echo "$case: $*"
    status=1
}

# compare expect.csv results.csv: the worst line; exit code 1 if a value is off or is not there
compare() {
    awk -F ' *, *' '
        function complain(text) { if (++bad <= 8) print "  " text }
        FNR == NR {
            if ($0 ~ /^#/ || NF < 4) next
            n++; key[n] = sprintf("%.9g", $1); channel[n] = $2; value[n] = $3 + 0; tolerance[n] = $4 + 0
            next
        }
        FNR == 1 {
            count = split($0, head, "\",\"")
            for (i = 1; i <= count; i++) {
                gsub(/"/, "", head[i]); sub(/ \[[^]]*\]$/, "", head[i])
                column[head[i]] = i
            }
            for (i = 1; i <= n; i++) if (channel[i] in column) wanted[channel[i]] = column[channel[i]]
            next
        }
        {
            time = sprintf("%.9g", $1); seen[time] = 1
            for (c in wanted) cell[time, c] = $(wanted[c])
        }
        END {
            worst = -1; if (!n) complain("expect.csv is empty")
            for (i = 1; i <= n; i++) {
                if (!(channel[i] in column)) { complain("there is no column " channel[i]); continue }
                if (!(key[i] in seen)) { complain("there is no time " key[i]); continue }
                got = cell[key[i], channel[i]]
                if (got !~ /^[-+0-9.eE]+$/) { complain(channel[i] " at " key[i] " is " got); continue }
                off = got - value[i]; if (off < 0) off = -off
                share = off / tolerance[i]
                if (share > 1) complain(sprintf("%s at %s is %.15g, not %.15g: off by %.3g, tolerance %g", channel[i], key[i], got, value[i], off, tolerance[i]))
                if (share > worst) { worst = share; at = sprintf("%s at %s, off by %.2g", channel[i], key[i], off) }
            }
            printf "%7d values, worst %.2g of its tolerance (%s)\n", n, worst, at
            exit bad > 0
        }' "$1" "$2"
}

cases=("$@")
[[ ${#cases[@]} -gt 0 ]] || for folder in "$here"/*/; do cases+=("$(basename "$folder")"); done
for case in "${cases[@]}"; do
    folder=$here/$case
    [[ -f $folder/model.adm || -f $folder/model.awk ]] || continue
    [[ -f $folder/README.md ]] || fail "README.md is missing"
    out=$work/$case
    mkdir -p "$out"
    commands=$folder/run.acf code=0 options=()
    if [[ -f $folder/model.awk ]]; then
        awk -f "$folder/model.awk" >"$out/model.adm" || fail "model.awk does not run"
        cp "$commands" "$out"
        commands=$out/run.acf
    fi
    if [[ -n ${INTEGRATOR-} ]]; then
        [[ -f $out/model.adm ]] || cp "$folder/model.adm" "$out"
        cp "$folder/run.acf" "$out"
        sed -i "s|^INTEGRATOR/.*ERROR.*|INTEGRATOR/$INTEGRATOR|" "$out/model.adm" "$out/run.acf"
        grep -q ^INTEGRATOR/ "$out/model.adm" "$out/run.acf" || sed -i "2a INTEGRATOR/$INTEGRATOR" "$out/run.acf"
        commands=$out/run.acf
    fi
    [[ -f $folder/expect.txt ]] && read -r code line <"$folder/expect.txt" && read -ra options <<<"$line"
    "$CARDAN" run "$commands" --out "$out" "${options[@]}" >"$out/messages" 2>&1
    got=$?
    [[ $got == "$code" ]] || { fail "exit code $got, not $code"; sed 's/^/  /' "$out/messages" | head -8; }
    if [[ -f $folder/expect.txt ]]; then
        while IFS= read -r pattern; do
            if [[ $pattern == !* ]]; then
                grep -qE -- "${pattern#!}" "$out/messages" && fail "a message says ${pattern#!}"
            else
                grep -qE -- "$pattern" "$out/messages" || { fail "no message says $pattern"; sed 's/^/  /' "$out/messages" | head -8; }
            fi
        done < <(tail -n +2 "$folder/expect.txt")
    fi
    expect=$folder/expect.csv
    if [[ -f $folder/expect.awk ]]; then
        expect=$work/$case.expect
        awk -f "$folder/expect.awk" >"$expect" || fail "expect.awk does not run"
    fi
    modes=$folder/expect_eigen.csv
    if [[ -f $expect ]]; then
        printf '%-28s' "$case"
        compare "$expect" "$out"/!(*_eigen|*_response|*_[ABCD]).csv || fail "values are off"
    fi
    if [[ -f $modes ]]; then
        printf '%-28s' "$case"
        compare "$modes" "$out"/*_eigen.csv || fail "modes are off"
    fi
    [[ -f $expect || -f $modes ]] || printf '%-28s exit code %s\n' "$case" "$got"
done
exit $status
