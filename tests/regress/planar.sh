#!/usr/bin/env bash
# PLANAR parts: the same plane mechanism with them and with spatial parts moves alike, with the same reactions in its plane, for every method;
# statics, modes, kinematics, SAVE and RELOAD too. Joints between planar and spatial parts hold. Equations across the plane are not called
# redundant, and markers off it are named.
set -uo pipefail
source "$CARDAN_SOURCE/tests/checks.bash"

# crank WORD INTEGRATOR: a slider-crank with springs whose first CM marker is tilted
crank() {
    cat <<END_OF_MODEL
slider-crank
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
ACCGRAV/JGRAV=-9.81
PART/1, GROUND
MARKER/10, PART=1, QP=0,0,0.2
MARKER/11, PART=1, QP=0,0,0.2, REULER=90D,90D,0
PART/2, MASS=2, CM=20, IP=0.25,0.28,0.3, QG=0.5,0,0.2$1, WZ=3, WM=10
MARKER/20, PART=2, REULER=20D,30D,40D
MARKER/21, PART=2, QP=-0.5,0,0
MARKER/22, PART=2, QP=0.5,0,0
PART/3, MASS=3, CM=30, IP=0.3,0.2,0.4, QG=2,0,0.2$1
MARKER/30, PART=3
MARKER/31, PART=3, QP=-1,0,0
MARKER/32, PART=3, QP=1,0,0
PART/4, MASS=1, CM=40, IP=0.1,0.1,0.1, QG=3,0,0.2$1
MARKER/40, PART=4
MARKER/41, PART=4, REULER=90D,90D,0
JOINT/1, REVOLUTE, I=21, J=10
JOINT/2, REVOLUTE, I=31, J=22
JOINT/3, REVOLUTE, I=32, J=40
JOINT/4, TRANSLATIONAL, I=41, J=11
SPRINGDAMPER/1, TRANSLATION, I=40, J=10, K=50, C=1, LENGTH=2.5
BUSHING/1, I=30, J=10, K=3,4,5, KT=1,1,1, C=0.1,0.1,0.1, CT=0.1,0.1,0.1
REQUEST/1, F2=DX(40,10)\\F3=AZ(21,10)\\F4=VX(40,10)\\F6=JOINT(1,0,2,0)\\F7=JOINT(1,0,3,0)\\F8=JOINT(2,0,3,0)
INTEGRATOR/$2
END
END_OF_MODEL
}
# alike WHAT A B TOLERANCE: requests of two results
alike() {
    awk -F, -v e="$4" 'FNR == 1 { file++; n[file] = 0; for (i = 1; i <= NF; i++) if ($i ~ /REQUEST_1/) at[file, n[file]++] = i; next }
        file == 1 { for (i = 0; i < n[1]; i++) a[FNR, i] = $at[1, i]; next }
        { rows++; for (i = 0; i < n[2]; i++) { d = $at[2, i] - a[FNR, i]; if ((d < 0 ? -d : d) > e) bad = d } }
        END { if (bad || !rows || !n[1] || n[1] != n[2]) { print "apart by " bad; exit 1 } }' "$2" "$3" || complain "$1: planar and spatial parts differ"
}

crank "" "GSTIFF, SI2, ERROR=1E-8" >spatial.adm
run 0 run spatial.adm --end 1 --steps 10 --quiet
while IFS=: read -r method error bound; do
    crank ", PLANAR" "$method, ERROR=$error" >planar.adm
    run 0 run planar.adm --end 1 --steps 10 --quiet
    alike "$method" spatial.csv planar.csv "$bound"
done <<END_OF_METHODS
GSTIFF:1E-8:2E-3
GSTIFF, SI2:1E-8:1E-4
GSTIFF, I1:1E-8:1E-3
WSTIFF:1E-8:2E-3
HHT:1E-9:1E-2
NEWMARK:1E-10:1E-1
GALPHA:1E-8:1E-2
TLISMNI:1E-8:1E-3
ROSENBROCK:1E-8:1E-3
MDOP5:1E-8:1E-4
HEM5:1E-8:1E-4
PHEM56:1E-8:1E-4
ABAM:1E-8:1E-4
MDOP5, INTERPOLATE=ON:1E-8:1E-3
HHT, INTERPOLATE=ON:1E-9:1E-2
GSTIFF, INTERPOLATE=ON:1E-8:2E-3
END_OF_METHODS
grep -q "8 independent; 1 degree of freedom" planar.msg || complain "it has not one degree of freedom"
! grep -q redundant planar.msg || complain "equations across the plane are called redundant: $(grep redundant planar.msg)"

# statics, modes, and on from there
for kind in spatial planar; do
    printf "$kind.adm\n${kind}_l\nSIM/STATIC\nLINEAR/EIGENSOL\nSIM/DYN, END=0.2, STEPS=2\nSTOP\n" >l.acf
    run 0 run l.acf --quiet
done
alike "statics" spatial_l.csv planar_l.csv 1e-5
paste -d, <(tail -1 spatial_l_eigen.csv) <(tail -1 planar_l_eigen.csv) >both.csv
awk -F, '{ n = NF / 2; for (i = 2; i <= 5; i++) { d = $i - $(i + n); if ((d < 0 ? -d : d) > 1e-8) exit 1 } }' both.csv || complain "modes differ: $(cat both.csv)"

# saved and taken up again: the same bits
printf 'planar.adm\nthrough\nSIM/DYN, END=0.5, STEPS=5\nSIM/DYN, END=1, STEPS=5\nSTOP\n' >through.acf
printf 'planar.adm\nfirst\nSIM/DYN, END=0.5, STEPS=5\nSAVE/SYSTEM, FILE=mid.sav\nSTOP\n' >first.acf
printf 'planar.adm\nsecond\nRELOAD/SYSTEM, FILE=mid.sav\nSIM/DYN, END=1, STEPS=5\nSTOP\n' >second.acf
for part in through first second; do run 0 run $part.acf --quiet; done
[[ $(tail -1 through.csv) == "$(tail -1 second.csv)" ]] || complain "RELOAD does not give the same bits"

# kinematics, and a coupler that is spatial: what planar parts leave open is held by their joints
for kind in spatial planar mixed; do
    word=$([[ $kind == spatial ]] || echo ", PLANAR")
    crank "$word" "GSTIFF" | sed 's/, WZ=3, WM=10//; s/^REQUEST/MOTION\/1, JOINT=1, ROTATION, FUNCTION=0.8*SIN(2*TIME)\nREQUEST/' >driven_$kind.adm
    [[ $kind != mixed ]] || sed -i '/^PART\/3/s/, PLANAR//' driven_$kind.adm
    run 0 run driven_$kind.adm --end 2 --steps 20 --quiet
done
alike "kinematics" driven_spatial.csv driven_planar.csv 1e-9
alike "kinematics with a spatial coupler" driven_spatial.csv driven_mixed.csv 1e-9
crank ", PLANAR" "GSTIFF, SI2, ERROR=1E-8" | sed '/^PART\/3/s/, PLANAR//' >mixed.adm
run 0 run mixed.adm --end 1 --steps 10 --quiet
alike "a spatial coupler" spatial.csv mixed.csv 1e-4
run 0 check planar.adm
says "1 by Gruebler's count"

# modes relative to a marker of the crank; one that sees planar parts leave their plane is refused
for kind in spatial planar; do
    printf "$kind.adm\n${kind}_r\nSIM/STATIC\nLINEAR/EIGENSOL, RM=22\nSTOP\n" >r.acf
    run 0 run r.acf --quiet
done
paste -d, <(tail -1 spatial_r_eigen.csv) <(tail -1 planar_r_eigen.csv) >both.csv
awk -F, '{ n = NF / 2; for (i = 2; i <= n; i++) { d = $i - $(i + n); if ((d < 0 ? -d : d) > 1e-8) exit 1 } }' both.csv || complain "modes relative to a marker differ: $(cat both.csv)"
printf 'planar.adm\nplanar_r\nSIM/STATIC\nLINEAR/EIGENSOL, RM=11\nSTOP\n' >r.acf
run 2 run r.acf --quiet
warns "RM sees PART/2 move out of its plane"

# a general constraint, a constraint of velocities, a curve: the same motion
cat >extra.sh <<'END_OF_SCRIPT'
cat <<END_OF_MODEL
other constraints
ACCGRAV/JGRAV=-9.81
PART/1, GROUND
MARKER/10, PART=1
MATRIX/1, FULL=RORDER, ROWS=5, COLUMNS=3, VALUES=-2,1,0, -1,0.2,0, 0,0,0, 1,0.2,0, 2,1,0
CURVE/1, OPEN, CURVE_POINTS, MATRIX=1
PART/2, MASS=1, CM=20, IP=0.1,0.1,0.2, QG=-1,0.2,0, WZ=1$1
MARKER/20, PART=2
MARKER/29, PART=1, FLOATING
PTCV/1, I=20, CURVE=1, RM=10, JFLOAT=29
PART/3, MASS=1, CM=30, IP=0.1,0.1,0.2, QG=1,1,0, VX=0.5, WZ=1$1
MARKER/30, PART=3
MARKER/31, PART=3, QP=0.3,0,0
GCON/1, I=30, FUNCTION=DX(30,10)**2+DY(30,10)**2-2
PART/4, MASS=1, CM=40, IP=0.1,0.1,0.2, QG=3,1,0, VX=0.5, WZ=1$1
MARKER/40, PART=4
GCON/2, I=40, FUNCTION=VY(40,10)*COS(AZ(40,10))-VX(40,10)*SIN(AZ(40,10))+0.2*WZ(40,10)
SFORCE/1, I=31, J=20, TRANSLATION, FUNCTION=-3*(DM(31,20)-1)
SFORCE/2, I=40, J=10, ROTATION, FUNCTION=-0.5*WZ(40,10)
REQUEST/1, F2=DX(20,10)\F3=DY(30,10)\F4=DX(40,10)\F6=AZ(40,10)\F7=GCON(1,0,3,0)\F8=AZ(20,10)
INTEGRATOR/GSTIFF, SI2, ERROR=1E-8
END
END_OF_MODEL
END_OF_SCRIPT
bash extra.sh "" >extra_spatial.adm
# spatial parts are kept in the plane by joints
sed -i 's/^REQUEST/MARKER\/12, PART=1\nJOINT\/2, PLANAR, I=20, J=10\nJOINT\/3, PLANAR, I=30, J=10\nJOINT\/4, PLANAR, I=40, J=10\nREQUEST/' extra_spatial.adm
bash extra.sh ", PLANAR" >extra_planar.adm
for kind in spatial planar; do run 0 run extra_$kind.adm --end 1 --steps 10 --quiet; done
alike "PTCV, GCON" extra_spatial.csv extra_planar.csv 1e-4

# off the plane
crank ", PLANAR" "GSTIFF" | sed 's/^\(MARKER\/22.*QP=0.5,0,\)0/\10.1/' >off.adm
run 2 run off.adm --end 0.1 --steps 1 --quiet
warns "JOINT/2 Dij.Zj is off by -0.1 across the plane of a PLANAR part"
crank ", PLANAR" "GSTIFF" | sed 's/^\(MARKER\/22.*\)/\1, REULER=0,20D,0/' >off.adm
run 2 run off.adm --end 0.1 --steps 1 --quiet
warns "JOINT/2 Zi.Yj is off by 0.34202 across the plane of a PLANAR part"
crank ", PLANAR" "GSTIFF" | sed 's/WZ=3, WM=10/VZ=1, WZ=3, WM=10/' >off.adm
run 0 run off.adm --end 0.1 --steps 1
warns "PART/2: VZ = 1 cannot be kept by the constraints; it starts with 0"
crank ", PLANAR" "GSTIFF" | sed 's/^PART\/1, GROUND/PART\/1, GROUND, PLANAR/' >off.adm
run 1 run off.adm --end 0.1 --steps 1 --quiet
warns "GROUND and PLANAR exclude each other"
exit $((failures > 0))
