/* test_dots.c - all rows at once against each row by itself. */
#include "kinematics/dots.h"

#include "integrate.h"

/* Joints and motions of every make: on ground, on a point mass, between parts; some rows are dot products, some are
 * not. */
static const Problem many = {
    .text =
        "many\nPART/1, GROUND\nMARKER/10, PART=1, QP=0.1,0.2,0.3, REULER=0.2,0.4,0.3\nMARKER/11, PART=1\n"
        "PART/2, MASS=1, CM=20, IP=1,2,2.5, QG=1,0.3,0.2, REULER=0.5,0.7,0.1\nMARKER/20, PART=2\n"
        "MARKER/21, PART=2, QP=-1,0.2,0.1, REULER=0.3,0.2,0.9\nMARKER/22, PART=2, QP=1,0.3,0.5, REULER=0.1,0.6,0.4\n"
        "PART/3, MASS=2, CM=30, IP=1,1.5,1.2, QG=2,1,0.5, REULER=0.1,0.2,0.8\nMARKER/30, PART=3\n"
        "MARKER/31, PART=3, QP=0.3,-0.6,0.2, REULER=0.8,0.4,0.5\n"
        "POINT_MASS/1, MASS=0.3, CM=41, QG=2,1,0\nMARKER/41, POINT_MASS=1\n"
        "JOINT/1, SPHERICAL, I=21, J=10\nJOINT/2, UNIVERSAL, I=31, J=22\nJPRIM/1, INPLANE, I=41, J=22\n"
        "JPRIM/2, INPLANE, I=31, J=41\nJPRIM/3, PERPENDICULAR, I=31, J=11\n"
        "MOTION/1, I=31, J=22, Z, FUNCTION=0.1*SIN(TIME)+1\nMOTION/2, I=20, J=11, B3, FUNCTION=0.3*TIME\n",
};

static void agree(System *s, double tol)
{
    Arena arena = { 0 };
    int entries = s->matrix.row_first[s->in_use.n], places = s->in_use.n;
    RowValues all = { ARENA_ARRAY(&arena, double, places), ARENA_ARRAY(&arena, double, places),
                      ARENA_ARRAY(&arena, double, places), ARENA_ARRAY(&arena, double, entries) };
    assert_true(cd_system_prepare(s, NULL));
    cd_system_rows(s, &all);
    for (int i = 0; i < s->in_use.n; i++) {
        const RowEval *e = cd_system_row(s, s->in_use.row[i], ROW_GRADIENT);
        const double *g = all.g + s->matrix.row_first[i];
        assert_near(all.value[i], e->value, tol);
        assert_near(all.rate[i], cd_system_rate(s, s->in_use.row[i], e), tol);
        assert_near(all.quad[i], e->quad, tol);
        for (int k = 0; k < e->n; k++)
            for (int c = 0; c < s->m->body[e->body[k]].dofs; c++)
                assert_near(*g++, c < 3 ? v3_get(e->r[k], c) : v3_get(e->pi[k], c - 3), tol);
        assert_ptr_equal(g, all.g + s->matrix.row_first[i + 1]);
        assert_near(cd_system_row_dot(s, i, all.g, s->state.v), cd_row_rate(s->c, e, s->state.v), tol);
    }
    cd_arena_close(&arena);
}

static void agree_here_and_there(System *s, uint64_t *seed)
{
    for (int place = 0; place < 4; place++) {
        agree(s, 1e-13);
        for (int i = 0; i < s->m->nv; i++)
            s->now.rhs[i] = test_random(seed) - 0.5, s->state.v[i] = test_random(seed) - 0.5;
        cd_state_move(s->m, &s->state, s->now.rhs, 1);
        s->state.t += 0.3;
    }
}

TEST(all_rows_at_once_are_the_rows_one_by_one)
{
    uint64_t seed = 19;
    for (int k = 0; k < PROBLEMS; k++) {
        Case c = open_case(&problems[k], "");
        assert_int_equal(c.s->in_use.dotted.others, 0);
        agree_here_and_there(c.s, &seed);
        close_case(&c);
    }
}

TEST(rows_of_every_make_stand_together)
{
    uint64_t seed = 23;
    CdLog *log = cd_log_open();
    TextBuffer text = { 0 };
    cd_buffer_print(&text, "%sEND\n", many.text);
    CdModel *model = cd_model_read_text("many.adm", text.at, text.n, log);
    assert_non_null(model);
    System *s = cd_system_open(model, NULL);
    assert_true(cd_system_prepare(s, NULL));
    cd_system_use_all(s, ROWS_LASTING);
    assert_true(s->in_use.dotted.others > 0 && s->in_use.dotted.others < s->in_use.n / 2);
    agree_here_and_there(s, &seed);
    cd_system_close(s);
    cd_model_close(model);
    cd_log_close(log);
    cd_buffer_close(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT(all_rows_at_once_are_the_rows_one_by_one),
        UNIT(rows_of_every_make_stand_together),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
