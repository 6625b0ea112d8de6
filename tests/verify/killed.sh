#!/usr/bin/env bash
# A run killed with -9 leaves files that read back whole up to their last complete step: the same bytes as a run that ended.
# A step of this model is longer than any buffer of the C library.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

bodies=150
{
    echo "many bodies"
    echo "PART/1, GROUND"
    echo "MARKER/1, PART = 1"
    for ((i = 2; i < bodies + 2; i++)); do
        echo "PART/$i, MASS = 2, CM = ${i}00, IP = 1, 2, 2.5, QG = $i, 0, 0"
        echo "MARKER/${i}00, PART = $i, QP = 0.1, 0.2, 0.3"
        echo "MARKER/${i}01, PART = $i"
        echo "MARKER/${i}02, PART = 1, QP = $i, 0, 0"
        echo "JOINT/$i, REVOLUTE, I = ${i}01, J = ${i}02"
        echo "MOTION/$i, JOINT = $i, ROTATION, FUNCTION = 3 * TIME"
        echo "REQUEST/$i, DISPLACEMENT, I = ${i}00, J = 1"
    done
    printf 'OUTPUT/REQSAVE\nRESULTS/XRF\nEND\n'
} >many.adm
printf 'many\nwhole\nSIMULATE/KINEMATICS, END = 0.04, DTOUT = 0.001\n' >whole.acf
printf 'many\nkilled\nSIMULATE/KINEMATICS, END = 1000, DTOUT = 0.001\n' >killed.acf
"$CARDAN" run whole.acf

status=0 steps=0
for round in 1 2 3 4 5 6; do
    rm -f killed.*s*
    "$CARDAN" run killed.acf &
    pid=$!
    for ((wait = 0; wait < 2000; wait++)); do
        grep -qs '</Step>' killed.res && break
        sleep 0.005
    done
    sleep "0.0$((round * 3 % 10))"
    kill -9 "$pid"
    wait "$pid" 2>/dev/null || true

    # what stands behind the last complete step is not read
    lines=$(wc -l <killed.csv)
    head -n "$lines" killed.csv >read.csv
    block=$((bodies + 1)) top=$((3 + 2 * bodies)) lines=$(wc -l <killed.req)
    head -n $((top + (lines - top) / block * block)) killed.req >read.req
    awk '{ text = text $0 "\n" } /^<\/Step>/ || /^<\/StepMap>/ { printf "%s", text; text = "" }' killed.res >read.res
    for kind in csv req res; do
        length=$(stat -c %s read.$kind whole.$kind | sort -n | head -1)
        cmp -n "$length" read.$kind whole.$kind || status=1
    done
    steps=$((steps + $(grep -c '</Step>' read.res)))
done
echo "$steps steps read back"
[[ $steps -ge 6 ]] || { echo "too few steps to tell"; status=1; }
exit $status
