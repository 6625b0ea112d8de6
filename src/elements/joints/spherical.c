/* spherical.c - SPHERICAL, 3 equations: d = 0.
 *
 * Friction: a ball of radius R, v = R w, N = R |F| (8.30). */
#include "elements/joints.h"

/* A ball: creep is twice the vector part of the quaternion from the remembered rotation to the present one, in axes of
 * J (8.31). */
static void sliding(const Joined *k, Sliding *s)
{
    static const int place[4] = { FROM, FROM_SECOND, FROM_THIRD, FROM_FOURTH };
    double radius = k->f->ball_radius;
    Words now[4], then[4];
    for (int n = 0; n < 4; n++) {
        now[n] = cd_words("ORIENT(27,%d,%d,%d)", n + 1, k->i, k->j);
        then[n] = cd_words("FRICTION(%d,%d)", k->id, place[n]);
    }
    Words same = cd_words("(%s*%s+%s*%s+%s*%s+%s*%s)", now[0].at, then[0].at, now[1].at, then[1].at, now[2].at,
                          then[2].at, now[3].at, then[3].at);
    /* with the sign that goes on from what was kept before */
    for (int n = 0; n < 4; n++) cd_sliding_remember(s, place[n], cd_words("SIGN(1,%s)*%s", same.at, now[n].at));
    s->n = 3;
    for (int n = 0; n < 3; n++) {
        int a = 1 + n, b = 1 + (n + 1) % 3, c = 1 + (n + 2) % 3;
        s->component[n] = 3 + n, s->arm[n] = 1;
        s->preload[n] = cd_sliding_input(k->f, INPUT_PRELOAD) ? k->f->torque_preload : 0;
        s->v[n] = cd_words("(%.17g)*W%c(%d,%d,%d)", radius, "XYZ"[n], k -> i, k -> j, k -> j);
        s->c[n] = cd_words("SIGN(%.17g,%s)*(%s*%s-%s*%s-%s*%s+%s*%s)", 2 * radius, same.at, then[0].at, now[a].at,
                           now[0].at, then[a].at, now[b].at, then[c].at, now[c].at, then[b].at);
    }
    Words x = cd_sliding_reaction(k, 0, k->j), y = cd_sliding_reaction(k, 1, k->j), z = cd_sliding_reaction(k, 2, k->j);
    s->normal = cd_words("0");
    if (cd_sliding_input(k->f, INPUT_REACTION_FORCE))
        s->normal = cd_words("(%.17g)*SQRT(%s*%s+%s*%s+%s*%s+1E-60)", radius, x.at, x.at, y.at, y.at, z.at, z.at);
}

const JointKind cd_joint_spherical = { .equations = { PLANE_X, PLANE_Y, PLANE_Z }, .sliding = sliding };
