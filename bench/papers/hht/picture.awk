# picture.awk - draws the vehicle of bench/models/atv.awk as SVG: the tubes of its frame from frame.json, wheels and posts where the dataset has them, lumps as discs.
#
#     awk -v frame=1 -f bench/models/atv.awk | awk -f bench/papers/hht/picture.awk > atv.svg
function u(x, y) { return 320 - 240 * x + 100 * y }
function v(x, y, z) { return 200 - 240 * z + 55 * x + 48 * y }
function line(a, b) { printf "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>\n", u(X[a], Y[a]), v(X[a], Y[a], Z[a]), u(X[b], Y[b]), v(X[b], Y[b], Z[b]) }
function wheel(x, y,    k, a) {
    printf "<polygon points=\""
    for (k = 0; k < 40; k++) { a = k * 0.157079633; printf "%.1f,%.1f ", u(x + 0.28 * cos(a), y), v(x + 0.28 * cos(a), y, 0.09 + 0.28 * sin(a)) }
    print "\" fill=\"#888888\" fill-opacity=\"0.35\" stroke=\"#555555\"/>"
    printf "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#009e73\" stroke-width=\"8\"/>\n", u(x, y), v(x, y, -0.19), u(x, y), v(x, y, -0.35)
}
function lump(x, z, m, name) {
    printf "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"#d55e00\" fill-opacity=\"0.35\"/><text x=\"%.1f\" y=\"%.1f\">%s</text>\n", u(x, 0), v(x, 0, z), 5 * m ^ (1 / 3), u(x, 0) + 8, v(x, 0, z), name
}
{ text = text $0 }
END {
    print "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"640\" height=\"400\" viewBox=\"0 -60 640 400\" font-family=\"Helvetica, Arial, sans-serif\" font-size=\"11\"><rect y=\"-60\" width=\"640\" height=\"400\" fill=\"#ffffff\"/>"
    nodes = text; sub(/.*"nodes": { /, "", nodes); sub(/ }.*/, "", nodes); gsub(/[]":,[]/, " ", nodes)
    n = split(nodes, w, " "); for (k = 1; k + 3 <= n; k += 4) { X[w[k]] = w[k + 1]; Y[w[k]] = w[k + 2]; Z[w[k]] = w[k + 3] }
    tubes = text; sub(/.*"tubes": /, "", tubes); sub(/,  "craig.*/, "", tubes); gsub(/[],[]/, " ", tubes)
    wheel(0.66, -0.52); wheel(-0.66, -0.46)
    print "<g stroke=\"#0072b2\" stroke-width=\"3\" stroke-linecap=\"round\">"
    n = split(tubes, w, " "); for (k = 1; k < n; k += 2) line(w[k], w[k + 1])
    print "</g>"
    lump(-0.1, 0.15, 48, "engine"); lump(-0.15, 0.7, 90.7, "rider"); lump(0.465, 0.425, 16.6, "column"); lump(-0.55, 0.2, 12, "gearbox")
    wheel(0.66, 0.52); wheel(-0.66, 0.46)
    print "</svg>"
}
