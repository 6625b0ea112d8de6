/* free_flight.c - a modal body that nothing acts on keeps its energy, its momentum and its angular momentum about the
 * origin of ground, whatever invariants are in use and whatever method follows it (theory 19.6): a wrong or missing
 * term of (19.7) shows in one of the three. */
#include "integrate.h"
#include "system/energy.h"

#include "flexible_body.h"

#include <stdlib.h>

typedef struct Kept {
    double energy;
    Vec3 momentum, spin;
} Kept;

/* M v of frame and modes: what bodies carry by themselves, and the rest. */
static Kept kept_of(Case *c)
{
    const System *s = c->s;
    const FlexPlace *x = &s->m->flex[0];
    const MovingBody *frame = &s->m->body[x->frame];
    double *y = calloc((size_t)s->m->nv, sizeof *y);
    const double *v = s->state.v + x->first;
    Energy energy;
    assert_true(cd_equations_prepare(c->e, NULL) && cd_energy(c->e, &energy));
    cd_flexible_momentum(&c->e->flexible, &s->state, s->now.body, s->state.v, y);
    const double *own = y + x->first;
    Vec3 P = v3_axpy(v3_load(own), frame->mass, v3_load(v));
    Vec3 H = v3_add(v3_load(own + 3), m3_apply(frame->J, v3_load(v + 3)));
    Kept k = { energy.kinetic + energy.elastic + energy.gravity, P, v3(0, 0, 0) };
    k.spin = v3_add(v3_cross(s->state.r[x->frame], P), m3_apply(s->now.body[x->frame].A, H));
    free(y);
    return k;
}

/* The largest relative change of the three over a flight of `end` seconds; no arguments: with geometric stiffness. */
static double flight(const char *arguments, const char *integrator, double end)
{
    enum { OUTPUTS = 2 };
    TestBody b = test_body_make(77, 0.3);
    for (int p = 0; p < TEST_NODES; p++)
        for (int j = 0; j < TEST_MODES; j++) /* small enough for T to stay positive without its other terms */
            b.phi[p][j] = v3_scale(b.phi[p][j], 0.4), b.psi[p][j] = v3_scale(b.psi[p][j], 0.4);
    char *text, settings[200];
    size_t n;
    FILE *out = open_memstream(&text, &n);
    fprintf(out, "flight\nPART/1, GROUND\n");
    test_body_write(out, 1, &b);
    fprintf(out,
            "MATRIX/15, NAME = KGWXX, SPARSE, ROWS = 4, COLUMNS = 4, I = 1, 3, J = 1, 4, VALUES = 1, 0.5\n"
            "MATRIX/16, NAME = KGAY, SPARSE, ROWS = 4, COLUMNS = 4, I = 1, 3, 2, J = 4, 3, 2, VALUES = 0.3, 0.2, 0.1\n"
            "MATRIX/17, NAME = KGRZ, SPARSE, ROWS = 4, COLUMNS = 4, I = 1, 3, 2, J = 2, 3, 4, VALUES = 0.3, -0.2, 0.4\n"
            "FLEX_BODY/2, MATRICES = 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14%s, CRATIO = 0\\\n"
            ", QG = 0.1, 0.2, 0.3, REULER = 0.3, 0.5, -0.4, VX = 0.3, VY = -0.2, VZ = 0.1, WX = 1, WY = -0.5, WZ = 2\n"
            ", DMODE = 0.1, -0.1, 0.2, 0.1, VMODE = 0.4, 0.2, -0.3, 0.1%s\nMARKER/21, FLEX_BODY = 2, NODE_ID = 1\n",
            *arguments ? "" : ", 15, 16, 17", *arguments ? arguments : ", INVARIANTS = T, T, T, T, T, T, T, T, T");
    fclose(out);
    snprintf(settings, sizeof settings, "INTEGRATOR/%s\n", integrator);
    Case c = open_case(&(Problem){ .name = "flight", .text = text }, settings);
    Dynamic *d = cd_dynamic_open(c.s, end / OUTPUTS, end, c.log);
    Kept first = kept_of(&c);
    double worst = 0;
    for (int k = 1; k <= OUTPUTS; k++) {
        CdStatus status = cd_dynamic_to(d, end * k / OUTPUTS, c.log);
        if (status != CD_OK) cd_log_print(c.log, stderr);
        assert_int_equal(status, CD_OK);
        Kept now = kept_of(&c);
        worst = fmax(worst, fabs(now.energy / first.energy - 1));
        worst = fmax(worst, v3_norm(v3_sub(now.momentum, first.momentum)) / v3_norm(first.momentum));
        worst = fmax(worst, v3_norm(v3_sub(now.spin, first.spin)) / v3_norm(first.spin));
    }
    cd_dynamic_close(d);
    close_case(&c);
    free(text);
    return worst;
}

/* All choices that leave the body its mass, its inertia and its modal masses. */
TEST(every_choice_of_invariants_keeps_energy_and_momenta)
{
    double worst = 0;
    for (int mask = 0; mask < 512; mask++) {
        char arguments[80];
        int n = snprintf(arguments, sizeof arguments, ", INVARIANTS = ");
        if (~mask & (1 << 0 | 1 << 5 | 1 << 6)) continue; /* I1, I6, I7 */
        for (int k = 0; k < 9; k++)
            n +=
                snprintf(arguments + n, sizeof arguments - (size_t)n, "%s%c", k ? ", " : "", mask >> k & 1 ? 'T' : 'F');
        double off = flight(arguments, "MDOP5, ERROR = 1E-10", 0.4);
        if (!(off < 1e-9)) fprintf(stderr, "mask %03x: %.2e\n", (unsigned)mask, off);
        worst = fmax(worst, off);
    }
    printf("largest change with any mask: %.1e\n", worst);
    assert_true(worst < 1e-9);
}

/* Geometric stiffness moves masses by the second order, and so has a kinetic energy of its own (19.20), (19.21). */
TEST(geometric_stiffness_keeps_energy_and_momenta)
{
    double off = flight("", "MDOP5, ERROR = 1E-10", 0.4);
    printf("with geometric stiffness: %.1e\n", off);
    assert_true(off < 1e-9);
}

TEST(every_method_keeps_energy_and_momenta)
{
    /* order two, and index 3, which bounds positions alone, need short steps for it: for them the flight is, too */
    static const struct {
        const char *method;
        double end;
    } rows[] = {
        { "MDOP5, ERROR = 1E-11", 0.4 },
        { "HEM5, ERROR = 1E-10", 0.4 },
        { "PHEM56, ERROR = 1E-10", 0.4 },
        { "ABAM, ERROR = 1E-10", 0.4 },
        { "GSTIFF, SI2, ERROR = 1E-11", 0.4 },
        { "WSTIFF, SI2, ERROR = 1E-11", 0.4 },
        { "ROSENBROCK, ERROR = 1E-11", 0.4 },
        { "GSTIFF, ERROR = 1E-12, HMAX = 1E-4", 0.1 },
        { "WSTIFF, ERROR = 1E-12, HMAX = 1E-4", 0.1 },
        { "GALPHA, SI2, ERROR = 1E-12, HMAX = 1E-5", 0.1 },
        { "GALPHA, ERROR = 1E-12, HMAX = 4E-6", 0.1 },
        { "TLISMNI, ERROR = 1E-13, HMAX = 1E-5", 0.1 },
        { "HHT, ERROR = 1E-12, HMAX = 1E-5", 0.1 },
    };
    bool bad = false;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        double off = flight(", INVARIANTS = T, T, T, T, T, T, T, T, T", rows[i].method, rows[i].end);
        printf("%-40s %.1e\n", rows[i].method, off);
        bad |= !(off < 1e-9);
    }
    assert_false(bad);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT(every_choice_of_invariants_keeps_energy_and_momenta),
        UNIT(geometric_stiffness_keeps_energy_and_momenta),
        UNIT(every_method_keeps_energy_and_momenta),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
