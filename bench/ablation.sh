#!/usr/bin/env bash
# ablation.sh [FOLDER [PROGRAM]]: what each constant of src/integrators/tuning.def and each remedy of src/analyses/dynamic/remedies.def is worth. A
# build whose constants are variables runs the cases below with each constant doubled, and with each remedy taken away; the table of
# docs/ablation.md, on standard output, has the runs that end otherwise, how much the work of all and of the worst case changes, and which
# case that is. Work: evaluations of the equations, a matrix counted as five.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd) made=${1:-$root/build/ablation} program=${2:-}
mkdir -p "$made"
if [[ -z $program ]]; then
    cmake -S "$root" -B "$made" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_FLAGS=-DCARDAN_ABLATION >/dev/null
    cmake --build "$made" --target cardan_program >/dev/null
    program=$made/cardan
fi
out=$made/runs
export OPENBLAS_NUM_THREADS=1

cases=(
    verify/force_jump verify/force_slow verify/friction_ramp verify/kinks_all verify/delayed_state verify/motion_knock verify/bricard_free
    verify/windows_2 verify/governor 'verify/force_jump HHT' 'verify/friction_ramp AUTO' 'verify/governor SI2_GSTIFF'
    example/bouncing_ball example/box_on_incline example/quarter_car example/cam_follower
)

# case, exit code and work of each case
run_all()
{
    for case in "${cases[@]}"; do
        read -r model method <<<"$case"
        local file=$root/tests/$model/run.acf
        [[ $model == example/* ]] && file=$root/examples/${model#example/}.adm
        [[ -e $file ]] || continue
        rm -rf "$out"
        mkdir -p "$out"
        local code=0
        (cd "$(dirname "$file")" && timeout 20 "$program" run "$(basename "$file")" -q --out "$out" --statistics "$out/all.csv" \
            ${method:+--integrator "$method"} >/dev/null 2>&1) || code=$?
        awk -F, -v case="${case// /+}" -v code=$code '
            NR == 1 { for (i = 1; i <= NF; i++) { gsub(/"/, "", $i); at[$i] = i } next }
            { work += $at["residuals"] + 5 * $at["matrices"] }
            END { print case, code, work + 0 }' "$out/all.csv" 2>/dev/null || echo "${case// /+} $code 0"
    done
}

compare()
{
    awk -v what="$1" -v note="$2" 'NR == FNR { code[$1] = $2; work[$1] = $3; next }
        { if ($2 != code[$1]) { other++; which = which " " $1; next }
          all += $3; before += work[$1]
          change = work[$1] > 0 ? $3 / work[$1] - 1 : 0
          if (change > worst) { worst = change; worst_at = $1 } }
        END { printf "| %s | %s | %s | %+.1f %% | %s |\n", what, note, other ? other ":" which : "none", before ? 100 * (all / before - 1) : 0,
              (worst > 0.005) ? sprintf("%+.0f %% %s", 100 * worst, worst_at) : "none" }' "$made/before.txt" "$made/after.txt"
}

run_all >"$made/before.txt"
echo '| changed | from, to | runs that end otherwise | work of all | worst case |'
echo '|---|---|---|---|---|'
sed -n 's/^TUNING(\([a-z_0-9]*\), *\([0-9.e-]*\),.*/\1 \2/p' "$root/src/integrators/tuning.def" | while read -r name value; do
    twice=$(awk -v x="$value" 'BEGIN { print 2 * x }')
    CARDAN_TUNE="$name=$twice" run_all >"$made/after.txt"
    compare "\`$name\`" "$value, $twice"
done
sed -n 's/^REMEDY(\([a-z_]*\),.*/\1/p' "$root/src/analyses/dynamic/remedies.def" | grep -vx 'give_up\|shorten' | while read -r name; do
    CARDAN_WITHOUT=$name run_all >"$made/after.txt"
    compare "\`$name\`" "remedy, none"
done
