#!/usr/bin/env bash
# What cardan report and cardan plot make of a run, and what they say where they cannot: files, messages, exit codes. What the page does in a
# browser is tested in tests/browser.
set -euo pipefail
source "$CARDAN_SOURCE/tests/checks.bash"

holds() { grep -qF -- "$2" "$1" || complain "$1 does not hold: $2"; }
lacks() { ! grep -qF -- "$2" "$1" || complain "$1 holds: $2"; }

run 0 run "$CARDAN_SOURCE/examples/slider_crank.adm" --steps 40 --out one
run 0 run "$CARDAN_SOURCE/examples/slider_crank.adm" --steps 40 --out two
cmp -s one/slider_crank.cardan two/slider_crank.cardan || complain "two runs of one input have different records"

# ---- plots ----
run 0 plot one/slider_crank.cardan
says "slider: X [mm] Y [mm]"
says "REQUEST_3: MAG [N] X [N]"
run 0 plot one/slider_crank slider.X
says "slider.X [mm]"
grep -q '^ *0 .*time \[s\] .*1$' out.txt || complain "the time axis of a plot in the terminal is not named"
[[ $(wc -l <out.txt) -eq 18 ]] || complain "a plot in the terminal has $(wc -l <out.txt) lines, not 18"
LC_ALL=C run 0 plot one/slider_crank slider.X slider.VX slider.Z
says "a: slider.X, b: slider.Z [mm]"
LC_ALL=C grep -q '[^ -~]' out.txt && complain "a plot for a terminal without UTF-8 is not ASCII"
grep -q 'aaa' out.txt || complain "the first of two curves has no letters"
grep -q 'bbb' out.txt || complain "the second of two curves has no letters"
run 0 plot one/slider_crank.csv 'wrist_pin.F*' slider.X -o plot.svg
[[ $(grep -c '<polyline[^>]*stroke-width="1.60"' plot.svg) -eq 4 ]] || complain "plot.svg has not four curves"
holds plot.svg ">time [s]<"
holds plot.svg "wrist_pin.FZ"
tail -n 1 plot.svg | grep -qx '</svg>' || complain "plot.svg is cut off"
run 1 plot one/slider_crank slidr.X
warns "do you mean slider.X"
run 1 plot one/slider_crank slider.X -o plot.gif
warns "[PLOT_FORMAT]"
run 1 plot one/slider_crank slider.X -o nowhere/plot.svg
warns "[CANNOT_WRITE]"
run 1 plot nothing
warns "[RECORD_MISSING]"
run 1 plot "$CARDAN_SOURCE/examples/slider_crank.adm" slider.X
warns "[RECORD_FOREIGN]"
echo leak:libfontconfig >known # it keeps its tables to the end of the program
if LSAN_OPTIONS=suppressions=known:print_suppressions=0 "$CARDAN" plot one/slider_crank slider.X -o plot.png 2>err.txt; then
    head -c 8 plot.png | cmp -s - <(printf '\x89PNG\r\n\x1a\n') || complain "plot.png is no PNG"
else
    grep -q 'PLOT_NO_PNG' err.txt || complain "plot.png: $(cat err.txt)"
fi

# ---- names that mean to be more ----
cat >hostile.adm <<'END'
</script><script>alert(1)</script> & "quotes" ümlaut
PART/1, GROUND
MARKER/1, PART = 1
! adams_view_name='arm"><img src=x onerror=alert(2)>'
PART/2, MASS = 2, CM = 3, IP = 1, 1, 1
MARKER/2, PART = 2
MARKER/3, PART = 2, QP = 3, 0, 0
JOINT/1, REVOLUTE, I = 2, J = 1
END
run 0 run hostile.adm --steps 10
run 0 plot hostile 'arm*.VX' -o hostile.svg
lacks hostile.svg '<img'
holds hostile.svg 'arm&#34;&#62;&#60;img'

# ---- names in Latin-1, and the title of a long line ----
printf 'x%.0s' {1..79} >latin.adm
printf '\xc3\xa9t\xc3\xa9 and more\n' >>latin.adm
sed -e 1d -e "s/arm[^']*'/arm \xfc'/" hostile.adm >>latin.adm
echo RESULTS/XRF >>latin.adm
run 0 run latin.adm --steps 10
run 0 plot latin 'arm ü.VX' -o latin.svg
iconv -f UTF-8 -t UTF-8 latin.svg >/dev/null || complain "latin.svg is not UTF-8"
holds latin.svg 'arm ü.VX'
LC_ALL=C.UTF-8 run 0 plot latin 'arm ü.VX'
says 'arm ü.VX'
iconv -f UTF-8 -t UTF-8 out.txt >/dev/null || complain "the plot in the terminal is not UTF-8"
iconv -f UTF-8 -t UTF-8 latin.res >/dev/null || complain "latin.res is not UTF-8"
grep -aq "^title: x\{79\}$" latin.msg || complain "the title is cut inside a character"

# ---- what happened between the commands, and what the integration was set to ----
cp "$CARDAN_SOURCE"/examples/pendulum.a?? .
run 0 run pendulum.acf
for line in 'INTEGRATOR/GSTIFF, SI2, ERROR = 1E-06' 'ACCGRAV/KGRAV = -1.62' 'DEACTIVATE/JOINT, ID = 1'; do
    holds pendulum.msg "command: $line"
done
holds pendulum.msg "integrator: GSTIFF, SI2, CORRECTOR = ORIGINAL, ERROR = 1e-06"
run 0 run pendulum.adm --steps 10
holds pendulum.msg "integrator: GSTIFF, I3, CORRECTOR = ORIGINAL, ERROR = 0.001"
sed 's|^END.*|INTEGRATOR/ABAM, HRATIO = 0.25\nEND|' pendulum.adm >ratio.adm
run 0 run ratio.adm --end 1 --steps 10
holds ratio.msg "HINIT = 0.025"

# ---- pages ----
status=0
"$CARDAN" report hostile.cardan -o page.html >/dev/null 2>err.txt || status=$?
if grep -q REPORT_NOT_BUILT err.txt; then
    [[ $status -eq 1 && ! -e page.html ]] || complain "a program without pages writes one"
    echo "built without reports: their pages are not tested"
else
    [[ $status -eq 0 ]] || complain "report: exit code $status: $(cat err.txt)"
    holds page.html "Content-Security-Policy"
    holds page.html "default-src 'none'"
    for word in alert 'onerror=' 'ümlaut'; do lacks <(sed '/^<script>/,$d' page.html) "$word"; done
    grep -qE '(src|href)="?(https?:)?//' page.html && complain "the page refers to another place"
    [[ $(grep -c '^<script type="application/x-cardan">' page.html) -eq 1 ]] || complain "the page holds not one run"
    run 0 report one/slider_crank.csv two/slider_crank -o both.html
    [[ $(grep -c '^<script type="application/x-cardan">' both.html) -eq 2 ]] || complain "the page holds not two runs"
    # two runs that write the same files are both shown
    mkdir a b
    cp hostile.adm a/m.adm
    sed 's/MASS = 2/MASS = 20/' hostile.adm >b/m.adm
    run 0 report a/m.adm b/m.adm --steps 10 --out same -o same.html
    [[ $(grep '^<script type="application/x-cardan">' same.html | sort -u | wc -l) -eq 2 ]] || complain "the page holds one run twice"
    run 0 run hostile.adm --steps 10 --report --out folder
    says "report: folder/hostile.html"
    [[ -s folder/hostile.html ]] || complain "run --report writes no page"
    run 1 report nothing.adm --out nowhere_yet
    [[ ! -e nothing.cardan && ! -e nowhere_yet ]] || complain "a name that is not there leaves files"
    run 1 report nothing.cardan
    warns "[RECORD_MISSING]"
    # models are run first; a failure is what the page shows, and the exit code says so too
    run 2 report "$CARDAN_SOURCE/tests/verify/division_by_zero/model.adm" --out failed -o failed.html
    [[ -s failed.html ]] || complain "no report of a failed run"
    printf 'two mistakes\nPART/1, GROUND\nMARKER/1, PART = 7\nEND\n' >bad.adm
    run 1 report bad.adm
    warns "[UNKNOWN_REFERENCE]"
    [[ -s bad.html ]] || complain "no report of a dataset with errors"
fi
run 1 report
warns "report needs"
# a page takes the place of nothing else
cp hostile.adm kept.adm
ln -s hostile.adm linked.html
for target in hostile.adm hostile.cardan page linked.html; do
    run 1 report hostile.adm -o "$target"
    warns "a report goes to FILE.html"
done
run 1 run hostile.adm --report -o hostile.adm
cmp -s hostile.adm kept.adm || complain "a report has overwritten its dataset"

# ---- where Node.js is missing the build goes on without pages, and says so ----
mkdir tools
for tool in bash cat rm; do ln -s "$(command -v "$tool")" tools; done
PATH=$work/tools bash "$CARDAN_SOURCE/scripts/bundle-report" "$CARDAN_SOURCE/web" bundle empty.c 2>err.txt || complain "bundle-report fails without Node.js"
holds err.txt "built without reports"
holds empty.c "cd_bundle_script_size = 0"

# ---- a run that is killed leaves a record that reads back ----
printf 'hostile.adm\nkilled\nSIMULATE/DYNAMICS, END = 100000, DTOUT = 0.01\n' >killed.acf
"$CARDAN" run killed.acf &
pid=$!
for ((wait = 0; wait < 2000; wait++)); do
    [[ $(stat -c %s killed.cardan 2>/dev/null || echo 0) -gt 50000 ]] && break
    sleep 0.005
done
kill -9 "$pid"
wait "$pid" 2>/dev/null || true
run 0 plot killed 'arm*.WZ'
says ".WZ [angle/time]"
warns "[RECORD_CUT]"

[[ $failures -eq 0 ]] || { echo "$failures failed"; exit 1; }
