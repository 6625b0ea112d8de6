/* verify.c - cardan verify: one method with smaller and smaller ERROR until results settle, then a second one. */
#include "cli/study.h"
#include "compare/verification.h"

#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SECOND_TRIES = 3 };

/* A second method with an ERROR, and with ten times as much. */
typedef struct Second {
    MethodChoice method;
    double error;
    int tried;
    Course *course[2]; /* tight, loose */
    const char *message;
} Second;

typedef struct Verify {
    const Options *o;
    Arena arena;
    Verification v;
    NumberList error;
    Course **course; /* by run */
    Selection chosen, all;
    ARRAY_OF(Second) second;
    int rival;      /* the second method at work */
    bool too_stiff; /* an explicit one has met its limit, or said so: others would */
    bool simulated, integrated;
    const char *worked; /* names of the methods of the last run, with blanks between */
    double limit;
    double length; /* of a run, in time */
    int made;      /* runs that have ended */
} Verify;

/* ---- the first method -------------------------------------------------------------------------------------------- */

static bool next_run(void *user, int lane, Order *order)
{
    Verify *f = user;
    Verification *v = &f->v;
    (void)lane;
    const VerifiedRun *last = v->runs ? &v->run[v->runs - 1] : NULL;
    if (v->runs == f->error.n || (last && last->run.end != RUN_DONE)) return false;
    if (last && !f->integrated) return false;
    if (cd_has_settled(v->run, v->runs, v->accuracy)) return false;
    const char *method = f->o->integrator ? f->o->integrator : "";
    *order = (Order){ .model = v->path, .integrator = cli_statement(&f->arena, method, f->error.at[v->runs]) };
    return true;
}

/* How far two runs are apart; infinitely far if they do not have the same outputs, as where a sensor ends only one of
 * them early. */
static double apart(const Course *a, const Course *b, const Selection *s)
{
    Deviation d = cd_deviation(a, b, s, NULL);
    int outputs = cd_course_asked_for(a), others = cd_course_asked_for(b);
    return 10L * d.matched < 9L * (outputs > others ? outputs : others) ? INFINITY : d.largest;
}

static void take_run(void *user, int lane, Trial *t)
{
    Verify *f = user;
    Verification *v = &f->v;
    (void)lane;
    int k = v->runs++;
    f->made++;
    v->run[k] = (VerifiedRun){ .error = f->error.at[k], .run = t->run, .change = INFINITY, .distance = INFINITY };
    f->simulated |= t->simulated, f->integrated |= t->integrated;
    if (t->method[0]) {
        v->method = cli_print(&f->arena, "%.*s", (int)strcspn(t->method, " "), t->method);
        f->worked = cli_print(&f->arena, "%s", t->method);
    }
    f->course[k] = t->table;
    if (t->run.end != RUN_DONE || !t->integrated || !k) return;
    f->chosen = cd_selection(&f->arena, t->table, f->o->channels);
    v->run[k].change = apart(f->course[k - 1], t->table, &f->chosen);
}

/* ---- the second -------------------------------------------------------------------------------------------------- */

/* Whether a method is of another family than all that worked in the first runs; *implicit: whether the last of those
 * was. */
static bool is_other(const Verify *f, const MethodChoice *method, bool *implicit)
{
    bool other = true, any = false;
    for (const char *p = f->worked; p && *p;) {
        size_t n = strcspn(p, " ");
        for (int i = 0; i < cd_integrator_count; i++) {
            MethodChoice one = { .kind = cd_integrators[i] };
            if (strlen(one.kind->name) != n || memcmp(one.kind->name, p, n) != 0) continue;
            any = true, *implicit = one.kind->traits.implicit;
            other &= cd_methods_unrelated(&one, method);
        }
        p += n + (p[n] == ' ');
    }
    return any && other;
}

/* Methods of another family than the first; those that are implicit where it is explicit, and the other way round, come
 * first. */
static void find_rivals(Verify *f, double error)
{
    MethodList exact = cd_methods_exact(&f->arena);
    for (int round = 0; round < 2; round++)
        for (int i = 0; i < exact.n; i++) {
            bool implicit = false;
            if (!is_other(f, &exact.at[i], &implicit)) continue;
            if ((exact.at[i].kind->traits.implicit == implicit) != round) continue;
            Second s = { .method = exact.at[i], .error = error };
            ARRAY_PUSH(&f->arena, &f->second, s);
        }
}

static bool next_second(void *user, int lane, Order *order)
{
    Verify *f = user;
    for (; f->rival < f->second.n; f->rival++) {
        Second *s = &f->second.at[f->rival];
        /* tight first; where that fails less so; and when it has come to its end, ten times as much */
        if (s->course[0] && s->course[1]) return false;
        if (!s->course[0] && (s->tried == SECOND_TRIES || (f->too_stiff && !s->method.kind->traits.implicit))) continue;
        if (s->course[0] && s->tried == SECOND_TRIES + 1) return false;
        double error = s->course[0] ? 10 * s->error : s->tried ? (s->error *= 10) : s->error;
        *order = (Order){ .model = f->v.path,
                          .integrator = cli_exact_statement(&f->arena, s->method.statement, error, f->length) };
        (void)lane;
        return true;
    }
    return false;
}

static void take_second(void *user, int lane, Trial *t)
{
    Verify *f = user;
    Second *s = &f->second.at[f->rival];
    (void)lane;
    bool done = t->run.end == RUN_DONE, second = s->course[0] != NULL;
    f->made++;
    if (done) s->course[second] = t->table;
    else cd_course_close(t->table), s->message = t->run.message;
    bool endless = t->stiff || t->run.end == RUN_LIMIT;
    if (!done && !f->o->quiet)
        fprintf(stderr, "%s%s: %s as a second method: %s\n", isatty(STDERR_FILENO) ? "\r\033[K" : "", f->v.name,
                s->method.label, t->stiff ? "the model is too stiff for it" : cd_run_end_word[t->run.end]);
    if (second) s->tried = SECOND_TRIES + 1;
    else if (!done) s->tried = endless ? SECOND_TRIES : s->tried + 1;
    f->too_stiff |= !done && endless && !s->method.kind->traits.implicit;
}

/* A second method may take many times what the first took, but not the limit of a run: where one is as slow, so is the
 * next. */
static double limit_of_second(const Verify *f)
{
    const double many = 30, least = 5;
    double longest = 0;
    for (int k = 0; k < f->v.runs; k++) longest = fmax(longest, f->v.run[k].run.cpu);
    return fmin(f->limit, fmax(many * longest, least));
}

/* ---- what is made of it ------------------------------------------------------------------------------------------ */

static int last_run(const Verify *f)
{
    int n = f->v.runs;
    while (n && f->v.run[n - 1].run.end != RUN_DONE) n--;
    return n - 1;
}

/* Changes of every column between two runs, in the scales of the last. */
static double *changes(Verify *f, const Course *a, const Course *b)
{
    double *each = ARENA_ARRAY(&f->arena, double, f->all.n);
    if (a && b) cd_deviation(a, b, &f->all, each);
    return each;
}

static const char *group_of(const Course *c, int column)
{
    return c->column[column].group.n ? c->column[column].group.at : "other";
}

static VerifiedGroup *find_group(Verify *f, const char *name)
{
    Verification *v = &f->v;
    for (int g = 0; g < v->groups; g++)
        if (strcmp(v->group[g].name, name) == 0) return &v->group[g];
    v->group[v->groups] = (VerifiedGroup){ name, ARENA_ARRAY(&f->arena, double, v->runs) };
    return &v->group[v->groups++];
}

/* Columns of one name, as axes have them, are one channel. */
static VerifiedChannel *find_channel(Verify *f, const Course *c, int column)
{
    Verification *v = &f->v;
    const char *name = c->column[column].name.at;
    if (v->channel_count && strcmp(v->channel[v->channel_count - 1].name, name) == 0)
        return &v->channel[v->channel_count - 1];
    v->channel[v->channel_count] = (VerifiedChannel){ .name = name, .group = group_of(c, column) };
    return &v->channel[v->channel_count++];
}

static void compare_channels(Verify *f, int last, const Course *second)
{
    enum { GROUPS = 16 };
    Verification *v = &f->v;
    const Course *best = f->course[last];
    f->all = cd_selection_all(&f->arena, best);
    v->channel = ARENA_ARRAY(&f->arena, VerifiedChannel, f->all.n),
    v->group = ARENA_ARRAY(&f->arena, VerifiedGroup, GROUPS);
    double *now = changes(f, last > 0 ? f->course[last - 1] : NULL, best);
    double *before = changes(f, last > 1 ? f->course[last - 2] : NULL, last > 0 ? f->course[last - 1] : NULL);
    double *cross = changes(f, second, best);
    for (int i = 0; i < f->all.n; i++) {
        VerifiedChannel *c = find_channel(f, best, f->all.column[i]);
        c->change = fmax(c->change, last > 0 ? now[i] : INFINITY);
        c->before = fmax(c->before, last > 1 ? before[i] : INFINITY);
        c->cross = fmax(c->cross, second ? cross[i] : INFINITY);
    }
    for (int k = 1; k <= last; k++) {
        double *each = changes(f, f->course[k - 1], f->course[k]);
        for (int i = 0; i < f->all.n; i++) {
            VerifiedGroup *g = find_group(f, group_of(best, f->all.column[i]));
            g->change[k - 1] = fmax(g->change[k - 1], each[i]);
        }
    }
}

static void conclude(Verify *f)
{
    Verification *v = &f->v;
    int last = last_run(f);
    const Second *s = f->rival < f->second.n ? &f->second.at[f->rival] : NULL;
    if (last >= 0) {
        const Course *best = f->course[last];
        f->chosen = cd_selection(&f->arena, best, f->o->channels);
        v->channels = f->chosen.words, v->still = f->chosen.still;
        for (int k = 0; k < last; k++) v->run[k].distance = apart(f->course[k], best, &f->chosen);
        v->run[last].distance = 0;
        if (last > 0) v->parting = cd_parting(f->course[last - 1], best, &f->chosen, v->accuracy);
        if (s && s->course[0]) {
            v->second.label = s->method.label, v->second.error = s->error;
            v->second.difference = apart(s->course[0], best, &f->chosen);
            v->second.change = s->course[1] ? apart(s->course[1], s->course[0], &f->chosen) : INFINITY;
        }
        compare_channels(f, last, s ? s->course[0] : NULL);
    }
    if (!v->second.label && f->second.n) v->second.tried = f->second.at[f->second.n - 1].message;
    cd_judge(&f->arena, v);
}

/* One line that is written over: how many runs have been, and how near the last was to the one before. */
static void show_progress(void *user)
{
    Verify *f = user;
    const VerifiedRun *r = f->v.runs ? &f->v.run[f->v.runs - 1] : NULL;
    fprintf(stderr, "\r%d run%s done", f->made, f->made == 1 ? "" : "s");
    if (r) fprintf(stderr, ", the last with ERROR = %g", r->error);
    if (r && isfinite(r->change)) fprintf(stderr, ", change %.2g", r->change);
    fputs(" \033[K", stderr);
}

/* ---- words ------------------------------------------------------------------------------------------------------- */

static void tell(const Verify *f, const char *page, const char *csv)
{
    const Verification *v = &f->v;
    printf("%s: %s\n", v->name, v->headline);
    for (const char *p = v->reason; *p;) {
        size_t n = strcspn(p, "\n");
        printf("  %.*s\n", (int)n, p);
        p += n + (p[n] == '\n');
    }
    printf("\n  %-10s %10s %10s  %s\n", "ERROR", "steps", "change", "distance from the last run");
    for (int k = 0; k < v->runs; k++) {
        const VerifiedRun *r = &v->run[k];
        printf("  %-10g %10ld", r->error, r->run.steps);
        if (isfinite(r->change)) printf(" %10.2g", r->change);
        else printf(" %10s", "");
        if (r->run.end != RUN_DONE) printf("  %s\n", cd_run_end_word[r->run.end]);
        else printf("  %.2g\n", r->distance);
    }
    int last = last_run(f);
    printf("\n  %-14s %10s %10s\n", "channels", "change", "falls by");
    for (int g = 0; g < v->groups && last > 0; g++) {
        const double *c = v->group[g].change;
        printf("  %-14s %10.2g", v->group[g].name, c[last - 1]);
        if (last > 1 && c[last - 1] > 0) printf(" %10.2g\n", c[last - 2] / c[last - 1]);
        else printf("\n");
    }
    printf("table: %s\npage: %s\n", csv, page);
}

/* The input is what is wrong: what to say of it. */
static const char *refusal(const Verify *f)
{
    const Verification *v = &f->v;
    if (v->runs && v->run[0].run.end == RUN_INPUT) return v->run[0].run.message;
    if (v->runs && v->run[0].run.end != RUN_DONE) return NULL;
    if (!f->simulated) return "error: the command file has no SIMULATE: there is nothing to run";
    if (!f->integrated)
        return "error: nothing is integrated: the model has no degree of freedom, or the commands ask for statics "
               "or kinematics only, or END is where they start";
    if (v->runs > 1 && !f->chosen.n) return "error: no channel fits --channels: cardan plot RESULT lists them";
    return NULL;
}

static int carry_out(Verify *f, CdLog *log)
{
    Verification *v = &f->v;
    const char *page = cli_page_name(&f->arena, f->o, "verify"), *csv = cli_beside(&f->arena, page, ".csv");
    if (!cli_page_has_place(&f->arena, f->o, page)) return INPUT_ERROR;
    Trials t = { .options = f->o, .jobs = 1, .lanes = 1, .limit = f->limit, .user = f, .arena = &f->arena };
    bool shown = !f->o->quiet && isatty(STDERR_FILENO);
    if (shown) t.progress = show_progress;
    else if (!f->o->quiet)
        fprintf(stderr, "%s: runs with ERROR from %g to %g, until they agree\n", v->name, f->error.at[0],
                f->error.at[f->error.n - 1]);
    t.next = next_run, t.done = take_run;
    if (!cli_trials(&t)) return ANALYSIS_FAILED;
    if (refusal(f)) {
        fprintf(stderr, "%s: %s\n", v->path, refusal(f));
        return INPUT_ERROR;
    }
    int last = last_run(f);
    if (last >= 0) find_rivals(f, v->run[last].error);
    t.next = next_second, t.done = take_second, t.limit = limit_of_second(f);
    if (!cli_trials(&t)) return ANALYSIS_FAILED;
    if (shown) fputs("\r\033[K", stderr);
    conclude(f);
    if (f->o->folder) mkdir(f->o->folder, 0777);
    if (!cd_verification_write_csv(v, csv, log) || !cd_verification_write_page(v, page, log)) return INPUT_ERROR;
    if (!f->o->quiet) tell(f, page, csv);
    return v->converged ? DONE : ANALYSIS_FAILED;
}

int cli_verify(const Options *o)
{
    if (o->words != 2) return cli_complain("verify takes one model (.adm, .acf)", NULL);
    if (!cli_is_page(o)) return cli_complain(cli_no_page, o->output);
    if (o->integrator && strcasestr(o->integrator, "ERROR"))
        return cli_complain("verify gives ERROR itself, those of --errors: leave it out of --integrator",
                            o->integrator);
    CdLog *log = cd_log_open();
    Verify f = { .o = o, .limit = o->limit > 0 ? o->limit : 60 };
    int status = INPUT_ERROR;
    if (cli_read_errors(&f.arena, o->errors ? o->errors : "1e-3..1e-10", &f.error) &&
        (status = cli_check_models(o, &o->integrator, o->integrator != NULL)) == DONE) {
        f.v = (Verification){ .name = cli_model_name(&f.arena, o->word[1]),
                              .path = o->word[1],
                              .command = cli_command(&f.arena, o),
                              .method = "",
                              .integrator = o->integrator ? o->integrator : "",
                              .channels = "",
                              .accuracy = o->accuracy > 0 ? o->accuracy : 1e-3 };
        f.v.run = ARENA_ARRAY(&f.arena, VerifiedRun, f.error.n), f.course = ARENA_ARRAY(&f.arena, Course *, f.error.n);
        f.length = cli_prospect(o->word[1], o).length;
        status = carry_out(&f, log);
        for (int k = 0; k < f.error.n; k++) cd_course_close(f.course[k]);
        for (int i = 0; i < f.second.n; i++)
            cd_course_close(f.second.at[i].course[0]), cd_course_close(f.second.at[i].course[1]);
    }
    cli_print_log(log, o);
    cd_log_close(log);
    cd_arena_close(&f.arena);
    return status;
}
