# table.awk - runs of rivals.sh to a table in Markdown: for each case and level of error the time of each program with its best setting,
# interpolated between runs in logarithms, and how much longer the rival takes than the best method of cardan; then the same for the drift
# of energy of D2 with 40 loops, in refactorisations and solutions of its matrix.
function log10(x) { return log(x) / log(10) }

# Least time at which a curve gets below a level: runs of one setting in the order of their tolerances. 0: it never does.
function time_at(key, level, column,    i, n, t, last, before) {
    n = runs[key]; last = 0
    for (i = 1; i <= n; i++) {
        t = seconds[key, i]
        if (value[key, i, column] <= level) {
            if (i > 1 && value[key, i - 1, column] > level && value[key, i, column] > 0) {
                before = log10(value[key, i - 1, column])
                return 10 ^ (log10(seconds[key, i - 1]) + (log10(t) - log10(seconds[key, i - 1])) * (before - log10(level)) / (before - log10(value[key, i, column])))
            }
            return t
        }
    }
    return 0
}

function best(c, program, level, column,    k, t, least) {
    least = 0; setting_of = ""
    for (k = 1; k <= keys; k++) {
        if (case_of[k] != c || program_of[k] != program) continue
        t = time_at(name[k], level, column)
        if (t > 0 && (least == 0 || t < least)) { least = t; setting_of = label[k] }
    }
    return least
}

function ms(t) { return t >= 1 ? sprintf("%.3g s", t) : sprintf("%.3g ms", 1000 * t) }

NR == 1 { next }
$2 == "pair" { pair[$1] = $5; next }
{
    key = $1 ";" $2 ";" $3
    if (!(key in runs)) { name[++keys] = key; case_of[keys] = $1; program_of[keys] = $2; label[keys] = $3 }
    n = ++runs[key]; seconds[key, n] = $5; value[key, n, "error"] = $6 + 0; value[key, n, "drift"] = $7 + 0
    if (!($1 in seen)) { seen[$1] = 1; order[++cases] = $1 }
}
END {
    programs = split("cardan ida simbody mujoco", program, " ")
    levels = split("1e-3 1e-5 1e-7", at, " ")
    print "| case | error | cardan | IDA | Simbody | MuJoCo |"; print "|---|---|---|---|---|---|"
    for (c = 1; c <= cases; c++)
        for (l = 1; l <= levels; l++) {
            line = "| " order[c] " | " at[l] " |"; ours = 0
            for (p = 1; p <= programs; p++) {
                t = best(order[c], program[p], at[l] + 0, "error")
                if (p == 1) ours = t
                if (t == 0) line = line " not reached |"
                else line = line " " ms(t) ", " setting_of (p > 1 && ours > 0 ? sprintf(": **%.2g**", t / ours) : "") " |"
            }
            print line
        }
    c = "windows-40"
    if (!(c in pair)) exit
    print "\n| drift of energy, " c " | cardan | IDA | Simbody | MuJoCo |\n|---|---|---|---|---|"
    for (l = split("0.1 0.01", level, " "); l >= 1; l--) {
        line = "| under " level[l] " J |"
        for (p = 1; p <= programs; p++) {
            t = best(c, program[p], level[l] + 0, "drift")
            line = line (t == 0 ? " not reached |" : sprintf(" %d pairs, %s |", t / pair[c], setting_of))
        }
        print line
    }
}
