/* linear_run.c - LINEAR/EIGENSOL, STATEMAT and MKB: linearise, write files; stability of equilibria (theory 12). */
#include "run/linear_run.h"

#include "analyses/linear/chosen.h"
#include "analyses/linear/eigensol.h"
#include "analyses/linear/statemat.h"
#include "base/file.h"
#include "elements/pinput.h"
#include "report/json.h"
#include "run/animate.h"

#include <errno.h>
#include <math.h>
#include <string.h>

enum { SHOWN_MODES = 20, LOWEST_MODES = 50, RECORDED_MODES = 50 };

static CdStatus write_file(Run *r, const char *path, TextBuffer *text)
{
    FILE *f = cd_file_create_stream(path, cd_run_inside(r));
    bool good = f && fwrite(text->at, 1, text->n, f) == text->n;
    good &= f && fclose(f) == 0;
    cd_buffer_close(text);
    *text = (TextBuffer){ 0 };
    if (good) cd_run_wrote(r, path);
    if (good) return CD_OK;
    cd_log(r->sim.log, ((CdPlace){ path, 0, 0, 0 }), CANNOT_WRITE, path, cd_file_error(errno));
    return CD_ANALYSIS_FAILED;
}

/* FILE without its extension, beside the command file or in the folder of the options; the prefix of the run without
 * FILE. */
static Text base_of(Run *r, const Element *command)
{
    const Linear *what = command->data;
    if (!what->file.n) return r->prefix;
    Text name = what->file;
    for (int i = name.n - 1; i > 0 && name.at[i] != '/'; i--)
        if (name.at[i] == '.') name.n = i;
    TextBuffer path = { 0 };
    const char *script = command->place.file ? command->place.file : "", *slash = strrchr(script, '/');
    bool relative = name.at[0] != '/';
    if (relative && r->options->folder) cd_buffer_print(&path, "%s/", r->options->folder);
    else if (relative && slash) cd_buffer_text(&path, (Text){ script, (int)(slash - script) + 1 });
    cd_buffer_text(&path, name);
    Text copy = cd_text_copy(&r->arena, (Text){ path.at, (int)path.n });
    cd_buffer_close(&path);
    return copy;
}

static const char *path_of(Run *r, Text base, const char *extension)
{
    TextBuffer path = { 0 };
    cd_buffer_text(&path, base);
    cd_buffer_text(&path, cd_text(extension));
    const char *copy = cd_text_copy(&r->arena, (Text){ path.at, (int)path.n }).at;
    cd_buffer_close(&path);
    return copy;
}

/* The inputs and outputs that a command names; it has ids. */
static void open_plant(const Linearised *l, const Linear *what, Plant *p)
{
    const CdModel *m = l->e->s->model;
    cd_plant_open(l, cd_model_find(m, KIND_pinput, what->pinput), cd_model_find(m, KIND_poutput, what->poutput), p);
}

/* ---- commands ---------------------------------------------------------------------------------------------------- */

/* Twelve numbers per body: dr and dtheta in ground axes, real and imaginary. */
static void record_mode(TextBuffer *json, const Mechanism *m, const Mode *mode)
{
    cd_json_open(json, '{');
    cd_json_put_number(json, "re", mode->re);
    cd_json_put_number(json, "im", mode->im);
    cd_json_put_number(json, "frequency", mode->frequency);
    cd_json_put_number(json, "damping", mode->damping);
    cd_json_key(json, "q");
    cd_json_open(json, '[');
    for (int b = 0; b < m->bodies; b++) {
        const MovingBody *body = &m->body[b];
        if (body->curve) continue;
        for (int part = 0; part < 2; part++) {
            double x[6] = { 0 };
            for (int k = 0; k < body->dofs; k++) x[body->six[k]] = (part ? mode->q_im : mode->q_re)[body->first + k];
            for (int k = 0; k < 6; k++) cd_json_number(json, x[k]);
        }
    }
    cd_json_close(json, ']');
    cd_json_close(json, '}');
}

/* Where the parts are and how they move in each mode, for the report. */
static void record_modes(Run *r, const Modes *m)
{
    const System *s = r->sim.system;
    TextBuffer json = { 0 };
    cd_json_open(&json, '{');
    cd_json_put_number(&json, "t", s->state.t);
    cd_json_key(&json, "pose");
    cd_json_open(&json, '[');
    for (int b = 0; b < s->m->bodies; b++) {
        if (s->m->body[b].curve) continue;
        cd_json_open(&json, '{');
        cd_json_put_vec3(&json, "r", s->state.r[b]); /* of the centre of mass */
        cd_json_put_mat3(&json, "A", m3_mult(q4_to_m3(s->state.p[b]), s->m->body[b].frame.A)); /* part axes */
        cd_json_close(&json, '}');
    }
    cd_json_close(&json, ']');
    cd_json_key(&json, "modes");
    cd_json_open(&json, '[');
    for (int k = 0; k < m->n && k < RECORDED_MODES; k++) record_mode(&json, s->m, &m->mode[k]);
    cd_json_close(&json, ']');
    cd_json_close(&json, '}');
    cd_record_json(r->record, "mode", &json);
    cd_buffer_close(&json);
}

/* Warns of a range of modes that goes beyond those there are. */
static void watch_range(Run *r, const Element *command, const char *key, const IntList *range, int modes)
{
    char label[CD_LABEL_ROOM], which[80], why[80];
    int last = range->n ? range->at[range->n - 1] : 0,
        first = range->n && range->at[0] > modes ? range->at[0] : modes + 1;
    if (last <= modes || !modes) return;
    snprintf(which, sizeof which, first < last ? "%s for modes %d to %d" : "%s for mode %d", key, first, last);
    snprintf(why, sizeof why, modes == 1 ? "%d mode has been found" : "%d modes have been found", modes);
    cd_log(r->sim.log, command->place, LINEAR_NOT_USED, cd_label(command, label), which, why);
}

/* PSTATE, where it is given and can be used. */
static void choose_states(Run *r, Linearised *l, const Element *command)
{
    const Linear *what = command->data;
    char label[CD_LABEL_ROOM];
    if (!GIVEN(command, Linear, pstate)) return;
    int at = cd_model_find(r->sim.model, KIND_pstate, what->pstate);
    const PlantList *list = r->sim.model->table[KIND_pstate].at[at].data;
    const char *wrong = cd_linear_choose(l, list->variables.n, list->variables.at);
    if (wrong) cd_log(r->sim.log, command->place, LINEAR_NOT_USED, cd_label(command, label), "PSTATE", wrong);
}

/* The linear model in the states that the command asks for. */
static bool linearise_chosen(Run *r, LinearOptions options, const Element *command, Linearised *l)
{
    if (!cd_linearise(r->sim.system, options, r->sim.log, l)) return false;
    choose_states(r, l, command);
    return true;
}

/* Modes of an equilibrium are the same in any states; those of a motion are not, and a large model has them of
 * coordinates alone. */
static void tell_unused(Run *r, const Element *command, const LinearOptions *options)
{
    char label[CD_LABEL_ROOM];
    const char *why = "the model is too large for dense matrices, and its modes are those of coordinates of its bodies";
    if (GIVEN(command, Linear, pstate) && !options->at_rest && cd_linear_pace(r->sim.system) > 0)
        cd_log(r->sim.log, command->place, LINEAR_NOT_USED, cd_label(command, label), "PSTATE", why);
}

/* All modes, or the lowest of a large model. */
static CdStatus eigensol(Run *r, LinearOptions options, const Element *command)
{
    const Linear *what = command->data;
    Linearised l;
    Modes m = { 0 };
    TextBuffer text = { 0 };
    CdStatus status = CD_ANALYSIS_FAILED;
    bool all = cd_linear_is_small(r->sim.system, options.at_rest);
    int errors = cd_log_errors(r->sim.log);
    if (!all) tell_unused(r, command, &options);
    if (all ? linearise_chosen(r, options, command, &l) && cd_modes_find(&l, &m)
            : cd_modes_lowest(r->sim.system, options, LOWEST_MODES, r->sim.log, &l, &m)) {
        char label[CD_LABEL_ROOM];
        if (!m.l->n)
            cd_log(r->sim.log, command->place, LINEAR_NO_MODES, cd_label(command, label), r->sim.system->state.t);
        watch_range(r, command, "COORDS", &what->coords, m.n);
        watch_range(r, command, "KINETIC", &what->kinetic, m.n);
        watch_range(r, command, "STRAIN", &what->strain, m.n);
        watch_range(r, command, "DISSIPATIVE", &what->dissipative, m.n);
        record_modes(r, &m);
        if (m.n) {
            cd_eigen_table(&text, &m, SHOWN_MODES);
            cd_run_show(r, (Text){ text.at, (int)text.n });
        }
        text.n = 0;
        cd_eigen_report(&text, &m, what);
        status = write_file(r, cd_run_path(r, ".eig"), &text);
        cd_eigen_csv(&text, &m, what);
        if (status == CD_OK) status = write_file(r, cd_run_path(r, "_eigen.csv"), &text);
        for (int k = 0; k < m.n && status == CD_OK && !what->novector; k++)
            if (cd_eigen_asked(&what->coords, false, k)) status = cd_animate_mode(r, &m, k);
    } else if (cd_stop_asked(&r->sim.stop)) status = CD_STOPPED;
    else if (cd_log_errors(r->sim.log) == errors) cd_linear_explain(r->sim.system, r->sim.log);
    cd_buffer_close(&text);
    cd_modes_close(&m);
    cd_linearised_close(&l);
    return status;
}

/* Matrices cannot have the rate of an input. */
static CdStatus tell_improper(Run *r, Plant *p)
{
    char label[CD_LABEL_ROOM], part[CD_LABEL_ROOM];
    const Element *e =
        p->improper < 0 ? p->l->reduced.part : &r->sim.model->table[KIND_variable].at[p->output[p->improper]];
    cd_log(r->sim.log, e->place, LINEAR_IMPROPER, cd_label(e, label), r->sim.system->state.t,
           cd_label(p->l->reduced.part, part));
    cd_plant_close(p);
    return CD_ANALYSIS_FAILED;
}

static CdStatus statemat(Run *r, const Linearised *l, const Element *command)
{
    const Linear *what = command->data;
    Text base = base_of(r, command);
    Plant p;
    TextBuffer text = { 0 };
    char label[CD_LABEL_ROOM];
    open_plant(l, what, &p);
    if (p.improper != -1) return tell_improper(r, &p);
    if (!p.inputs || !p.outputs)
        cd_log(r->sim.log, command->place, LINEAR_NO_PLANT, cd_label(command, label), p.inputs ? "POUTPUT" : "PINPUT");
    cd_plant_matlab(&text, &p);
    CdStatus status = write_file(r, path_of(r, base, ".m"), &text);
    for (const char *k = "ABCD"; *k && status == CD_OK; k++) {
        char extension[] = "_A.csv";
        extension[1] = *k;
        cd_plant_csv(&text, &p, *k);
        status = write_file(r, path_of(r, base, extension), &text);
    }
    if (p.inputs && p.outputs && status == CD_OK) {
        cd_plant_response(&text, &p, GIVEN(command, Linear, frequency) ? what->frequency : NULL, what->points);
        status = write_file(r, path_of(r, base, "_response.csv"), &text);
    }
    cd_plant_close(&p);
    return status;
}

static CdStatus mkb(Run *r, const Linearised *l, const Element *command)
{
    const Linear *what = command->data;
    Plant p;
    TextBuffer text = { 0 };
    open_plant(l->reduced.whole ? l->reduced.whole : l, what,
               &p); /* with degrees of freedom that have no mass, M is singular */
    cd_plant_mkb(&text, &p);
    CdStatus status = write_file(r, path_of(r, base_of(r, command), what->file.n ? ".m" : "_mkb.m"), &text);
    cd_plant_close(&p);
    return status;
}

CdStatus cd_run_linear(void *run)
{
    Run *r = run;
    const Element *command = r->command;
    const Linear *what = command->data;
    Linearised l;
    LinearOptions options = { .at_rest = r->sim.still,
                              .without_damping = what->type == LINEAR_EIGENSOL && what->nodampin,
                              .reference = what->rm > 0 ? cd_model_find(r->sim.model, KIND_marker, what->rm) + 1 : 0 };
    if (what->type == LINEAR_EXPORT) {
        char label[CD_LABEL_ROOM];
        cd_log(r->sim.log, command->place, LINEAR_EXPORT, cd_label(command, label));
        return CD_INPUT_ERROR;
    }
    if (what->type == LINEAR_EIGENSOL) return eigensol(r, options, command);
    if (!linearise_chosen(r, options, command, &l)) return CD_ANALYSIS_FAILED;
    CdStatus status = what->type == LINEAR_STATEMAT ? statemat(r, &l, command) : mkb(r, &l, command);
    cd_linearised_close(&l);
    return status;
}
