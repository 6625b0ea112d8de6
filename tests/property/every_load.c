/* every_load.c - the matrix of the equations of motion is the derivative of their residual: for every load, every
 * equation of an auxiliary unknown, and whatever they read, at random states and for random maps of the unknowns
 * (theory 8.19 to 8.24). Each column is held against central differences. Loads of force elements act with equal and
 * opposite wrenches. */
#include "draw.h"
#include "expr/user.h"
#include "near.h"
#include "system/contacts.h"
#include "system/energy.h"

#include "flexible_body.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const bodies =
    "loads\n"
    "PART/1, GROUND\nMARKER/10, PART=1, QP=0.3,-0.2,0.1, REULER=0.2,0.3,0.4\nMARKER/11, PART=1, QP=-0.5,0.2,0.3\n"
    "PART/2, MASS=1.5, CM=20, IP=0.3,0.4,0.5,0.01,0.02,-0.03, QG=1,0.2,0.1, REULER=0.1,0.2,0.3\n"
    "MARKER/20, PART=2, QP=0.1,0.05,-0.1, REULER=0.3,0.1,0.2\nMARKER/21, PART=2, QP=0.4,0.1,0.2, REULER=0.4,0.2,-0.2\n"
    "MARKER/22, PART=2, QP=-0.3,0.2,0.1, REULER=-0.1,0.2,0.1\nMARKER/25, PART=2, FLOATING\n"
    "POINT_MASS/4, MASS=0.4, CM=40, QG=0.2,0.3,1.2\nMARKER/40, POINT_MASS=4\n"
    "PART/5, %s MASS=0.9, CM=50, IP=0.2,0.3,0.25, QG=-0.6,0.4,0.8\nMARKER/50, PART=5\nMARKER/51, PART=5, QP=0.1,0.2,0.3\n"
    "ACCGRAV/JGRAV=-9.81\n"
    "JOINT/1, REVOLUTE, I=21, J=10\nJOINT/2, SPHERICAL, I=31, J=22\n";

static const char *const third =
    "PART/3, %s MASS=0.7, CM=30, IP=0.1,0.2,0.15, QG=0.1,1.1,0.3, REULER=-0.2,0.3,0.1\n"
    "MARKER/30, PART=3\nMARKER/31, PART=3, QP=0.2,-0.1,0.3, REULER=0.3,0.2,0.1\n"
    "MARKER/32, PART=3, QP=-0.2,0.1,0.3, REULER=0.1,-0.2,0.2\nMARKER/35, PART=3, FLOATING\n";

/* In its place a body that bends, whose invariants and matrices of stiffening are all there. */
static const char *const third_bends =
    "FLEX_BODY/3, MATRICES=901,902,903,904,905,906,907,908,909,910,911,912,913,914,915,916,917,920,919,921,922%s, CRATIO=0.1+0.05*SIN(TIME)\\\n"
    ", INVARIANTS=T,T,T,T,T,T,T,T,T, QG=0.1,1.1,0.3, REULER=-0.2,0.3,0.1\n"
    "MATRIX/915, NAME=KGWXX, SPARSE, ROWS=4, COLUMNS=4, I=1,2,1,2, J=1,1,2,3, VALUES=1,2,3,4\n"
    "MATRIX/916, NAME=KGWYZ, SPARSE, ROWS=4, COLUMNS=4, I=1,3,4, J=4,3,1, VALUES=1,2,3\n"
    "MATRIX/917, NAME=KGAY, SPARSE, ROWS=4, COLUMNS=4, I=1,3,4,2, J=4,3,1,2, VALUES=1,0.2,0.3,0.7\n"
    "MATRIX/920, NAME=KGRZ, SPARSE, ROWS=4, COLUMNS=4, I=1,3,4,2, J=2,3,1,4, VALUES=0.3,-0.2,0.4,0.5\n"
    "MATRIX/919, NAME=KGAX, SPARSE, ROWS=4, COLUMNS=4, I=1,2,4, J=1,3,4, VALUES=-0.3,0.6,0.2\n"
    "MATRIX/921, NAME=KGNODE, FULL=RORDER, ROWS=3, COLUMNS=2, VALUES=2,1,3,2,2,6\n"
    "MATRIX/922, NAME=KGLOAD, SPARSE, ROWS=12, COLUMNS=4, I=1,2,3,1,6,5,8,10,12,9, J=1,1,2,4,2,3,4,2,1,3\n"
    ", VALUES=0.2,-0.3,0.4,0.1,0.5,-0.2,0.3,0.2,-0.4,0.3\n"
    "MARKER/30, FLEX_BODY=3, NODE_ID=1\nMARKER/31, FLEX_BODY=3, NODE_ID=2, QP=0.2,-0.1,0.3, REULER=0.3,0.2,0.1\n"
    "MARKER/32, FLEX_BODY=3, NODE_ID=3, QP=-0.2,0.1,0.3, REULER=0.1,-0.2,0.2\nMARKER/35, PART=5, FLOATING\n";

/* One statement or a few that belong together: each is a case of its own. */
static const char *const cases[] = {
    "SFORCE/1, I=21, J=31, TRANSLATION, FUNCTION=3*DM(21,31)+0.4*VR(21,31)+SIN(TIME)\n",
    "SFORCE/1, I=21, J=31, ROTATION, FUNCTION=3*AZ(21,31)+0.4*WZ(21,31,31)\n",
    "SFORCE/1, I=21, J=31, TRANSLATION, ACTIONONLY, FUNCTION=3*DX(21,31,40)*VY(50,20,30,21)\n",
    "SFORCE/1, I=40, J=10, ROTATION, ACTIONONLY, FUNCTION=2*DX(40,10)\n",
    "SFORCE/1, I=40, J=11, TRANSLATION, FUNCTION=-5*(DM(40,11)-0.3)\n",
    "SFORCE/1, I=40, J=50, TRANSLATION, FUNCTION=ACCX(50,21,31,20)+0.2*WDTY(20,30,50)\n",
    "VFORCE/1, I=21, JFLOAT=35, RM=51, FX=DX(21,30)\\FY=-2*VX(21,30,20,31)\\FZ=1+TIME\n",
    "VFORCE/1, I=21, JFLOAT=35, RM=35, FX=DX(35,50)\\FY=-2*VX(35,30,20,31)\\FZ=WZ(35,30)\n",
    "VTORQUE/1, I=21, JFLOAT=35, RM=20, TX=AX(21,31)\\TY=-2*WX(21,30,20)\\TZ=1\n",
    "GFORCE/1, I=51, JFLOAT=25, FX=DY(51,20,31)\\FZ=DM(51,40)**2\\TX=PSI(51,20)\\TZ=YAW(51,31)\n",
    "GFORCE/1, I=40, JFLOAT=35, RM=21, FX=DY(40,30,31)\\FZ=VM(51,40)**2\\TX=THETA(51,20)\\TZ=WM(51,31)\n",
    "SPRINGDAMPER/1, TRANSLATION, I=21, J=51, K=20, C=3, LENGTH=0.4, FORCE=2\n",
    "SPRINGDAMPER/1, ROTATION, I=21, J=51, KT=20, CT=3, ANGLE=0.4, TORQUE=2\n",
    "BUSHING/1, I=21, J=51, K=10,20,30, KT=3,4,5, C=1,2,3, CT=0.1,0.2,0.3, FORCE=1,2,3, TORQUE=0.1,0.2,0.3\n",
    "FIELD/1, I=31, J=51, LENGTH=0.1,0.2,0.3,0.1,0.2,0.3, CRATIO=0.1, FORCE=1,2,3,4,5,6, KMATRIX=\n"
    ", 11,2,3,4,5,6, 7,18,9,10,11,12, 13,14,25,16,17,18, 1,2,3,14,5,6, 1,2,3,4,15,6, 6,5,4,3,2,11\n",
    "MATRIX/1, FULL=RORDER, ROWS=12, COLUMNS=12, VALUES=\n"
    ", 9,1,0,0,2,0,1,0,3,0,0,1, 1,8,0,1,0,0,0,2,0,0,1,0, 0,0,7,0,0,1,3,0,1,0,0,0, 0,1,0,6,0,0,0,1,0,2,0,0\n"
    ", 2,0,0,0,5,0,0,0,1,0,1,0, 0,0,1,0,0,4,1,0,0,0,0,2, 1,0,3,0,0,1,9,0,0,1,0,0, 0,2,0,1,0,0,0,8,0,0,1,0\n"
    ", 3,0,1,0,1,0,0,0,7,0,0,1, 0,0,0,2,0,0,1,0,0,6,0,0, 0,1,0,0,1,0,0,1,0,0,5,0, 1,0,0,0,0,2,0,0,1,0,0,4\n"
    "MATRIX/2, FULL=CORDER, ROWS=12, COLUMNS=1, VALUES=0.1,0.2,0.3,0.1,0,0,-0.1,0.2,0,0.1,0,0.2\n"
    "NFORCE/1, MARKERS=21,31, J=51, KMATRIX=1, CRATIO=0.2, LENGTH=2\n"
    "SFORCE/2, I=50, J=40, TRANSLATION, FUNCTION=0.1*NFORCE(1,31,3,20)+0.2*NFORCE(1,51,7,0)\n",
    "BEAM/1, I=32, J=21, LENGTH=0.9, AREA=0.01, IXX=1E-3, IYY=2E-3, IZZ=3E-3, EMODULUS=1E3, GMODULUS=4E2, ASY=1.2, ASZ=1.1\n"
    ", CMATRIX=1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21\n",
    "MATERIAL/1, NAME=m, YOUNGS_MODULUS=1E3, POISSONS_RATIO=0.2, DENSITY=3\n"
    "SECTION/1, AREA=0.2, IYY=2E-2, IZZ=3E-2, IYZ=1E-2, JXX=1E-2, ASY=1.2\n"
    "FE_PART/6, MATERIAL=1, SECTION=1, CRATIOK=0.02, CRATIOM=0.3, COORDINATES=1,-0.6,0.4,0.8,0,0,0, 2,-0.1,0.6,0.9,0,0,0, 3,0.2,1,1.1,0,0,0\n"
    "MARKER/60, FE_PART=6, NODE_LABEL=1\nMARKER/61, FE_PART=6, NODE_LABEL=3, QP=0.1,0.2,-0.1, REULER=0.3,0.2,0.1\n"
    "JOINT/3, UNIVERSAL, I=60, J=50\nFE_LOAD/1, FE_PART=6, RM=21, JFLOAT=35, FX=DX(61,31)\\FZ=1+TIME\\TY=2*VX(61)\n"
    "SFORCE/1, I=61, J=31, TRANSLATION, FUNCTION=3*DM(61,31)+0.4*VR(61,31)\n",
    "MATERIAL/1, NAME=m, YOUNGS_MODULUS=1E3, POISSONS_RATIO=0.2, DENSITY=3\n"
    "SECTION/1, RECT_BASE=0.3, RECT_HEIGHT=0.4\n"
    "FE_PART/6, TYPE=2DBEAM, MATERIAL=1, SECTION=1, CRATIOK=0.02, CRATIOM=0.3, COORDINATES=1,-0.6,0.4,0.8,0,0,0, 2,-0.1,0.6,0.8,0,0,0, 3,0.2,1,0.8,0,0,0\n"
    "MARKER/61, FE_PART=6, NODE_LABEL=3, QP=0.1,0.2,-0.1, REULER=0.3,0.2,0.1\n"
    "BUSHING/1, I=61, J=51, K=10,20,30, KT=3,4,5, C=1,2,3, CT=0.1,0.2,0.3\n",
    "VARIABLE/1, FUNCTION=DM(21,31)*2+VARVAL(2)\nVARIABLE/2, FUNCTION=SIN(VARVAL(1))+VX(50,10)\n"
    "SFORCE/1, I=21, J=31, TRANSLATION, FUNCTION=VARVAL(1)*VARVAL(2)\n",
    "DIFF/1, FUNCTION=-2*DIF(1)+DX(21,31)*VARVAL(1), IC=0.3\nVARIABLE/1, FUNCTION=DIF1(1)+DIF(1)**2\n"
    "SFORCE/1, I=21, J=31, TRANSLATION, FUNCTION=DIF(1)+VARVAL(1)\n",
    "DIFF/1, IMPLICIT, FUNCTION=DIF1(1)**3+DIF(1)-DZ(50,20), IC=0.3,0.4\n"
    "GFORCE/1, I=51, JFLOAT=25, RM=31, FX=DIF(1)\\TZ=DIF1(1)\n",
    "SFORCE/1, I=21, J=31, TRANSLATION, FUNCTION=3*DM(21,31)\n"
    "BUSHING/2, I=31, J=51, K=10,20,30, KT=3,4,5, C=1,2,3, CT=0.1,0.2,0.3\n"
    "VARIABLE/1, FUNCTION=SFORCE(1,0,2,50)+BUSH(2,0,7,20)+BUSH(2,1,6,0)+BUSH(2,1,8,21)\n"
    "SFORCE/3, I=50, J=40, TRANSLATION, FUNCTION=0.1*VARVAL(1)+0.01*FX(31,51,20)\n",
    "SFORCE/3, I=50, J=40, TRANSLATION, FUNCTION=0.1*JOINT(1,0,2,20)+0.2*JOINT(2,0,8,0)+0.3*JOINT(2,1,7,31)\n",
    "SFORCE/3, I=50, J=40, TRANSLATION, FUNCTION=0.1*JOINT(1,0,6,20)+0.2*JOINT(1,1,8,0)+0.3*JOINT(1,1,7,31)\n",
    "VARIABLE/1, FUNCTION=DX(50,20)\nVARIABLE/2, FUNCTION=SIN(TIME)\nARRAY/1, U, VARIABLES=1,2\nARRAY/2, X\nARRAY/3, Y\n"
    "ARRAY/4, IC, NUMBERS=0.1,0.2,0.3\nMATRIX/1, FULL=RORDER, ROWS=3, COLUMNS=3, VALUES=-1,0.2,0,0.3,-2,0.4,0,0,-3\n"
    "MATRIX/2, FULL=CORDER, ROWS=3, COLUMNS=2, VALUES=1,2,3,4,5,6\n"
    "MATRIX/3, SPARSE, ROWS=2, COLUMNS=3, I=1,2, J=3,1, VALUES=2,7\n"
    "MATRIX/4, FULL=RORDER, ROWS=2, COLUMNS=2, VALUES=1,0,0,2\n"
    "LSE/1, X=2, U=1, Y=3, A=1, B=2, C=3, D=4, IC=4\n"
    "SFORCE/1, I=50, J=40, TRANSLATION, FUNCTION=ARYVAL(3,1)*ARYVAL(2,2)+ARYVAL(3,2)**2\n",
    "VARIABLE/1, FUNCTION=DX(50,20)\nARRAY/1, U, VARIABLES=1\nARRAY/2, X, SIZE=2\nARRAY/3, Y, SIZE=1\n"
    "TFSISO/1, X=2, U=1, Y=3, NUMERATOR=1,2,3, DENOMINATOR=4,5,6\n"
    "SFORCE/1, I=50, J=40, TRANSLATION, FUNCTION=ARYVAL(3,1)+ARYVAL(2,2)*DX(20)\n",
    "SENSOR/1, FUNCTION=DX(50,20), VALUE=100, EVALUATE=VX(50)\n"
    "SFORCE/1, I=50, J=40, TRANSLATION, FUNCTION=SENVAL(1)+DX(50,20)*DELAY(TIME, 0.2, 3)\n",
    "SFORCE/1, I=21, J=31, TRANSLATION, FUNCTION=USER(21,31,5,4,0.3)\\ROUTINE=\"@::hardening\"\n",
    "VFORCE/1, I=50, JFLOAT=25, RM=31, FUNCTION=USER(50,0.3)\\ROUTINE=\"@::drag\"\n",
    "VARIABLE/1, FUNCTION=DX(50,20)\nARRAY/1, U, VARIABLES=1\nARRAY/2, X, SIZE=1\nARRAY/3, Y, SIZE=1\n"
    "GSE/1, NS=1, NO=1, NI=1, X=2, U=1, Y=3, FUNCTION=USER(2)\\ROUTINE=\"@::limited\"\n"
    "SFORCE/1, I=50, J=40, TRANSLATION, FUNCTION=ARYVAL(3,1)*DX(20)\n",
    "FRICTION/1, JOINT=1, MU_STATIC=0.4, MU_DYNAMIC=0.2, PIN_RADIUS=0.3, STICTION_TRANSITION_VELOCITY=3\n"
    ", MAX_STICTION_DEFORMATION=0.5, FRICTION_TORQUE_PRELOAD=0.1\n",
    "FRICTION/1, JOINT=1, MU_STATIC=0.4, MU_DYNAMIC=0.2, PIN_RADIUS=0.3, STICTION_TRANSITION_VELOCITY=0.25\n",
    "FRICTION/1, JOINT=2, MU_STATIC=0.4, MU_DYNAMIC=0.2, BALL_RADIUS=0.2, STICTION_TRANSITION_VELOCITY=5\n"
    ", MAX_STICTION_DEFORMATION=0.5\nSFORCE/1, I=50, J=40, TRANSLATION, FUNCTION=0.3*FRICTION(1,3)*FRICTION(1,2)\n",
    "FRICTION/1, JOINT=2, MU_STATIC=0.4, MU_DYNAMIC=0.2, BALL_RADIUS=0.2, STICTION_TRANSITION_VELOCITY=0.2\n"
    ", TRANSITION_VELOCITY_COEFFICIENT=4, FRICTION_TORQUE_PRELOAD=0.3\n",
    "JOINT/3, TRANSLATIONAL, I=51, J=32\nFRICTION/1, JOINT=3, MU_STATIC=0.4, MU_DYNAMIC=0.2, OVERLAP_DELTA=INCREASE\n"
    ", INITIAL_OVERLAP=2, REACTION_ARM=0.4, STICTION_TRANSITION_VELOCITY=4, MAX_STICTION_DEFORMATION=0.5\n"
    ", FRICTION_FORCE_PRELOAD=0.3\n",
    "JOINT/3, CYLINDRICAL, I=51, J=32\nFRICTION/1, JOINT=3, MU_STATIC=0.4, MU_DYNAMIC=0.2, OVERLAP_DELTA=DECREASE\n"
    ", INITIAL_OVERLAP=3, STICTION_TRANSITION_VELOCITY=4, MAX_STICTION_DEFORMATION=0.5, PIN_RADIUS=0.4\n"
    ", FRICTION_FORCE_PRELOAD=0.3, FRICTION_TORQUE_PRELOAD=0.2\n",
    "JOINT/3, HOOKE, I=51, J=32\nFRICTION/1, JOINT=3, I_YOKE, MU_STATIC=0.4, MU_DYNAMIC=0.2, PIN_RADIUS=0.4\n"
    ", STICTION_TRANSITION_VELOCITY=4, MAX_STICTION_DEFORMATION=0.5\n"
    "FRICTION/2, JOINT=3, J_YOKE, MU_STATIC=0.3, MU_DYNAMIC=0.2, PIN_RADIUS=0.4, EFFECT=SLIDING\n",
    "JOINT/3, CYLINDRICAL, I=51, J=32\nFRICTION/1, JOINT=3, FORMULATION=LUGRE, MU_STATIC=0.4, MU_DYNAMIC=0.2\n"
    ", STICTION_TRANSITION_VELOCITY=0.7, BRISTLE_STIFFNESS=0.8, DAMPING_COEFFICIENT=0.3, DAMPING_VISCOUS=0.1, PIN_RADIUS=0.4\n"
    ", FRICTION_FORCE_PRELOAD=0.3, FRICTION_TORQUE_PRELOAD=0.2\n",
    "JOINT/3, SPHERICAL, I=51, J=32\nFRICTION/1, JOINT=3, FORMULATION=LUGRE, MU_STATIC=0.4, MU_DYNAMIC=0.2, BALL_RADIUS=0.4\n"
    ", STICTION_TRANSITION_VELOCITY=0.7, BRISTLE_STIFFNESS=0.8, DAMPING_COEFFICIENT=0.3, DAMPING_VISCOUS=0.1\n",
    "JOINT/3, UNIVERSAL, I=51, J=32\nFRICTION/1, JOINT=3, I_YOKE, MU_STATIC=0.4, MU_DYNAMIC=0.2, PIN_RADIUS=0.4\n"
    ", STICTION_TRANSITION_VELOCITY=4, MAX_STICTION_DEFORMATION=0.5, EFFECT=STICTION\n"
    "FRICTION/2, JOINT=3, J_YOKE, MU_STATIC=0.3, MU_DYNAMIC=0.2, PIN_RADIUS=0.4, INPUTS=REACTION_FORCE\n",
    "GRAPHICS/1, SPHERE, CM=21, RADIUS=3\nGRAPHICS/2, PLANE, RM=31\n"
    "CONTACT/1, IGEOM=1, JGEOM=2, IMPACT, STIFFNESS=2, EXPONENT=1.5, DAMPING=0.3, DMAX=5\n",
    "GRAPHICS/1, PLANE, RM=21\nGRAPHICS/2, SPHERE, CM=51, RADIUS=3\n"
    "CONTACT/1, IGEOM=1, JGEOM=2, IMPACT, STIFFNESS=2, EXPONENT=1.2, COULOMB_FRICTION=ON, MU_STATIC=0.4, MU_DYNAMIC=0.3\n"
    ", STICTION_TRANSITION_VELOCITY=20, FRICTION_TRANSITION_VELOCITY=30\n"
    "SFORCE/1, I=50, J=40, TRANSLATION, FUNCTION=0.1*CONTACT(1,0,2,20)+0.2*CONTACT(1,1,7,0)+0.3*CONTACT(1,0,8,31)\n",
    "GRAPHICS/1, PLANE, RM=10\nGRAPHICS/2, SPHERE, CM=51, RADIUS=4\n"
    "CONTACT/1, IGEOM=1, JGEOM=2, IMPACT, STIFFNESS=2, EXPONENT=2.2, COULOMB_FRICTION=ON, MU_STATIC=0.4, MU_DYNAMIC=0.3\n"
    ", STICTION_TRANSITION_VELOCITY=0.001, FRICTION_TRANSITION_VELOCITY=40, DAMPING=0.2, DMAX=0.001\n"
    "SFORCE/1, I=50, J=40, TRANSLATION, FUNCTION=0.1*CONTACT(1,0,6,20)+0.2*CONTACT(1,1,8,0)\n",
};

/* Cases for the body that bends. */
static const char *const bending_cases[] = {
    "MATRIX/918, NAME=MODLOAD, FULL=RORDER, ROWS=10, COLUMNS=2, VALUES=1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20\n"
    "MARKER/36, PART=2, FLOATING\nMFORCE/1, FLEX_BODY=3, JFLOAT=36, CASE_INDEX=2, SCALE=0.1+SIN(TIME)*DX(31,50)+VARVAL(1)\n"
    "VARIABLE/1, FUNCTION=DM(21,31)+0.3*VARVAL(1)\n"
    "MFORCE/2, FLEX_BODY=3, CASE_INDEX=1, SCALE=VY(30,51,32)\n",
};

typedef struct Case {
    CdLog *log;
    CdModel *model;
    System *s;
    Equations *e;
    BodyMap map[16];
    Maps maps;
} Case;

static Mat3 random_matrix(uint64_t *seed)
{
    Mat3 m;
    for (int j = 0; j < 3; j++) { /* one after the other: compilers evaluate arguments in orders of their own */
        double z = between(seed, -1, 1), y = between(seed, -1, 1), x = between(seed, -1, 1);
        m.c[j] = v3(x, y, z);
    }
    return m;
}

static const char *plane = ""; /* "PLANAR,": parts 3 and 5 move in planes */
static bool bends;             /* a flexible body stands for part 3 */

static void write_third(TextBuffer *out, bool loaded)
{
    char *text;
    size_t n;
    TestBody b = test_body_make(77, 0.2);
    FILE *file = open_memstream(&text, &n);
    test_body_write(file, 901, &b);
    fclose(file);
    cd_buffer_print(out, "%s", text);
    cd_buffer_print(out, third_bends, loaded ? ",918" : "");
    free(text);
}

/* The dataset of a case; @ stands for the library with the routines of the example, ~ for that with laws of
 * contacts. */
static void write_case(TextBuffer *out, const char *statements)
{
    const char *folder = getenv("CARDAN_PLUGINS");
    cd_buffer_print(out, bodies, plane);
    if (bends) write_third(out, strstr(statements, "MODLOAD"));
    else cd_buffer_print(out, third, plane);
    for (const char *p = statements; *p; p++)
        if (*p == '@' || *p == '~')
            cd_buffer_print(out, "%s/%s", folder ? folder : "plugins", *p == '@' ? "routines" : "touch");
        else cd_buffer_char(out, *p);
    cd_buffer_print(out, "END\n");
}

static Case *open_case(const char *statements, uint64_t *seed)
{
    Case *c = cd_take(sizeof *c);
    c->log = cd_log_open();
    TextBuffer text = { 0 };
    write_case(&text, statements);
    c->model = cd_model_read_text("case.adm", text.at, text.n, c->log);
    if (!c->model) print_error("%s\n", statements), cd_log_print(c->log, stderr);
    assert_non_null(c->model);
    cd_buffer_close(&text);
    bool routines = cd_user_open(c->model, c->log);
    if (!routines) cd_log_print(c->log, stderr);
    assert_true(routines);
    c->s = cd_system_open(c->model, NULL);
    c->e = cd_equations(c->s);
    State *q = &c->s->state;
    double *d = cd_take(sizeof(double) * (size_t)c->s->m->nv);
    for (int i = 0; i < c->s->m->nv; i++) d[i] = between(seed, -0.3, 0.3);
    cd_state_move(c->s->m, q, d, 1);
    free(d);
    for (int i = 0; i < c->s->m->nv; i++) q->v[i] = between(seed, -1, 1), q->vdot[i] = between(seed, -1, 1);
    for (int i = 0; i < c->s->c->rows; i++) q->lambda[i] = between(seed, -2, 2);
    for (int i = 0; i < c->e->aux.n; i++) c->e->aux.z[i] = between(seed, -1, 1);
    for (int i = 0; i < c->e->aux.differential; i++) c->e->aux.zdot[i] = between(seed, -1, 1);
    q->t = 0.37;
    double q0 = between(seed, 0.3, 1), v0 = between(seed, 0.3, 1), a0 = between(seed, 0.3, 1);
    for (int b = 0; b < c->s->m->bodies; b++) {
        c->map[b] = (BodyMap){ .q = q0, .v = v0, .a = a0, .V = random_matrix(seed), .A = random_matrix(seed) };
        if (c->s->m->body[b].planar)
            c->map[b].V = m3_scale(m3_identity(), v0), c->map[b].A = m3_scale(m3_identity(), a0);
    }
    c->maps = (Maps){ .body = c->map, .z = between(seed, 0.3, 1), .rate = between(seed, 0.3, 1) };
    assert_true(cd_equations_prepare(c->e, c->log));
    cd_system_use_all(c->s, ROWS_LASTING);
    return c;
}

static void close_case(Case *c)
{
    cd_system_close(c->s);
    cd_model_close(c->model);
    cd_log_close(c->log);
    free(c);
}

static Vec3 unit(int k)
{
    return v3(k == 0, k == 1, k == 2);
}

/* Moves unknown j by x, as the maps say. */
static void move(Case *c, int j, double x)
{
    System *s = c->s;
    int nv = s->m->nv;
    if (j >= nv + s->in_use.n) {
        int k = j - nv - s->in_use.n;
        c->e->aux.z[k] += k < c->e->aux.differential ? c->maps.z * x : x;
        if (k < c->e->aux.differential) c->e->aux.zdot[k] += c->maps.rate * x;
        return;
    }
    if (j >= nv) {
        s->state.lambda[s->in_use.row[j - nv]] += x;
        return;
    }
    int b = 0;
    while (b + 1 < s->m->bodies && s->m->body[b + 1].first <= j) b++;
    const MovingBody *body = &s->m->body[b];
    int k = body->six[j - body->first];
    const BodyMap *map = &c->map[b];
    double *d = cd_take(sizeof(double) * (size_t)nv);
    d[j] = 1;
    cd_state_move(s->m, &s->state, d, map->q * x);
    free(d);
    Vec3 zero = v3(0, 0, 0), dv = k < 3 ? v3_scale(unit(k), map->v) : m3_col(map->V, k - 3);
    Vec3 da = k < 3 ? v3_scale(unit(k), map->a) : m3_col(map->A, k - 3);
    cd_add_wrench(body, x, k < 3 ? dv : zero, k < 3 ? zero : dv, s->state.v + body->first);
    cd_add_wrench(body, x, k < 3 ? da : zero, k < 3 ? zero : da, s->state.vdot + body->first);
}

static void residual(Case *c, double *r)
{
    assert_true(cd_equations_prepare(c->e, c->log));
    assert_true(cd_equations_residual(c->e, r));
    cd_inertia_residual(c->e, r);
}

/* Contacts remember: where they stick from here on, at which speed they met. */
static void remember(Case *c)
{
    for (int k = 0; k < c->e->loads.pairs; k++) {
        ContactPair *p = c->e->loads.pair[k];
        p->onset = 0.8;
        cd_contact_stick(&c->e->world, p);
    }
}

static int touched; /* pairs of shapes in the cases so far */

/* The matrix of a case at a random state, column by column; returns the largest error. */
static double check_matrix(const char *statements, uint64_t *seed)
{
    double worst = 0;
    Case *c = open_case(statements, seed);
    int unknowns = cd_equations_unknowns(c->e), nv = c->s->m->nv;
    double *plus = cd_take(sizeof(double) * (size_t)unknowns), *minus = cd_take(sizeof(double) * (size_t)unknowns);
    double *d = cd_take(sizeof(double) * (size_t)unknowns), *column = cd_take(sizeof(double) * (size_t)unknowns);
    cd_equations_wind(c->e);
    remember(c);
    /* away from the point that is remembered, so that memories count */
    for (int j = 0; j < nv; j++) move(c, j, between(seed, -0.1, 0.1));
    assert_true(cd_equations_prepare(c->e, c->log));
    cd_inertia_matrix(c->e, &c->maps);
    assert_true(cd_equations_matrix(c->e, &c->maps));
    for (int k = 0; k < c->e->loads.pairs; k++) touched += cd_contact_pull(&c->e->world, c->e->loads.pair[k]) > 0;
    for (int j = 0; j < unknowns; j++) {
        const double h = 1e-5;
        memset(d, 0, sizeof(double) * (size_t)unknowns);
        d[j] = 1;
        cd_equations_apply(c->e, d, column);
        State was = cd_state_new(&c->e->arena, c->s->m, c->s->c->rows, c->s->c->windings);
        cd_state_copy(c->s->m, c->s->c->rows, c->s->c->windings, &was, &c->s->state);
        move(c, j, h);
        residual(c, plus);
        if (j < nv) cd_state_copy(c->s->m, c->s->c->rows, c->s->c->windings, &c->s->state, &was), move(c, j, -h);
        else move(c, j, -2 * h);
        residual(c, minus);
        if (j < nv) cd_state_copy(c->s->m, c->s->c->rows, c->s->c->windings, &c->s->state, &was);
        else move(c, j, h);
        double size = 1;
        for (int i = 0; i < unknowns; i++) size = fmax(size, fabs(column[i]));
        for (int i = 0; i < unknowns; i++) {
            if (i >= nv && i < nv + c->s->in_use.n) continue;
            double error = fabs((plus[i] - minus[i]) / (2 * h) - column[i]) / size;
            worst = fmax(worst, error);
            if (error <= 1e-7) continue;
            char row[CD_LABEL_ROOM], col[CD_LABEL_ROOM];
            fail_msg("%s: row %s, column %s: %.9g by differences, %.9g in the matrix", statements,
                     cd_unknown_label(c->e, i, row), cd_unknown_label(c->e, j, col), (plus[i] - minus[i]) / (2 * h),
                     column[i]);
        }
    }
    free(plus), free(minus), free(d), free(column);
    close_case(c);
    return worst;
}

TEST(the_matrix_is_the_derivative_of_the_residual)
{
    uint64_t seed = 12345;
    double worst = 0;
    size_t all = sizeof cases / sizeof *cases, more = sizeof bending_cases / sizeof *bending_cases;
    for (size_t n = 0; n < all + more; n++)
        for (int round = n < all ? 0 : 7; round < 9; round++) {
            plane = round < 5 || round > 6 ? "" : "PLANAR,", bends = round > 6;
            worst = fmax(worst, check_matrix(n < all ? cases[n] : bending_cases[n - all], &seed));
            plane = "", bends = false;
        }
    print_message("largest relative error %.2g\n", worst);
}

/* Shapes that overlap widely, of parts 2 and 3, of ground, of the node of a beam; * stands for a random length
 * about 1. */
static const char *const touching[] = {
    "GRAPHICS/1, SPHERE, CM=21, RADIUS=3*\nGRAPHICS/2, PLANE, RM=31\n",
    "GRAPHICS/1, PLANE, RM=31\nGRAPHICS/2, SPHERE, CM=21, RADIUS=3*\n",
    "GRAPHICS/1, SPHERE, CM=21, RADIUS=1.7*\nGRAPHICS/2, SPHERE, CM=31, RADIUS=1.5*\n",
    "GRAPHICS/1, SPHERE, CM=21, RADIUS=2*\nGRAPHICS/2, ELLIPSOID, CM=31, XSCALE=2*, YSCALE=3*, ZSCALE=2.5*\n",
    "GRAPHICS/1, SPHERE, CM=31, RADIUS=2*\nGRAPHICS/2, CYLINDER, CM=21, LENGTH=3*, RADIUS=1.5*\n",
    "GRAPHICS/1, FRUSTUM, CM=31, LENGTH=3*, BOTTOM=1.5*, TOP=1*\nGRAPHICS/2, SPHERE, CM=21, RADIUS=2*\n",
    "GRAPHICS/1, TORUS, CM=31, RMAX=1.5*, RMIN=0.8*\nGRAPHICS/2, SPHERE, CM=21, RADIUS=2*\n",
    "GRAPHICS/1, SPHERE, CM=31, RADIUS=2*\nGRAPHICS/2, BOX, CORNER=21, X=2*, Y=2*, Z=2*\n",
    "GRAPHICS/1, ELLIPSOID, CM=31, XSCALE=6*, YSCALE=7*, ZSCALE=5*\nGRAPHICS/2, PLANE, RM=21\n",
    "GRAPHICS/1, BOX, CORNER=31, X=2*, Y=2*, Z=2*\nGRAPHICS/2, BOX, CORNER=22, X=2*, Y=2*, Z=2*\n",
    "GRAPHICS/1, BOX, CORNER=31, X=5*, Y=5*, Z=5*\nGRAPHICS/2, PLANE, RM=10\n",
    "GRAPHICS/1, SPHERE, CM=61, RADIUS=3*\nGRAPHICS/2, PLANE, RM=31\n",
    "GRAPHICS/1, BOX, CORNER=61, X=2*, Y=2*, Z=2*\nGRAPHICS/2, SPHERE, CM=31, RADIUS=2*\n",
};

static const char *const beam =
    "MATERIAL/1, NAME=m, YOUNGS_MODULUS=1E3, POISSONS_RATIO=0.2, DENSITY=3\nSECTION/1, AREA=0.2, IYY=2E-2, IZZ=3E-2, JXX=1E-2\n"
    "FE_PART/6, MATERIAL=1, SECTION=1, CRATIOK=0.02, CRATIOM=0.3, COORDINATES=1,-0.6,0.4,0.8,0,0,0, 2,-0.1,0.6,0.9,0,0,0, 3,0.2,1,1.1,0,0,0\n"
    "MARKER/61, FE_PART=6, NODE_LABEL=3, QP=0.1,0.2,-0.1, REULER=0.3,0.2,0.1\n";

#define COULOMB ", MU_STATIC=0.4*, MU_DYNAMIC=0.3*, STICTION_TRANSITION_VELOCITY=2*, FRICTION_TRANSITION_VELOCITY=5*"
static const char *const contact_laws[] = {
    "IMPACT, STIFFNESS=2*, EXPONENT=1.5*, DAMPING=0.3*, DMAX=5*",
    "IMPACT, STIFFNESS=2*, EXPONENT=2.2*, DAMPING=0.3*, DMAX=0.1*, COULOMB_FRICTION=ON" COULOMB,
    "POISSON, PENALTY=2*, RESTITUTION_COEFFICIENT=0.5*, COULOMB_FRICTION=DYNAMICS_ONLY" COULOMB,
    "IMPACT, STIFFNESS=2*, EXPONENT=1.5*, COULOMB_FRICTION=ON, STICTION=ON, MAX_STICTION_DEFORMATION=3*" COULOMB,
    "NORMAL_FUNCTION=USER(2*,1.5*,0.3*,5*)\\NORMAL_ROUTINE=\"~::impact\"\n"
    ", FRICTION_FUNCTION=USER(0.4*,2*,0.3*,5*)\\FRICTION_ROUTINE=\"~::coulomb\"",
    "FUNCTION=USER(2*,1.5*,0.3*,5*,0.4*,2*,0.3*,5*)\\ROUTINE=\"~::impact_and_coulomb\"",
    "NORMAL_FUNCTION=USER(2*,1.5*,0.3*,5*)\\NORMAL_ROUTINE=\"~::impact_by_differences\", COULOMB_FRICTION=ON" COULOMB,
    "POISSON, PENALTY=2*, RESTITUTION_COEFFICIENT=0.9*\n, FRICTION_FUNCTION=USER(0.4*,2*,0.3*,5*)\\FRICTION_ROUTINE=\"~::coulomb\"",
};

/* Numbers in front of a star become random, a tenth more or less. */
static void put_random(TextBuffer *out, const char *text, uint64_t *seed)
{
    while (*text) {
        char *end;
        double x = (*text >= '0' && *text <= '9') ? strtod(text, &end) : NAN;
        if (isnan(x)) cd_buffer_char(out, *text++);
        else if (*end == '*') cd_buffer_print(out, "%.6g", x * between(seed, 0.9, 1.1)), text = end + 1;
        else cd_buffer_print(out, "%.*s", (int)(end - text), text), text = end;
    }
}

TEST(contacts_of_every_law_between_shapes_of_every_carrier)
{
    uint64_t seed = 20;
    double worst = 0;
    touched = 0;
    size_t pairs = sizeof touching / sizeof *touching, laws = sizeof contact_laws / sizeof *contact_laws;
    for (size_t n = 0; n < pairs * laws; n++)
        for (int round = 0; round < 3; round++) {
            TextBuffer text = { 0 };
            if (strstr(touching[n / laws], "=61")) cd_buffer_print(&text, "%s", beam);
            put_random(&text, touching[n / laws], &seed);
            cd_buffer_print(&text, "CONTACT/1, IGEOM=1, JGEOM=2\n, ");
            put_random(&text, contact_laws[n % laws], &seed);
            cd_buffer_print(
                &text, "\nSFORCE/1, I=50, J=40, TRANSLATION, FUNCTION=0.1*CONTACT(1,0,2,20)+0.2*CONTACT(1,1,7,0)\n");
            plane = round == 1 ? "PLANAR," : "", bends = round == 2;
            worst = fmax(worst, check_matrix(text.at, &seed));
            plane = "", bends = false;
            cd_buffer_close(&text);
        }
    print_message("%d of %d touch\n", touched, (int)(3 * pairs * laws));
    assert_true(touched > 9 * (int)(3 * pairs * laws) / 10);
    print_message("largest relative error %.2g\n", worst);
}

static Mat3 polynomial(const Mat3 m[MATRIX_PARTS], double c)
{
    return m3_add(m[0], m3_scale(m3_add(m[1], m3_scale(m[2], c)), c));
}

/* Maps that are polynomials in the size of a step have a matrix that is one, and its parts make it at any size. */
TEST(parts_make_the_matrix_of_any_step)
{
    uint64_t seed = 4711;
    for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
        bends = n % 2;
        Case *c = open_case(cases[n], &seed);
        bends = false;
        int moving = c->s->m->bodies;
        BodyMap map[MATRIX_PARTS][16];
        Maps maps[MATRIX_PARTS];
        for (int p = 0; p < MATRIX_PARTS; p++) {
            BodyMap one = { .q = between(&seed, 0, 1), .v = between(&seed, 0, 1), .a = between(&seed, 0, 1) };
            for (int b = 0; b < moving; b++)
                map[p][b] = one, map[p][b].V = random_matrix(&seed), map[p][b].A = random_matrix(&seed);
            maps[p] = (Maps){ .body = map[p], .z = between(&seed, 0, 1), .rate = between(&seed, 0, 1), .power = p };
            cd_inertia_matrix(c->e, &maps[p]);
        }
        assert_true(cd_equations_parts(c->e, maps));
        for (double h = 1e-3; h < 2; h *= 7) {
            for (int b = 0; b < moving; b++) {
                Mat3 V[MATRIX_PARTS], A[MATRIX_PARTS];
                for (int p = 0; p < MATRIX_PARTS; p++) V[p] = map[p][b].V, A[p] = map[p][b].A;
                c->map[b] = (BodyMap){ .q = map[0][b].q + h * (map[1][b].q + h * map[2][b].q),
                                       .v = map[0][b].v + h * (map[1][b].v + h * map[2][b].v),
                                       .a = map[0][b].a + h * (map[1][b].a + h * map[2][b].a),
                                       .V = polynomial(V, h),
                                       .A = polynomial(A, h) };
            }
            c->maps = (Maps){ .body = c->map,
                              .z = maps[0].z + h * (maps[1].z + h * maps[2].z),
                              .rate = maps[0].rate + h * (maps[1].rate + h * maps[2].rate) };
            double *x, *kept;
            cd_equations_combine(c->e, h);
            const Pattern *a = cd_equations_keep(c->e, &c->e->arena, &kept);
            cd_inertia_matrix(c->e, &c->maps);
            assert_true(cd_equations_matrix(c->e, &c->maps));
            cd_equations_values(c->e, &x);
            double size = 1;
            for (int k = 0; k < a->nz; k++) size = fmax(size, fabs(x[k]));
            for (int k = 0; k < a->nz; k++)
                if (fabs(kept[k] - x[k]) > 1e-14 * size)
                    fail_msg("%s, step %g: %.17g of parts, %.17g at once", cases[n], h, kept[k], x[k]);
        }
        close_case(c);
    }
}

/* The loads on all bodies together, about the ground origin, are those of gravity: what acts alone is not among the
 * cases asked. */
TEST(action_equals_reaction)
{
    uint64_t seed = 777;
    for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
        if (strstr(cases[n], "ACTIONONLY")) continue;
        Case *c = open_case(cases[n], &seed);
        for (int i = 0; i < c->e->loads.n; i++) {
            const Load *l = &c->e->loads.load[i];
            if (l->kind == KIND_nforce) continue; /* read by marker: J has the sum of them */
            if (l->kind == KIND_fe_part || l->kind == KIND_fe_load)
                continue; /* many loads: property/beam_strain has one */
            Wrench on_i = cd_equations_load(c->e, l->kind, l->index, 0),
                   on_j = cd_equations_load(c->e, l->kind, l->index, 1);
            const MarkerMotion *a = &c->s->now.marker[l->i], *b = &c->s->now.marker[l->j];
            MarkerMotion centre[2] = { *a, *b }; /* loads of contacts are told about centres of mass */
            for (int side = 0; side < 2 && l->type == LOAD_CONTACT; side++) {
                int body = c->s->m->site[side == 0 ? l->i : l->j].body;
                centre[side].r = body < 0 ? v3(0, 0, 0) : c->s->now.body[body].r;
            }
            a = &centre[0], b = &centre[1];
            bool floating = strstr(cases[n], "FLOAT");
            Vec3 force = v3_add(on_i.F, on_j.F), at_j = floating ? a->r : b->r;
            Vec3 moment = v3_add(v3_add(on_i.T, v3_cross(a->r, on_i.F)), v3_add(on_j.T, v3_cross(at_j, on_j.F)));
            assert_near(v3_norm(force), 0, 1e-12);
            assert_near(v3_norm(moment), 0, 1e-11);
        }
        close_case(c);
    }
}

/* Whether the loads of a case see nothing but markers on bodies and on the turned ground: no ground axes, nothing
 * absolute. */
static bool knows_no_ground_axes(const char *text)
{
    static const char *const intrinsic[] = { "SPRINGDAMPER/",
                                             "BUSHING/",
                                             "FIELD/",
                                             "BEAM/",
                                             "FRICTION/",
                                             "JOINT/3",
                                             "GRAPHICS/1, SPHERE",
                                             "SFORCE/1, I=21, J=31, TRANSLATION, FUNCTION=3*DM(21,31)+" };
    for (size_t i = 0; i < sizeof intrinsic / sizeof *intrinsic; i++)
        if (strncmp(text, intrinsic[i], strlen(intrinsic[i])) == 0) return true;
    return false;
}

/* Turns and moves the whole model with its motion: bodies, markers on ground, and the six numbers of each load that is
 * read. */
static void turn_model(Case *c, Mat3 R, Vec3 by)
{
    State *q = &c->s->state;
    Mechanism *m = c->s->m;
    for (int b = 0; b < m->bodies; b++) {
        double *v = q->v + m->body[b].first;
        Vec3 u = m3_apply(R, v3(v[0], v[1], v[2]));
        q->r[b] = v3_add(m3_apply(R, q->r[b]), by);
        q->p[b] = q4_from_m3(m3_mul(R, q4_to_m3(q->p[b])));
        v[0] = u.x, v[1] = u.y, v[2] = u.z;
    }
    for (int k = 0; k < c->model->table[KIND_marker].n; k++) {
        Site *site = (Site *)&m->site[k];
        if (site->body >= 0) continue;
        site->s = v3_add(m3_apply(R, site->s), by), site->A = m3_mul(R, site->A);
        c->s->now.marker[k].r = site->s, c->s->now.marker[k].A = site->A; /* those of ground are found once */
    }
    for (int i = 0; i < c->e->aux.n; i++) {
        if (!c->e->aux.at[i].wrench || c->e->aux.at[i].number % 3) continue;
        double *z = c->e->aux.z + i;
        Vec3 turned = m3_apply(R, v3(z[0], z[1], z[2]));
        z[0] = turned.x, z[1] = turned.y, z[2] = turned.z;
    }
}

TEST(loads_turn_with_the_model)
{
    uint64_t seed = 4242;
    int tried = 0;
    for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
        if (!knows_no_ground_axes(cases[n])) continue;
        Case *c = open_case(cases[n], &seed);
        Vec3 angles = random_within(&seed, v3(-3, 0, -3), v3(3, 3, 3)), by = random_vector(&seed, 2);
        Mat3 R = m3_euler313(angles.x, angles.y, angles.z);
        cd_equations_wind(c->e);
        for (int j = 0; j < c->s->m->nv; j++) move(c, j, between(&seed, -0.1, 0.1));
        assert_true(cd_equations_prepare(c->e, c->log));
        Wrench *before = cd_take(sizeof(Wrench) * (size_t)c->e->loads.n);
        for (int i = 0; i < c->e->loads.n; i++)
            assert_true(cd_load_eval(&c->e->world, &c->e->loads.load[i], c->e->past.turn, &before[i], NULL, NULL));
        turn_model(c, R, by);
        assert_true(cd_equations_prepare(c->e, c->log));
        for (int i = 0; i < c->e->loads.n; i++) {
            Wrench w;
            assert_true(cd_load_eval(&c->e->world, &c->e->loads.load[i], c->e->past.turn, &w, NULL, NULL));
            near_vector(w.F, m3_apply(R, before[i].F), 1e-11);
            near_vector(w.T, m3_apply(R, before[i].T), 1e-11);
        }
        free(before);
        close_case(c);
        tried++;
    }
    assert_true(tried >= 14);
}

/* Springs of which the rates are exact at any state: along a line, or along three axes. */
static const char *const springs[] = {
    "SPRINGDAMPER/1, TRANSLATION, I=21, J=51, K=20, C=3, LENGTH=0.4, FORCE=2\n",
    "BUSHING/1, I=21, J=51, K=10,20,30, C=1,2,3, CT=0.1,0.2,0.3, FORCE=1,2,3\n",
    ("FIELD/1, I=31, J=51, LENGTH=0.1,0.2,0.3,0.1,0.2,0.3, CRATIO=0.1, FORCE=1,2,3,0,0,0, KMATRIX=\n"
     ", 11,2,3,0,0,0, 2,18,9,0,0,0, 3,9,25,0,0,0, 0,0,0,0,0,0, 0,0,0,0,0,0, 0,0,0,0,0,0\n"),
};

/* The energy stored when the state has moved on by h with its velocities. */
static double stored_later(Case *c, double h)
{
    Stored kept;
    cd_state_move(c->s->m, &c->s->state, c->s->state.v, h);
    assert_true(cd_equations_prepare(c->e, c->log));
    assert_true(cd_load_store(&c->e->world, &c->e->loads.load[0], c->e->past.turn, &kept));
    cd_state_move(c->s->m, &c->s->state, c->s->state.v, -h);
    assert_true(cd_equations_prepare(c->e, c->log));
    return kept.energy;
}

/* P = lost - dU/dt, and P is also minus the velocities times the share of the load in the residual. */
TEST(power_is_what_is_lost_less_what_is_stored)
{
    uint64_t seed = 99;
    for (size_t n = 0; n < sizeof springs / sizeof *springs; n++)
        for (int round = 0; round < 5; round++) {
            Case *c = open_case(springs[n], &seed);
            const Load *l = &c->e->loads.load[0];
            const double h = 1e-5;
            Stored kept;
            double rate = (stored_later(c, h) - stored_later(c, -h)) / (2 * h);
            Wrench w;
            assert_true(cd_load_eval(&c->e->world, l, c->e->past.turn, &w, NULL, NULL));
            assert_true(cd_load_store(&c->e->world, l, c->e->past.turn, &kept));
            assert_true(kept.lost <= 0);
            double power = cd_load_power(c->e, l, w);
            assert_near(kept.rate, rate, 1e-7 * fmax(1, fabs(rate)));
            assert_near(power, kept.lost - rate, 1e-7 * fmax(1, fabs(power)));

            int unknowns = cd_equations_unknowns(c->e);
            double *r = cd_take(sizeof(double) * (size_t)unknowns), by_forces = 0, weight = 0;
            memset(c->s->state.lambda, 0, sizeof(double) * (size_t)c->s->c->rows);
            assert_true(cd_equations_residual(c->e, r));
            for (int i = 0; i < c->s->m->nv; i++) by_forces -= r[i] * c->s->state.v[i];
            for (int b = 0; b < c->s->m->bodies; b++)
                weight += c->s->m->body[b].mass * v3_dot(c->s->constants.gravity, c->s->now.body[b].u);
            assert_near(by_forces, power + weight, 1e-11);
            free(r);
            close_case(c);
        }
}

/* A kind that puts loads on markers or has unknowns of its own must be among the cases. */
TEST(every_kind_is_among_the_cases)
{
    for (int k = 0; k < KIND_COUNT; k++) {
        if (!cd_kinds[k]->load && !cd_kinds[k]->equations) continue;
        bool found = false;
        char keyword[64];
        snprintf(keyword, sizeof keyword, "%.*s/", TEXT_ARG(cd_keyword(cd_kinds[k])));
        for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) found |= strstr(cases[n], keyword) != NULL;
        if (!found) fail_msg("%s is in no case", keyword);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { UNIT(the_matrix_is_the_derivative_of_the_residual),
                                        UNIT(contacts_of_every_law_between_shapes_of_every_carrier),
                                        UNIT(parts_make_the_matrix_of_any_step),
                                        UNIT(action_equals_reaction),
                                        UNIT(loads_turn_with_the_model),
                                        UNIT(power_is_what_is_lost_less_what_is_stored),
                                        UNIT(every_kind_is_among_the_cases) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
