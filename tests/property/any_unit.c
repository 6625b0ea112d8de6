/* any_unit.c - every analysis of one model gives one result in five systems of units, for consistent starts and
 * assembled ones alike: random mechanisms, what is written and what is said. ERROR of dynamics is in units of the
 * model, so that it is taken tight there, and results may be apart by what it allows.
 *
 * With arguments SEED KIND UNIT it prints the dataset: KIND of o(pen), h(eld), d(riven), l(oads) or c(losed). */
#include "analyses/dynamic/dynamic.h"
#include "analyses/kinematic/kinematic.h"
#include "analyses/linear/modes.h"
#include "analyses/static/static.h"
#include "mechanism.h"

#include <stdio.h>
#include <stdlib.h>

enum { MOST_MODES = 40 };

/* What an analysis has found, in SI. */
typedef struct Found {
    CdStatus status;
    int bodies, said[40], sayings, modes;
    Vec3 r[MOST_BODIES], u[MOST_BODIES], w[MOST_BODIES], a[MOST_BODIES];
    Mat3 A[MOST_BODIES];
    double frequency[MOST_MODES], rate[MOST_MODES]; /* of modes: in Hz; the real part of the eigenvalue */
} Found;

typedef CdStatus Analysis(System *s, const UnitSystem *unit, CdLog *log, Found *out);

static CdStatus initial(System *s, const UnitSystem *unit, CdLog *log, Found *out)
{
    (void)unit, (void)out;
    CdStatus status = cd_initial_positions(s, log);
    if (status == CD_OK) status = cd_initial_velocities(s, log);
    return status == CD_OK ? cd_accelerations(s, log) : status;
}

static CdStatus kinematic(System *s, const UnitSystem *unit, CdLog *log, Found *out)
{
    CdStatus status = initial(s, unit, log, out);
    for (int k = 1; k <= 5 && status == CD_OK; k++) status = cd_kinematic_step(s, 0.1 * k / unit->t, log);
    return status;
}

static CdStatus dynamic(System *s, const UnitSystem *unit, CdLog *log, Found *out)
{
    const double end = 0.1;
    CdStatus status = initial(s, unit, log, out);
    if (status != CD_OK || s->m->nv == s->in_use.rank.rank) return status;
    Dynamic *d = cd_dynamic_open(s, end / unit->t, end / unit->t, log);
    if (d) status = cd_dynamic_to(d, end / unit->t, log);
    cd_dynamic_close(d);
    return d ? status : CD_INPUT_ERROR;
}

/* The modes of the present state, growing ones told from others by their sign. */
static CdStatus linear(System *s, bool at_rest, const UnitSystem *unit, CdLog *log, Found *out)
{
    Linearised l = { 0 };
    Modes m = { 0 };
    double mode = cd_linear_enter(s, at_rest);
    bool good = cd_linearise(s, (LinearOptions){ .at_rest = at_rest }, log, &l) && cd_modes_find(&l, &m);
    out->modes = good && m.n < MOST_MODES ? m.n : 0;
    for (int i = 0; i < out->modes; i++)
        out->frequency[i] = m.mode[i].frequency / unit->t, out->rate[i] = m.mode[i].re / unit->t;
    cd_modes_close(&m);
    cd_linearised_close(&l);
    cd_linear_leave(s, mode);
    return good ? CD_OK : CD_ANALYSIS_FAILED;
}

static CdStatus statics(System *s, const UnitSystem *unit, CdLog *log, Found *out)
{
    bool followed;
    CdStatus status = cd_initial_positions(s, log);
    if (status == CD_OK) status = cd_equilibrium(s, &followed, log);
    return status == CD_OK ? linear(s, true, unit, log, out) : status;
}

static CdStatus linear_in_motion(System *s, const UnitSystem *unit, CdLog *log, Found *out)
{
    CdStatus status = initial(s, unit, log, out);
    return status == CD_OK ? linear(s, false, unit, log, out) : status;
}

static void keep(const System *s, const UnitSystem *unit, const CdLog *log, Found *out)
{
    out->bodies = s->m->bodies;
    for (int b = 0; b < s->m->bodies; b++) {
        const MovingBody *body = &s->m->body[b];
        const double *v = s->state.v + body->first, *a = s->state.vdot + body->first;
        out->r[b] = v3_scale(s->state.r[b], unit->l), out->A[b] = q4_to_m3(s->state.p[b]);
        out->u[b] = v3_scale(cd_translation(body, v), unit->l / unit->t);
        out->w[b] = v3_scale(cd_rotation(body, v), 1 / unit->t);
        out->a[b] = v3_scale(cd_translation(body, a), unit->l / unit->t / unit->t);
    }
    for (int i = 0; i < log->diag.n && out->sayings < 40; i++) out->said[out->sayings++] = (int)log->diag.at[i].code;
}

static Found run(Analysis *analysis, MechanismOptions want, const UnitSystem *unit, const char *settings, CdLog *log)
{
    TextBuffer text = { 0 };
    print_mechanism(&text, want, unit, settings);
    CdModel *model = cd_model_read_text("random.adm", text.at, text.n, log);
    if (!model) print_message("%s", text.at), cd_log_print(log, stderr);
    assert_non_null(model);
    System *s = cd_system_open(model, NULL);
    Found f = { 0 };
    f.status = analysis(s, unit, log, &f);
    keep(s, unit, log, &f);
    cd_system_close(s);
    cd_model_close(model);
    cd_buffer_close(&text);
    return f;
}

/* ---- comparing --------------------------------------------------------------------------------------------------- */

/* The largest difference: of positions by a metre and a radian, of rates by the largest of them or 1. */
typedef struct Apart {
    double q, v, a, modes;
} Apart;

static Apart apart(const Found *x, const Found *y)
{
    double speed = 1, acceleration = 10;
    Apart d = { 0 };
    for (int b = 0; b < x->bodies; b++) {
        speed = fmax(speed, fmax(v3_norm(x->u[b]), v3_norm(x->w[b])));
        acceleration = fmax(acceleration, v3_norm(x->a[b]));
    }
    for (int b = 0; b < x->bodies; b++) {
        d.q = fmax(d.q, v3_norm(v3_sub(x->r[b], y->r[b])));
        for (int k = 0; k < 3; k++) d.q = fmax(d.q, v3_norm(v3_sub(x->A[b].c[k], y->A[b].c[k])));
        d.v = fmax(d.v, fmax(v3_norm(v3_sub(x->u[b], y->u[b])), v3_norm(v3_sub(x->w[b], y->w[b]))) / speed);
        d.a = fmax(d.a, v3_norm(v3_sub(x->a[b], y->a[b])) / acceleration);
    }
    for (int i = 0; i < x->modes && x->modes == y->modes; i++) {
        double size = fmax(1, x->frequency[i]);
        d.modes = fmax(d.modes, fmax(fabs(x->frequency[i] - y->frequency[i]), fabs(x->rate[i] - y->rate[i])) / size);
    }
    return d;
}

/* In a singular configuration round-off decides how it is called; that the analysis ends there is the same. */
static bool said_alike(const Found *x, const Found *y)
{
    if (x->status != CD_OK) return x->status == y->status;
    return y->status == CD_OK && x->sayings == y->sayings && x->modes == y->modes &&
           memcmp(x->said, y->said, sizeof x->said) == 0;
}

typedef struct Limit {
    double q, v, a, modes;
} Limit;

/* How many of the models ended well. */
static int check(Analysis *analysis, MechanismOptions kind, int models, const char *settings, Limit limit)
{
    Apart worst = { 0 };
    int good = 0, bad = 0;
    for (int n = 1; n <= models; n++) {
        kind.seed = (uint64_t)n;
        Found first = { 0 };
        for (int u = 0; u < UNIT_SYSTEMS; u++) {
            CdLog *log = cd_log_open();
            Found f = run(analysis, kind, &unit_systems[u], settings, log);
            if (u == 0) first = f, good += f.status == CD_OK;
            Apart d = apart(&first, &f);
            bool far = first.status == CD_OK &&
                       (!(d.q <= limit.q) || !(d.v <= limit.v) || !(d.a <= limit.a) || !(d.modes <= limit.modes));
            if (far || !said_alike(&first, &f)) {
                print_message(
                    "    seed %d in %s: status %d, %d; messages %d, %d; modes %d, %d; apart q %.1e v %.1e a %.1e modes %.1e\n",
                    n, unit_systems[u].length, (int)first.status, (int)f.status, first.sayings, f.sayings, first.modes,
                    f.modes, d.q, d.v, d.a, d.modes);
                bad++;
            } else if (first.status == CD_OK) {
                worst.q = fmax(worst.q, d.q), worst.v = fmax(worst.v, d.v), worst.a = fmax(worst.a, d.a),
                worst.modes = fmax(worst.modes, d.modes);
            }
            cd_log_close(log);
        }
    }
    print_message("    %d of %d models end well; at most apart: q %.1e v %.1e a %.1e modes %.1e\n", good, models,
                  worst.q, worst.v, worst.a, worst.modes);
    if (bad) fail_msg("%d models depend on units", bad);
    return good;
}

static const Limit exact = { 1e-8, 1e-8, 1e-7, 0 };
static int models = 60;

TEST(consistent_starts)
{
    assert_true(check(initial, (MechanismOptions){ 0 }, models, "", exact) > models / 2);
}

TEST(assembled_starts)
{
    assert_true(check(initial, (MechanismOptions){ .open = true }, models, "", exact) > models / 2);
}

TEST(kinematics)
{
    assert_true(check(kinematic, (MechanismOptions){ .driven = true }, models, "", exact) > models / 2);
    assert_true(check(kinematic, (MechanismOptions){ .driven = true, .open = true }, models, "", exact) > models / 2);
}

TEST(dynamics)
{
    const Limit near = { 1e-7, 1e-6, 1e-5, 0 };
    assert_true(check(dynamic, (MechanismOptions){ .open = true }, models / 3, "INTEGRATOR/MDOP5, ERROR = 1E-10\n",
                      near) > models / 6);
    assert_true(check(dynamic, (MechanismOptions){ .open = true }, models / 3, "INTEGRATOR/GSTIFF, SI2, ERROR = 1E-9\n",
                      near) > models / 6);
}

TEST(statics_and_linear)
{
    const Limit at_rest = { 1e-8, 1e-8, 1e-7, 1e-6 };
    assert_true(check(statics, (MechanismOptions){ .held = true }, models, "", at_rest) > models / 2);
    assert_true(check(statics, (MechanismOptions){ .held = true, .open = true }, models, "", at_rest) > models / 2);
    assert_true(check(linear_in_motion, (MechanismOptions){ .open = true }, models, "", at_rest) > models / 2);
}

TEST(starts_with_loads)
{
    assert_true(check(initial, (MechanismOptions){ .loads = true }, models / 4, "", exact) > models / 8);
    assert_true(check(initial, (MechanismOptions){ .loads = true, .open = true }, models / 4, "", exact) > models / 8);
}

TEST(statics_and_linear_with_loads)
{
    const Limit at_rest = { 1e-8, 1e-8, 1e-7, 1e-6 };
    assert_true(check(statics, (MechanismOptions){ .loads = true, .held = true }, models / 3, "", at_rest) >
                models / 6);
    assert_true(check(linear_in_motion, (MechanismOptions){ .loads = true }, models / 3, "", at_rest) > models / 6);
}

static int print(char **argv)
{
    TextBuffer text = { 0 };
    MechanismOptions want = { .seed = strtoull(argv[1], NULL, 10),
                              .open = strchr(argv[2], 'o'),
                              .held = strchr(argv[2], 'h'),
                              .driven = strchr(argv[2], 'd'),
                              .loads = strchr(argv[2], 'l') };
    print_mechanism(&text, want, &unit_systems[atoi(argv[3])], "");
    fputs(text.at, stdout);
    cd_buffer_close(&text);
    return 0;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = { UNIT(consistent_starts),
                                        UNIT(assembled_starts),
                                        UNIT(kinematics),
                                        UNIT(dynamics),
                                        UNIT(statics_and_linear),
                                        UNIT(starts_with_loads),
                                        UNIT(statics_and_linear_with_loads) };
    if (argc > 3) return print(argv);
    if (argc > 1) models = atoi(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
