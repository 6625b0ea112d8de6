/* ranking.c - which method is the quickest to an accuracy. */
#include "compare/comparison.h"

#include <math.h>
#include <string.h>

const char *const cd_run_end_word[RUN_END_COUNT] = { "done", "failed", "input", "time limit", "unreadable", "not run" };

long cd_compared_rejected(const ComparedRun *r)
{
    return r->too_inaccurate + r->not_converged + r->not_finite + r->singular;
}

const ComparedRun *cd_compared(const Comparison *c, int model, int method, int error)
{
    return &c->model[model].run[method * c->errors + error];
}

/* An error of exactly zero has no logarithm. */
static double log_error(const ComparedRun *r)
{
    return log(fmax(r->error, 1e-300));
}

static bool counts(const ComparedRun *r)
{
    return r->end == RUN_DONE && isfinite(r->error) && r->cpu > 0;
}

double cd_time_to(const ComparedRun *run, int n, double accuracy)
{
    double best = INFINITY;
    for (int i = 0; i < n; i++) {
        if (!counts(&run[i])) continue;
        if (run[i].error <= accuracy) best = fmin(best, run[i].cpu);
        if (i + 1 == n || !counts(&run[i + 1])) continue;
        const ComparedRun *a = &run[i], *b = &run[i + 1];
        if ((a->error <= accuracy) == (b->error <= accuracy)) continue;
        double share = (log(accuracy) - log_error(a)) / (log_error(b) - log_error(a));
        best = fmin(best, exp(log(a->cpu) + share * (log(b->cpu) - log(a->cpu))));
    }
    return best;
}

void cd_performance_ratios(int problems, int methods, const double *time, double *ratio)
{
    for (int p = 0; p < problems; p++) {
        double least = INFINITY;
        for (int s = 0; s < methods; s++) least = fmin(least, time[p * methods + s]);
        for (int s = 0; s < methods; s++) {
            double t = time[p * methods + s];
            ratio[p * methods + s] = isfinite(t) ? t / least : INFINITY;
        }
    }
}

double cd_performance_share(int problems, int methods, const double *ratio, int method, double tau)
{
    int within = 0;
    for (int p = 0; p < problems; p++) within += ratio[p * methods + method] <= tau;
    return problems ? (double)within / problems : 0;
}

int cd_accuracies(const Comparison *c, double *out, int most)
{
    double least = INFINITY;
    int n = 0;
    for (int m = 0; m < c->models; m++)
        for (int i = 0; i < c->methods * c->errors; i++) {
            const ComparedRun *r = &c->model[m].run[i];
            if (counts(r)) least = fmin(least, fmax(r->error, c->model[m].uncertainty));
        }
    for (int k = 1; n < most && pow(10, -k) >= least; k++) out[n++] = pow(10, -k);
    return n;
}

/* ---- the recommendation ------------------------------------------------------------------------------------------ */

/* The loosest ERROR with which a method, here and with all tighter ones that end, is as accurate in every model. 0:
 * none. */
static double enough(const Comparison *c, int method)
{
    double found = 0;
    for (int e = c->errors; e-- > 0;) {
        bool good = true, ends = false;
        for (int m = 0; m < c->models; m++) {
            const ComparedRun *r = cd_compared(c, m, method, e);
            ends |= counts(r);
            good &= counts(r) && r->error <= c->accuracy;
        }
        if (good) found = c->error[e];
        else if (ends && found > 0) break;
    }
    return found;
}

typedef struct Score {
    int reached;  /* models */
    double ratio; /* geometric mean of the performance ratios in these */
    double time;  /* all of them together */
} Score;

static Score score_of(const Comparison *c, int method, const double *ratio, const double *time)
{
    Score s = { 0 };
    double sum = 0;
    for (int m = 0; m < c->models; m++) {
        double r = ratio[m * c->methods + method];
        if (!isfinite(r)) continue;
        s.reached++, sum += log(r), s.time += time[m * c->methods + method];
    }
    s.ratio = s.reached ? exp(sum / s.reached) : INFINITY;
    return s;
}

static bool better(const Score *a, const Score *b)
{
    return a->reached != b->reached ? a->reached > b->reached : a->ratio < b->ratio;
}

static void say_statement(const Comparison *c, const Recommendation *r, TextBuffer *out)
{
    cd_buffer_print(out, "INTEGRATOR/%s", c->statement[r->method]);
    if (r->error > 0) cd_buffer_print(out, ", ERROR = %g", r->error);
}

/* No run is as accurate as asked for: the one that comes nearest. */
static void recommend_nearest(const Comparison *c, Recommendation *out, TextBuffer *reason)
{
    double least = INFINITY;
    for (int s = 0; s < c->methods; s++)
        for (int e = 0; e < c->errors; e++) {
            double worst = 0;
            for (int m = 0; m < c->models; m++) {
                const ComparedRun *r = cd_compared(c, m, s, e);
                worst = fmax(worst, counts(r) ? r->error : INFINITY);
            }
            if (worst < least) least = worst, out->method = s, out->error = c->error[e];
        }
    if (out->method < 0)
        cd_buffer_text(reason,
                       cd_text("No method brings every model to its end: see what each run says about it below."));
    else
        cd_buffer_print(
            reason,
            "No method reaches an error of %g. %s comes nearest, with %.2g at ERROR = %g; ask for smaller values with "
            "--errors, or for less with --accuracy.",
            c->accuracy, c->method[out->method], least, out->error);
}

/* Methods that end no run with any ERROR in some model. */
static void say_failures(const Comparison *c, TextBuffer *reason)
{
    int failed = 0;
    TextBuffer names = { 0 };
    for (int s = 0; s < c->methods; s++) {
        bool fails = false;
        for (int m = 0; m < c->models && !fails; m++) {
            fails = !c->model[m].problem;
            for (int e = 0; e < c->errors; e++) fails &= !counts(cd_compared(c, m, s, e));
        }
        if (fails) cd_buffer_print(&names, "%s%s", failed++ ? ", " : "", c->method[s]);
    }
    if (failed) cd_buffer_print(reason, " Not to the end with any ERROR: %s.", names.at);
    cd_buffer_close(&names);
}

static void say_rivals(const Comparison *c, const Recommendation *r, const Score *score, TextBuffer *reason)
{
    const double near = 1.25;
    int next = -1, close = 0;
    TextBuffer names = { 0 };
    for (int s = 0; s < c->methods; s++) {
        if (s == r->method || score[s].reached < score[r->method].reached) continue;
        if (next < 0 || better(&score[s], &score[next])) next = s;
        if (score[s].ratio < near * score[r->method].ratio)
            cd_buffer_print(&names, "%s%s", close++ ? ", " : "", c->method[s]);
    }
    if (close) cd_buffer_print(reason, " Practically as quick: %s.", names.at);
    else if (next >= 0)
        cd_buffer_print(reason, " The next, %s, takes %.1f times as long.", c->method[next],
                        score[next].ratio / score[r->method].ratio);
    cd_buffer_close(&names);
}

/* Models in which there is nothing to be wrong about. */
static void say_still(const Comparison *c, TextBuffer *reason)
{
    for (int m = 0; m < c->models; m++)
        if (c->model[m].still)
            cd_buffer_print(
                reason, " In %s nothing moves: errors are shares of the size of what stands still, and tell little.",
                c->model[m].name);
}

Recommendation cd_recommend(Arena *arena, const Comparison *c)
{
    Recommendation out = { .method = -1 };
    TextBuffer reason = { 0 }, headline = { 0 };
    int cells = c->models * c->methods;
    double *time = ARENA_ARRAY(arena, double, cells), *ratio = ARENA_ARRAY(arena, double, cells);
    Score *score = ARENA_ARRAY(arena, Score, c->methods);
    for (int m = 0; m < c->models; m++)
        for (int s = 0; s < c->methods; s++)
            time[m * c->methods + s] = cd_time_to(cd_compared(c, m, s, 0), c->errors, c->accuracy);
    cd_performance_ratios(c->models, c->methods, time, ratio);
    int best = -1;
    for (int s = 0; s < c->methods; s++) {
        score[s] = score_of(c, s, ratio, time);
        if (score[s].reached && (best < 0 || better(&score[s], &score[best]))) best = s;
    }
    if (best < 0) recommend_nearest(c, &out, &reason);
    else {
        out.method = best, out.error = enough(c, best), out.reached = score[best].reached == c->models;
        if (c->models == 1)
            cd_buffer_print(&reason, "%s is the quickest to an error of %g: about %.2g s.", c->method[best],
                            c->accuracy, score[best].time);
        else
            cd_buffer_print(
                &reason,
                "%s reaches an error of %g in %d of %d models and takes %.2f times the time of the quickest there, on "
                "average.",
                c->method[best], c->accuracy, score[best].reached, c->models, score[best].ratio);
        say_rivals(c, &out, score, &reason);
        if (out.error == 0)
            cd_buffer_text(&reason,
                           cd_text(" No single ERROR of those tried is enough for all models: look at the curves."));
    }
    say_failures(c, &reason);
    say_still(c, &reason);
    if (out.method >= 0) say_statement(c, &out, &headline);
    else cd_buffer_text(&headline, cd_text("no method can be recommended"));
    out.headline = cd_text_copy(arena, (Text){ headline.at, (int)headline.n });
    out.reason = cd_text_copy(arena, (Text){ reason.at, (int)reason.n });
    cd_buffer_close(&headline), cd_buffer_close(&reason);
    return out;
}
