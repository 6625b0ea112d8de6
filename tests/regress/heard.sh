#!/usr/bin/env bash
# Warnings reach the terminal when they arise; what is tried and taken back is not spoken of; control characters do not get through.
set -uo pipefail
. "$CARDAN_SOURCE/tests/checks.bash"

# a spline read beyond its data, long before the end: the warning is there while the run goes
cat >spline.adm <<'MODEL'
a mass pushed by a spline of time
PART/1, GROUND
MARKER/10, PART = 1
PART/2, MASS = 1, CM = 20, IP = 1, 1, 1
MARKER/20, PART = 2
SPLINE/1, X = 0, 1, 2, 3, 4, Y = 0, 1, 0, -1, 0
SFORCE/1, TRANSLATION, ACTIONONLY, I = 20, J = 10, FUNCTION = AKISPL(TIME, 0, 1)/(1 + TIME)
END
MODEL
set -m
"$CARDAN" run spline.adm --end 1E6 --steps 10000000 >out.txt 2>err.txt &
for ((i = 0; i < 300; i++)); do
    [[ -s err.txt ]] && break
    sleep 0.1
done
grep -q 'SPLINE/1' err.txt || complain "no warning while the run goes: $(cat err.txt)"
grep -q 'SPLINE/1' spline.msg || complain "nor in spline.msg"
kill -TERM $!
wait $!
set +m

# The rows that are solved lose hold at once, the shortest step ends at no number, and other rows go on from there: that is no error.
cat >rows.adm <<'MODEL'
a spherical and a cylindrical joint between the same parts: the equations that are chosen come to depend on each other
PART/1, GROUND
MARKER/101, PART = 1, QP = 0.0, 0.0, 0.0
MARKER/102, PART = 1, QP = -0.153397793135444, 0.11990666709210185, -0.08395521509277448
PART/2, MASS = 0.2630008412602845, CM = 201, IP = 0.02294810418076763, 0.032226743275239444, 0.023202709186923326
, QG = 0.5130850697661802, -0.31840118177305626, 0.3827095874299617
, ZG = 0.26488685314723603, -0.9069971002058603, -0.38667490037273594
, XG = -0.41522701001978124, 0.05308703003140686, 0.39798018053516554
MARKER/201, PART = 2, QP = 0.09415341575456841, 0.1539223100106239, -0.02544082558472968
, ZP = 0.502723944716382, -0.09734113987010151, 0.11575691383733003
PART/3, MASS = 0.9115141508473827, CM = 301, IP = 0.09198290833049827, 0.07084010749429816, 0.07867049990455088
, QG = -0.06831784601527996, -0.46792234371665176, 0.8843676677829702
MARKER/301, PART = 3, QP = -0.11828016023831661, 0.06134897189109978, -0.16435135544217916
, ZP = 0.10509856876387055, -0.32851693273914684, -0.3836833408802517
, XP = 0.2801572409342091, 0.3461995477357238, -0.26488884490690534
PART/4, MASS = 2.4753401946758764, CM = 401, IP = 0.24023730088135087, 0.21949201437585666, 0.1570356575434399
MARKER/401, PART = 4, QP = -0.0991610070465958, -0.008404582785382754, -0.07893437900356877
MARKER/202, PART = 2, QP = 0.3659480703017261, 0.04198420938902636, 0.36544608899266073
, ZP = 0.23437784172474024, -0.4403823617944832, 0.3688762430509745
, XP = -0.048024530944495214, 0.15671873109022905, 0.6213028359184222
MARKER/103, PART = 1, QP = 0.14214216266435437, -0.33943518876149276, 0.11887858180923339
, ZP = -0.21041226512931305, -0.11743458248942554, 0.3953222582750088
JOINT/1, RACKPIN, I = 202, J = 103, PD = 0.13504543090154097
MARKER/302, PART = 3, QP = 0.26149817491777866, -0.02966084506937694, -0.4528757790765907
MARKER/203, PART = 2, QP = 0.23115236662529692, -0.2483675664926712, 0.1473332382733513
JOINT/2, SPHERICAL, I = 302, J = 203
MARKER/402, PART = 4, QP = -0.1489197792984593, -0.3371277433057632, 0.03117955392101672
MARKER/204, PART = 2, QP = 0.2505137316348272, 0.45629522796622457, 0.12736434814562603
, ZP = 0.4185445595739501, 0.6817638083567348, -0.28607193487605187
MARKER/304, PART = 3, QP = 0.44355216697033767, 0.49524658986115033, -0.8872164307026692
, ZP = 0.4525975226458142, 0.9629057058253605, -0.7105440423781844
, XP = 0.3027317772576798, 0.32808410057233683, -0.4375206223878235
JOINT/4, CYLINDRICAL, I = 204, J = 304
MARKER/403, PART = 4, QP = 0.10586247402877334, 0.41194075748503967, 0.5781281472406204
MARKER/299, PART = 2, FLOATING
VFORCE/1, I = 403, JFLOAT = 299, RM = 202
, FX = 10.0*TANH(POLY(SHF(DY(301,101,204)/0.5, 0, 1, 2, 0.3, 0), 0, 0.1, 0.3, -0.05))\
MODEL
run 0 run rows.adm --end 0.2 --steps 10 --integrator 'GSTIFF, SI2, ERROR = 1E-7'
[[ $err != *error:* ]] || complain "$what: an error is told of a run that has come to its end: $err"

# Where it ends the run it is told, by every method.
cat >root.adm <<'MODEL'
a force that has no value beyond 1
PART/1, GROUND
MARKER/10, PART = 1
PART/2, MASS = 1, CM = 20, IP = 1, 1, 1, VX = 1
MARKER/20, PART = 2
MARKER/11, PART = 1, REULER = 90D, 90D, 0
MARKER/21, PART = 2, REULER = 90D, 90D, 0
JOINT/1, TRANSLATIONAL, I = 21, J = 11
SFORCE/1, TRANSLATION, ACTIONONLY, I = 20, J = 10, FUNCTION = -0.01*SQRT(1 - DX(20, 10))
END
MODEL
for method in GSTIFF 'GSTIFF, SI2' HHT MDOP5 HEM5 ROSENBROCK ABAM; do
    run 2 run root.adm --end 2 --steps 10 --integrator "$method"
    warns '[EXPR_NOT_FINITE]'
    [[ $(grep -c EXPR_NOT_FINITE err.txt) -eq 1 ]] || complain "$what: it is told more than once"
done

# a motion that ends where there is no value any more
sed -e 's/, VX = 1$//' -e 's/^SFORCE.*/MOTION\/1, JOINT = 1, TRANSLATION, FUNCTION = SQRT(1 - TIME)/' root.adm >ends.adm
run 2 run ends.adm --end 2 --steps 7
[[ $(grep -c EXPR_NOT_FINITE err.txt) -eq 1 ]] || complain "$what: no value of the motion, told once: $err"

# control characters of a title, a name or a text never reach the terminal
printf 'title \033[31mred\302\2332J\nPART/1, GROUND\nMARKER/1\033]0;x\007, PART = 1\nEND\n' >title.adm
run 1 check title.adm
LC_ALL=C grep -q "$(printf '[\001-\010\013-\037\177]')" out.txt err.txt && complain "$what: control characters get through"
LC_ALL=C grep -q "$(printf '\302\233')" out.txt err.txt && complain "$what: those of Latin-1 get through"
exit $((failures > 0))
