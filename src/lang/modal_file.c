/* modal_file.c - the modal data of a flexible body from matrices: their sizes, units and sense (theory 19.1, 19.2).
 *
 *     ADAMSMAT2  mass length time force  TTTTFTTTF [remark]        the first line: units of the file, invariants in use
 *
 *     SELMOD    n x 2      mode, frequency        INVAR1, INVAR2   1 x 1, 1 x 3
 *     SELNOD    N x 4      node, x, y, z          INVAR3, INVAR4   3 x n
 *     GENSTIFF  n x n                             INVAR5           n x 3n    row j: I5_j by rows
 *     INVAR6    n x n                             INVAR7           3 x 3
 *     T_MODE    3 x N n    columns by nodes       INVAR8, INVAR9   n x 9, n^2 x 9, by rows
 *     R_MODE    3 x N n                           MODLOAD          6 + n x cases, or n x cases
 *     STRESS    rows x n                          KGWXX ... KGRZ   n x n, geometric stiffness
 *     STRPNT    rows x 5   point, component, x, y, z of each row of STRESS
 *     EDGES     m x 2      nodes that a line joins in pictures
 *     KGNODE    cases x 2  node and direction, 1 to 6, of a unit force or torque;  KGLOAD  cases n x n, the stiffness
 *               by each */
#include "elements/units.h"
#include "lang/lang.h"
#include "lang/matrix_file.h"
#include "model/modal.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

/* What is being read. */
typedef struct Modal {
    CdBuild *b;
    Arena *arena;
    const Element *element;
    const MatrixElement **matrix;
    int matrices, all;                /* all: modes in the file */
    int n, *mode;                     /* modes in use: columns of the file */
    double mass, length, time, force; /* units of the file in those of the dataset */
    bool use[INVARIANTS + 1];
    bool failed;
} Modal;

static void fault(Modal *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void fault(Modal *r, const char *format, ...)
{
    char text[240], label[CD_LABEL_ROOM];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (!r->failed) cd_log(r->b->log, r->element->place, BAD_MODAL_DATA, cd_label(r->element, label), text);
    r->failed = true;
}

static void doubt(const Modal *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void doubt(const Modal *r, const char *format, ...)
{
    char text[240], label[CD_LABEL_ROOM];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    cd_log(r->b->log, r->element->place, ODD_MODAL_DATA, cd_label(r->element, label), text);
}

static const MatrixElement *find(Modal *r, const char *name)
{
    for (int k = 0; k < r->matrices; k++) {
        const MatrixElement *m = r->matrix[k];
        if (!cd_text_equal_nocase(m->name, name) || !m->values.n) continue;
        if (cd_matrix_is_whole(m)) return m;
        fault(r, "%s has %d values, which do not make a matrix of %d x %d", name, m->values.n, m->rows, m->columns);
        return NULL;
    }
    return NULL;
}

/* A matrix of this size by rows, times a factor; NULL, with a message if it is needed, where there is none. */
static double *dense(Modal *r, const char *name, int rows, int columns, double factor, bool needed)
{
    const MatrixElement *m = find(r, name);
    if (!m && needed) fault(r, "there is no matrix %s", name);
    if (!m) return NULL;
    if (m->rows != rows || m->columns != columns) {
        fault(r, "%s is %d x %d; it must be %d x %d", name, m->rows, m->columns, rows, columns);
        return NULL;
    }
    double *x = ARENA_ARRAY(r->arena, double, (size_t)rows *(size_t)columns);
    for (int k = 0; k < m->values.n; k++)
        x[(size_t)cd_matrix_row(m, k) * (size_t)columns + (size_t)cd_matrix_column(m, k)] += factor * m->values.at[k];
    return x;
}

/* Modes x modes, of those in use. */
static double *square(Modal *r, const char *name, double factor, bool needed)
{
    double *x = dense(r, name, r->all, r->all, factor, needed);
    if (!x) return NULL;
    double *out = ARENA_ARRAY(r->arena, double, (size_t)r->n *(size_t)r->n);
    for (int j = 0; j < r->n; j++)
        for (int k = 0; k < r->n; k++) out[j * r->n + k] = x[(size_t)r->mode[j] * (size_t)r->all + (size_t)r->mode[k]];
    return out;
}

/* A vector per column, of columns in groups of modes. */
static Vec3 *columns_of(Modal *r, const char *name, int groups, double factor, bool needed)
{
    size_t all = (size_t)groups * (size_t)r->all;
    double *x = dense(r, name, 3, (int)all, factor, needed);
    if (!x) return NULL;
    Vec3 *out = ARENA_ARRAY(r->arena, Vec3, (size_t)groups * (size_t)r->n);
    for (int g = 0; g < groups; g++)
        for (int j = 0; j < r->n; j++) {
            size_t c = (size_t)g * (size_t)r->all + (size_t)r->mode[j];
            out[g * r->n + j] = v3(x[c], x[c + all], x[c + 2 * all]);
        }
    return out;
}

static Mat3 by_rows(const double *x)
{
    return m3_cols(v3(x[0], x[3], x[6]), v3(x[1], x[4], x[7]), v3(x[2], x[5], x[8]));
}

/* ---- units, masks, modes ----------------------------------------------------------------------------------------- */

static double unit_in(Text word, const UnitWord *table)
{
    for (; table->word; table++)
        if (cd_text_equal_nocase(word, table->word)) return table->si;
    return 0;
}

static Text word_of(Text *rest)
{
    *rest = cd_text_trim(*rest);
    int n = 0;
    while (n < rest->n && !cd_is_blank(rest->at[n])) n++;
    Text word = { rest->at, n };
    if (n) *rest = (Text){ rest->at + n, rest->n - n };
    return word;
}

/* Nine of T and F. */
static bool read_mask(Text word, bool *use)
{
    if (word.n != INVARIANTS) return false;
    for (int k = 0; k < INVARIANTS; k++) {
        char c = cd_upper(word.at[k]);
        if (c != 'T' && c != 'F') return false;
        use[k + 1] = c == 'T';
    }
    return true;
}

/* The first line: units, which may be absent, and the mask. */
static void read_first_line(Modal *r, Text head)
{
    Units own = cd_model_units(r->b->model);
    double *unit[4] = { &r->mass, &r->length, &r->time, &r->force };
    const UnitWord *table[4] = { cd_mass_units, cd_length_units, cd_time_units, cd_force_units };
    const double si[4] = { own.mass, own.length, own.time, own.force };
    bool masked = false;
    for (int k = 0; k < 4; k++) *unit[k] = 1;
    for (int k = 1; k <= INVARIANTS; k++) r->use[k] = k != 5 && k != 9;
    word_of(&head);
    for (int k = 0; k < 4 && head.n; k++) {
        Text rest = head, word = word_of(&rest);
        if (read_mask(word, r->use) || word.n == 0 || word.at[0] == '[') break;
        double u = unit_in(word, table[k]);
        if (u == 0) {
            fault(r, "\"%.*s\" in its first line is not a unit", word.n < 40 ? word.n : 40, word.at);
            return;
        }
        if (own.named) *unit[k] = u / si[k];
        head = rest;
    }
    Text word = word_of(&head);
    masked = read_mask(word, r->use);
    if (!masked && word.n && word.at[0] != '[' && r->element)
        fault(r, "\"%.*s\" in its first line must say T or F for each of the nine invariants",
              word.n < 40 ? word.n : 40, word.at);
}

static void take_mask(Modal *r, const FlexBody *f)
{
    int n = f->invariants.n;
    if (!n) return;
    if (n != INVARIANTS) {
        fault(r, "INVARIANTS has %d values; it needs one for each of the nine", n);
        return;
    }
    for (int k = 0; k < n; k++) r->use[k + 1] = cd_upper(f->invariants.at[k].at[0]) == 'T';
}

/* Modes below this share of the next frequency, or below this frequency, move the body as if it were rigid. */
static const double rigid_share = 1e-4, rigid_hz = 0.1;

static void tell_rigid(const Modal *r, int first, int last, double hz)
{
    char label[CD_LABEL_ROOM];
    cd_log(r->b->log, r->element->place, RIGID_MODES, cd_label(r->element, label), last - first + 1,
           last > first ? "s" : "", hz);
}

static void choose_modes(Modal *r, const FlexBody *f, const double *selmod)
{
    r->mode = ARENA_ARRAY(r->arena, int, r->all > f->modes.n ? r->all : f->modes.n);
    for (int k = 0; k < f->modes.n && !r->failed; k++) {
        int at = 0;
        while (at < r->all && (int)selmod[2 * at] != f->modes.at[k]) at++;
        for (int i = 0; i < r->n; i++)
            if (at < r->all && r->mode[i] == at) fault(r, "MODES names mode %d twice", f->modes.at[k]);
        if (at == r->all) fault(r, "MODES names mode %d, which SELMOD does not have", f->modes.at[k]);
        else r->mode[r->n++] = at;
    }
    for (int k = 0; k < r->all && !f->modes.n; k++) r->mode[r->n++] = k;
    /* frequencies grow; rigid modes stand first */
    int rigid = 0;
    for (int k = 0; k + 1 < r->n && k < 6; k++) {
        double hz = fabs(selmod[2 * r->mode[k] + 1]), next = fabs(selmod[2 * r->mode[k + 1] + 1]);
        if (hz < rigid_share * next || hz < rigid_hz / r->time) rigid = k + 1;
    }
    if (!rigid) return;
    tell_rigid(r, 1, rigid, fabs(selmod[2 * r->mode[rigid - 1] + 1]));
    memmove(r->mode, r->mode + rigid, sizeof(int) * (size_t)(r->n - rigid));
    r->n -= rigid;
}

/* ---- whether it makes sense -------------------------------------------------------------------------------------- */

static double size_of(Mat3 A)
{
    double size = 0;
    for (int k = 0; k < 9; k++) size = fmax(size, fabs(m3_at(A, k / 3, k % 3)));
    return size;
}

static void check_frequencies(const Modal *r, const ModalBody *m)
{
    double ucf = cd_model_units(r->b->model).ucf;
    for (int j = 0; j < m->modes; j++) {
        double mass = m->I6[j * m->modes + j] / ucf, k = m->K[j * m->modes + j];
        double hz = mass > 0 && k > 0 ? sqrt(k / mass) / (2 * acos(-1)) : 0;
        if (!(mass > 0)) continue;
        if (fabs(hz - m->hz[j]) <= 1e-3 * fmax(hz, m->hz[j])) continue;
        doubt(r, "mode %d vibrates at %g by GENSTIFF and INVAR6, at %g by SELMOD: look at the units of the file",
              m->number[j], hz, m->hz[j]);
        return;
    }
}

/* I8_j - I8_j^T = skew(I4_j) but for inertia of nodes. With the other sign it belongs to another convention. */
static void check_signs(const Modal *r, const ModalBody *m)
{
    double with = 0, against = 0;
    for (int j = 0; j < m->modes && m->I8; j++) {
        Mat3 D = m3_sub(m->I8[j], m3_transpose(m->I8[j])), S = m3_skew(m->I4[j]);
        with += size_of(m3_sub(D, S)), against += size_of(m3_add(D, S));
    }
    if (with > 10 * against && with > 1e-6 * size_of(m->I7))
        doubt(r, "INVAR8 has the opposite sign of INVAR4: the file was made by another rule, its motion will be wrong");
}

static void check_symmetry(const Modal *r, const ModalBody *m)
{
    if (size_of(m3_sub(m->I7, m3_transpose(m->I7))) > 1e-6 * size_of(m->I7)) doubt(r, "INVAR7 is not symmetric");
    double size = 0, off = 0;
    for (int j = 0; j < m->modes && m->I5; j++)
        for (int k = 0; k < m->modes; k++) {
            Vec3 a = m->I5[j * m->modes + k], b = m->I5[k * m->modes + j];
            size = fmax(size, v3_norm(a)), off = fmax(off, v3_norm(v3_add(a, b)));
        }
    if (off > 1e-6 * size) doubt(r, "INVAR5 of two modes is not minus that of the same two in the other order");
}

/* Nodes that do not turn cannot hold a joint that keeps axes. */
static void check_rotations(const Modal *r, const ModalBody *m)
{
    double largest = 0;
    for (int k = 0; m->psi && k < m->nodes * m->modes; k++) largest = fmax(largest, v3_norm(m->psi[k]));
    if (m->psi && largest == 0)
        doubt(r, "all of R_MODE is zero: its nodes belong to solids and do not turn. A FIXED, REVOLUTE or other joint "
                 "that keeps axes must be on a node with a spider (RBE2, RBE3)");
}

static void check_all(Modal *r, const FlexBody *f, const ModalBody *m)
{
    if (!(m->I1 > 0) && r->use[1]) fault(r, "its mass INVAR1 is %g; it must be positive", m->I1);
    if (!r->use[1] || !r->use[6] || !r->use[7])
        doubt(r, "INVARIANTS leaves out number 1, 6 or 7: without mass, modal mass or inertia it cannot be integrated");
    if (f->dmode.n > m->modes || f->vmode.n > m->modes)
        fault(r, "DMODE has %d and VMODE %d values; there are %d modes in use", f->dmode.n, f->vmode.n, m->modes);
    for (int k = 0; k < f->mode_exact.n; k++) {
        int at = 0;
        while (at < m->modes && m->number[at] != f->mode_exact.at[k]) at++;
        if (at == m->modes) fault(r, "MODE_EXACT names mode %d, which is not in use", f->mode_exact.at[k]);
    }
    if (r->failed) return;
    check_frequencies(r, m), check_signs(r, m), check_symmetry(r, m), check_rotations(r, m);
}

/* ---- the body ---------------------------------------------------------------------------------------------------- */

static void read_invariants(Modal *r, ModalBody *m)
{
    int n = r->n, all = r->all;
    double inertia = r->mass * r->length * r->length;
    double *one = dense(r, "INVAR1", 1, 1, r->mass, true), *two = dense(r, "INVAR2", 1, 3, r->mass * r->length, true);
    double *seven = dense(r, "INVAR7", 3, 3, inertia, true);
    double *five = r->use[5] ? dense(r, "INVAR5", all, 3 * all, inertia, true) : NULL;
    double *eight = r->use[8] ? dense(r, "INVAR8", all, 9, inertia, true) : NULL;
    double *nine = r->use[9] ? dense(r, "INVAR9", all * all, 9, inertia, true) : NULL;
    Vec3 *three = columns_of(r, "INVAR3", 1, r->mass * r->length, true);
    Vec3 *four = columns_of(r, "INVAR4", 1, inertia, true);
    double *six = square(r, "INVAR6", inertia, true);
    if (r->failed) return;
    m->I1 = r->use[1] ? one[0] : 0, m->I2 = r->use[2] ? v3_load(two) : v3(0, 0, 0);
    m->I7 = r->use[7] ? by_rows(seven) : m3_scale(m3_identity(), 0);
    for (int j = 0; j < n && !r->use[3]; j++) three[j] = v3(0, 0, 0);
    for (int j = 0; j < n && !r->use[4]; j++) four[j] = v3(0, 0, 0);
    for (int j = 0; j < n * n && !r->use[6]; j++) six[j] = 0;
    m->I3 = three, m->I4 = four, m->I6 = six;
    Vec3 *I5 = five ? ARENA_ARRAY(r->arena, Vec3, (size_t)n * (size_t)n) : NULL;
    Mat3 *I8 = eight ? ARENA_ARRAY(r->arena, Mat3, n) : NULL;
    Mat3 *I9 = nine ? ARENA_ARRAY(r->arena, Mat3, (size_t)n * (size_t)n) : NULL;
    for (int j = 0; j < n; j++) {
        size_t a = (size_t)r->mode[j];
        if (I8) I8[j] = by_rows(eight + 9 * a);
        for (int k = 0; k < n; k++) {
            size_t c = (size_t)r->mode[k], row = 3 * a * (size_t)all;
            if (I5) I5[j * n + k] = v3(five[row + c], five[row + (size_t)all + c], five[row + 2 * (size_t)all + c]);
            if (I9) I9[j * n + k] = by_rows(nine + 9 * (a * (size_t)all + c));
        }
    }
    m->I5 = I5, m->I8 = I8, m->I9 = I9;
}

/* Load cases: with the resultant in six rows before those of the modes, or without. */
static void read_loads(Modal *r, ModalBody *m)
{
    const MatrixElement *load = find(r, "MODLOAD");
    if (!load) return;
    bool six = load->rows == 6 + r->all;
    if (!six && load->rows != r->all) {
        fault(r, "MODLOAD has %d rows; it must have one per mode, %d, or six before them", load->rows, r->all);
        return;
    }
    double *x = dense(r, "MODLOAD", load->rows, load->columns, 1, true);
    if (!x) return;
    m->cases = load->columns;
    double *out = ARENA_ARRAY(r->arena, double, (size_t)(6 + r->n) * (size_t)m->cases);
    for (int c = 0; c < m->cases; c++) {
        for (int k = 0; k < 6 && six; k++)
            out[k * m->cases + c] = r->force * (k < 3 ? 1 : r->length) * x[k * m->cases + c];
        for (int j = 0; j < r->n; j++)
            out[(6 + j) * m->cases + c] = r->force * r->length * x[((six ? 6 : 0) + r->mode[j]) * m->cases + c];
    }
    m->load = out;
}

static void read_stiffening(Modal *r, ModalBody *m)
{
    static const char *const turning[KG_TURNING] = { "KGWXX", "KGWYY", "KGWZZ", "KGWXY", "KGWYZ", "KGWZX" };
    static const char *const pushing[KG_PUSHING] = { "KGAX", "KGAY", "KGAZ", "KGRX", "KGRY", "KGRZ" };
    double by_rate = r->force * r->length * r->time * r->time;
    for (int k = 0; k < KG_TURNING; k++) m->turning[k] = square(r, turning[k], by_rate, false);
    for (int k = 0; k < KG_PUSHING; k++)
        m->pushing[k] = square(r, pushing[k], k < 3 ? by_rate / r->length : by_rate, false);
}

/* KGNODE, KGLOAD: the loads on nodes that make stiffness, and one matrix below the other. */
static void read_bendings(Modal *r, ModalBody *m)
{
    const MatrixElement *e = find(r, "KGNODE");
    double *load = e ? dense(r, "KGNODE", e->rows, 2, 1, true) : NULL;
    double *x = load ? dense(r, "KGLOAD", e->rows * r->all, r->all, 1, true) : NULL;
    if (!x) return;
    Bending *out = ARENA_ARRAY(r->arena, Bending, e->rows);
    for (int c = 0; c < e->rows && !r->failed; c++) {
        int direction = (int)load[2 * c + 1] - 1, id = (int)load[2 * c];
        double *K = ARENA_ARRAY(r->arena, double, (size_t)r->n *(size_t)r->n), factor = direction < 3 ? r->length : 1;
        for (int j = 0; j < r->n * r->n; j++) {
            size_t row = (size_t)c * (size_t)r->all + (size_t)r->mode[j / r->n];
            K[j] = factor * x[row * (size_t)r->all + (size_t)r->mode[j % r->n]];
        }
        out[c] = (Bending){ cd_modal_node(m, id), direction, K };
        if (out[c].node < 0) fault(r, "KGNODE names node %d, which SELNOD does not have", id);
        if (direction < 0 || direction > 5)
            fault(r, "KGNODE has direction %d in row %d; 1 to 3 are forces, 4 to 6 torques", direction + 1, c + 1);
    }
    m->bendings = e->rows, m->bending = out;
}

static void read_shapes(Modal *r, ModalBody *m, const double *selnod)
{
    int *node = ARENA_ARRAY(r->arena, int, m->nodes);
    Vec3 *place = ARENA_ARRAY(r->arena, Vec3, m->nodes);
    for (int k = 0; k < m->nodes; k++) {
        node[k] = (int)selnod[4 * k];
        place[k] = v3_scale(v3(selnod[4 * k + 1], selnod[4 * k + 2], selnod[4 * k + 3]), r->length);
    }
    m->node = node, m->place = place;
    m->phi = columns_of(r, "T_MODE", m->nodes, r->length, true);
    m->psi = columns_of(r, "R_MODE", m->nodes, 1, false);
}

/* STRPNT: point, component and place of each row of STRESS. */
static void read_points(Modal *r, ModalBody *m)
{
    double *x = dense(r, "STRPNT", m->stresses, 5, 1, false);
    if (!x) return;
    int *point = ARENA_ARRAY(r->arena, int, 2 * m->stresses);
    Vec3 *spot = ARENA_ARRAY(r->arena, Vec3, m->stresses);
    for (int k = 0; k < m->stresses; k++) {
        point[2 * k] = (int)x[5 * k], point[2 * k + 1] = (int)x[5 * k + 1];
        spot[k] = v3_scale(v3_load(x + 5 * k + 2), r->length);
        if (point[2 * k + 1] < 0 || point[2 * k + 1] > 6)
            fault(r, "STRPNT has component %d in row %d; 0 is a number, 1 to 6 are xx yy zz xy yz zx", point[2 * k + 1],
                  k + 1);
    }
    m->point = point, m->spot = spot;
}

/* EDGES: pairs of nodes. */
static void read_edges(Modal *r, ModalBody *m)
{
    const MatrixElement *e = find(r, "EDGES");
    double *x = e ? dense(r, "EDGES", e->rows, 2, 1, false) : NULL;
    if (!x || r->failed) return;
    int *edge = ARENA_ARRAY(r->arena, int, 2 * e->rows);
    for (int k = 0; k < 2 * e->rows; k++) {
        edge[k] = cd_modal_node(m, (int)x[k]);
        if (edge[k] < 0) fault(r, "EDGES names node %d, which SELNOD does not have", (int)x[k]);
    }
    m->edges = e->rows, m->edge = edge;
}

static const ModalBody *read_body(Modal *r, const FlexBody *f)
{
    const MatrixElement *selmod = find(r, "SELMOD"), *selnod = find(r, "SELNOD"), *stress = find(r, "STRESS");
    ModalBody *m = ARENA_NEW(r->arena, ModalBody);
    r->all = selmod ? selmod->rows : 1, m->nodes = selnod ? selnod->rows : 1;
    double *modes = dense(r, "SELMOD", r->all, 2, 1, true), *nodes = dense(r, "SELNOD", m->nodes, 4, 1, true);
    if (r->failed) return NULL;
    take_mask(r, f);
    choose_modes(r, f, modes);
    m->modes = r->n;
    if (!r->failed && r->n > FLEX_MOST_MODES)
        fault(r, "%d modes are in use; this version takes at most %d: name fewer by MODES", r->n, FLEX_MOST_MODES);
    if (r->failed) return NULL;
    int *number = ARENA_ARRAY(r->arena, int, r->n);
    double *hz = ARENA_ARRAY(r->arena, double, r->n);
    for (int j = 0; j < r->n; j++) number[j] = (int)modes[2 * r->mode[j]], hz[j] = modes[2 * r->mode[j] + 1] / r->time;
    m->number = number, m->hz = hz;
    m->K = square(r, "GENSTIFF", r->force * r->length, true);
    read_invariants(r, m);
    read_shapes(r, m, nodes);
    read_loads(r, m);
    read_stiffening(r, m), read_bendings(r, m);
    if (stress) {
        double *x = dense(r, "STRESS", stress->rows, r->all, r->force / (r->length * r->length), false);
        double *out = ARENA_ARRAY(r->arena, double, (size_t)stress->rows *(size_t)r->n);
        for (int k = 0; x && k < stress->rows * r->n; k++)
            out[k] = x[(size_t)(k / r->n) * (size_t)r->all + (size_t)r->mode[k % r->n]];
        m->stresses = stress->rows, m->stress = out;
        read_points(r, m);
    }
    read_edges(r, m);
    if (!r->failed) check_all(r, f, m);
    return r->failed ? NULL : m;
}

/* The matrices that a body names one by one; their first file has the head. */
static bool take_matrices(Modal *r, const FlexBody *f, Text *head)
{
    const CdModel *model = r->b->model;
    r->matrix = ARENA_ARRAY(r->arena, const MatrixElement *, f->matrices.n);
    for (int k = 0; k < f->matrices.n; k++) {
        const Element *e = f->matrices.at[k] >= 0 ? &model->table[KIND_matrix].at[f->matrices.at[k]] : NULL;
        const MatrixElement *m = e ? e->data : NULL;
        if (!m || !m->values.n) continue; /* a file that is not there: the run is refused */
        const Source *source = !head->n && m->file.n ? cd_open_beside(m->file, e->place.file, r->b->log) : NULL;
        if (source && source->line.n)
            *head = (Text){ source->text.at, source->line.n > 1 ? source->line.at[1] - 1 : source->text.n };
        r->matrix[r->matrices++] = m;
    }
    return r->matrices > 0;
}

void cd_modal_body_read(CdBuild *b, const Element *e)
{
    FlexBody *f = e->data;
    Modal r = { .b = b, .arena = &b->model->arena, .element = e };
    MatrixFile file = { 0 };
    f->modal = NULL;
    if (f->mtx_file.n) {
        const Source *source = cd_open_beside(f->mtx_file, e->place.file, b->log);
        if (!source || !cd_matrix_file_read(r.arena, source, e, &file, b->log)) return;
        r.matrix = ARENA_ARRAY(r.arena, const MatrixElement *, file.matrix.n);
        for (int k = 0; k < file.matrix.n; k++) r.matrix[r.matrices++] = &file.matrix.at[k];
    } else if (!take_matrices(&r, f, &file.head)) {
        return;
    }
    read_first_line(&r, file.head);
    if (!r.failed) f->modal = read_body(&r, f);
}
