/* compare.c - cardan compare: every method with every ERROR on every model, against a reference, in two rounds of
 * processes. The first makes references, the second the runs that are compared; those are repeated without bookkeeping
 * to take their time. */
#include "cli/study.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    TRIES = 3,
    MOST_LOST =
        /* limits of time that runs for the reference of a model may fail for, all together; with one no looser ERROR is
         * tried */
    3
};

/* A run that can serve as reference: tight first, then less so. */
typedef struct Candidate {
    MethodChoice method;
    double error[TRIES];
    int tries;
} Candidate;

/* A candidate on a model. */
typedef struct Attempted {
    int tried;
    double error;  /* of the table */
    Course *table; /* NULL: none has come to its end */
    RunEnd end;
    const char *message;
} Attempted;

/* A method on a model: which ERROR is at work, and which repetition for its time. */
typedef struct Progress {
    int error, repeat;
    int repeats; /* to be made */
} Progress;

typedef struct Study {
    const Options *o;
    Arena arena;
    Comparison c;
    MethodList method;
    NumberList error;
    ARRAY_OF(Candidate) candidate;
    Attempted *attempted; /* model by model */
    Progress *progress;   /* model by model, method by method */
    Course **reference;   /* by model; NULL: there is none */
    Selection *selection;
    bool from_file;
    bool *integrated, *simulated; /* by model: some run was an integration, a simulation */
    bool *refused;                /* by model: the input has errors */
    double *lost;                 /* by model: seconds of runs for the reference that failed */
    Prospect *prospect;           /* by model */
    int runs, planned;
    int references; /* runs for them that have ended */
} Study;

/* ---- references -------------------------------------------------------------------------------------------------- */

static bool is_file(const char *path)
{
    const char *dot = strrchr(path, '.');
    struct stat st;
    bool named =
        dot && (strcasecmp(dot, ".csv") == 0 || strcasecmp(dot, ".cardan") == 0 || strcasecmp(dot, ".req") == 0);
    return named || (stat(path, &st) == 0 && S_ISREG(st.st_mode));
}

/* The method that is asked for, with its ERROR and with ten times as much; or all that are exact enough. */
static bool find_candidates(Study *s, CdLog *log)
{
    MethodList exact = cd_methods_exact(&s->arena);
    double least = s->error.at[s->error.n - 1];
    if (s->o->reference) {
        MethodChoice m;
        double error;
        if (!cd_method_with_error(&s->arena, s->o->reference, &m, &error, log)) return false;
        for (int k = 0; k < 2; k++) {
            Candidate c = { .method = m, .error = { k ? 10 * error : error }, .tries = 1 };
            ARRAY_PUSH(&s->arena, &s->candidate, c);
        }
        return true;
    }
    for (int i = 0; i < exact.n; i++) {
        Candidate c = { .method = exact.at[i], .tries = TRIES };
        for (int k = 0; k < TRIES; k++) c.error[k] = fmin(1e-6, fmax(1e-12, least * pow(10, -5 + 2 * k)));
        ARRAY_PUSH(&s->arena, &s->candidate, c);
    }
    return true;
}

static bool next_reference(void *user, int lane, Order *order)
{
    Study *s = user;
    const Candidate *c = &s->candidate.at[lane % s->candidate.n];
    Attempted *a = &s->attempted[lane];
    int model = lane / s->candidate.n;
    if (a->table || a->tried >= c->tries || s->refused[model]) return false;
    if (s->lost[model] >= (a->tried ? 1 : MOST_LOST) * s->c.limit) return false;
    if (lane % s->candidate.n == 0 && !a->tried && !s->o->quiet)
        fprintf(stderr, "%s%s: %d runs for a reference\n", isatty(STDERR_FILENO) ? "\r\033[K" : "",
                s->c.model[model].name, s->candidate.n);
    double error = c->error[a->tried++];
    if (a->tried > 1 && error == a->error) return next_reference(user, lane, order);
    a->error = error;
    *order =
        (Order){ .model = s->c.model[model].path,
                 .integrator = cli_exact_statement(&s->arena, c->method.statement, error, s->prospect[model].length) };
    return true;
}

/* Something the same for all runs of a model has come to light. */
static void learn(Study *s, int model, const Trial *t)
{
    s->simulated[model] |= t->simulated, s->integrated[model] |= t->integrated;
    if (t->run.end != RUN_DONE || t->integrated) return;
    s->refused[model] = true;
    s->c.model[model].problem =
        t->simulated ? "nothing is integrated: the model has no degree of freedom, or the commands ask for statics or "
                       "kinematics only, or END is where they start; all methods give the same there"
                     : "the command file has no SIMULATE: there is nothing to run";
}

static void take_reference(void *user, int lane, Trial *t)
{
    Study *s = user;
    int model = lane / s->candidate.n;
    s->references++;
    learn(s, model, t);
    Attempted *a = &s->attempted[lane];
    if (t->run.end == RUN_DONE) a->table = t->table;
    else cd_course_close(t->table), s->lost[model] += t->run.end == RUN_LIMIT ? s->c.limit : t->run.cpu;
    if (t->stiff) a->tried = s->candidate.at[lane % s->candidate.n].tries; /* a looser ERROR would not help */
    a->end = t->run.end, a->message = t->run.message;
}

/* Both names, how far apart they are. */
static void say_pair(Study *s, ComparedModel *m, int i, int k, double apart)
{
    const Candidate *c = s->candidate.at;
    const Attempted *a = s->attempted + (m - s->c.model) * s->candidate.n;
    m->uncertainty = apart;
    m->reference = cli_print(&s->arena, "%s with ERROR = %g; %s with ERROR = %g is %.2g away from it",
                             c[i].method.label, a[i].error, c[k].method.label, a[k].error, apart);
}

/* Of two that agree the better reference is the one that a third is nearer to. */
static double next_nearest(const double *apart, int n, int i, int k)
{
    double least = INFINITY;
    for (int j = 0; j < n; j++)
        if (j != i && j != k) least = fmin(least, apart[i * n + j]);
    return least;
}

/* The two runs that agree best, methods of one family only where there are no others. */
static void choose_reference(Study *s, int model)
{
    int n = s->candidate.n, best[2] = { -1, -1 }, only = -1, done = 0;
    Attempted *a = s->attempted + model * n;
    ComparedModel *m = &s->c.model[model];
    double *apart = ARENA_ARRAY(&s->arena, double, n *n), least = INFINITY;
    bool unrelated = false;
    for (int i = 0; i < n * n; i++) apart[i] = INFINITY;
    for (int i = 0; i < n; i++) {
        if (!a[i].table) continue;
        only = i, done++;
        Selection sel = cd_selection(&s->arena, a[i].table, s->o->channels);
        for (int k = i + 1; k < n; k++) {
            if (!a[k].table) continue;
            Deviation d = cd_deviation(a[k].table, a[i].table, &sel, NULL);
            bool other = cd_methods_unrelated(&s->candidate.at[i].method, &s->candidate.at[k].method);
            apart[i * n + k] = apart[k * n + i] = d.largest;
            if (!(d.matched > 0) || (unrelated && !other)) continue;
            if (d.largest < least || (other && !unrelated)) least = d.largest, best[0] = i, best[1] = k;
            unrelated |= other;
        }
    }
    if (best[0] >= 0) {
        bool second = next_nearest(apart, n, best[1], best[0]) < next_nearest(apart, n, best[0], best[1]);
        int i = s->o->reference ? 0 : best[second], k = s->o->reference ? 1 : best[!second];
        s->reference[model] = a[i].table, a[i].table = NULL;
        say_pair(s, m, i, k, least);
    } else if (done) {
        s->reference[model] = a[only].table, a[only].table = NULL;
        m->reference = cli_print(&s->arena, "%s with ERROR = %g, which no second method could check",
                                 s->candidate.at[only].method.label, a[only].error);
    } else if (!m->problem) {
        m->problem = "no method has brought the model to its end with a tight ERROR: there is nothing to compare with";
        s->refused[model] = true;
        for (int i = 0; i < n; i++) {
            if (a[i].message && *a[i].message) m->reference = a[i].message;
            s->refused[model] &= a[i].end == RUN_INPUT;
        }
    }
    for (int i = 0; i < n; i++) cd_course_close(a[i].table), a[i].table = NULL;
}

static void use_reference(Study *s, int model)
{
    ComparedModel *m = &s->c.model[model];
    if (!s->reference[model]) return;
    Selection *sel = &s->selection[model];
    *sel = cd_selection(&s->arena, s->reference[model], s->o->channels);
    m->channels = sel->words, m->columns = sel->n, m->still = sel->still;
    if (!sel->n)
        m->problem = cli_print(&s->arena, "no channel of the reference is called %s: cardan plot RESULT lists them",
                               s->o->channels ? s->o->channels : "X, Y or Z");
}

/* ---- the runs that are compared ---------------------------------------------------------------------------------- */

static ComparedRun *run_at(Study *s, int lane, int error)
{
    return &s->c.model[lane / s->c.methods].run[(lane % s->c.methods) * s->c.errors + error];
}

/* How many runs a model has. */
static const char *runs_of(Study *s)
{
    int n = s->c.methods * s->c.errors;
    return cli_print(&s->arena, "%d run%s", n, n == 1 ? "" : "s");
}

static bool next_run(void *user, int lane, Order *order)
{
    Study *s = user;
    Progress *p = &s->progress[lane];
    int model = lane / s->c.methods, method = lane % s->c.methods;
    if (p->error >= s->c.errors || s->refused[model]) return false;
    if (!method && !p->error && !p->repeat && !s->o->quiet)
        fprintf(stderr, "%s%s: %s to compare\n", isatty(STDERR_FILENO) ? "\r\033[K" : "", s->c.model[model].name,
                runs_of(s));
    *order = (Order){ .model = s->c.model[model].path,
                      .integrator = cli_statement(&s->arena, s->c.statement[method], s->c.error[p->error]),
                      .work = p->repeat == 0 };
    return true;
}

/* How often a run of so many seconds is repeated for its time; long ones keep that of the run with bookkeeping. */
static int repeats_for(double cpu)
{
    return cpu < 0.1 ? 3 : cpu < 1 ? 2 : cpu < 5 ? 1 : 0;
}

static void measure(Study *s, int model, ComparedRun *r, const Course *t)
{
    const Course *reference = s->reference[model];
    ComparedModel *m = &s->c.model[model];
    r->error = r->rms = INFINITY; /* until it is known */
    if (!reference || m->problem) return;
    if (s->from_file && s->reference[model]->length == 0) { /* which a file does not tell */
        s->reference[model]->length = t->length;
        use_reference(s, model);
    }
    Deviation d = cd_deviation(t, reference, &s->selection[model], NULL);
    int outputs = cd_course_asked_for(t);
    if (d.missing == s->selection[model].n) {
        m->problem = "the reference has none of the channels of the runs";
        s->refused[model] = s->from_file;
    } else if (d.matched < 0.9 * outputs && s->from_file) {
        m->problem = cli_print(
            &s->arena,
            "%s has %d of the %d output times of the runs: make it with the same END and STEPS or DTOUT, or give --end "
            "and --steps",
            s->o->reference, d.matched, outputs);
        s->refused[model] = true;
    } else if (2 * d.matched < outputs) {
        r->end = RUN_FAILED;
        r->message =
            cli_print(&s->arena, "its outputs are at other times than those of the reference: %d of %d are the same",
                      d.matched, outputs);
    }
    r->error = d.largest, r->rms = d.rms, r->when = d.when;
    r->uncertain = d.largest <= m->uncertainty;
    if (d.worst >= 0) r->channel = reference->column[s->selection[model].column[d.worst]].name.at;
    r->drift = cli_drift(t);
}

/* The first run of its kind is measured; later ones give the time. */
static void take_run(void *user, int lane, Trial *t)
{
    Study *s = user;
    Progress *p = &s->progress[lane];
    ComparedRun *r = run_at(s, lane, p->error);
    int model = lane / s->c.methods;
    learn(s, model, t);
    if (p->repeat == 0) {
        *r = t->run;
        if (r->end == RUN_DONE && t->table) measure(s, model, r, t->table);
        p->repeats = r->end == RUN_DONE ? repeats_for(r->cpu) : 0;
        s->runs++;
    } else if (t->run.end == RUN_DONE) {
        r->cpu = r->timed++ ? fmin(r->cpu, t->run.cpu) : t->run.cpu;
    }
    cd_course_close(t->table);
    if (p->repeat++ < p->repeats) return;
    p->repeat = 0, p->error++;
    if (r->end != RUN_LIMIT) return;
    for (; p->error < s->c.errors; p->error++, s->runs++)
        *run_at(s, lane, p->error) =
            (ComparedRun){ .end = RUN_SKIPPED, .message = "a larger ERROR has met the limit of time already" };
}

static void show_references(void *user)
{
    const Study *s = user;
    fprintf(stderr, "\r%d runs for a reference done \033[K", s->references);
}

static void show_progress(void *user)
{
    const Study *s = user;
    fprintf(stderr, "\r%d of %d runs \033[K", s->runs, s->planned);
}

/* ---- all of it --------------------------------------------------------------------------------------------------- */

static bool read_words(Study *s, CdLog *log)
{
    const Options *o = s->o;
    if (!cli_read_errors(&s->arena, o->errors ? o->errors : "1e-3..1e-7", &s->error)) return false;
    if (!o->integrators) s->method = cd_methods_all(&s->arena);
    else if (!cd_methods_read(&s->arena, o->integrators, &s->method, log)) return false;
    s->from_file = o->reference && is_file(o->reference);
    if (s->from_file && o->words > 2) return cli_complain("--reference FILE is for one model, not", o->word[2]), false;
    return s->from_file || find_candidates(s, log);
}

/* The shortest name that no other model has: without folder, with one, as it was given. */
static const char *name_of(Study *s, int model)
{
    const char *(*const way[])(Arena *, const char *) = { cli_model_name, cli_model_label };
    const char *const *path = s->o->word + 1;
    for (int i = 0; i < 2; i++) {
        const char *name = way[i](&s->arena, path[model]);
        bool own = true;
        for (int k = 0; k < s->o->words - 1 && own; k++)
            own = k == model || strcmp(name, way[i](&s->arena, path[k])) != 0;
        if (own) return name;
    }
    return path[model];
}

static void make_room(Study *s)
{
    Comparison *c = &s->c;
    Arena *arena = &s->arena;
    c->methods = s->method.n, c->errors = s->error.n, c->models = s->o->words - 1;
    c->error = s->error.at;
    c->method = ARENA_ARRAY(arena, const char *, c->methods), c->family = ARENA_ARRAY(arena, const char *, c->methods);
    c->statement = ARENA_ARRAY(arena, const char *, c->methods);
    for (int i = 0; i < c->methods; i++) {
        c->method[i] = s->method.at[i].label, c->statement[i] = s->method.at[i].statement;
        c->family[i] = s->method.at[i].name;
    }
    c->model = ARENA_ARRAY(arena, ComparedModel, c->models);
    for (int m = 0; m < c->models; m++) {
        c->model[m].path = s->o->word[1 + m], c->model[m].name = name_of(s, m);
        c->model[m].run = ARENA_ARRAY(arena, ComparedRun, c->methods * c->errors);
        for (int i = 0; i < c->methods * c->errors; i++)
            c->model[m].run[i] = (ComparedRun){ .end = RUN_SKIPPED, .message = "" };
    }
    c->accuracy = s->o->accuracy > 0 ? s->o->accuracy : 1e-3;
    c->limit = s->o->limit > 0 ? s->o->limit : 60;
    c->jobs = cli_jobs(s->o);
    c->command = cli_command(arena, s->o);
    s->attempted = ARENA_ARRAY(arena, Attempted, c->models * s->candidate.n);
    s->progress = ARENA_ARRAY(arena, Progress, c->models * c->methods);
    s->reference = ARENA_ARRAY(arena, Course *, c->models), s->selection = ARENA_ARRAY(arena, Selection, c->models);
    s->integrated = ARENA_ARRAY(arena, bool, c->models), s->simulated = ARENA_ARRAY(arena, bool, c->models);
    s->refused = ARENA_ARRAY(arena, bool, c->models);
    s->lost = ARENA_ARRAY(arena, double, c->models), s->prospect = ARENA_ARRAY(arena, Prospect, c->models);
    for (int m = 0; m < c->models; m++) {
        s->prospect[m] = cli_prospect(c->model[m].path, s->o);
        if (!s->prospect[m].elsewhere || c->jobs == 1) continue;
        c->jobs = 1; /* side by side they would overwrite each other's files */
        if (!s->o->quiet)
            fprintf(stderr,
                    "%s: warning: SAVE names a file outside the folder of a run: runs are made one at a time; a name "
                    "without folder lets them go side by side\n",
                    c->model[m].path);
    }
    s->planned = c->models * c->methods * c->errors;
}

/* Whether somebody watches. */
static bool is_shown(const Study *s)
{
    return !s->o->quiet && isatty(STDERR_FILENO);
}

static bool make_references(Study *s, CdLog *log)
{
    if (s->from_file) {
        s->reference[0] = cd_course_read(s->o->reference, log);
        s->c.model[0].reference = s->o->reference;
        return s->reference[0] != NULL;
    }
    Trials t = { .options = s->o, .jobs = s->c.jobs, .limit = s->c.limit, .user = s, .arena = &s->arena };
    t.lanes = s->c.models * s->candidate.n, t.next = next_reference, t.done = take_reference;
    bool shown = is_shown(s), good;
    if (shown) t.progress = show_references;
    good = cli_trials(&t);
    if (shown) fputs("\r\033[K", stderr);
    if (!good) return false;
    for (int m = 0; m < s->c.models; m++) choose_reference(s, m);
    return true;
}

static bool make_runs(Study *s)
{
    Trials t = { .options = s->o, .jobs = s->c.jobs, .limit = s->c.limit, .user = s, .arena = &s->arena };
    t.lanes = s->c.models * s->c.methods, t.next = next_run, t.done = take_run;
    bool shown = is_shown(s);
    if (shown) t.progress = show_progress;
    bool good = cli_trials(&t);
    if (shown) fputs("\r\033[K", stderr);
    return good;
}

/* Whether some run of a model has come to its end. */
static bool any_done(const Study *s, int model)
{
    bool done = false;
    for (int i = 0; i < s->c.methods * s->c.errors; i++) done |= s->c.model[model].run[i].end == RUN_DONE;
    return done;
}

/* What is wrong with models, on the terminal; the exit code. */
static int tell_problems(const Study *s)
{
    int status = DONE;
    for (int m = 0; m < s->c.models; m++) {
        const ComparedModel *model = &s->c.model[m];
        if (!model->problem && !any_done(s, m)) {
            fprintf(stderr,
                    "%s: error: none of the methods compared has brought the model to its end; the page says why\n",
                    model->path);
            if (status == DONE) status = ANALYSIS_FAILED;
        }
        if (!model->problem) continue;
        fprintf(stderr, "%s: error: %s\n", model->path, model->problem);
        if (!s->reference[m] && model->reference) fprintf(stderr, "%s\n", model->reference);
        int own = s->refused[m] || s->reference[m] ? INPUT_ERROR : ANALYSIS_FAILED;
        if (status == DONE || own < status) status = own;
    }
    return status;
}

static void tell_result(Study *s, const char *page, const char *csv, const char *profile)
{
    const Comparison *c = &s->c;
    for (int m = 0; m < c->models; m++)
        if (!c->model[m].problem)
            printf("%s: %s, compared with %s\n", c->model[m].name, runs_of(s), c->model[m].reference);
    Recommendation r = cd_recommend(&s->arena, c);
    printf("for an error of %g: %.*s\n  %.*s\ntable: %s\npage: %s\n", c->accuracy, TEXT_ARG(r.headline),
           TEXT_ARG(r.reason), csv, page);
    if (!profile) return;
    cd_comparison_print_profile(c, stdout);
    printf("profiles: %s\n", profile);
}

static bool all_refused(const Study *s)
{
    int refused = 0;
    for (int m = 0; m < s->c.models; m++) refused += s->refused[m];
    return refused == s->c.models;
}

/* Runs, page and table; -1: to be judged by the caller. */
static int carry_out(Study *s, CdLog *log)
{
    const char *page = cli_page_name(&s->arena, s->o, "compare"), *csv = cli_beside(&s->arena, page, ".csv");
    const char *profile = s->c.models > 1 ? cli_beside(&s->arena, page, ".svg") : NULL;
    if (!cli_page_has_place(&s->arena, s->o, page)) return INPUT_ERROR;
    if (!make_references(s, log)) return cd_log_errors(log) ? INPUT_ERROR : ANALYSIS_FAILED;
    for (int m = 0; m < s->c.models; m++) {
        use_reference(s, m);
        s->refused[m] |= s->reference[m] && s->c.model[m].problem;
    }
    if (all_refused(s)) return tell_problems(s);
    if (!make_runs(s)) return ANALYSIS_FAILED;
    if (all_refused(s)) return tell_problems(s); /* a file that does not fit shows only beside a run */
    int status = tell_problems(s);
    if (s->o->folder) mkdir(s->o->folder, 0777);
    if (!cd_comparison_write_csv(&s->c, csv, log) || !cd_comparison_write_page(&s->c, page, log)) return INPUT_ERROR;
    if (profile && !cd_comparison_write_profile(&s->c, profile, log)) return INPUT_ERROR;
    if (!s->o->quiet) tell_result(s, page, csv, profile);
    return status;
}

/* Models, and whether they take what the user has said of methods, before anything runs. */
static int check_models(Study *s)
{
    ARRAY_OF(const char *) statement = { 0 };
    for (int i = 0; i < s->method.n && s->o->integrators; i++)
        ARRAY_PUSH(&s->arena, &statement, s->method.at[i].statement);
    if (s->o->reference && s->candidate.n) ARRAY_PUSH(&s->arena, &statement, s->candidate.at[0].method.statement);
    return cli_check_models(s->o, statement.at, statement.n);
}

int cli_compare(const Options *o)
{
    if (o->words < 2) return cli_complain("compare needs a model (.adm, .acf)", NULL);
    if (!cli_is_page(o)) return cli_complain(cli_no_page, o->output);
    CdLog *log = cd_log_open();
    Study s = { .o = o };
    int status = INPUT_ERROR;
    if (read_words(&s, log) && (status = check_models(&s)) == DONE) {
        make_room(&s);
        status = carry_out(&s, log);
        for (int m = 0; m < s.c.models; m++) cd_course_close(s.reference[m]);
    }
    cli_print_log(log, o);
    cd_log_close(log);
    cd_arena_close(&s.arena);
    return status;
}
