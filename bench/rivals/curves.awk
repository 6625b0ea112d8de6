# curves.awk - runs of rivals.sh as one page of SVG: a panel per case, error against time, both in logarithms; a curve per setting, a
# colour per program.
function log10(x) { return log(x) / log(10) }
function x_of(t) { return left + width * (log10(t) - first[c]) / (last[c] - first[c]) }
function y_of(e) { return top + height * (0.5 - log10(e)) / 11 }
function floor(x,    i) { i = int(x); return i > x ? i - 1 : i }
function text(x, y, size, anchor, what) { printf "<text x='%.1f' y='%.1f' font-size='%d' text-anchor='%s'>%s</text>\n", x, y, size, anchor, what }

NR == 1 || $2 == "pair" || $6 <= 0 || $6 > 3 || $6 < 3e-11 { next }
{
    key = $1 ";" $2 ";" $3
    if (!($1 in first)) { order[++cases] = $1; first[$1] = 99; last[$1] = -99 }
    t = log10($5)
    if (floor(t) < first[$1]) first[$1] = floor(t)
    if (floor(t) + 1 > last[$1]) last[$1] = floor(t) + 1
    if (!(key in points)) { curve[++curves] = key; of_case[curves] = $1; of_program[curves] = $2; label[curves] = $3 }
    points[key] = points[key] $5 " " $6 " "
}
END {
    split("cardan ida simbody mujoco", program, " ")
    colour["cardan"] = "#c1121f"; colour["ida"] = "#1d6fb8"; colour["simbody"] = "#2a9d4a"; colour["mujoco"] = "#8a5fbf"
    width = 300; height = 230; across = 3; rows = int((cases + across - 1) / across)
    printf "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %d %d' font-family='sans-serif'>\n<rect width='100%%' height='100%%' fill='white'/>\n", across * (width + 70) + 20, rows * (height + 70) + 40
    for (p = 1; p <= 4; p++) { printf "<g fill='%s'>", colour[program[p]]; text(60 + 90 * (p - 1), 20, 14, "start", program[p]); print "</g>" }
    for (k = 1; k <= cases; k++) {
        c = order[k]; left = 60 + (k - 1) % across * (width + 70); top = 55 + int((k - 1) / across) * (height + 70)
        printf "<rect x='%.1f' y='%.1f' width='%d' height='%d' fill='none' stroke='#888'/>\n", left, top, width, height
        text(left + width / 2, top - 8, 13, "middle", c ": error against seconds")
        for (e = 0; e >= -10; e -= 2) text(left - 4, y_of(10 ^ e) + 4, 10, "end", "1e" e)
        for (t = first[c]; t <= last[c]; t++) text(x_of(10 ^ t), top + height + 14, 10, "middle", "1e" t)
        for (i = 1; i <= curves; i++) {
            if (of_case[i] != c) continue
            n = split(points[curve[i]], xy, " ")
            printf "<polyline fill='none' stroke-width='1.3' stroke='%s' points='", colour[of_program[i]]
            for (j = 1; j < n; j += 2) printf "%.1f,%.1f ", x_of(xy[j]), y_of(xy[j + 1])
            printf "'><title>%s %s</title></polyline>\n<g fill='%s'>", of_program[i], label[i], colour[of_program[i]]
            text(x_of(xy[n - 1]) + 2, y_of(xy[n]) + 3, 7, "start", label[i])
            print "</g>"
        }
    }
    print "</svg>"
}
