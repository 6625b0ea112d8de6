#!/usr/bin/env bash
# Files of others do no harm: nothing is written outside the folder of --out, pipes are not waited for, forged states are refused; where memory or the disk
# ends the program says so, and what it has written can be read.
set -uo pipefail
. "$CARDAN_SOURCE/tests/checks.bash"
cat >model.adm <<'MODEL'
a pendulum
ACCGRAV/JGRAV = -9.81
PART/1, GROUND
MARKER/10, PART = 1
PART/2, MASS = 1, CM = 20, IP = 0.1, 0.1, 0.1, QG = 1, 0, 0
MARKER/20, PART = 2
MARKER/21, PART = 2, QP = -1, 0, 0
JOINT/1, REVOLUTE, I = 21, J = 10
RESULTS/XRF
END
MODEL

# ---- what is written stays in the folder of --out ----
mkdir out elsewhere
ln -s ../elsewhere out/link
ln -s ../elsewhere/target.sav out/there.sav.new
n=0
for file in ../escape "$work/elsewhere/absolute" link/through there ../out/../escape; do
    for command in "SAVE/SYSTEM, FILE = $file" "LINEAR/MKB, FILE = $file"; do
        [[ $file != there || $command == SAVE* ]] || continue
        printf 'model.adm\nrun%d\nSIMULATE/DYNAMICS, END = 0.01, STEPS = 1\n%s\nSTOP\n' $((++n)) "$command" >"run$n.acf"
        run 2 run "run$n.acf" --out out
        warns 'it is not in the folder of --out; --allow-outside allows that [CANNOT_WRITE]'
    done
done
[[ -z $(ls elsewhere) && -z $(ls escape* 2>/dev/null) ]] || complain "something is written outside the folder: $(ls elsewhere escape* 2>/dev/null)"
printf 'model.adm\n../prefix\nSIMULATE/DYNAMICS, END = 0.01, STEPS = 1\nSAVE/SYSTEM, FILE = ../allowed\nSTOP\n' >allowed.acf
run 0 run allowed.acf --out out --allow-outside
[[ -e allowed.sav ]] || complain "--allow-outside does not allow it"
ln -s ../elsewhere/csv out/model.csv
run 2 run model.adm --out out
[[ ! -e elsewhere/csv ]] || complain "a link in the folder is followed"

rm out/model.csv
ln -s ../elsewhere/page out/model.html
ln -s ../elsewhere/page out/model_verify.csv
run 1 report model.adm --end 0.1 --steps 2 --out out
run 1 verify model.adm --end 0.1 --steps 2 --out out
[[ -z $(ls elsewhere) ]] || complain "a page is written through a link"

# ---- pipes ----
mkfifo pipe.adm pipe.acf pipe.sav pipe.stl pipe.csv pipe.cardan
for words in 'check pipe.adm' 'check pipe.acf' 'run pipe.adm' 'plot pipe.cardan' 'plot pipe.csv'; do
    status=0
    # shellcheck disable=SC2086
    timeout 60 "$CARDAN" $words >out.txt 2>err.txt || status=$?
    [[ $status -eq 1 ]] || complain "cardan $words: exit code $status"
done
run 1 check pipe.adm
warns 'it is not a regular file'
printf '\n\nRELOAD/SYSTEM, FILE = pipe\nSTOP\n' >reload.acf
status=0
timeout 60 "$CARDAN" run reload.acf >out.txt 2>err.txt || status=$?
[[ $status -eq 1 ]] || complain "RELOAD of a pipe: exit code $status"
sed 's/^RESULTS/GRAPHICS\/1, EXTERNAL, RM = 20, FILE = pipe.stl\n&/' model.adm >shape.adm
timeout 60 "$CARDAN" report shape.adm --end 0.1 --steps 2 --out shape >out.txt 2>err.txt
[[ $? -ne 124 ]] || complain "a shape that is a pipe is waited for"

# ---- forged states ----
printf 'model.adm\nmid\nSIMULATE/DYNAMICS, END = 0.1, STEPS = 2\nSAVE/SYSTEM\nSTOP\n' >mid.acf
run 0 run mid.acf
printf '\n\nRELOAD/SYSTEM, FILE = forged, OUTPUT_PREFIX = rest\nSIMULATE/DYNAMIC, DURATION = 0.01, STEPS = 1\nSTOP\n' >rest.acf
cp mid.sav forged.sav
run 0 run rest.acf
# forge LENGTH WHICH BYTES: the WHICH-th block of that length behind the model gets other bytes, and the file a right sum
forge() {
    perl -e 'use integer; my ($length, $which, $put) = @ARGV; local $/; open F, "<:raw", "mid.sav"; my $s = <F>; close F;
        my $at = 32 + 12; my $n = unpack("Q", substr($s, $at, 8)); $at += 8 + $n;
        while ($at < length $s) {
            my $size = unpack("Q", substr($s, $at, 8));
            if ($size == $length && $which-- == 0) { my $b = pack("H*", $put); substr($s, $at + 8, length $b) = $b; last }
            $at += 8 + $size;
        }
        my $sum = 0xcbf29ce484222325; $sum = ($sum ^ ord) * 0x100000001b3 for split //, substr($s, 32);
        substr($s, 24, 8) = pack("Q", $sum); open F, ">:raw", "forged.sav"; print F $s; close F' "$@"
}
for what in '1 0 ff' '1 20 02' '8 0 000000000000f87f' '8 1 000000000000f07f' '24 0 000000000000f8ff' '32 0 0000000000000000' '4 0 ffffffff' '4 1 ffffff7f'; do
    # shellcheck disable=SC2086
    forge $what
    cmp -s mid.sav forged.sav && complain "nothing is forged: $what"
    run 1 run rest.acf
done

# ---- a full disk ----
(
    ulimit -f 40
    exec "$CARDAN" run model.adm --end 10 --steps 1000 --out full
) >out.txt 2>err.txt && status=0 || status=$?
[[ $status -eq 2 ]] || complain "a full disk: exit code $status"
grep -q 'cannot write full/model.[a-z]*: File too large \[CANNOT_WRITE\]' err.txt || complain "a full disk is not told of: $(cat err.txt)"
[[ $(tail -n 1 full/model.res) == '</Results>' ]] || complain "model.res is not well-formed on a full disk"
[[ $(grep -c '^<Step' full/model.res) -eq $(grep -c '^</Step' full/model.res) ]] || complain "a step of model.res is cut"
[[ -z $(tail -c 1 full/model.csv) ]] || complain "a line of model.csv is cut"

# ---- no memory; sanitizers reserve more than any limit ----
if ! grep -q __asan_init "$CARDAN"; then
    {
        echo 'a long dataset'
        echo 'PART/1, GROUND'
        awk 'BEGIN { for (i = 1; i <= 100000; i++) printf "VARIABLE/%d, FUNCTION = SIN(TIME*%d) + COS(TIME)\n", i, i }'
        echo END
    } >large.adm
    (
        ulimit -v 350000
        exec "$CARDAN" run large.adm --end 1 --steps 10 --out large
    ) >out.txt 2>err.txt && status=0 || status=$?
    [[ $status -eq 4 ]] || complain "no memory: exit code $status: $(head -c 300 err.txt)"
    grep -q 'cardan: out of memory' err.txt || complain "no memory: nothing is said"
fi
exit $((failures > 0))
