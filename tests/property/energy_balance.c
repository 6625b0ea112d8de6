/* energy_balance.c - over dynamic runs, kinetic + gravity + elastic energy changes by the work of applied forces,
 * dampers and motions (theory 8.40), for every kind of load, for motions and for constraints that depend on time: with
 * an error that falls with ERROR. Work that should be nothing is nothing: springs, friction and motions do no applied
 * work. What a bushing makes of large rotations counts as applied. */
#include "integrate.h"
#include "system/account.h"

/* A body on a revolute joint, another that hangs from it on a spring, a third on a spring of its own. */
static const char *const bodies =
    "energy\nPART/1, GROUND\nMARKER/10, PART=1, REULER=0.3,1.1,0.2\nMARKER/11, PART=1, QP=0.2,0.3,-0.5\n"
    "PART/2, MASS=1.2, CM=20, IP=0.3,0.4,0.2, REULER=0.3,1.1,0.2, WZ=0.45\n"
    "MARKER/20, PART=2, QP=0.4,0.1,0\nMARKER/21, PART=2\nMARKER/22, PART=2, QP=0.8,0.2,0\n"
    "PART/3, MASS=0.7, CM=30, IP=0.1,0.2,0.15, QG=0.7,0.6,-0.4, WX=0.3\n"
    "MARKER/30, PART=3\nMARKER/31, PART=3, QP=-0.2,0.1,0.3\nMARKER/35, PART=3, FLOATING\n"
    "PART/5, MASS=0.9, CM=50, IP=0.2,0.3,0.25, QG=-0.6,0.4,0.8, VX=0.2, WY=-0.3\n"
    "MARKER/50, PART=5\nMARKER/51, PART=5, QP=0.1,0.2,0.3, REULER=0.1,0.2,0.1\n"
    "JOINT/1, REVOLUTE, I=21, J=10\n"
    "SPRINGDAMPER/90, TRANSLATION, I=50, J=11, K=8, C=0.2, LENGTH=0.6\n"
    "SPRINGDAMPER/91, TRANSLATION, I=30, J=22, K=9, C=0.1, LENGTH=0.3\nACCGRAV/KGRAV=-2\n";

typedef struct Scene {
    const char *name;
    bool conserves; /* no applied work at all */
    const char *text;
} Scene;

static const Scene scenes[] = {
    { "SPRINGDAMPER", true, "SPRINGDAMPER/1, ROTATION, I=21, J=10, KT=3, CT=0.1, ANGLE=0.2, TORQUE=0.3\n" },
    { "BUSHING", true, "BUSHING/1, I=31, J=22, K=10,20,30, C=0.1,0.2,0.3, CT=0.1,0.1,0.2, FORCE=0.1,0.2,0.3\n" },
    { "BUSHING that turns", false,
      "BUSHING/1, I=51, J=11, K=10,20,30, KT=0.3,0.4,0.5, C=0.1,0.2,0.3, CT=0.1,0.1,0.2\n" },
    { "FIELD", false,
      "FIELD/1, I=31, J=51, CRATIO=0.02, LENGTH=0.1,0.2,0.3,0,0,0, KMATRIX=\n"
      ", 11,2,3,0,0,0, 2,8,1,0,0,0, 3,1,5,0,0,0, 0,0,0,2,0,0, 0,0,0,0,2,0, 0,0,0,0,0,3\n" },
    { "FIELD that is not symmetric", false,
      "FIELD/1, I=31, J=51, CRATIO=0.02, LENGTH=0.1,0.2,0.3,0,0,0, KMATRIX=\n"
      ", 11,2,3,0,0,0, 4,8,1,0,0,0, 3,1,5,0,0,0, 0,0,0,2,0,0, 0,0,0,0,2,0, 0,0,0,0,0,3\n" },
    { "BEAM", true,
      "BEAM/1, I=31, J=22, LENGTH=0.6, AREA=0.01, IXX=1E-3, IYY=2E-3, IZZ=3E-3, EMODULUS=1E3\n"
      ", GMODULUS=4E2, ASY=1.2, ASZ=1.1, CRATIO=0.01\n" },
    { "NFORCE", false,
      "MATRIX/1, FULL=RORDER, ROWS=6, COLUMNS=6, VALUES=9,1,0,0,0,0, 1,8,0,0,0,0, 0,0,7,0,0,0, 0,0,0,2,0,0, 0,0,0,0,2,0, 0,0,0,0,0,2\n"
      "NFORCE/1, MARKERS=31, J=51, KMATRIX=1, CRATIO=0.02\n" },
    { "SFORCE", false, "SFORCE/1, I=31, J=51, TRANSLATION, FUNCTION=-3*(DM(31,51)-0.4)-0.2*VR(31,51)+SIN(3*TIME)\n" },
    { "SFORCE on one side", false, "SFORCE/1, I=20, J=51, TRANSLATION, ACTIONONLY, FUNCTION=COS(2*TIME)\n" },
    { "SFORCE that turns", false, "SFORCE/1, I=21, J=10, ROTATION, FUNCTION=-0.3*WZ(21,10,10)+0.4*SIN(2*TIME)\n" },
    { "VFORCE", false, "VFORCE/1, I=51, JFLOAT=35, RM=20, FX=0.3-DX(51,30)\\FY=-0.2*VX(51,30,20,20)\\FZ=SIN(TIME)\n" },
    { "VTORQUE", false, "VTORQUE/1, I=51, JFLOAT=35, RM=20, TX=0.1*SIN(TIME)\\TY=-0.2*WX(51,30,20)\\TZ=0.1\n" },
    { "GFORCE", false,
      "GFORCE/1, I=51, JFLOAT=35, RM=30, FX=0.3-DX(51,30,30)\\FZ=-0.2*VZ(51,30,30)\\TX=0.1\\TZ=-0.1*WZ(51)\n" },
    { "FRICTION", true,
      "FRICTION/1, JOINT=1, MU_STATIC=0.4, MU_DYNAMIC=0.3, PIN_RADIUS=0.05\n"
      ", STICTION_TRANSITION_VELOCITY=0.01, FRICTION_TORQUE_PRELOAD=0.01, EFFECT=SLIDING\n" },
    { "states", false,
      "DIFF/1, FUNCTION=-3*DIF(1)+AZ(21,10), IC=0.2\nVARIABLE/1, FUNCTION=DIF(1)**2\n"
      "SFORCE/1, I=21, J=10, ROTATION, FUNCTION=-0.3*DIF(1)-VARVAL(1)\n" },
    { "MOTION", true, "MOTION/1, JOINT=1, ROTATION, FUNCTION=0.3*SIN(2*TIME)-0.15*TIME\n" },
    { "MOTION that starts and stops", true, "MOTION/1, JOINT=1, ROTATION, FUNCTION=STEP(TIME,0.5,0,1.5,1)\n" },
    { "GCON of time", true, "GCON/1, I=30, FUNCTION=DM(30,22)-0.5-0.1*SIN(2*TIME)\n" },
    { "GCON of velocities", true, "GCON/1, I=50, FUNCTION=VX(50,10,50)-0.2*COS(TIME)\n" },
    { "CONTACT", true,
      "GRAPHICS/1, SPHERE, CM=50, RADIUS=0.3\nGRAPHICS/2, PLANE, RM=11\nCONTACT/1, IGEOM=1, JGEOM=2, IMPACT, STIFFNESS=300\n"
      ", EXPONENT=1.5, DAMPING=0.5, DMAX=0.05, COULOMB_FRICTION=ON, MU_STATIC=0.3, MU_DYNAMIC=0.2\n"
      ", STICTION_TRANSITION_VELOCITY=0.1, FRICTION_TRANSITION_VELOCITY=0.3\n" },
    { "FE_PART", true,
      "MATERIAL/1, NAME=m, YOUNGS_MODULUS=1E3, POISSONS_RATIO=0.2, DENSITY=3\n"
      "SECTION/1, AREA=0.2, IYY=2E-2, IZZ=3E-2, JXX=1E-2\n"
      "FE_PART/6, MATERIAL=1, SECTION=1, CRATIOK=0.02, COORDINATES=1,-0.6,0.4,0.8,0,0,0, 2,-0.1,0.6,0.9,0,0,0\n"
      ", 3,0.2,1,1.1,0,0,0\nMARKER/60, FE_PART=6, NODE_LABEL=1\nJOINT/3, SPHERICAL, I=60, J=50\n" },
    { "FE_LOAD", false,
      "MATERIAL/1, NAME=m, YOUNGS_MODULUS=1E3, POISSONS_RATIO=0.2, DENSITY=3\n"
      "SECTION/1, AREA=0.2, IYY=2E-2, IZZ=3E-2, JXX=1E-2\n"
      "FE_PART/6, MATERIAL=1, SECTION=1, CRATIOK=0.02, COORDINATES=1,-0.6,0.4,0.8,0,0,0, 2,-0.1,0.6,0.9,0,0,0\n"
      ", 3,0.2,1,1.1,0,0,0\nMARKER/60, FE_PART=6, NODE_LABEL=1\nJOINT/3, SPHERICAL, I=60, J=50\n"
      "FE_LOAD/1, FE_PART=6, FX=0.4*SIN(2*TIME)\\FZ=0.3\\\n" },
    { "a force that jumps", false, "SFORCE/1, I=20, J=51, TRANSLATION, FUNCTION=IF(TIME-0.777: 0.5, 1, -1)\n" },
};
enum { SCENES = sizeof scenes / sizeof *scenes };

typedef struct Lacking {
    double balance, applied, size; /* the largest of each: what is lacking; applied work; the energy that went about */
} Lacking;

/* One run of two seconds, looked at forty times. */
static Lacking run(const Scene *scene, const char *integrator, bool interpolate)
{
    enum { LOOKS = 40 };
    static const double end = 2;
    char settings[120], text[4000];
    snprintf(settings, sizeof settings, "INTEGRATOR/%s%s\n", integrator, interpolate ? ", INTERPOLATE=ON" : "");
    snprintf(text, sizeof text, "%s%s", bodies, scene->text);
    Problem p = { .name = scene->name, .text = text };
    Case c = open_case(&p, settings);
    Account account = { 0 };
    c.s->watch.account = &account;
    Dynamic *d = cd_dynamic_open(c.s, end / LOOKS, end, c.log);
    Lacking worst = { 0 };
    for (int k = 1; k <= LOOKS; k++) {
        Energy energy;
        CdStatus status = cd_dynamic_to(d, end * k / LOOKS, c.log);
        if (status != CD_OK) cd_log_print(c.log, stderr);
        assert_int_equal(status, CD_OK);
        assert_true(cd_equations_prepare(c.e, c.log) && cd_energy(c.e, &energy));
        cd_account_tell(&account, c.s->state.t, &energy);
        worst.balance = fmax(worst.balance, fabs(account.told[WORK_BALANCE]));
        worst.applied = fmax(worst.applied, fabs(account.told[WORK_APPLIED]));
        worst.size =
            fmax(worst.size, energy.kinetic + fabs(account.told[WORK_DAMPING]) + fabs(account.told[WORK_MOTION]));
    }
    cd_dynamic_close(d);
    close_case(&c);
    return worst;
}

/* Energy is lacking by no more than `limit` of what went about at the tighter ERROR, and by much more at the looser
 * one. */
static void check(const char *loose, const char *tight, double limit, bool interpolate)
{
    double worst = 0;
    for (int n = 0; n < SCENES; n++) {
        const Scene *s = &scenes[n];
        Lacking a = run(s, loose, interpolate), b = run(s, tight, interpolate);
        double lacking = b.balance / b.size;
        print_message("    %-30s %.1e then %.1e of %.2g, applied %.1e\n", s->name, a.balance / a.size, lacking, b.size,
                      b.applied);
        worst = fmax(worst, lacking);
        if (!(lacking <= limit)) fail_msg("%s: the balance lacks %.2e of the energy", s->name, lacking);
        if (!(b.balance < a.balance / 4 + 1e-9 * b.size))
            fail_msg("%s: the balance does not get better with ERROR", s->name);
        if (s->conserves && !(b.applied <= 1e-12 * b.size)) fail_msg("%s: applied work %.2e", s->name, b.applied);
        if (!s->conserves && !(b.applied > 1e-3 * b.size)) fail_msg("%s: no applied work", s->name);
    }
    print_message("    %s: at most %.1e\n", tight, worst);
}

TEST(energy_is_balanced_with_gstiff)
{
    check("GSTIFF, ERROR=1E-5", "GSTIFF, ERROR=1E-8", 1e-4, false);
}

TEST(energy_is_balanced_with_gstiff_si2)
{
    check("GSTIFF, SI2, ERROR=1E-5", "GSTIFF, SI2, ERROR=1E-8", 1e-5, false);
}

TEST(energy_is_balanced_between_steps)
{
    check("GSTIFF, SI2, ERROR=1E-5", "GSTIFF, SI2, ERROR=1E-8", 1e-5, true);
}

TEST(energy_is_balanced_with_hht)
{
    check("HHT, ERROR=1E-5", "HHT, ERROR=1E-8", 5e-5, false);
}

TEST(every_load_is_in_a_scene)
{
    for (int k = 0; k < KIND_COUNT; k++) {
        char keyword[64];
        bool found = false;
        snprintf(keyword, sizeof keyword, "%.*s/", TEXT_ARG(cd_keyword(cd_kinds[k])));
        for (int n = 0; n < SCENES; n++) found |= strstr(scenes[n].text, keyword) != NULL;
        if (cd_kinds[k]->load && !found) fail_msg("%s is in no scene", keyword);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { UNIT(energy_is_balanced_with_gstiff), UNIT(energy_is_balanced_with_gstiff_si2),
                                        UNIT(energy_is_balanced_between_steps), UNIT(energy_is_balanced_with_hht),
                                        UNIT(every_load_is_in_a_scene) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
