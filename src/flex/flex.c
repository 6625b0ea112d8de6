/* flex.c - cardan flex: a finite element model to a flexible body by modes. */
#include "flex/reduce.h"
#include "flex/spider.h"

#include "base/file.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <string.h>
#include <strings.h>

enum { DEFAULT_MODES = 6, SECOND_UP_TO = 40, NODES_UP_TO = 2000 };

CdFlexOptions cd_flex_default(void)
{
    return (CdFlexOptions){ .modes = -1 };
}

static bool read_units(Fem *fem, const char *units)
{
    Text word[4];
    char name[4][32];
    if (!units) return true;
    if (cd_line_words(cd_text(units), word, 4) != 4) {
        cd_log(fem->log, (CdPlace){ 0 }, FEM_UNIT, units);
        return false;
    }
    for (int k = 0; k < 4; k++) snprintf(name[k], sizeof name[k], "%.*s", TEXT_ARG(word[k]));
    return cd_fem_units(fem, name[0], name[1], name[2], name[3]);
}

static int free_id(const Fem *fem)
{
    int id = 0;
    for (int k = 0; k < fem->node.n; k++) id = fem->node.at[k].id > id ? fem->node.at[k].id : id;
    return id + 1;
}

static Text cut(Text *rest, char at)
{
    int n = 0;
    while (n < rest->n && rest->at[n] != at) n++;
    Text head = cd_text_trim((Text){ rest->at, n });
    *rest = n < rest->n ? (Text){ rest->at + n + 1, rest->n - n - 1 } : (Text){ rest->at + n, 0 };
    return head;
}

/* interface = node | SET [ ":" ("RBE2" | "RBE3") [ ":" id ] ] */
static bool add_interface(Fem *fem, Text what)
{
    CdPlace nowhere = { 0 };
    Text rest = what, name = cut(&rest, ':'), kind = cut(&rest, ':'), number = cut(&rest, ':');
    int at = kind.n ? -1 : cd_fem_named(fem, name), id = 0;
    if (at < 0) {
        const FemSet *set = NULL;
        for (int k = 0; k < fem->set.n && !set; k++)
            if (fem->set.at[k].name.n == name.n && strncasecmp(fem->set.at[k].name.at, name.at, (size_t)name.n) == 0)
                set = &fem->set.at[k];
        bool average = kind.n && cd_text_equal_nocase(kind, "RBE3");
        if (!set || (kind.n && !average && !cd_text_equal_nocase(kind, "RBE2")) ||
            (number.n && (!cd_word_whole(number, 1, &id) || cd_fem_find(fem, id) >= 0))) {
            cd_log(fem->log, nowhere, FEM_INTERFACE, TEXT_ARG(what));
            return false;
        }
        if (!id) id = free_id(fem);
        if (!cd_fem_spider(fem, set, average ? SPIDER_AVERAGE : SPIDER_RIGID, id)) return false;
        at = cd_fem_find(fem, id);
    }
    FemNode *node = &fem->node.at[at];
    bool moves = false, turns = false;
    for (int c = 0; c < 6; c++) moves |= node->eq[c] >= 0, turns |= c >= 3 && node->eq[c] >= 0;
    if (!moves) {
        cd_log(fem->log, nowhere, FEM_INTERFACE, TEXT_ARG(what));
        return false;
    }
    if (!turns) cd_log(fem->log, nowhere, FEM_NO_ROTATION, node->id);
    node->interface = true, node->hidden = false;
    return true;
}

static bool choose_interface(Fem *fem, const char *list)
{
    bool good = true;
    if (!list)
        for (int k = 0; k < fem->wish.n; k++) good &= add_interface(fem, fem->wish.at[k]);
    Text rest = cd_text(list ? list : "");
    while (rest.n) {
        Text one = cut(&rest, ',');
        if (one.n) good &= add_interface(fem, one);
    }
    int count = 0;
    for (int k = 0; k < fem->node.n; k++) count += fem->node.at[k].interface;
    if (good && !count) {
        cd_log(fem->log, (CdPlace){ 0 }, FEM_NO_INTERFACE, fem->set.n);
        return false;
    }
    return good;
}

/* The frame of the body goes with this node of the interface. */
static bool clamp(Fem *fem, const char *name)
{
    if (!name) return true;
    int at = cd_fem_named(fem, cd_text(name));
    if (at < 0 || !fem->node.at[at].interface) {
        cd_log(fem->log, (CdPlace){ 0 }, FEM_CLAMPED, name);
        return false;
    }
    return fem->node.at[at].clamped = true;
}

/* Of large models some nodes are left out: the file would be larger than anybody reads. */
static void thin_out(Fem *fem)
{
    int shown = 0, every;
    for (int k = 0; k < fem->node.n; k++) {
        bool used = false;
        for (int c = 0; c < 6; c++) used |= fem->node.at[k].eq[c] >= 0;
        if (!used) fem->node.at[k].hidden = true; /* of no element */
        shown += !fem->node.at[k].hidden;
    }
    if (shown <= NODES_UP_TO) return;
    every = (shown + NODES_UP_TO - 1) / NODES_UP_TO;
    for (int k = 0, n = 0; k < fem->node.n; k++)
        if (!fem->node.at[k].hidden && !fem->node.at[k].interface && n++ % every) fem->node.at[k].hidden = true;
    cd_log(fem->log, (CdPlace){ 0 }, FEM_THINNED, shown, every);
}

static void recover_stress(Arena *arena, const Fem *fem, const double *shape, ModalBody *body)
{
    body->stresses = fem->stress.n;
    body->stress = ARENA_ARRAY(arena, double, (size_t)fem->stress.n *(size_t)body->n);
    body->spot = ARENA_ARRAY(arena, StressSpot, fem->stress.n);
    for (int r = 0; r < fem->stress.n; r++) {
        const FemStress *s = &fem->stress.at[r];
        body->spot[r] = (StressSpot){ s->point, s->component, s->at };
    }
    for (int r = 0; r < fem->stress.n; r++)
        for (int j = 0; j < body->n; j++) {
            const FemStress *s = &fem->stress.at[r];
            double sum = 0;
            for (int k = 0; k < 12; k++) sum += s->c[k] * shape[(size_t)s->eq[k] + (size_t)fem->equations * (size_t)j];
            body->stress[(size_t)r * (size_t)body->n + (size_t)j] = sum;
        }
}

static void print_fixed(const Reduction *r, FILE *out)
{
    fprintf(out, "\nmodes with the interface fixed, and the share of mass and inertia that each moves\n");
    fprintf(out, "%6s %14s %8s %8s %8s %8s %8s %8s\n", "mode", "1/time", "x", "y", "z", "about x", "about y",
            "about z");
    for (int k = 0; k < r->fixed; k++) {
        fprintf(out, "%6d %14.9g", k + 1, r->fixed_hertz[k]);
        for (int c = 0; c < 6; c++) fprintf(out, " %8.5f", r->effective[6 * k + c]);
        fprintf(out, "\n");
    }
    if (r->known > r->fixed) fprintf(out, "  next %14.9g\n", r->fixed_hertz[r->fixed]);
}

static void print_table(const Fem *fem, const Reduction *r, const ModalBody *b, FILE *out)
{
    double m = b->I1;
    fprintf(out, "model       %d nodes, %d equations; %d interface degrees of freedom\n", fem->node.n, fem->equations,
            r->interface);
    fprintf(out, "mass        %.9g %s; centre %.9g, %.9g, %.9g %s\n", m, fem->mass_unit, b->I2.x / m, b->I2.y / m,
            b->I2.z / m, fem->length_unit);
    fprintf(out, "inertia     %.9g, %.9g, %.9g; %.6g, %.6g, %.6g about the origin\n", b->I7.c[0].x, b->I7.c[1].y,
            b->I7.c[2].z, b->I7.c[1].x, b->I7.c[2].x, b->I7.c[2].y);
    if (!fem->given) print_fixed(r, out);
    fprintf(out, "\nmodes of the %s body; %d rigid ones are left out\n%6s %14s\n", r->clamped ? "clamped" : "free",
            r->rigid, "mode", "1/time");
    for (int k = 0; k < b->n; k++) fprintf(out, "%6d %14.9g\n", b->number[k], b->hertz[k]);
    for (int k = 0, last = 0; k < fem->stress.n; k++) { /* rows of a point are of one label */
        const FemStress *s = &fem->stress.at[k];
        if (s->point != last) fprintf(out, "%sstress %d: %.*s\n", k ? "" : "\n", s->point, TEXT_ARG(s->label));
        last = s->point;
    }
}

static bool write_body(const Fem *fem, const ModalBody *body, const char *path)
{
    FILE *out = cd_file_create_stream(path, NULL);
    bool good = out && cd_modal_write(fem, body, out);
    int error = errno;
    if (out) good &= fclose(out) == 0;
    if (!good) cd_log(fem->log, (CdPlace){ 0 }, CANNOT_WRITE, path, cd_file_error(error));
    return good;
}

bool cd_flex(const char *path, const CdFlexOptions *o, FILE *table, CdLog *log)
{
    Arena arena = { 0 };
    Fem fem;
    Reduction how;
    ModalBody body;
    cd_fem_open(&fem, log);
    FemInput input = { .path = path, .mass = o->mass, .nodes = o->nodes, .freedoms = o->freedoms };
    bool good = cd_fem_read(&fem, &input) && read_units(&fem, o->units) &&
                (fem.given || (choose_interface(&fem, o->interface) && clamp(&fem, o->clamped)));
    if (good) {
        thin_out(&fem);
        int modes = o->modes >= 0 ? o->modes : fem.modes >= 0 ? fem.modes : DEFAULT_MODES;
        good = fem.given ? cd_reduce_given(&arena, &fem, &how, &body) : cd_reduce(&arena, &fem, modes, &how, &body);
    }
    if (good) {
        cd_modal_invariants(&arena, &fem, how.shape, o->all_invariants || body.n <= SECOND_UP_TO, &body);
        cd_modal_nodes(&arena, &fem, how.shape, o->all_nodes, &body);
        cd_modal_edges(&arena, &fem, &body);
        recover_stress(&arena, &fem, how.shape, &body);
        if (o->stiffening) good = cd_modal_stiffening(&arena, &fem, how.shape, &body);
    }
    if (good) {
        if (table) print_table(&fem, &how, &body, table);
        good = !o->output || write_body(&fem, &body, o->output);
    }
    cd_fem_close(&fem);
    cd_arena_close(&arena);
    return good;
}
