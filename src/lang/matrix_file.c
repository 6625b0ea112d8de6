/* matrix_file.c - matrices in files of the ADAMSMAT format:
 *
 *     ADAMSMAT title                                        or ADAMSMAT2
 *     number of matrices
 *     their names
 *     NAME FULL RORDER|CORDER rows columns values (format)  then the values; for each matrix
 *     NAME SPARSE rows columns values (format)              then row, column, value for each value
 *
 * The format is that of Fortran: [n]Iw, [n]Fw.d, [n]Ew.d, [n]Dw.d, [n]Gw.d, [n]X and groups; each line restarts it.
 * Without one, or with (*), blanks and commas separate numbers. */
#include "lang/matrix_file.h"

#include "elements/nforce.h"
#include "lang/lang.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>
#include <sys/stat.h>

enum { FORMAT_FIELDS = 512, MOST_VALUES = 1 << 26 };

typedef struct FormatField {
    int skip, width, decimals; /* columns before it, of it; digits behind a point that is not written */
} FormatField;

typedef struct Format {
    int n; /* 0: free */
    FormatField field[FORMAT_FIELDS];
} Format;

typedef struct Reader {
    const Source *source;
    int line; /* the next one */
    const Element *element;
    CdLog *log;
    Format format;
    Text now; /* free format: what is left of a line */
} Reader;

static bool fault(const Reader *rd, int line, const char *format, ...) __attribute__((format(printf, 3, 4)));
static bool fault(const Reader *rd, int line, const char *format, ...)
{
    char text[200], label[CD_LABEL_ROOM];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    int at = line < rd->source->line.n ? rd->source->line.at[line] : rd->source->text.n;
    cd_log(rd->log, cd_source_place(rd->source, at, 1), BAD_MATRIX_FILE, cd_label(rd->element, label), text);
    return false;
}

static bool next_line(Reader *rd, Text *line)
{
    const Source *s = rd->source;
    if (rd->line >= s->line.n) return false;
    int at = s->line.at[rd->line++], end = rd->line < s->line.n ? s->line.at[rd->line] : s->text.n;
    while (end > at && (s->text.at[end - 1] == '\n' || s->text.at[end - 1] == '\r')) end--;
    *line = (Text){ s->text.at + at, end - at };
    return true;
}

static Text next_word(Text *rest)
{
    *rest = cd_text_trim(*rest);
    int n = 0;
    while (n < rest->n && !cd_is_blank(rest->at[n]) && rest->at[n] != '(') n++;
    Text word = { rest->at, n };
    *rest = (Text){ rest->at + n, rest->n - n };
    return word;
}

static bool same_name(Text a, Text b)
{
    bool same = a.n == b.n;
    for (int k = 0; k < a.n && same; k++) same = cd_upper(a.at[k]) == cd_upper(b.at[k]);
    return same;
}

/* A number of Fortran: D stands for E too. */
static bool to_number(Text t, double *x)
{
    char copy[64];
    t = cd_text_trim(t);
    if (t.n == 0 || t.n >= (int)sizeof copy) return false;
    for (int k = 0; k < t.n; k++) copy[k] = cd_upper(t.at[k]) == 'D' ? 'E' : t.at[k];
    return cd_number_read(copy, copy + t.n, x) == t.n && isfinite(*x);
}

static bool next_count(Text *rest, int *n)
{
    double x;
    if (!to_number(next_word(rest), &x) || x < 1 || x > MOST_VALUES || x != floor(x)) return false;
    *n = (int)x;
    return true;
}

/* ---- formats ----------------------------------------------------------------------------------------------------- */

static int read_digits(const char **p, const char *end)
{
    int n = 0;
    while (*p < end && cd_is_digit(**p) && n < 10000) n = 10 * n + (*(*p)++ - '0');
    return n;
}

/* group = "(" [n] item { "," [n] item } ")",  item = group | X | letter width [ "." digits [ E digits ] ]; [k]P before
 * an item has no effect. */
static bool read_group(const char **p, const char *end, Format *f, int *skip)
{
    for ((*p)++; *p < end && **p != ')';) {
        if (cd_is_blank(**p) || **p == ',') {
            (*p)++;
            continue;
        }
        bool counted = cd_is_digit(**p);
        int count = counted ? read_digits(p, end) : 1, first = f->n;
        if (*p >= end) return false;
        char letter = cd_upper(*(*p)++);
        if (letter == 'P') continue;
        if (letter == 'X') *skip += count;
        else if (letter == '(') {
            const char *again = *p - 1;
            for (int k = 0; k < count; k++)
                if (*p = again, !read_group(p, end, f, skip)) return false;
            if (f->n == first) return false;
        } else if (strchr("IFEDG", letter)) {
            FormatField field = { .skip = *skip };
            if (*p < end && strchr("SNsn", **p)) (*p)++; /* ES, EN */
            field.width = read_digits(p, end);
            if (*p < end && **p == '.') (*p)++, field.decimals = read_digits(p, end);
            if (*p < end && cd_upper(**p) == 'E') (*p)++, read_digits(p, end);
            if (field.width < 1 || count < 1 || f->n + count > FORMAT_FIELDS) return false;
            for (int k = 0; k < count; k++, field.skip = 0) f->field[f->n++] = field;
            *skip = 0;
        } else return false;
    }
    if (*p >= end) return false;
    (*p)++;
    return true;
}

static bool read_format(Text rest, Format *f)
{
    f->n = 0;
    rest = cd_text_trim(rest);
    if (rest.n == 0 || (rest.n > 1 && cd_text_trim((Text){ rest.at + 1, rest.n - 1 }).at[0] == '*')) return true;
    int skip = 0;
    const char *p = rest.at;
    return *p == '(' && read_group(&p, rest.at + rest.n, f, &skip) && f->n > 0;
}

/* ---- values ------------------------------------------------------------------------------------------------------ */

static bool read_free(Reader *rd, double *x, int n)
{
    for (int k = 0; k < n;) {
        while (rd->now.n && (cd_is_blank(rd->now.at[0]) || rd->now.at[0] == ',')) rd->now.at++, rd->now.n--;
        if (!rd->now.n) {
            if (!next_line(rd, &rd->now)) return fault(rd, rd->line, "it ends after %d of %d numbers", k, n);
            continue;
        }
        int used = 0;
        while (used < rd->now.n && !cd_is_blank(rd->now.at[used]) && rd->now.at[used] != ',') used++;
        if (!to_number((Text){ rd->now.at, used }, &x[k++]))
            return fault(rd, rd->line - 1, "\"%.*s\" is not a number", used < 40 ? used : 40, rd->now.at);
        rd->now.at += used, rd->now.n -= used;
    }
    return true;
}

static bool read_field(const Reader *rd, Text line, int at, const FormatField *f, double *x)
{
    Text t = cd_text_trim((Text){ line.at + at, at + f->width < line.n ? f->width : line.n - at });
    if (!to_number(t, x)) return fault(rd, rd->line - 1, "\"%.*s\" is not a number", TEXT_ARG(t));
    if (!memchr(t.at, '.', (size_t)t.n) && f->decimals) *x /= pow(10, f->decimals);
    return true;
}

/* Rows that are longer than a line may be, or than their format, go on in the next one; a row that ends within a line
 * is followed by a line of its own. record: numbers of a row. */
static bool read_columns(Reader *rd, double *x, int n, int record)
{
    enum { LONGEST_LINE = 200 };
    Text line;
    int columns = 0;
    for (int i = 0; i < rd->format.n; i++) columns += rd->format.field[i].skip + rd->format.field[i].width;
    for (int k = 0; k < n;) {
        if (!next_line(rd, &line)) return fault(rd, rd->line, "it ends after %d of %d numbers", k, n);
        for (int i = 0, at = 0; i < rd->format.n && k < n; i++) {
            const FormatField *f = &rd->format.field[i];
            at += f->skip;
            if (at >= line.n && i > 0 && k % record == 0) break;
            bool broken = i > 0 && columns > LONGEST_LINE;
            if (at >= line.n && !broken) return fault(rd, rd->line - 1, "the line is too short for its format");
            if (at >= line.n) { /* a row goes on in the next line */
                if (!next_line(rd, &line)) return fault(rd, rd->line, "it ends after %d of %d numbers", k, n);
                at = f->skip;
                if (at >= line.n) return fault(rd, rd->line - 1, "the line is too short for its format");
            }
            if (!read_field(rd, line, at, f, &x[k++])) return false;
            at += f->width;
        }
    }
    return true;
}

static bool read_values(Reader *rd, double *x, int n, int record)
{
    rd->now = (Text){ "", 0 };
    return rd->format.n ? read_columns(rd, x, n, record) : read_free(rd, x, n);
}

/* The head of a matrix. */
typedef struct Head {
    Text name;
    bool sparse;
    int order, rows, columns, values;
} Head;

static bool read_head(Reader *rd, Head *h)
{
    Text rest;
    do
        if (!next_line(rd, &rest)) return fault(rd, rd->line, "it ends before all its matrices");
    while (!cd_text_trim(rest).n);
    *h = (Head){ .name = next_word(&rest) };
    Text type = next_word(&rest), order = { 0 };
    h->sparse = cd_text_equal_nocase(type, "SPARSE");
    if (!h->sparse) order = next_word(&rest);
    h->order = cd_text_equal_nocase(order, "CORDER") ? MATRIX_BY_COLUMNS : MATRIX_BY_ROWS;
    bool known = h->sparse || (cd_text_equal_nocase(type, "FULL") &&
                               (h->order == MATRIX_BY_COLUMNS || cd_text_equal_nocase(order, "RORDER")));
    if (!known || !next_count(&rest, &h->rows) || !next_count(&rest, &h->columns) || !next_count(&rest, &h->values))
        return fault(rd, rd->line - 1,
                     "a matrix begins with NAME FULL RORDER|CORDER, or NAME SPARSE, rows columns values");
    if (!h->sparse && h->values != (long long)h->rows * h->columns)
        return fault(rd, rd->line - 1, "%d rows and %d columns need %lld values, not %d", h->rows, h->columns,
                     (long long)h->rows * h->columns, h->values);
    if (!read_format(rest, &rd->format)) return fault(rd, rd->line - 1, "its format %.*s is not read", TEXT_ARG(rest));
    return true;
}

static bool take_sparse(const Reader *rd, Arena *arena, const Head *h, const double *x, MatrixElement *out)
{
    out->full = -1, out->sparse = true;
    out->i = (IntList){ ARENA_ARRAY(arena, int, h->values), h->values };
    out->j = (IntList){ ARENA_ARRAY(arena, int, h->values), h->values };
    out->values = (RealList){ ARENA_ARRAY(arena, double, h->values), h->values };
    for (int k = 0; k < h->values; k++, x += 3) {
        if (!(x[0] >= 1 && x[0] <= h->rows && x[1] >= 1 && x[1] <= h->columns))
            return fault(rd, rd->line - 1, "row %g, column %g is outside %d x %d", x[0], x[1], h->rows, h->columns);
        out->i.at[k] = (int)x[0], out->j.at[k] = (int)x[1], out->values.at[k] = x[2];
    }
    return true;
}

/* Values that cannot be there: each takes a character at least. */
static bool has_room(const Reader *rd, const Head *h)
{
    return h->values <= rd->source->text.n || fault(rd, rd->line - 1, "it is too short for %d values", h->values);
}

/* The first lines: what kind of file it is, how many matrices, their names. */
static bool begin(Reader *rd, Text *head, int *matrices)
{
    Text line;
    if (!next_line(rd, head) || head->n < 8 || strncmp(head->at, "ADAMSMAT", 8) != 0)
        return fault(rd, 0, "it does not begin with ADAMSMAT; other formats are not read");
    if (!next_line(rd, &line) || !next_count(&line, matrices))
        return fault(rd, 1, "its second line must be the number of matrices");
    for (int names = 0; names < *matrices;) {
        if (!next_line(rd, &line)) return fault(rd, rd->line, "it ends before the names of its matrices");
        while (next_word(&line).n) names++;
    }
    return true;
}

/* One matrix with its name; x: its numbers, still by the format of the file. */
static bool read_one(Reader *rd, Arena *arena, Head *h, MatrixElement *out)
{
    if (!read_head(rd, h) || !has_room(rd, h)) return false;
    int numbers = h->sparse ? 3 * h->values : h->values;
    double *x = ARENA_ARRAY(arena, double, numbers);
    int record = h->sparse ? 3 : h->order == MATRIX_BY_COLUMNS ? h->rows : h->columns;
    if (!read_values(rd, x, numbers, record)) return false;
    out->rows = h->rows, out->columns = h->columns, out->name = h->name;
    if (h->sparse) return take_sparse(rd, arena, h, x, out);
    out->full = h->order, out->sparse = false, out->values = (RealList){ x, h->values };
    return true;
}

bool cd_matrix_file_find(Arena *arena, const Source *source, Text name, bool optional, const Element *e,
                         MatrixElement *out, CdLog *log)
{
    Reader rd = { .source = source, .element = e, .log = log };
    Text head;
    int matrices = 0;
    if (!begin(&rd, &head, &matrices)) return false;
    if (!name.n && matrices > 1) return fault(&rd, 1, "it has %d matrices: say which by NAME", matrices);
    for (int m = 0; m < matrices; m++) {
        Head h;
        MatrixElement found = { .file = out->file };
        if (!read_one(&rd, arena, &h, &found)) return false;
        if (name.n && !same_name(name, h.name)) continue;
        found.name = out->name;
        *out = found;
        return true;
    }
    return optional ? false : fault(&rd, 2, "it has no matrix %.*s", TEXT_ARG(name));
}

bool cd_matrix_file_read(Arena *arena, const Source *source, const Element *e, MatrixFile *out, CdLog *log)
{
    Reader rd = { .source = source, .element = e, .log = log };
    *out = (MatrixFile){ 0 };
    int matrices = 0;
    if (!begin(&rd, &out->head, &matrices)) return false;
    for (int m = 0; m < matrices; m++) {
        Head h;
        MatrixElement found = { 0 };
        if (!read_one(&rd, arena, &h, &found)) return false;
        ARRAY_PUSH(arena, &out->matrix, found);
    }
    return true;
}

/* ---- files ------------------------------------------------------------------------------------------------------- */

/* A regular file beside the dataset, or as named; NULL: there is none. */
const Source *cd_open_beside(Text name, const char *dataset, CdLog *log)
{
    const char *end = dataset ? strrchr(dataset, '/') : NULL;
    const Text folder[2] = { { dataset, end && name.at[0] != '/' ? (int)(end + 1 - dataset) : 0 }, { "", 0 } };
    const Source *source = NULL;
    for (int k = 0; k < 2 && !source; k++) {
        TextBuffer path = { 0 };
        struct stat about;
        cd_buffer_text(&path, folder[k]);
        cd_buffer_text(&path, name);
        if (stat(path.at, &about) == 0 && S_ISREG(about.st_mode)) source = cd_source_read(path.at, log);
        cd_buffer_close(&path);
    }
    return source;
}

static void read_matrix(CdBuild *b, const Element *e)
{
    MatrixElement *m = e->data, found = *m;
    if (!m->file.n || GIVEN(e, MatrixElement, values)) return;
    const Source *source = cd_open_beside(m->file, e->place.file, b->log);
    if (!source || !cd_matrix_file_find(&b->model->arena, source, m->name, false, e, &found, b->log)) return;
    char label[CD_LABEL_ROOM];
    if ((m->rows > 0 && m->rows != found.rows) || (m->columns > 0 && m->columns != found.columns))
        cd_log(b->log, e->place, BAD_MATRIX_FILE, cd_label(e, label),
               "its ROWS or COLUMNS are not those of the matrix");
    else *m = found;
}

static void read_force(CdBuild *b, const Element *e)
{
    static const char *const name[NFORCE_MATRICES] = { "K", "C", "LENGTH", "FORCE" };
    Nforce *f = e->data;
    memset(f->held, 0, sizeof f->held);
    const Source *source = f->file.n ? cd_open_beside(f->file, e->place.file, b->log) : NULL;
    for (int k = 0; source && k < NFORCE_MATRICES; k++) {
        MatrixElement *m = ARENA_NEW(&b->model->arena, MatrixElement);
        int errors = cd_log_errors(b->log);
        if (cd_matrix_file_find(&b->model->arena, source, cd_text(name[k]), k > 0, e, m, b->log)) f->held[k] = m;
        else if (cd_log_errors(b->log) > errors) return;
    }
}

void cd_matrix_files_read(CdBuild *b)
{
    for (int i = 0; i < b->model->table[KIND_matrix].n; i++) read_matrix(b, &b->model->table[KIND_matrix].at[i]);
    for (int i = 0; i < b->model->table[KIND_nforce].n; i++) read_force(b, &b->model->table[KIND_nforce].at[i]);
    for (int i = 0; i < b->model->table[KIND_flex_body].n; i++)
        cd_modal_body_read(b, &b->model->table[KIND_flex_body].at[i]);
}
