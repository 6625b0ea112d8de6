/* solid.c - cardan solid: the bodies of files, their faces, volume, area, centre and inertia, beside what the parts
 * of a dataset say; their triangles as .stl or .obj. */
#include "cli/cli.h"
#include "elements/graphics.h"
#include "elements/units.h"
#include "geometry/extent.h"
#include "geometry/external.h"
#include "geometry/mesh_write.h"
#include "model/bodies.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Units that numbers are shown in: of the dataset, else SI. */
typedef struct Shown {
    double metre, kilogram; /* in a unit */
    const char *length, *mass;
} Shown;

typedef struct Listing {
    const Options *o;
    CdLog *log;
    Arena arena;
    CdModel *model; /* NULL: none is given */
    Shown unit;
    SolidLibrary library;
    ARRAY_OF(Facets) facets; /* to be written */
    ARRAY_OF(Text) name;
    bool good;
} Listing;

static bool ends(const char *path, const char *ending)
{
    return cd_text_ends_nocase(cd_text(path), ending);
}

/* ---- one body -------------------------------------------------------------------------------------------------- */

static void print_faces(const Body *b)
{
    int count[SURFACE_KINDS] = { 0 };
    const char *comma = "";
    for (int i = 0; i < b->face.n; i++)
        if (!b->face.at[i].problem) count[b->face.at[i].surface.kind]++;
    printf("  faces       %d: ", b->face.n);
    for (int k = 0; k < SURFACE_KINDS; k++) {
        if (!count[k]) continue;
        printf("%s%d %s", comma, count[k], cd_surface_words[k]);
        comma = ", ";
    }
    if (b->problems) printf("%s%d not known", comma, b->problems);
    printf("; %d edges, %d vertices\n", b->edge.n, b->vertex.n);
}

static void print_vector(const char *what, Vec3 v, double unit, const char *name)
{
    double x[3], most = fmax(fabs(v.x), fmax(fabs(v.y), fabs(v.z)));
    for (int i = 0; i < 3; i++) x[i] = fabs(v3_get(v, i)) < 1e-14 * (1e-3 + most) ? 0 : v3_get(v, i) / unit;
    printf("  %-11s %.10g, %.10g, %.10g %s\n", what, x[0], x[1], x[2], name);
}

static void print_inertia(const Moments *m, double factor, const char *unit)
{
    double x[6], most = 0;
    static const int at[6][2] = { { 0, 0 }, { 1, 1 }, { 2, 2 }, { 0, 1 }, { 0, 2 }, { 1, 2 } };
    for (int k = 0; k < 6; k++) {
        x[k] = m3_at(m->inertia, at[k][0], at[k][1]) *
               (k < 3 ? factor : -factor); /* products as IP has them: + integrals */
        most = fmax(most, fabs(x[k]));
    }
    for (int k = 0; k < 6; k++)
        if (fabs(x[k]) < 1e-12 * most) x[k] = 0;
    printf("  inertia     xx %.10g, yy %.10g, zz %.10g %s about the centre\n", x[0], x[1], x[2], unit);
    printf("              xy %.10g, xz %.10g, yz %.10g (products, as IP of PART has them)\n", x[3], x[4], x[5]);
}

/* For a density in kg/m3; 0: the moments of the volume. */
static void print_mass(const Listing *l, const Moments *m, double density)
{
    const Shown *u = &l->unit;
    char unit[64];
    double area = u->metre * u->metre;
    if (density > 0) {
        printf("  mass        %.10g %s at %g kg/m3\n", m->volume * density / u->kilogram, u->mass, density);
        snprintf(unit, sizeof unit, "%s %s2", u->mass, u->length);
        print_inertia(m, density / (u->kilogram * area), unit);
    } else {
        snprintf(unit, sizeof unit, "%s5 for density 1", u->length);
        print_inertia(m, 1 / (area * area * u->metre), unit);
    }
}

static void print_body(Listing *l, SolidFile *s, int i)
{
    const Shown *u = &l->unit;
    const SolidBody *sb = &s->body.at[i];
    Text label = cd_solid_label(sb);
    printf("%d ", i + 1);
    cd_text_print(label, stdout);
    if (sb->part || sb->part_name.n) printf(", of PART/%d ", sb->part), cd_text_print(sb->part_name, stdout);
    if (sb->cad_name.n && sb->name.n) printf(", in CAD "), cd_text_print(sb->cad_name, stdout);
    printf("\n");
    if (!cd_solid_body(s, i, l->log)) {
        l->good = false;
        return;
    }
    Arena scratch = { 0 };
    Arena *keep = l->o->output ? &l->arena : &scratch;
    Moments m = cd_solid_moments(&scratch, s, i);
    Facets f = cd_solid_facets(keep, s, i, l->o->faceting);
    FacetSums sums = cd_facet_sums(&f);
    cd_solid_complain(s, i, &m, &f, l->log);
    print_faces(sb->body);
    printf("  volume      %.10g %s3\n", m.volume / pow(u->metre, 3), u->length);
    printf("  area        %.10g %s2\n", m.area / pow(u->metre, 2), u->length);
    print_vector("centre", m.centre, u->metre, u->length);
    print_mass(l, &m, l->o->density > 0 ? l->o->density : 0);
    if (sb->density > 0) printf("  density     %g kg/m3 by the CAD program\n", sb->density);
    Extent box = cd_body_extent(sb->body, &f, sb->A, sb->t);
    print_vector("box from", box.low, u->metre, u->length);
    print_vector("to", box.high, u->metre, u->length);
    printf("  mesh        %d triangles, %s, volume %+.2g of the exact one\n", f.triangle.n,
           f.closed ? "closed" : "not closed", m.volume != 0 ? sums.volume / m.volume - 1 : 0);
    if (l->o->output) {
        ARRAY_PUSH(&l->arena, &l->facets, f);
        ARRAY_PUSH(&l->arena, &l->name,
                   cd_text_copy(&l->arena, label)); /* the file is closed before meshes are written */
    }
    cd_arena_close(&scratch);
}

/* ---- files ----------------------------------------------------------------------------------------------------- */

static void list_file(Listing *l, const char *path)
{
    SolidFile *s = cd_solid_open(path, l->log);
    if (!s) {
        l->good = false;
        return;
    }
    printf("%s: %s, schema %d, %d bod%s\n", path, s->xt->binary ? "neutral binary" : "text", s->xt->schema, s->body.n,
           s->body.n == 1 ? "y" : "ies");
    for (int i = 0; i < s->body.n; i++) print_body(l, s, i);
    cd_solid_close(s);
}

static bool write_meshes(Listing *l)
{
    const char *path = l->o->output;
    FILE *out = fopen(path, "wb");
    bool good = out != NULL;
    if (out && ends(path, ".stl")) cd_stl_write(out, l->facets.at, l->facets.n, 1 / l->unit.metre);
    else if (out) cd_obj_write(out, l->facets.at, l->name.at, l->facets.n, 1 / l->unit.metre);
    if (out) good = !ferror(out) && fclose(out) == 0;
    if (!good) {
        fprintf(stderr, "cardan: cannot write ");
        perror(path);
    }
    return good;
}

/* ---- parts of a dataset ---------------------------------------------------------------------------------------- */

/* Solids of one part, all told. */
typedef struct PartSolids {
    int part, solids;
    double volume; /* m3 */
    Vec3 first;    /* volume times centre in the part frame, m4 */
} PartSolids;

static void add_to_part(Listing *l, PartSolids *p, int graphics, const SolidFound *found)
{
    const Graphics *g = l->model->table[KIND_graphics].at[graphics].data;
    Frame rm = cd_marker_frame_loc(l->model, g->rm);
    for (int k = 0; k < found->n; k++) {
        Arena scratch = { 0 };
        if (cd_solid_body(found->solid, found->body[k], l->log)) {
            Moments m = cd_solid_moments(&scratch, found->solid, found->body[k]);
            Vec3 centre = v3_add(v3_scale(rm.r, l->unit.metre), m3_apply(rm.A, m.centre));
            p->volume += m.volume;
            p->first = v3_axpy(p->first, m.volume, centre);
            p->solids++;
        }
        cd_arena_close(&scratch);
    }
}

static void print_part(const Listing *l, const PartSolids *p)
{
    const Element *e = &l->model->table[KIND_part].at[p->part];
    const Part *part = e->data;
    char label[CD_LABEL_ROOM];
    double mass = part->mass * l->unit.kilogram, wanted = p->volume * l->o->density;
    printf("%s: %d solid%s, volume %.10g %s3\n", cd_label(e, label), p->solids, p->solids == 1 ? "" : "s",
           p->volume / pow(l->unit.metre, 3), l->unit.length);
    print_vector("centre", v3_scale(p->first, 1 / p->volume), l->unit.metre, l->unit.length);
    if (part->cm >= 0) print_vector("CM", cd_marker_frame_loc(l->model, part->cm).r, 1, l->unit.length);
    if (part->ground || !(part->mass > 0)) return;
    printf("  MASS        %.10g %s, which makes %.10g kg/m3\n", part->mass, l->unit.mass, mass / p->volume);
    if (!(l->o->density > 0)) return;
    printf("  mass        %.10g %s at %g kg/m3\n", wanted / l->unit.kilogram, l->unit.mass, l->o->density);
    if (fabs(wanted - mass) > 1e-3 * mass)
        cd_log(l->log, e->place, SOLID_MASS_DIFFERS, e->id, part->mass, wanted / l->unit.kilogram);
}

static void list_parts(Listing *l)
{
    const Table *t = &l->model->table[KIND_graphics];
    int parts = l->model->table[KIND_part].n;
    PartSolids *sum = ARENA_ARRAY(&l->arena, PartSolids, parts);
    for (int i = 0; i < t->n; i++) {
        const Graphics *g = t->at[i].data;
        int part = g->type == GRAPHICS_EXTERNAL && g->rm >= 0 ? MODEL_AT(l->model, marker, Marker, g->rm)->part : -1;
        char label[CD_LABEL_ROOM];
        SolidFound found;
        if (part < 0 || !g->file.n) continue;
        SolidQuery q = cd_external_query(l->model, i, label);
        if (!cd_solid_find(&l->library, &q, &found, l->log)) l->good = false;
        else if (found.solid) add_to_part(l, &sum[part], i, &found);
        sum[part].part = part;
    }
    for (int k = 0; k < parts; k++)
        if (sum[k].solids && sum[k].volume > 0) print_part(l, &sum[k]);
}

static bool open_model(Listing *l, const char *path)
{
    l->model = cd_check(path, l->log);
    if (!l->model) return false;
    Units u = cd_model_units(l->model);
    TextBuffer text = { 0 };
    l->unit = (Shown){ cd_external_metre(l->model), u.named && u.mass > 0 ? u.mass : 1, "m", "kg" };
    if (!u.named) return true;
    cd_unit_write(&text, l->model, DIM_LENGTH);
    l->unit.length = cd_text_copy(&l->arena, (Text){ text.at, (int)text.n }).at;
    text.n = 0;
    cd_unit_write(&text, l->model, DIM_MASS);
    l->unit.mass = cd_text_copy(&l->arena, (Text){ text.at, (int)text.n }).at;
    cd_buffer_close(&text);
    return true;
}

int cli_solid(const Options *o)
{
    if (o->words < 2)
        return cli_complain("solid needs a file with solids (.xmt_txt, .x_t, .xmt_bin), or a dataset that names some",
                            NULL);
    if (o->output && !ends(o->output, ".stl") && !ends(o->output, ".obj"))
        return cli_complain("meshes are written as .stl or .obj, not", o->output);
    Listing l = { .o = o, .log = cd_log_open(), .unit = { 1, 1, "m", "kg" }, .good = true };
    for (int i = 1; i < o->words && l.good; i++)
        if (ends(o->word[i], ".adm") && !l.model) l.good = open_model(&l, o->word[i]);
    for (int i = 1; i < o->words && l.good; i++)
        if (!ends(o->word[i], ".adm")) list_file(&l, o->word[i]);
    if (l.model && l.good) list_parts(&l);
    if (o->output && l.good && l.facets.n) l.good = write_meshes(&l);
    else if (o->output && l.good) l.good = cli_complain("-o needs files with solids to make meshes of", NULL) == DONE;
    cli_print_log(l.log, o);
    l.good = l.good && cd_log_errors(l.log) == 0;
    cd_solid_library_close(&l.library);
    cd_model_close(l.model);
    cd_log_close(l.log);
    cd_arena_close(&l.arena);
    return l.good ? DONE : INPUT_ERROR;
}
