/* overrule.c - an INTEGRATOR statement from outside, on top of what dataset and command file say.
 *
 * Arguments that are given take the place of those of the model. Where a method is among them, what belongs to the old
 * method (formulation, formula, iterations, orders, damping) goes back to its default; tolerance, steps, switching
 * points and weights stay. */
#include "elements/integrator.h"
#include "lang/lang.h"

/* What stays with the model whatever its method is. */
static bool outlives_method(const Field *f)
{
    static const size_t kept[] = { offsetof(Integrator, error), offsetof(Integrator, hmax),
                                   offsetof(Integrator, hmin),  offsetof(Integrator, hinit),
                                   offsetof(Integrator, scale), offsetof(Integrator, interpolate),
                                   offsetof(Integrator, kinks) };
    for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++)
        if ((size_t)f->offset == kept[i]) return true;
    return false;
}

static void forget_method(Element *e)
{
    for (int k = 0; e->kind->fields[k].type != FIELD_END; k++)
        if (!outlives_method(&e->kind->fields[k])) cd_element_put_back(e, k);
}

CdModel *cd_overrule_integrator(const CdModel *model, const char *arguments, CdLog *log)
{
    TextBuffer text = { 0 };
    cd_buffer_print(&text, "INTEGRATOR/%s\n", arguments);
    CdScript *script = cd_script_read_text("--integrator", text.at, text.n, log);
    cd_buffer_close(&text);
    bool empty = !cd_text_trim(cd_text(arguments)).n;
    const Element *e = script && script->command.n == 1 && !empty ? script->command.at[0] : NULL;
    CdModel *out = NULL;
    if (e && e->kind == cd_kinds[KIND_integrator] && !e->extra.n) {
        CdBuild *b = cd_build_from(model, log);
        Element *to = cd_build_element(b, KIND_integrator, 0, e->place);
        if (GIVEN(e, Integrator, method)) forget_method(to);
        cd_build_restate(b, KIND_integrator, e, script->statements);
        out = cd_build_finish(b);
    } else if (e && e->extra.n) cd_log(log, e->place, NO_SUCH_ARGUMENT, TEXT_ARG(e->extra.at[0]));
    else if (script) cd_log(log, ((CdPlace){ "--integrator", 0, 0, 0 }), NOT_AN_INTEGRATOR, arguments);
    cd_script_close(script);
    return out;
}
