/* deviation.c - columns chosen, outputs matched, the largest difference. */
#include "compare/deviation.h"

#include "elements/units.h"

#include <math.h>
#include <string.h>

static const double *values(const Course *t, int column)
{
    return t->value + (size_t)column * (size_t)t->rows;
}

static double range_of(const Course *t, int column)
{
    double low = INFINITY, high = -INFINITY;
    const double *x = values(t, column);
    for (int i = 0; i < t->rows; i++) low = fmin(low, x[i]), high = fmax(high, x[i]);
    return high > low ? high - low : 0;
}

static double size_of(const Course *t, int column)
{
    double size = 0;
    const double *x = values(t, column);
    for (int i = 0; i < t->rows; i++) size = fmax(size, fabs(x[i]));
    return size;
}

/* A component without its axis or number: V of VX, F of F2. */
static Text stem(Text component)
{
    while (component.n && strchr("XYZxyz0123456789", component.at[component.n - 1])) component.n--;
    return component;
}

/* Columns that can stand on one axis: of one dimension and kind, or, where that is not known, of one owner and nearly
 * one name. */
static bool alike(const CourseColumn *a, const CourseColumn *b)
{
    bool known = a->dimension.n && !cd_text_equal_nocase(a->dimension, "mixed");
    if (!cd_text_equal(a->dimension, b->dimension)) return false;
    if (known) return cd_text_equal(a->group, b->group);
    return cd_text_equal(a->owner, b->owner) && cd_text_equal(stem(a->component), stem(b->component));
}

/* Less than this share of the size of the numbers, or of the model, is rounding and no motion. */
static const double rounding = 1e-9;

/* Whether a unit, or a dimension in words, can be that of a length; true if there is none. */
static bool may_be_length(Text unit)
{
    bool length = !unit.n || cd_text_equal_nocase(unit, "length");
    for (const UnitWord *u = cd_length_units; u->word && !length; u++) length = cd_text_equal_nocase(unit, u->word);
    return length;
}

/* Places, in files without groups known by their names. */
static bool is_place(const CourseColumn *c, const char *patterns)
{
    (void)patterns;
    bool axis = c->component.n == 1 && strchr("XYZxyz", c->component.at[0]);
    return axis && c->owner.n &&
           (c->group.n ? cd_text_equal_nocase(c->group, "displacement") : may_be_length(c->dimension));
}

static bool begins(Text t, const char *word, Text *rest)
{
    int n = (int)strlen(word);
    if (t.n < n || memcmp(t.at, word, (size_t)n) != 0) return false;
    *rest = (Text){ t.at + n, t.n - n };
    return true;
}

/* What one of the second dimension is in the first, on a model of that length: a body that turns about its own place
 * has no speed but that of its points, a joint without torque has forces at arms. 0: they have nothing to do with each
 * other. */
static double factor_between(const CourseColumn *to, const CourseColumn *from, double length)
{
    Text a, b;
    const double in_place = 0.01; /* as a share, so that travel of another kind decides where there is some */
    if (is_place(to, NULL) && cd_text_equal_nocase(from->group, "orientation")) return in_place * length;
    if (!(length > 0) || !cd_text_equal(to->group, from->group)) return 0;
    if (begins(to->dimension, "length/", &a) && begins(from->dimension, "angle/", &b) && cd_text_equal(a, b))
        return length;
    if (begins(to->dimension, "angle/", &a) && begins(from->dimension, "length/", &b) && cd_text_equal(a, b))
        return 1 / length;
    if (cd_text_equal(to->dimension, cd_text("force*length")) && cd_text_equal(from->dimension, cd_text("force")))
        return length;
    if (cd_text_equal(to->dimension, cd_text("force")) && cd_text_equal(from->dimension, cd_text("force*length")))
        return 1 / length;
    return 0;
}

/* Where nothing moves, the size takes the place of the range. */
static void find_scales(const Course *t, Selection *s)
{
    Arena scratch = { 0 };
    double *ranges = ARENA_ARRAY(&scratch, double, t->columns), *sizes = ARENA_ARRAY(&scratch, double, t->columns);
    for (int k = 0; k < t->columns; k++) ranges[k] = range_of(t, k), sizes[k] = size_of(t, k);
    s->still = s->n > 0;
    for (int i = 0; i < s->n; i++) {
        double range = 0, size = is_place(&t->column[s->column[i]], NULL) ? t->length : 0;
        for (int k = 0; k < t->columns; k++) {
            const CourseColumn *own = &t->column[s->column[i]];
            if (alike(own, &t->column[k])) range = fmax(range, ranges[k]), size = fmax(size, sizes[k]);
            else range = fmax(range, factor_between(own, &t->column[k], t->length) * ranges[k]);
        }
        bool moves = range > rounding * size;
        s->scale[i] = moves ? range : size > 0 ? size : 1;
        if (moves) s->still = false;
    }
    cd_arena_close(&scratch);
}

typedef bool Wanted(const CourseColumn *c, const char *patterns);

static Selection select_columns(Arena *arena, const Course *t, Wanted *wanted, const char *patterns, const char *words)
{
    Selection s = { .column = ARENA_ARRAY(arena, int, t->columns), .words = words };
    for (int c = 0; c < t->columns; c++)
        if (wanted(&t->column[c], patterns)) s.column[s.n++] = c;
    s.scale = ARENA_ARRAY(arena, double, s.n);
    find_scales(t, &s);
    return s;
}

static bool is_pose(const CourseColumn *c, const char *patterns)
{
    return is_place(c, patterns) || cd_text_equal_nocase(c->group, "orientation");
}

static bool is_fit(const CourseColumn *c, const char *patterns)
{
    for (const char *p = patterns; *p;) {
        size_t n = strcspn(p, ",");
        char one[256];
        snprintf(one, sizeof one, "%.*s", (int)n, p);
        if (cd_name_fits(one, c->name) || cd_column_fits(one, c->owner, c->alias, c->component, c->key)) return true;
        p += n + (p[n] == ',');
    }
    return false;
}

static bool is_result(const CourseColumn *c, const char *patterns)
{
    (void)patterns;
    bool angle = cd_text_equal_nocase(c->group, "displacement") &&
                 (cd_text_equal(c->component, cd_text("PSI")) || cd_text_equal(c->component, cd_text("THETA")) ||
                  cd_text_equal(c->component, cd_text("PHI")));
    return !angle && !cd_text_equal(c->owner, cd_text("ENERGY"));
}

Selection cd_selection_all(Arena *arena, const Course *reference)
{
    return select_columns(arena, reference, is_result, NULL, "all channels");
}

Selection cd_selection(Arena *arena, const Course *reference, const char *patterns)
{
    if (patterns) return select_columns(arena, reference, is_fit, patterns, patterns);
    Selection s = select_columns(arena, reference, is_pose, NULL, "positions and axes of all parts");
    return s.n ? s : cd_selection_all(arena, reference);
}

/* Outputs of two runs that belong together, in order. */
typedef struct Pair {
    int i, k;
} Pair;
typedef struct Pairs {
    int n;
    Pair *at;
} Pairs;

/* Outputs of one simulation. */
typedef struct Stretch {
    const Course *c;
    int first, end;
    double start; /* time that outputs count from */
} Stretch;

static double interval(const Stretch *s)
{
    return fabs(s->c->time[s->end - 1] - s->c->time[s->first]) / fmax(1, s->end - s->first - 1);
}

/* Those at the same time since its start: an instant that is there twice is matched twice. */
static void pair_by_time(Pairs *p, const Stretch *a, const Stretch *b)
{
    const double share = 1e-4; /* of the time between outputs */
    double near = share * interval(a);
    for (int i = a->first, k = b->first; i < a->end && k < b->end;) {
        double off = a->c->time[i] - a->start - (b->c->time[k] - b->start);
        if (off > near) k++;
        else if (off < -near) i++;
        else p->at[p->n++] = (Pair){ i++, k++ };
    }
}

/* Where a sensor ends a simulation the two end at times of their own, and so do others that begin there: what they come
 * to is compared, and outputs by their number where their times do not agree. */
static void pair_stretches(Pairs *p, const Stretch *a, const Stretch *b)
{
    const double most = 0.9;
    int before = p->n, rows = a->end - a->first;
    pair_by_time(p, a, b);
    bool same = rows == b->end - b->first;
    if (same && p->n - before < most * rows) {
        p->n = before;
        for (int i = 0; i < rows; i++) p->at[p->n++] = (Pair){ a->first + i, b->first + i };
    }
    bool ended = p->n > before && p->at[p->n - 1].i < a->end - 1 && p->at[p->n - 1].k < b->end - 1;
    if (ended && fabs(a->c->time[a->end - 1] - b->c->time[b->end - 1]) < interval(a))
        p->at[p->n++] = (Pair){ a->end - 1, b->end - 1 };
}

/* The outputs behind `from` of its simulation; its start is where the last one has ended. */
static Stretch stretch_from(const Course *c, int from)
{
    Stretch s = { .c = c, .first = from, .end = from, .start = c->time[from > 0 ? from - 1 : 0] };
    while (s.end < c->rows && c->simulation[s.end] == c->simulation[from]) s.end++;
    return s;
}

/* By SIMULATE where that matches more of them than times alone do: one run may have come in one SIMULATE what another
 * has in two. */
static Pairs pairs_of(Arena *arena, const Course *a, const Course *b)
{
    int most = a->rows < b->rows ? a->rows : b->rows;
    Pairs p = { .at = ARENA_ARRAY(arena, Pair, most) }, timed = { .at = ARENA_ARRAY(arena, Pair, most) };
    pair_by_time(&timed, &(Stretch){ .c = a, .end = a->rows }, &(Stretch){ .c = b, .end = b->rows });
    if (!a->simulation || !b->simulation) return timed;
    for (int i = 0, k = 0; i < a->rows && k < b->rows;) {
        Stretch one = stretch_from(a, i), other = stretch_from(b, k);
        int off = a->simulation[i] - b->simulation[k];
        if (off == 0) pair_stretches(&p, &one, &other);
        if (off <= 0) i = one.end;
        if (off >= 0) k = other.end;
    }
    return p.n > timed.n ? p : timed;
}

int cd_course_asked_for(const Course *c)
{
    int n = 0;
    for (int i = 0; i < c->rows; i++) {
        bool twice = (i > 0 && c->time[i - 1] == c->time[i]) || (i + 1 < c->rows && c->time[i + 1] == c->time[i]);
        n += !twice;
    }
    return n > 0 ? n : c->rows;
}

/* Places of the columns of a selection in the table of a run; those of equal names, as axes have them, one after the
 * other. */
static int find_columns(const Course *run, const Course *reference, const Selection *s, int *at)
{
    int missing = 0;
    bool same = run->columns == reference->columns;
    for (int i = 0; i < s->n; i++) {
        int c = s->column[i];
        const CourseColumn *wanted = &reference->column[c];
        if (same && cd_text_equal(run->column[c].name, wanted->name)) at[i] = c;
        else {
            at[i] = cd_course_match(run, wanted);
            bool again = i && at[i] >= 0 && cd_text_equal(wanted->name, reference->column[s->column[i - 1]].name);
            if (again) at[i] = at[i - 1] + 1;
        }
        missing += at[i] < 0;
    }
    return missing;
}

Deviation cd_deviation(const Course *run, const Course *reference, const Selection *s, double *each)
{
    Arena scratch = { 0 };
    Deviation d = { .worst = -1 };
    int *at = ARENA_ARRAY(&scratch, int, s->n);
    double squares = 0;
    Pairs p = pairs_of(&scratch, run, reference);
    d.missing = find_columns(run, reference, s, at);
    if (each) memset(each, 0, sizeof *each * (size_t)s->n);
    for (; d.matched < p.n; d.matched++)
        for (int c = 0; c < s->n; c++) {
            if (at[c] < 0) continue;
            int i = p.at[d.matched].i, k = p.at[d.matched].k;
            double off = fabs(values(run, at[c])[i] - values(reference, s->column[c])[k]) / s->scale[c];
            if (!isfinite(off)) off = INFINITY;
            squares += off * off;
            if (each) each[c] = fmax(each[c], off);
            if (off > d.largest) d.largest = off, d.worst = c, d.when = run->time[i];
        }
    long terms = (long)d.matched * (s->n - d.missing);
    d.rms = terms ? sqrt(squares / (double)terms) : 0;
    cd_arena_close(&scratch);
    return d;
}

double cd_deviation_until(const Course *run, const Course *reference, const Selection *s, double allowed)
{
    Arena scratch = { 0 };
    int *at = ARENA_ARRAY(&scratch, int, s->n);
    double until = INFINITY;
    Pairs p = pairs_of(&scratch, run, reference);
    find_columns(run, reference, s, at);
    for (const Pair *two = p.at; isinf(until) && two < p.at + p.n; two++)
        for (int c = 0; c < s->n; c++) {
            if (at[c] < 0) continue;
            double off = fabs(values(run, at[c])[two->i] - values(reference, s->column[c])[two->k]);
            if (!(off <= allowed * s->scale[c])) until = run->time[two->i];
        }
    cd_arena_close(&scratch);
    return until;
}
