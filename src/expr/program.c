/* program.c - evaluating compiled expressions (theory 4.6 to 4.9). */
#include "expr/primitive.h"
#include "expr/user.h"

#include <math.h>
#include <string.h>

int cd_program_room(const Program *p)
{
    return 3 * p->nodes;
}

/* ---- leaves -------------------------------------------------------------------------------------------------- */

static Wrench sum_of_loads(const Program *p, const Leaf *leaf, const ExprContext *x)
{
    Wrench sum = { { 0, 0, 0 }, { 0, 0, 0 } };
    for (int i = 0; i < leaf->loads; i++) {
        const Wrench *w = &x->wrench[p->load[leaf->slot + i]];
        sum.F = v3_add(sum.F, w->F), sum.T = v3_add(sum.T, w->T);
    }
    return sum;
}

static const double *winding_of(const Leaf *leaf, const ExprContext *x)
{
    return x->winding && leaf->winding >= 0 ? x->winding + leaf->winding : NULL;
}

static double leaf_value(const Program *p, const Leaf *leaf, const ExprContext *x)
{
    switch (leaf->type) {
    case LEAF_TIME: return x->time;
    case LEAF_SYSTEM: return x->system[leaf->slot];
    case LEAF_STATE: return x->state[leaf->slot];
    case LEAF_DELAY: return x->delayed ? x->delayed[leaf->slot] : 0;
    case LEAF_SHARE: return x->share ? x->share[leaf->slot] : 0;
    case LEAF_MARKER: return cd_measure_eval(&leaf->query, x->marker, NULL, winding_of(leaf, x), NULL, NULL);
    case LEAF_LOAD: {
        Wrench sum = sum_of_loads(p, leaf, x);
        return cd_measure_eval(&leaf->query, x->marker, &sum, NULL, NULL, NULL);
    }
    }
    return 0;
}

void cd_leaf_gradient(const Program *p, int leaf, const ExprContext *x, MarkerGradient marker[4], Wrench *load)
{
    const Leaf *l = &p->leaf[leaf];
    memset(marker, 0, 4 * sizeof *marker);
    memset(load, 0, sizeof *load);
    if (l->type == LEAF_MARKER) cd_measure_eval(&l->query, x->marker, NULL, winding_of(l, x), marker, NULL);
    if (l->type == LEAF_LOAD) {
        Wrench sum = sum_of_loads(p, l, x);
        cd_measure_eval(&l->query, x->marker, &sum, NULL, marker, load);
    }
}

void cd_program_wind(const Program *p, const ExprContext *x, double *winding)
{
    for (int i = 0; i < p->leaves; i++) {
        const Leaf *l = &p->leaf[i];
        if (l->winding >= 0) cd_measure_wind(&l->query, x->marker, leaf_value(p, l, x), winding + l->winding);
    }
}

/* ---- sweeps -------------------------------------------------------------------------------------------------- */

/* The jump of an IF or SIGN that a motion is held on, if it is. */
static Held held_of(const Program *p, const ExprContext *x, const Node *n)
{
    if (!x->held || (n->op != OP_IF && n->op != OP_SIGN) || n->k == 0) return HELD_NOT;
    return x->held[p->leaf[(int)n->k - 1].slot];
}

static double share_of(Held how, const Program *p, const ExprContext *x, const Node *n)
{
    if (how == HELD_LOWER || how == HELD_UPPER) return how == HELD_UPPER;
    return x->share[p->leaf[(int)n->k - 1].slot];
}

static double held_value(Held how, const Program *p, const ExprContext *x, const Node *n, const double *v)
{
    if (how == HELD_AT_ZERO) return n->op == OP_SIGN ? fabs(v[n->a]) : v[n->c];
    double share = share_of(how, p, x, n);
    if (n->op == OP_SIGN) return fabs(v[n->a]) * (2 * share - 1);
    return share == 0 ? v[n->b] : share == 1 ? v[n->d] : (1 - share) * v[n->b] + share * v[n->d];
}

static void held_backward(Held how, const Program *p, const ExprContext *x, const Node *n, const double *v, double w,
                          double *adjoint, double *gradient)
{
    if (how == HELD_AT_ZERO) {
        if (n->op == OP_IF) adjoint[n->c] += w;
        else adjoint[n->a] += w * (v[n->a] < 0 ? -1 : 1);
        return;
    }
    bool upper = how == HELD_UPPER;
    if (upper || how == HELD_LOWER) {
        if (n->op == OP_SIGN) adjoint[n->a] += (v[n->a] < 0) == upper ? -w : w;
        else adjoint[isfinite(v[upper ? n->d : n->b]) ? (upper ? n->d : n->b) : cd_branch_taken(n, v)] += w;
        return;
    }
    double share = share_of(how, p, x, n), *of_share = &gradient[(int)n->k - 1];
    if (n->op == OP_SIGN) {
        adjoint[n->a] += w * (v[n->a] < 0 ? -1 : 1) * (2 * share - 1);
        *of_share += w * fabs(v[n->a]) * 2;
        return;
    }
    *of_share += w * (v[n->d] - v[n->b]);
    adjoint[n->b] += w * (1 - share);
    adjoint[n->d] += w * share;
}

void cd_program_sweep(const Program *p, const ExprContext *x, double *v)
{
    for (int i = 0; i < p->nodes; i++) {
        const Node *n = &p->node[i];
        if (n->op == OP_CONST) v[i] = n->k;
        else if (n->op == OP_LEAF) v[i] = leaf_value(p, &p->leaf[n->a], x);
        else v[i] = cd_primitive_value(p, n, v);
        Held held = held_of(p, x, n);
        double side = held ? held_value(held, p, x, n, v) : NAN;
        if (isfinite(side)) v[i] = side; /* a side may have no value beyond the jump */
    }
}

bool cd_program_value(const Program *p, const ExprContext *x, double *room, double *value)
{
    cd_program_sweep(p, x, room);
    *value = p->user ? cd_user_value(p->user, p->output, room) : room[p->nodes - 1];
    return isfinite(*value);
}

/* From adjoints given at `last`, and before it by a user routine, to those of the leaves. */
static bool backward(const Program *p, const ExprContext *x, int last, const double *v, double *adjoint,
                     double *gradient)
{
    bool finite = true;
    for (int i = 0; i < p->leaves; i++) gradient[i] = 0;
    for (int i = last; i >= 0; i--) {
        const Node *n = &p->node[i];
        double w = adjoint[i];
        if (w == 0 || n->op == OP_CONST) continue; /* a branch not taken may hold anything, infinity included */
        Held held = held_of(p, x, n);
        if (n->op == OP_LEAF) {
            gradient[n->a] += w;
        } else if (held) {
            held_backward(held, p, x, n, v, w, adjoint, gradient);
        } else if (n->op == OP_IF) {
            adjoint[cd_branch_taken(n, v)] += w;
        } else {
            Local d = cd_primitive_local(p, n, v, i);
            adjoint[n->a] += w * d.a;
            if (cd_has_second_operand(n) && d.b != 0) adjoint[n->b] += w * d.b;
        }
    }
    for (int i = 0; i < p->leaves; i++) finite = finite && isfinite(gradient[i]);
    return finite;
}

bool cd_program_node_gradient(const Program *p, const ExprContext *x, int node, double *room, double *gradient)
{
    double *adjoint = room + p->nodes;
    memset(adjoint, 0, sizeof(double) * (size_t)(node + 1));
    adjoint[node] = 1;
    return backward(p, x, node, room, adjoint, gradient);
}

bool cd_program_gradient(const Program *p, const ExprContext *x, double *room, double *value, double *gradient)
{
    bool finite = cd_program_value(p, x, room, value);
    if (!p->user) return cd_program_node_gradient(p, x, p->nodes - 1, room, gradient) && finite;
    double *adjoint = room + p->nodes;
    memset(adjoint, 0, sizeof(double) * (size_t)p->nodes);
    cd_user_slopes(p->user, p->output, room, adjoint);
    return backward(p, x, p->nodes - 1, room, adjoint, gradient) && finite;
}

/* What does not depend on its operand has no rate, however fast that is: a STEP of no width, away from its edge. */
static double times(double derivative, double rate)
{
    return derivative == 0 || rate == 0 ? 0 : derivative * rate;
}

/* x' = f_a a' + f_b b',   x'' = f_a a'' + f_b b'' + f_aa a'^2 + 2 f_ab a' b' + f_bb b'^2                     (4.9) */
bool cd_program_time(const Program *p, const ExprContext *x, double *room, double out[3])
{
    double *v = room, *rate = room + p->nodes, *rate2 = room + 2 * p->nodes;
    if (p->user) {
        cd_user_time(p->user, p->output, x->time, out);
        return isfinite(out[0]) && isfinite(out[1]) && isfinite(out[2]);
    }
    cd_program_sweep(p, x, v);
    for (int i = 0; i < p->nodes; i++) {
        const Node *n = &p->node[i];
        rate[i] = rate2[i] = 0;
        if (n->op == OP_CONST) continue;
        if (n->op == OP_LEAF) {
            rate[i] = p->leaf[n->a].type == LEAF_TIME ? 1 : 0;
            continue;
        }
        if (n->op == OP_IF) {
            rate[i] = rate[cd_branch_taken(n, v)], rate2[i] = rate2[cd_branch_taken(n, v)];
            continue;
        }
        double a1 = rate[n->a], a2 = rate2[n->a], b1 = 0, b2 = 0;
        if (cd_has_second_operand(n)) b1 = rate[n->b], b2 = rate2[n->b];
        if (a1 == 0 && a2 == 0 && b1 == 0 && b2 == 0) continue;
        Local d = cd_primitive_local(p, n, v, i);
        rate[i] = times(d.a, a1) + times(d.b, b1);
        rate2[i] =
            times(d.a, a2) + times(d.b, b2) + times(d.aa, a1 * a1) + times(2 * d.ab, a1 * b1) + times(d.bb, b1 * b1);
    }
    int last = p->nodes - 1;
    out[0] = v[last], out[1] = rate[last], out[2] = rate2[last];
    return isfinite(out[0]) && isfinite(out[1]) && isfinite(out[2]);
}

/* ---- what went wrong --------------------------------------------------------------------------------------------- */

/* Marks the nodes that count for the value: branches not taken do not. */
static void mark_used(const Program *p, const double *v, double *used)
{
    memset(used, 0, sizeof(double) * (size_t)p->nodes);
    used[p->nodes - 1] = 1;
    for (int i = p->nodes; i-- > 0;) {
        const Node *n = &p->node[i];
        if (used[i] == 0 || n->op == OP_CONST || n->op == OP_LEAF) continue;
        used[n->a] = 1;
        if (n->op == OP_IF) used[cd_branch_taken(n, v)] = 1;
        else if (cd_has_second_operand(n)) used[n->b] = 1;
    }
}

void cd_program_explain(const Program *p, const ExprContext *x, double *room, const Element *e, const Field *f,
                        Explain how, CdLog *log)
{
    double *v = room, *used = room + p->nodes, scratch;
    cd_program_value(p, x, room, &scratch);
    if (p->user) {
        cd_user_explain(p->user, scratch, log);
        return;
    }
    mark_used(p, v, used);
    int culprit = p->nodes - 1;
    bool slope = true;
    for (int i = 0; i < p->nodes && slope; i++)
        if (used[i] != 0 && !isfinite(v[i])) culprit = i, slope = false;
    for (int i = 0; i < p->nodes && slope; i++) {
        const Node *n = &p->node[i];
        if (used[i] == 0 || n->op == OP_CONST || n->op == OP_LEAF || n->op == OP_IF) continue;
        Local d = cd_primitive_local(p, n, v, i);
        if (!isfinite(d.a) || (cd_has_second_operand(n) && !isfinite(d.b))) culprit = i, slope = false;
    }

    const Call *call = p->node[culprit].call >= 0 ? &p->call[p->node[culprit].call] : NULL;
    TextBuffer what = { 0 };
    if (call) cd_buffer_text(&what, (Text){ p->text.at + call->from, call->to - call->from });
    else cd_buffer_text(&what, p->text);
    for (int i = 0; call && i < call->n; i++) {
        double argument = v[p->argument[call->first + i]];
        cd_buffer_print(&what, "%s%.6g", i ? ", " : call->n > 1 ? " with arguments " : " with argument ", argument);
    }
    char label[CD_LABEL_ROOM], key[64];
    Text own = f->type == FIELD_EXPR ? cd_field_key(f) : cd_text("its law");
    snprintf(key, sizeof key, "%.*s", TEXT_ARG(own));
    const char *result = isnan(v[culprit]) ? "no number" : isinf(v[culprit]) ? "infinity" : "no finite derivative";
    cd_label(e, label);
    if (how == EXPLAIN_OUTPUT) cd_log(log, e->place, OUTPUT_NOT_FINITE, label, x->time, what.at, result, key);
    else cd_log(log, e->place, EXPR_NOT_FINITE, label, x->time, what.at, result, key);
    cd_buffer_close(&what);
}
