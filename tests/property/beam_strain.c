/* beam_strain.c - the load of a geometrically exact beam: it is the gradient of its energy, its derivatives are those
 * of differences, and neither knows where the beam is. */
#include "draw.h"
#include "system/strain.h"

#include "linalg/quat.h"
#include "near.h"

#include <string.h>

static Mat3 turned(Vec3 a)
{
    return q4_to_m3(q4_rotvec(a));
}

/* A beam with any stiffness and initial shape, and two ends anywhere, turned against each other by up to about two
 * radians. */
static void any_beam(uint64_t *seed, double damping, BeamLaw *law, MarkerMotion end[2])
{
    Vec3 C = random_vector(seed, 0.5), M = random_vector(seed, 0.5), start = random_vector(seed, 0.4);
    *law = (BeamLaw){ .length = 0.7, .force = v3_add(C, v3(3, 2, 2.5)), .damping = damping };
    law->moment = m3_add(m3_cols(v3(1.5 + M.x, 0, 0), v3(0, 2 + M.y, 0.3), v3(0, 0.3, 2.5 + M.z)), (Mat3){ 0 });
    cd_beam_rest(law, v3(0.7, 0.05, -0.1), turned(start), v3(0, 0, 0), turned(random_vector(seed, 0.2)));
    Mat3 A = turned(random_vector(seed, 2));
    for (int k = 0; k < 2; k++) {
        Vec3 place = random_vector(seed, 0.3), turn = random_vector(seed, k ? 0 : 1.1);
        end[k] = (MarkerMotion){ .r = v3_add(place, m3_apply(A, v3(k ? 0 : 0.7, 0, 0))),
                                 .A = m3_mul(A, turned(turn)),
                                 .v = random_vector(seed, 1),
                                 .w = random_vector(seed, 1) };
    }
}

/* One end moved a little: what 0 place, 1 rotation, 2 velocity, 3 angular velocity. */
static void nudge(MarkerMotion *m, int what, int axis, double by)
{
    Vec3 unit[3] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } }, d = v3_scale(unit[axis], by);
    if (what == 0) m->r = v3_add(m->r, d);
    if (what == 1) m->A = m3_mul(turned(d), m->A);
    if (what == 2) m->v = v3_add(m->v, d);
    if (what == 3) m->w = v3_add(m->w, d);
}

TEST(derivatives_are_those_of_differences)
{
    uint64_t seed = 3;
    const double h = 1e-5;
    for (int round = 0; round < 40; round++) {
        BeamLaw law;
        MarkerMotion end[2];
        StrainSlope slope;
        any_beam(&seed, round % 2 ? 0.3 : 0, &law, end);
        if (round >= 30) end[0].A = m3_mul(end[1].A, turned(random_vector(&seed, 0.05))); /* where series are taken */
        cd_strain_slope(&law, &end[0], &end[1], &slope);
        for (int side = 0; side < 2; side++)
            for (int what = 0; what < 4; what++)
                for (int axis = 0; axis < 3; axis++) {
                    double value[2][6];
                    for (int way = 0; way < 2; way++) {
                        MarkerMotion moved[2] = { end[0], end[1] };
                        nudge(&moved[side], what, axis, way ? h : -h);
                        Wrench w = cd_strain(&law, &moved[0], &moved[1]).on_i;
                        memcpy(value[way], (double[]){ w.F.x, w.F.y, w.F.z, w.T.x, w.T.y, w.T.z }, sizeof value[way]);
                    }
                    for (int c = 0; c < 6; c++)
                        assert_near(v3_get(slope.row[c][side][what], axis), (value[1][c] - value[0][c]) / (2 * h),
                                    1e-7);
                }
    }
}

TEST(the_load_is_the_gradient_of_the_energy_on_both_ends)
{
    uint64_t seed = 17;
    const double h = 1e-5;
    for (int round = 0; round < 20; round++) {
        BeamLaw law;
        MarkerMotion end[2];
        any_beam(&seed, 0, &law, end);
        Strained s = cd_strain(&law, &end[0], &end[1]);
        Vec3 d = v3_sub(end[0].r, end[1].r);
        /* on J: the opposite at the place of I */
        Wrench on[2] = { s.on_i, { v3_neg(s.on_i.F), v3_neg(v3_add(s.on_i.T, v3_cross(d, s.on_i.F))) } };
        double power = 0;
        for (int side = 0; side < 2; side++) {
            power -= v3_dot(on[side].F, end[side].v) + v3_dot(on[side].T, end[side].w);
            for (int what = 0; what < 2; what++)
                for (int axis = 0; axis < 3; axis++) {
                    double energy[2];
                    for (int way = 0; way < 2; way++) {
                        MarkerMotion moved[2] = { end[0], end[1] };
                        nudge(&moved[side], what, axis, way ? h : -h);
                        energy[way] = cd_strain(&law, &moved[0], &moved[1]).energy;
                    }
                    assert_near(v3_get(what ? on[side].T : on[side].F, axis), -(energy[1] - energy[0]) / (2 * h), 1e-8);
                }
        }
        assert_near(s.rate, power, 1e-11);
        assert_near(s.lost, 0, 1e-12);
    }
}

TEST(damping_loses_what_its_load_takes)
{
    uint64_t seed = 23;
    for (int round = 0; round < 20; round++) {
        BeamLaw law;
        MarkerMotion end[2];
        any_beam(&seed, 0.4, &law, end);
        Strained s = cd_strain(&law, &end[0], &end[1]);
        Vec3 d = v3_sub(end[0].r, end[1].r), T = v3_neg(v3_add(s.on_i.T, v3_cross(d, s.on_i.F)));
        double power = v3_dot(s.on_i.F, v3_sub(end[0].v, end[1].v)) + v3_dot(s.on_i.T, end[0].w) + v3_dot(T, end[1].w);
        assert_true(s.lost < 0);
        assert_near(power, s.lost - s.rate, 1e-11);
    }
}

TEST(strains_do_not_know_where_the_beam_is)
{
    uint64_t seed = 29;
    for (int round = 0; round < 50; round++) {
        BeamLaw law;
        MarkerMotion end[2], moved[2];
        any_beam(&seed, 0.1, &law, end);
        Mat3 R = turned(random_vector(&seed, 3));
        Vec3 by = random_vector(&seed, 5), spin = random_vector(&seed, 2), u = random_vector(&seed, 2);
        for (int k = 0; k < 2; k++) {
            moved[k].r = v3_add(by, m3_apply(R, end[k].r)), moved[k].A = m3_mul(R, end[k].A);
            moved[k].w = v3_add(spin, m3_apply(R, end[k].w)); /* and a rotation of the whole */
            moved[k].v = v3_add(u, v3_add(m3_apply(R, end[k].v), v3_cross(spin, m3_apply(R, end[k].r))));
        }
        Strained a = cd_strain(&law, &end[0], &end[1]), b = cd_strain(&law, &moved[0], &moved[1]);
        near_vector(a.n, b.n, 1e-12);
        near_vector(a.m, b.m, 1e-12);
        near_vector(m3_apply(R, a.on_i.F), b.on_i.F, 1e-12);
        near_vector(m3_apply(R, a.on_i.T), b.on_i.T, 1e-12);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT(derivatives_are_those_of_differences),
        UNIT(the_load_is_the_gradient_of_the_energy_on_both_ends),
        UNIT(damping_loses_what_its_load_takes),
        UNIT(strains_do_not_know_where_the_beam_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
