# chart.awk - draws curves as SVG: a file of lines "x y" per curve. Variables: title, x, y (of the axes), names (of the curves, parted by |), points (at
# most so many of a curve are drawn, 300 if absent).
#
#     awk -v title='Speed' -v x='time [s]' -v y='rad/s' -v names='HHT|GSTIFF' -f bench/papers/chart.awk hht.txt gstiff.txt > speed.svg
function step_of(range, most,    s, p) { # 1, 2 or 5 times a power of ten, so that at most `most` of it fill the range
    p = 10 ^ int(log(range / most) / log(10) - (range / most < 1 ? 1 : 0))
    for (s = p; range / s > most; s = s == p ? 2 * p : s == 2 * p ? 5 * p : (p = 10 * p));
    return s
}
function text(px, py, what, anchor) { printf "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>\n", px, py, anchor, what }
function line(x0, y0, x1, y1, colour) { printf "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\"/>\n", x0, y0, x1, y1, colour }
function px(v) { return left + (v - xmin) / (xmax - xmin) * wide }
function py(v) { return top + (ymax - v) / (ymax - ymin) * high }
FNR == 1 { curves++ }
NF >= 2 && $1 + 0 == $1 && $2 + 0 == $2 {
    n = ++count[curves]; X[curves, n] = $1; Y[curves, n] = $2
    if (!any++) { xmin = xmax = $1; ymin = ymax = $2 }
    if ($1 < xmin) xmin = $1; if ($1 > xmax) xmax = $1; if ($2 < ymin) ymin = $2; if ($2 > ymax) ymax = $2
}
END {
    if (!points) points = 300
    left = 76; top = 40; wide = 540; high = 230
    if (xmax == xmin) xmax = xmin + 1
    if (ymax == ymin) ymax = ymin + 1
    room = 0.04 * (ymax - ymin); ymin -= room; ymax += room
    split("#0072b2 #d55e00 #009e73 #cc79a7 #e69f00 #56b4e9 #000000", colour, " ")
    split(names, name, "|")
    print "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"640\" height=\"330\" viewBox=\"0 0 640 330\" font-family=\"Helvetica, Arial, sans-serif\" font-size=\"12\" fill=\"#222222\">"
    print "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>"
    s = step_of(xmax - xmin, 8)
    for (v = s * int(xmin / s + (xmin > 0 ? 0.999999 : 0)); v <= xmax + 1e-9 * s; v += s) { line(px(v), top, px(v), top + high, "#e4e4e4"); text(px(v), top + high + 17, sprintf("%.6g", v), "middle") }
    s = step_of(ymax - ymin, 6)
    for (v = s * int(ymin / s + (ymin > 0 ? 0.999999 : 0)); v <= ymax + 1e-9 * s; v += s) { line(left, py(v), left + wide, py(v), "#e4e4e4"); text(left - 6, py(v) + 4, sprintf("%.6g", sqrt(v * v) < 1e-9 * s ? 0 : v), "end") }
    line(left, top, left, top + high, "#555555"); line(left, top + high, left + wide, top + high, "#555555")
    for (c = 1; c <= curves; c++) {
        skip = count[c] > points ? count[c] / points : 1
        printf "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"1.4\"%s points=\"", colour[(c - 1) % 7 + 1], (c > 1 ? " stroke-dasharray=\"6 3\"" : "")
        for (k = 1; k <= count[c]; k += skip) printf "%.1f,%.1f ", px(X[c, int(k)]), py(Y[c, int(k)])
        print "\"/>"
        at = left + (c - 1) * wide / (curves > 3 ? curves : 3)
        line(at, 24, at + 18, 24, colour[(c - 1) % 7 + 1]); text(at + 22, 28, name[c], "start")
    }
    text(left + wide / 2, 12, title, "middle"); text(left + wide / 2, top + high + 36, x, "middle")
    printf "<text transform=\"rotate(-90 16 %d)\" x=\"16\" y=\"%d\" text-anchor=\"middle\">%s</text>\n</svg>\n", top + high / 2, top + high / 2, y
}
