/* judgement.c - whether results are converged, and why not. */
#include "compare/verification.h"

#include <math.h>
#include <string.h>

/* Runs that came to their end, counted from the first. */
static int done_runs(const Verification *v)
{
    int n = 0;
    while (n < v->runs && v->run[n].run.end == RUN_DONE) n++;
    return n;
}

static bool worked_more(const VerifiedRun *a, const VerifiedRun *b)
{
    return b->run.steps > a->run.steps;
}

bool cd_has_settled(const VerifiedRun *run, int n, double accuracy)
{
    if (n < 3) return false;
    for (int k = n - 2; k < n; k++)
        if (!(run[k].change <= accuracy) || !worked_more(&run[k - 1], &run[k])) return false;
    return true;
}

double cd_error_for(const VerifiedRun *run, int n, double accuracy)
{
    double found = 0;
    for (int k = n - 1; k-- > 0 && run[k].distance <= accuracy;) found = run[k].error;
    return found;
}

double cd_falls_by(const VerifiedRun *run, int n)
{
    if (n < 3 || !(run[n - 1].change > 0) || !isfinite(run[n - 2].change)) return 0;
    double decades = log10(run[n - 2].error / run[n - 1].error);
    return pow(run[n - 2].change / run[n - 1].change, 1 / decades);
}

Parting cd_parting(const Course *run, const Course *reference, const Selection *s, double allowed)
{
    return (Parting){ .start = reference->time[0],
                      .small = cd_deviation_until(run, reference, s, allowed / 1000),
                      .large = cd_deviation_until(run, reference, s, allowed),
                      .end = reference->time[reference->rows - 1] };
}

static void say_cross(const Verification *v, bool agrees, TextBuffer *out)
{
    if (!v->second.label) {
        cd_buffer_text(out, cd_text("No second method has come to the end of the model: there is no cross-check.\n"));
        if (v->second.tried) cd_buffer_print(out, "%s\n", v->second.tried);
        return;
    }
    cd_buffer_print(out, "%s, a method of another family, with ERROR = %g is %.2g away", v->second.label,
                    v->second.error, v->second.difference);
    if (isfinite(v->second.change))
        cd_buffer_print(out, " (its own change for a tenth of ERROR: %.2g)", v->second.change);
    cd_buffer_text(out, cd_text(agrees ? ": both agree.\n" : ".\n"));
}

/* The two last runs agree for a while and then part: what grows from rounding to the size of the motion cannot be
 * followed by a smaller ERROR for long. */
static void say_parting(const Verification *v, TextBuffer *out)
{
    const Parting *p = &v->parting;
    if (!isfinite(p->large)) return;
    double length = p->end - p->start, good = p->large - p->start;
    if (!(good > 0.02 * length)) return;
    cd_buffer_print(out, "The last two runs agree up to t = %.4g and part from there.\n", p->large);
    double grow = p->large - p->small;
    if (!(grow > 0) || !isfinite(p->small)) return;
    double fold = grow / log(1000);
    cd_buffer_print(
        out,
        "Between t = %.4g and %.4g their difference grows a thousandfold: e-fold in %.2g. The motion is sensitive "
        "there (unstable, or chaotic): a tenth of ERROR gains about %.2g of time. What can be compared is statistics "
        "of the motion, or a shorter run.\n",
        p->small, p->large, fold, fold * log(10));
}

/* What usually stands behind results that do not settle. */
static void say_why(const Verification *v, int n, TextBuffer *out)
{
    const VerifiedRun *last = &v->run[n - 1];
    if (n < v->runs) {
        const VerifiedRun *f = &v->run[n];
        cd_buffer_print(out, "With ERROR = %g the run does not come to its end: %s.\n%s%s", f->error,
                        cd_run_end_word[f->run.end], f->run.message, *f->run.message ? "\n" : "");
    }
    if (n < 2) return;
    bool more = false;
    for (int k = 1; k < n; k++) more |= worked_more(&v->run[k - 1], &v->run[k]);
    if (!more)
        cd_buffer_text(
            out,
            cd_text("A smaller ERROR has not made more steps: the output step, or HMAX, decides them. Ask for fewer "
                    "outputs, give a larger HMAX, or go on to smaller values with --errors.\n"));
    double falls = cd_falls_by(v->run, n);
    if (more && last->change > v->accuracy && falls >= 2)
        cd_buffer_print(
            out,
            "The change still falls, by %.2g for a tenth of ERROR: smaller values (--errors) or a larger --accuracy "
            "would do.\n",
            falls);
    if (more && last->change > v->accuracy && falls > 0 && falls < 2) {
        cd_buffer_text(out, cd_text("The change hardly falls with ERROR.\n"));
        if (last->run.kinks)
            cd_buffer_print(
                out,
                "The last run ended %ld steps on switching points of expressions: forces or motions that jump, and "
                "contacts that come and go, make results depend on when exactly they do. Smooth inputs "
                "(STEP instead of IF, exponents above 2 in IMPACT) help.\n",
                last->run.kinks);
        say_parting(v, out);
    }
}

static void say_enough(const Verification *v, double falls, TextBuffer *out)
{
    if (v->enough > 0) cd_buffer_print(out, "ERROR = %g is enough for %g", v->enough, v->accuracy);
    else cd_buffer_print(out, "Only the smallest ERROR that was tried is enough for %g", v->accuracy);
    if (falls >= 1.5) cd_buffer_print(out, "; a tenth of ERROR makes the change %.2g times smaller", falls);
    cd_buffer_text(out, cd_text(".\n"));
}

/* Kinds of channels that the verdict is not about, and that still change. */
static void say_others(const Verification *v, int n, TextBuffer *out)
{
    int said = 0;
    for (int g = 0; g < v->groups && n > 1; g++) {
        double change = v->group[g].change[n - 2];
        if (change <= v->accuracy) continue;
        cd_buffer_print(out, "%s%s by %.2g of its largest",
                        said++ ? ", " : "The verdict is about other channels than these, which still change: ",
                        v->group[g].name, change);
    }
    if (said) cd_buffer_text(out, cd_text(".\n"));
}

void cd_judge(Arena *arena, Verification *v)
{
    int n = done_runs(v);
    TextBuffer reason = { 0 }, headline = { 0 };
    double last = n > 1 ? v->run[n - 1].change : INFINITY, falls = cd_falls_by(v->run, n);
    bool settled = cd_has_settled(v->run, n, v->accuracy);
    bool agrees = v->second.label && v->second.difference <= v->accuracy;
    bool same_steps = n > 2 && !settled && last <= v->accuracy &&
                      v->run[n - 2].change <= v->accuracy; /* but the second method makes its own */
    v->enough = cd_error_for(v->run, n, v->accuracy);
    v->converged = agrees && (settled || same_steps) && !v->still;
    if (v->converged) {
        cd_buffer_print(&headline,
                        "converged: with ERROR = %g results change by %.2g, and a second method is %.2g away",
                        v->run[n - 1].error, last, v->second.difference);
        say_enough(v, falls, &reason);
        say_others(v, n, &reason);
        if (same_steps)
            cd_buffer_text(
                &reason,
                cd_text(
                    "Not all of the last runs made more steps than the one before: the output step, or HMAX, decides "
                    "part of them, and the second method is what the verdict rests on.\n"));
    } else if (n < 2) {
        cd_buffer_print(&headline, "not converged: %s",
                        n ? "a single run has come to its end" : "no run has come to its end");
    } else if (v->still) {
        cd_buffer_text(&headline,
                       cd_text("not converged: nothing moves, so there is nothing to be right or wrong about"));
    } else if (settled && v->second.label) {
        cd_buffer_print(&headline, "not converged: %s settles, but %s comes to something else, %.2g away", v->method,
                        v->second.label, v->second.difference);
        if (v->second.change > v->accuracy)
            cd_buffer_text(
                &reason,
                cd_text("The second method has not settled itself: its own change is larger than what is wanted.\n"));
        else
            cd_buffer_text(
                &reason,
                cd_text(
                    "Each settles for itself: look for a second way the mechanism can go on (a toggle, a "
                    "bifurcation), for events that are missed, and for constraints that are left out as redundant.\n"));
    } else if (settled) {
        cd_buffer_print(&headline,
                        "not cross-checked: %s settles, with a change of %.2g, but no second method came to its end",
                        v->method, last);
    } else {
        cd_buffer_print(&headline, "not converged: from ERROR = %g to %g results change by %.2g, more than %g",
                        v->run[n - 2].error, v->run[n - 1].error, last, v->accuracy);
        if (last <= v->accuracy) { /* so it is the runs before it, or the second method, that are off */
            headline.n = 0;
            cd_buffer_print(&headline, "not converged: results have not settled to %g over three runs", v->accuracy);
        }
    }
    if (!v->converged) say_why(v, n, &reason);
    if (n > 1) say_cross(v, agrees, &reason);
    if (n > 1 && v->still)
        cd_buffer_text(
            &reason,
            cd_text(
                "The channels change by less than rounding, and changes are shares of their sizes. Look at a run in "
                "which something does, or at other channels (--channels).\n"));
    v->headline = cd_text_copy(arena, (Text){ headline.at, (int)headline.n }).at;
    v->reason = cd_text_copy(arena, (Text){ reason.n ? reason.at : "", (int)reason.n }).at;
    cd_buffer_close(&headline), cd_buffer_close(&reason);
}
