#!/usr/bin/env bash
# C7, the woodpecker toy: beak strikes, amplitude and descent by Moreau steps, which are of first order (docs/theory 22.14).
set -uo pipefail
. "$CARDAN_SOURCE/tests/checks.bash"
run 0 run "$CARDAN_SOURCE/tests/verify/moreau/woodpecker.adm" --end 0.67 --steps 670 --out .
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) { gsub(/"| \[.*/, "", $i); at[$i] = i } next }
    {
        p = $at["GCON_11.IMPULSE"]; y = $at["PART_2.Z"]; turned = $at["PART_4.Z"]
        if (p > before + 1e-9) { if ($1 > last + 0.05) { strike[++n] = $1; height[n] = y } last = $1 }
        before = p
        if (turned < low) low = turned
    }
    function off(a, b, d) { return a - b > d * b || b - a > d * b }
    END {
        period = (strike[5] - strike[1]) / 4; descent = (height[1] - height[5]) / (strike[5] - strike[1])
        print strike[1], period, -low, descent
        exit off(strike[1], 0.0810, 0.01) || off(period, 0.1460, 0.01) || off(-low, 0.5297, 0.01) || off(descent, 0.1332, 0.02)
    }' woodpecker.csv >seen.txt || complain "first strike, period, amplitude, descent are $(cat seen.txt)"
exit $((failures > 0))
