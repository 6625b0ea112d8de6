/* solid.c - the bodies of an XT file: roots, assemblies, attributes with names. */
#include "geometry/solid.h"

#include "base/file.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_DEPTH = 16 };

/* ---- names ----------------------------------------------------------------------------------------------------- */

static void put_utf8(char *out, int *n, unsigned c)
{
    if (c < 0x80) {
        out[(*n)++] = (char)c;
    } else if (c < 0x800) {
        out[(*n)++] = (char)(0xc0 | c >> 6), out[(*n)++] = (char)(0x80 | (c & 0x3f));
    } else {
        out[(*n)++] = (char)(0xe0 | c >> 12), out[(*n)++] = (char)(0x80 | (c >> 6 & 0x3f)),
        out[(*n)++] = (char)(0x80 | (c & 0x3f));
    }
}

/* Characters of a node as text; control characters become blanks. */
static Text characters(Arena *arena, const XtFile *f, int node, XtName name)
{
    int n = 0, made = 0;
    const double *x = cd_xt_array(f, node, name, &n);
    if (!x) return (Text){ "", 0 };
    char *out = cd_arena_take(arena, 3 * (size_t)n + 1);
    for (int i = 0; i < n; i++) {
        unsigned c = x[i] >= 32 && x[i] < 65536 ? (unsigned)x[i] : ' ';
        put_utf8(out, &made, c >= 0xd800 && c < 0xe000 ? '?' : c);
    }
    return cd_text_trim((Text){ out, made });
}

static bool says(Text a, const char *b)
{
    return cd_text_equal(a, cd_text(b));
}

static void take_attribute(SolidBody *b, Arena *arena, const XtFile *f, int node)
{
    int definition = cd_xt_link(f, node, XT_definition), value = cd_xt_link_at(f, node, XT_fields, 0),
        type = cd_xt_type(f, value);
    Text name = characters(arena, f, cd_xt_link(f, definition, XT_identifier), XT_string);
    bool text = type == XT_CHAR_VALUES || type == XT_UNICODE_VALUES;
    double number = type == XT_INT_VALUES || type == XT_REAL_VALUES ? cd_xt_real(f, value, XT_values) : NAN;
    if (text && says(name, "AdamsObjectName")) b->name = characters(arena, f, value, XT_values);
    if (text && says(name, "AdamsPartName")) b->part_name = characters(arena, f, value, XT_values);
    if (text && (says(name, "SDL/TYSA_UNAME") || (says(name, "SDL/TYSA_NAME") && !b->cad_name.n)))
        b->cad_name = characters(arena, f, value, XT_values);
    if (says(name, "UG2/ADAMS_ID") && number > 0 && number < 2147483647.0) b->part = (int)number;
    if (says(name, "SDL/TYSA_DENSITY") && number > 0 && isfinite(number)) b->density = number;
}

static void take_names(SolidBody *b, Arena *arena, const XtFile *f)
{
    int steps = f->node.n;
    for (int node = cd_xt_link(f, b->node, XT_attributes_groups); node >= 0 && steps-- > 0;
         node = cd_xt_link(f, node, XT_next))
        if (cd_xt_type(f, node) == XT_ATTRIBUTE) take_attribute(b, arena, f, node);
}

/* ---- bodies ---------------------------------------------------------------------------------------------------- */

static bool refuse(const XtFile *f, int node, const char *why, CdLog *log)
{
    const XtNode *at = &f->node.at[node < 0 ? 0 : node];
    cd_log(log, ((CdPlace){ .file = f->name }), SOLID_TOPOLOGY, f->name, at->place, cd_xt_type_name(at->type),
           at->index, why);
    return false;
}

static bool add_body(SolidFile *s, int node, Mat3 A, Vec3 t, CdLog *log)
{
    SolidBody b = { .node = node, .A = A, .t = t, .name = { "", 0 }, .part_name = { "", 0 }, .cad_name = { "", 0 } };
    if (s->body.n > s->xt->node.n)
        return refuse(s->xt, node, "the assembly has more bodies than the file has nodes", log);
    take_names(&b, &s->arena, s->xt);
    ARRAY_PUSH(&s->arena, &s->body, b);
    return true;
}

/* p' = R p + t, R row by row. */
static bool transform_of(const XtFile *f, int node, Mat3 *R, Vec3 *t)
{
    *R = m3_identity(), *t = v3(0, 0, 0);
    if (node < 0) return true;
    double x[9];
    for (int i = 0; i < 9; i++) x[i] = cd_xt_real_at(f, node, XT_rotation_matrix, i);
    *R = m3_transpose(m3_cols(v3_load(x), v3_load(x + 3), v3_load(x + 6)));
    *t = cd_xt_vector(f, node, XT_translation_vector);
    double off = 0;
    Mat3 RR = m3_tmul(*R, *R);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) off += fabs(m3_at(RR, i, j) - (i == j));
    return off < 1e-6 && m3_det(*R) > 0 && isfinite(t->x + t->y + t->z);
}

static bool add_part(SolidFile *s, int node, Mat3 A, Vec3 t, int depth, CdLog *log)
{
    const XtFile *f = s->xt;
    if (cd_xt_type(f, node) == XT_BODY) return add_body(s, node, A, t, log);
    if (cd_xt_type(f, node) != XT_ASSEMBLY) return refuse(f, node, "this is neither a body nor an assembly", log);
    if (depth > MOST_DEPTH) return refuse(f, node, "assemblies hold each other without end", log);
    int steps = f->node.n;
    for (int i = cd_xt_link(f, node, XT_sub_instance); i >= 0; i = cd_xt_link(f, i, XT_next_in_part)) {
        Mat3 R;
        Vec3 d;
        if (steps-- <= 0) return refuse(f, i, "a list leads back to itself", log);
        if (!transform_of(f, cd_xt_link(f, i, XT_transform), &R, &d))
            return refuse(f, i, "its transform is not a rotation and a translation", log);
        if (!add_part(s, cd_xt_link(f, i, XT_part), m3_mul(A, R), v3_add(m3_apply(A, d), t), depth + 1, log))
            return false;
    }
    return true;
}

static bool find_bodies(SolidFile *s, CdLog *log)
{
    const XtFile *f = s->xt;
    int root = cd_xt_find(f, 1), type = cd_xt_type(f, root), steps = f->node.n;
    if (type == XT_BODY || type == XT_ASSEMBLY) return add_part(s, root, m3_identity(), v3(0, 0, 0), 0, log);
    if (type != XT_POINTER_BLOCK && type != XT_PART_BLOCK)
        return refuse(f, root, "the root is neither a body, a list of parts nor an assembly", log);
    for (int block = root; block >= 0; block = cd_xt_link(f, block, XT_next_block)) {
        int entries = cd_xt_int(f, block, XT_n_entries), room = 0;
        cd_xt_array(f, block, XT_entries, &room);
        if (steps-- <= 0) return refuse(f, block, "a list leads back to itself", log);
        for (int i = 0; i < entries && i < room; i++) {
            int part = cd_xt_link_at(f, block, XT_entries, i);
            if (part >= 0 && !add_part(s, part, m3_identity(), v3(0, 0, 0), 0, log)) return false;
        }
    }
    return s->body.n > 0 || refuse(f, root, "there are no bodies in it", log);
}

SolidFile *cd_solid_read(const char *name, const void *bytes, size_t n, CdLog *log)
{
    XtFile *xt = cd_xt_read(name, bytes, n, log);
    if (!xt) return NULL;
    SolidFile *s = cd_take(sizeof *s);
    s->xt = xt;
    s->geometry = cd_xt_geometry(xt, &s->arena);
    if (find_bodies(s, log)) return s;
    cd_solid_close(s);
    return NULL;
}

SolidFile *cd_solid_open(const char *path, CdLog *log)
{
    Arena arena = { 0 };
    size_t n = 0;
    errno = 0;
    char *bytes = cd_file_read(&arena, path, &n);
    SolidFile *s = NULL;
    if (bytes) s = cd_solid_read(path, bytes, n, log);
    else cd_log(log, ((CdPlace){ 0 }), SOLID_MISSING, path, cd_file_error(errno));
    cd_arena_close(&arena);
    return s;
}

void cd_solid_close(SolidFile *s)
{
    if (!s) return;
    cd_xt_close(s->xt);
    cd_arena_close(&s->arena);
    free(s);
}

Text cd_solid_label(const SolidBody *b)
{
    return b->name.n ? b->name : b->cad_name.n ? b->cad_name : (Text){ "without name", 12 };
}

Body *cd_solid_body(SolidFile *s, int i, CdLog *log)
{
    SolidBody *b = &s->body.at[i];
    if (!b->built) b->body = cd_body_new(&s->arena, &s->geometry, b->node, s->xt->name, log);
    b->built = true;
    return b->body;
}

Moments cd_solid_moments(Arena *arena, const SolidFile *s, int i)
{
    const SolidBody *b = &s->body.at[i];
    Moments m = cd_body_moments(arena, b->body);
    m.centre = v3_add(m3_apply(b->A, m.centre), b->t);
    m.inertia = m3_mult(m3_mul(b->A, m.inertia), b->A);
    m.vector_area = m3_apply(b->A, m.vector_area);
    return m;
}

Facets cd_solid_facets(Arena *arena, const SolidFile *s, int i, double fineness)
{
    const SolidBody *b = &s->body.at[i];
    Facets f = cd_body_facets(arena, b->body, cd_facet_settings(b->body, fineness));
    for (int k = 0; k < f.point.n; k++) f.point.at[k] = v3_add(m3_apply(b->A, f.point.at[k]), b->t);
    return f;
}

int cd_solid_complain(const SolidFile *s, int i, const Moments *m, const Facets *facets, CdLog *log)
{
    const SolidBody *sb = &s->body.at[i];
    const Body *b = sb->body;
    CdPlace place = { .file = s->xt->name };
    Text label = cd_solid_label(sb);
    for (int k = 0; k < b->face.n; k++) {
        const BodyFace *face = &b->face.at[k];
        if (!face->problem) continue;
        const XtNode *at = &s->xt->node.at[face->node],
                     *why = &s->xt->node.at[face->problem_node < 0 ? face->node : face->problem_node];
        cd_log(log, place, SOLID_FACE, s->xt->name, TEXT_ARG(label), at->index, at->place, cd_xt_type_name(why->type),
               why->index, face->problem);
    }
    if (b->sheet) cd_log(log, place, SOLID_SHEET, s->xt->name, TEXT_ARG(label));
    if (m && m->turned) {
        const XtNode *at = &s->xt->node.at[m->turned_node];
        cd_log(log, place, SOLID_TURNED, s->xt->name, TEXT_ARG(label), at->index, at->place, m->turned);
    }
    double gap = m ? v3_norm(m->vector_area) / fmax(m->area, 1e-300) : 0;
    if (m && !m->turned && !b->problems && !b->sheet && gap > 1e-3)
        cd_log(log, place, SOLID_OPEN, s->xt->name, TEXT_ARG(label), gap);
    if (facets && facets->rough)
        cd_log(log, place, SOLID_ROUGH, s->xt->name, TEXT_ARG(label), s->xt->node.at[facets->rough_node].index,
               facets->rough);
    return facets ? facets->left_out + facets->rough : b->problems;
}

/* ---- which body ------------------------------------------------------------------------------------------------ */

typedef enum Match { MATCH_PART, MATCH_PART_NAME, MATCH_NAME, MATCH_CAD, MATCH_ALL, MATCHES } Match;

static bool matches(const SolidBody *b, Match how, Text element, int part, Text part_name)
{
    bool named = element.n && cd_text_equal(b->name, element);
    switch (how) {
    case MATCH_PART: return named && part && b->part == part;
    case MATCH_PART_NAME: return named && part_name.n && cd_text_equal(b->part_name, part_name);
    case MATCH_NAME: return named;
    case MATCH_CAD: return element.n && cd_text_equal(b->cad_name, element);
    default: return !element.n;
    }
}

SolidChoice cd_solid_choose(Arena *arena, const SolidFile *s, Text element, int part, Text part_name)
{
    SolidChoice c = { .body = ARENA_ARRAY(arena, int, s->body.n) };
    for (Match how = MATCH_PART; how < MATCHES; how++) {
        c.n = 0;
        for (int i = 0; i < s->body.n; i++)
            if (matches(&s->body.at[i], how, element, part, part_name)) c.body[c.n++] = i;
        c.ambiguous = c.n > 1 && how != MATCH_ALL;
        if (c.n && (!c.ambiguous || how == MATCH_PART)) return c; /* several of one name and part are one shape */
        if (c.ambiguous) return c.n = 0, c;
    }
    return c;
}

Text cd_solid_names(Arena *arena, const SolidFile *s)
{
    TextBuffer out = { 0 };
    int shown = 0;
    for (; shown < s->body.n && out.n < 300; shown++) {
        const SolidBody *b = &s->body.at[shown];
        Text label = cd_solid_label(b);
        cd_buffer_print(&out, "%s%.*s", shown ? ", " : "", TEXT_ARG(label));
        if (b->part) cd_buffer_print(&out, " of PART/%d", b->part);
    }
    if (shown < s->body.n) cd_buffer_print(&out, " and %d more", s->body.n - shown);
    Text text = cd_text_copy(arena, (Text){ out.at, (int)out.n });
    cd_buffer_close(&out);
    return text;
}
