/* half_turn.c - angles that start at half a turn: the motion is that of the same mechanism with markers turned by a
 * quarter, whatever the orientation of it all and the sign that rounding gives the sine, for everything that counts
 * turns. */
#include "draw.h"
#include "integrate.h"
#include "linalg/quat.h"

typedef struct Scene {
    const char *name, *text, *turned; /* what counts turns, at half a turn and at a quarter */
} Scene;

/* Part 2 turns about z of marker 10, which stands 180 degrees away from its marker 21 and 90 from 22; so it is with
 * part 3, 11, 31 and 32. Part 4 slides along x of 10. */
static const Scene scenes[] = {
    { "COUPLER", "COUPLER/1, JOINTS=1,2, SCALES=1,0.5\n", NULL },
    { "GEAR", "GEAR/1, JOINTS=1,2, CV=12\n", NULL },
    { "SCREW", "JOINT/4, SCREW, I=21, J=10, PITCH=0.2\n", "JOINT/4, SCREW, I=22, J=10, PITCH=0.2\n" },
    { "RACKPIN", "JOINT/4, RACKPIN, I=21, J=41, PD=-0.3\n", "JOINT/4, RACKPIN, I=22, J=41, PD=-0.3\n" },
    { "MOTION", "MOTION/1, JOINT=1, ROTATION, FUNCTION=180D+0.2*SIN(9*TIME)\n",
      "MOTION/1, JOINT=1, ROTATION, FUNCTION=90D+0.2*SIN(9*TIME)\n" },
    { "MOTION of velocity", "MOTION/1, JOINT=1, ROTATION, VELOCITY, FUNCTION=0.2*SIN(9*TIME)\n", NULL },
    { "GCON", "GCON/1, I=21, FUNCTION=AZ(21,10)+2*AZ(31,11)-540D\n",
      "GCON/1, I=21, FUNCTION=AZ(22,10)+2*AZ(32,11)-270D\n" },
    { "SFORCE", "SFORCE/1, I=21, J=10, ROTATION, ACTIONONLY, FUNCTION=-2*(AZ(21,10)-180D)\n",
      "SFORCE/1, I=21, J=10, ROTATION, ACTIONONLY, FUNCTION=-2*(AZ(22,10)-90D)\n" },
    { "BUSHING", "BUSHING/1, I=21, J=10, KT=0,0,2, TORQUE=0,0,6.2831853071795865\n",
      "BUSHING/1, I=22, J=10, KT=0,0,2, TORQUE=0,0,3.1415926535897932\n" },
};
enum { SCENES = sizeof scenes / sizeof *scenes };

/* A frame by points: they carry rounding of every kind. */
static void print_frame(TextBuffer *out, const char *at, Vec3 r, Mat3 A)
{
    Vec3 z = v3_add(r, m3_col(A, 2)), x = v3_add(r, m3_col(A, 0));
    cd_buffer_print(out, ", Q%s=%.16g,%.16g,%.16g\n, Z%s=%.16g,%.16g,%.16g\n, X%s=%.16g,%.16g,%.16g\n", at, r.x, r.y,
                    r.z, at, z.x, z.y, z.z, at, x.x, x.y, x.z);
}

static void print_marker(TextBuffer *out, int id, int part, Vec3 r, Mat3 A)
{
    cd_buffer_print(out, "MARKER/%d, PART=%d\n", id, part);
    print_frame(out, "P", r, A);
}

/* quarter: the joints turn by 90 degrees, not 180, at the start; spin: of part 2. */
static void print_model(TextBuffer *out, const Scene *scene, Mat3 A, Vec3 at, bool quarter, double spin)
{
    const double half = acos(-1);
    Mat3 one = m3_identity(), along_x = m3_mul(A, m3_rotvec(v3(0, half / 2, 0)));
    Vec3 zero = v3(0, 0, 0), beside = v3_add(at, m3_apply(A, v3(0.5, 0, 0)));
    Mat3 turn = m3_rotvec(v3(0, 0, half)), back = m3_rotvec(v3(0, 0, quarter ? half / 2 : 0));
    cd_buffer_print(out, "half turn\nPART/1, GROUND\nACCGRAV/IGRAV=-3, JGRAV=-5, KGRAV=1\n");
    print_marker(out, 10, 1, at, A);
    print_marker(out, 11, 1, beside, A);
    print_marker(out, 12, 1, v3_add(at, m3_apply(A, v3(0.2, 0, 0))), m3_mul(A, m3_rotvec(v3(-half / 2, 0, 0))));
    print_marker(out, 13, 1, at, m3_mul(A, back));
    print_marker(out, 14, 1, beside, m3_mul(A, back));
    print_marker(out, 15, 1, v3_add(at, m3_apply(A, v3(0, 0.15, 0))), along_x);
    const char *const joint = strcmp(scene->name, "SCREW") ? "REVOLUTE" : "CYLINDRICAL";
    for (int k = 2; k <= 3; k++) {
        cd_buffer_print(out, "PART/%d, MASS=1, CM=%d0, IP=0.02,0.03,0.04, WM=%d1, WZ=%.16g\n", k, k, k,
                        k == 2 ? spin : 0);
        print_frame(out, "G", k == 2 ? at : beside, m3_mul(A, turn));
        print_marker(out, 10 * k, k, v3(0.05, k == 2 ? 0.1 : 0.2, 0.02), one);
        print_marker(out, 10 * k + 1, k, zero, one);
        print_marker(out, 10 * k + 2, k, zero, m3_rotvec(v3(0, 0, -half / 2)));
        cd_buffer_print(out, "JOINT/%d, %s, I=%d1, J=1%d\n", k - 1, k == 2 ? joint : "REVOLUTE", k, k + 1);
    }
    cd_buffer_print(out, "PART/4, MASS=0.7, CM=41, IP=0.02,0.03,0.04\n");
    print_frame(out, "G", v3_add(at, m3_apply(A, v3(0.1, 0.15, 0))), along_x);
    print_marker(out, 41, 4, zero, one);
    cd_buffer_print(out, "JOINT/3, TRANSLATIONAL, I=41, J=15\n%s",
                    quarter && scene->turned ? scene->turned : scene->text);
}

static Case run(const Scene *scene, Mat3 A, Vec3 at, bool quarter, double spin, const char *method)
{
    static const double end = 0.4;
    TextBuffer text = { 0 };
    char settings[100];
    print_model(&text, scene, A, at, quarter, spin);
    snprintf(settings, sizeof settings, "INTEGRATOR/%s\n", method);
    Case c = open_case(&(Problem){ .text = text.at }, settings);
    Dynamic *d = cd_dynamic_open(c.s, end, end, c.log);
    CdStatus status = cd_dynamic_to(d, end, c.log);
    if (status != CD_OK) print_message("%s", text.at), cd_log_print(c.log, stderr);
    if (status != CD_OK) fail_msg("%s, %s", scene->name, method);
    cd_dynamic_close(d);
    cd_buffer_close(&text);
    return c;
}

static void check(const char *method, int orientations, double tolerance)
{
    uint64_t seed = 5;
    double worst = 0;
    for (int n = 0; n < SCENES * orientations; n++) {
        const Scene *scene = &scenes[n % SCENES];
        Vec3 turn = random_vector(&seed, 0.5);
        Vec3 at = random_within(&seed, v3(0, 0, 0), v3(1, 1, 1));
        double spin = n / SCENES % 2 ? 0.5 : -0.5;
        Mat3 A = n < SCENES ? m3_identity() : m3_rotvec(v3_scale(turn, 6));
        if (strstr(scene->name, "MOTION")) spin = 0;
        Case a = run(scene, A, at, false, spin, method), b = run(scene, A, at, true, spin, method);
        for (int k = 0; k < a.s->m->bodies; k++) {
            double off = v3_norm(v3_sub(a.s->state.r[k], b.s->state.r[k]));
            worst = fmax(worst, off);
            if (!(off <= tolerance)) fail_msg("%s, %s: part %d is off by %g", scene->name, method, k + 2, off);
        }
        close_case(&a), close_case(&b);
    }
    print_message("    %s: at most %.1e apart\n", method, worst);
}

TEST(half_turns_with_gstiff)
{
    check("GSTIFF, SI2, ERROR=1E-8", 24, 1e-8);
}

TEST(half_turns_with_hht)
{
    check("HHT, ERROR=1E-6", 4, 1e-9);
}

TEST(half_turns_with_explicit_methods)
{
    check("MDOP5, ERROR=1E-8", 8, 1e-9);
    check("ABAM, ERROR=1E-8", 4, 1e-9);
}

TEST(half_turns_with_other_methods)
{
    check("AUTO, ERROR=1E-8", 2, 1e-9);
    check("ROSENBROCK, ERROR=1E-6", 2, 1e-9);
    check("GALPHA, ERROR=1E-6", 2, 1e-9);
    check("TLISMNI, ERROR=1E-6", 2, 1e-9);
    check("HEM5, ERROR=1E-8", 2, 1e-9);
}

int main(void)
{
    const struct CMUnitTest tests[] = { UNIT(half_turns_with_gstiff), UNIT(half_turns_with_hht),
                                        UNIT(half_turns_with_explicit_methods), UNIT(half_turns_with_other_methods) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
