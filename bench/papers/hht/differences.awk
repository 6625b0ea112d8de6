# differences.awk - how far two runs of the belt are apart; lines: time, force, speed, places of the segments.
BEGIN { pi = atan2(0, -1) }
FNR == NR { force[FNR] = $2; line[FNR] = $0; next }
{ n = FNR; other[n] = $2; split(line[n], v); off = ($3 - v[3]) / v[3]; if (off < 0) off = -off; if (off > speed) speed = off
  for (i = 4; i <= NF; i++) { places += ($i - v[i]) ^ 2; count++ } }
END {
    filter(force, n); filter(other, n)
    for (i = 1; i <= n; i++) {
        a = force[i] < 0 ? -force[i] : force[i]; if (a > peak) peak = a
        a = force[i] - other[i]; squares += a * a; if (a < 0) a = -a; if (a > most) most = a
        if (i > sample / 2 && a > later) later = a
    }
    printf "%.3f | %.2f | %.1f | %.1f | %.1f\n", sqrt(places / count), 100 * speed, 100 * sqrt(squares / n) / peak, 100 * most / peak, 100 * later / peak
}
