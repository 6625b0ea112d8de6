/* animate.c - q(t) = q + a Re( shape e^(i phi) ), phi over one turn (theory 12.18). */
#include "run/animate.h"

#include "base/file.h"
#include "integrators/integrator.h"

#include <errno.h>
#include <math.h>
#include <string.h>

enum { FRAMES = 24 };
static const double share = 0.1, most_turn = 0.3; /* of the size of the model; rad */

/* The diagonal of the box around all markers. */
static double extent(System *s)
{
    Vec3 low = v3(INFINITY, INFINITY, INFINITY), high = v3_scale(low, -1);
    cd_markers_motion(s->m, &s->state, s->now.marker);
    for (int i = 0; i < s->m->markers; i++) {
        Vec3 r = s->now.marker[i].r;
        low = v3(fmin(low.x, r.x), fmin(low.y, r.y), fmin(low.z, r.z));
        high = v3(fmax(high.x, r.x), fmax(high.y, r.y), fmax(high.z, r.z));
    }
    double size = s->m->markers ? v3_norm(v3_sub(high, low)) : 0;
    return size > 0 ? size : s->constants.length;
}

/* The factor of a shape. */
static double amplitude(System *s, const Mode *m)
{
    double move = 0, turn = 0;
    for (int b = 0; b < s->m->bodies; b++)
        for (int c = 0; c < s->m->body[b].dofs; c++) {
            int k = s->m->body[b].first + c;
            double *most = s->m->body[b].six[c] < 3 ? &move : &turn;
            *most = fmax(*most, hypot(m->q_re[k], m->q_im[k]));
        }
    double a = INFINITY;
    if (move > 0) a = share * extent(s) / move;
    if (turn > 0) a = fmin(a, most_turn / turn);
    return isfinite(a) ? a : 0;
}

/* The displacement at an angle of the cycle, rotations in body axes. */
static void displacement(const System *s, const Mode *m, double phi, double *d)
{
    for (int b = 0; b < s->m->bodies; b++) {
        int first = s->m->body[b].first, f = s->m->body[b].dofs;
        for (int c = 0; c < f; c++) d[first + c] = m->q_re[first + c] * cos(phi) - m->q_im[first + c] * sin(phi);
        if (f < 6) continue;
        Vec3 pi = m3_tapply(q4_to_m3(s->state.p[b]), v3(d[first + 3], d[first + 4], d[first + 5]));
        d[first + 3] = pi.x, d[first + 4] = pi.y, d[first + 5] = pi.z;
    }
}

static bool write_frames(Run *r, const Mode *m, Results *results, Writer *writer, const Snapshot *start, double *d)
{
    System *s = r->sim.system;
    double period = m->im > 0 ? 2 * M_PI / m->im : 1, a = amplitude(s, m);
    bool good = true;
    for (int frame = 0; frame <= FRAMES && good; frame++) {
        cd_snapshot_restore(cd_solver(s)->equations, start);
        memset(s->state.v, 0, sizeof(double) * (size_t)s->m->nv);
        memset(s->state.vdot, 0, sizeof(double) * (size_t)s->m->nv);
        displacement(s, m, 2 * M_PI * frame / FRAMES, d);
        cd_state_move(s->m, &s->state, d, a);
        good = cd_equations_prepare(cd_solver(s)->equations, r->sim.log);
        cd_results_eval(results, "eigen", r->sim.log);
        results->t = start->state.t + period * frame / FRAMES;
        good = good && cd_writer_step(writer, results);
    }
    return good;
}

CdStatus cd_animate_mode(Run *r, const Modes *m, int mode)
{
    Equations *e = cd_solver(r->sim.system)->equations;
    Arena scratch = { 0 };
    Snapshot start = cd_snapshot_new(&scratch, e);
    double *d = ARENA_ARRAY(&scratch, double, r->sim.system->m->nv);
    CdStatus status = CD_OK;
    cd_snapshot_take(e, &start);
    for (int i = 0; i < cd_writer_count && status == CD_OK; i++) {
        if (!cd_writers[i]->wanted(r->sim.model)) continue;
        char extension[64];
        snprintf(extension, sizeof extension, "_mode_%d%s", mode + 1, cd_writers[i]->extension);
        const char *path = cd_run_path(r, extension);
        Results *results = cd_results_open(r->sim.system);
        Writer writer;
        bool good = cd_writer_open(&writer, cd_writers[i], path, cd_run_inside(r), results) &&
                    write_frames(r, &m->mode[mode], results, &writer, &start, d);
        good &= cd_writer_close(&writer);
        if (good) cd_run_wrote(r, path);
        else cd_log(r->sim.log, ((CdPlace){ path, 0, 0, 0 }), CANNOT_WRITE, path, cd_file_error(errno));
        if (!good) status = CD_ANALYSIS_FAILED;
        cd_results_close(results);
    }
    cd_snapshot_restore(e, &start);
    cd_equations_prepare(e, NULL);
    cd_arena_close(&scratch);
    return status;
}
