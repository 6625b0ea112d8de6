/* parse.c - the grammar of expressions, one function per rule. While reading it also writes the text in canonical
 * spelling.
 *
 *   expression = term { ("+" | "-") term }
 *   term       = factor { ("*" | "/") factor }
 *   factor     = { "+" | "-" } power
 *   power      = primary [ "**" factor ]
 *   primary    = number | name [ "(" arguments ")" ] | "(" expression ")" */
#include "expr/compiler.h"
#include "model/bodies.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 400 }; /* two levels for each bracket */

static const Operand nothing = { 0, { 0, 0, 0 } };

static Operand expression(Compiler *c);
static Operand factor(Compiler *c);

static char peek(Compiler *c)
{
    while (c->p < c->text.n && cd_is_blank(c->text.at[c->p])) c->p++;
    return c->p < c->text.n ? c->text.at[c->p] : 0;
}

static bool at_end(Compiler *c)
{
    peek(c);
    return c->p >= c->text.n;
}

static bool accept(Compiler *c, char mark)
{
    if (at_end(c) || peek(c) != mark) return false;
    c->p++;
    return true;
}

/* "**", also with blanks between the stars */
static bool accept_power(Compiler *c)
{
    int before = c->p;
    if (accept(c, '*') && accept(c, '*')) return true;
    c->p = before;
    return false;
}

static void write(Compiler *c, const char *text)
{
    cd_buffer_text(&c->canonical, cd_text(text));
}

static Operand fail_here(Compiler *c, const char *why)
{
    refuse(c, c->p, 1, EXPR_SYNTAX, why);
    return nothing;
}

/* ---- numbers ----------------------------------------------------------------------------------------------------- */

static bool starts_number(const Compiler *c)
{
    const char *p = c->text.at + c->p;
    int left = c->text.n - c->p;
    return left > 0 && (cd_is_digit(p[0]) || (p[0] == '.' && left > 1 && cd_is_digit(p[1])));
}

static bool is_word_char(char ch)
{
    return cd_is_letter(ch) || cd_is_digit(ch);
}

static bool is_operator(char ch)
{
    return ch == '+' || ch == '-' || ch == '*' || ch == '/';
}

/* number = digits [ "D" ]: the D stands for degrees */
static bool number(Compiler *c, double *x)
{
    int from = c->p;
    c->p += cd_number_read(c->text.at + c->p, c->text.at + c->text.n, x);
    char digits[CD_NUMBER_ROOM];
    if (!isfinite(*x)) {
        refuse(c, from, c->p - from, EXPR_SYNTAX, "this number is too large");
        return false;
    }
    write(c, cd_number_write(digits, *x));
    bool suffix = c->p < c->text.n && cd_upper(c->text.at[c->p]) == 'D';
    if (suffix && (c->p + 1 == c->text.n || !is_word_char(c->text.at[c->p + 1]))) {
        c->p++;
        *x *= M_PI / 180;
        write(c, "D");
    } else if (c->p < c->text.n && is_word_char(c->text.at[c->p])) {
        refuse(c, from, c->p - from + 1, EXPR_SYNTAX,
               suffix ? "D behind a number means degrees; an exponent is written with E"
                      : "a number runs into a word; put an operator between them");
        return false;
    }
    return true;
}

/* An id, a marker or a count: a whole number written out, perhaps with a sign. */
static bool whole(Compiler *c, int argument, const char *what, int *out)
{
    peek(c);
    int from = c->p;
    bool negative = false;
    if (peek(c) == '-' || peek(c) == '+') negative = c->text.at[c->p++] == '-';
    peek(c);
    double x = 0;
    int n = starts_number(c) ? cd_number_read(c->text.at + c->p, c->text.at + c->text.n, &x) : 0;
    c->p += n;
    bool goes_on = c->p < c->text.n && (is_word_char(c->text.at[c->p]) || is_operator(peek(c)));
    if (!n || x != floor(x) || x > INT_MAX || goes_on) {
        refuse(c, from, c->p > from ? c->p - from : 1, EXPR_NEEDS_ID, argument, c->call_name, what);
        return false;
    }
    *out = negative ? -(int)x : (int)x;
    return true;
}

/* ---- calls ------------------------------------------------------------------------------------------------------- */

/* An id turned into the position of the element; 0 may stand for the ground frame. */
static bool element_argument(Compiler *c, int position, KindIndex kind, bool zero_is_none, int *out)
{
    char what[48];
    Text keyword = cd_keyword(cd_kinds[kind]);
    snprintf(what, sizeof what, "the id of a %.*s", TEXT_ARG(keyword));
    peek(c);
    int from = c->p, id;
    if (!whole(c, position, what, &id)) return false;
    cd_buffer_print(&c->canonical, "%d", id);
    *out = id == 0 && zero_is_none ? -1 : cd_model_find(c->model, kind, id);
    if (*out >= 0 && kind == KIND_marker && !MODEL_AT(c->model, marker, Marker, *out)->placed) {
        refuse(c, from, c->p - from, EXPR_FLOATING, c->call_name, id);
        return false;
    }
    if (*out >= 0 || (id == 0 && zero_is_none)) return true;
    char hint[160];
    const Table *t = &c->model->table[kind];
    if (!t->n) snprintf(hint, sizeof hint, "; the model has none");
    else {
        int near = cd_id_position(t->at, t->n, id);
        near = near < t->n ? near : t->n - 1;
        snprintf(hint, sizeof hint, "; the nearest is %d", t->at[near].id);
        if (near > 0) snprintf(hint, sizeof hint, "; the nearest are %d and %d", t->at[near - 1].id, t->at[near].id);
    }
    char word[48];
    snprintf(word, sizeof word, "%.*s", TEXT_ARG(keyword));
    refuse(c, from, c->p - from, EXPR_NO_ELEMENT, c->call_name, word, id, hint);
    return false;
}

static bool one_argument(Compiler *c, const Function *f, char type, int position, FunctionArgument *arg)
{
    switch (type) {
    case 'm': return element_argument(c, position, KIND_marker, false, &arg->number);
    case 'o': return element_argument(c, position, KIND_marker, true, &arg->number);
    case 's': return element_argument(c, position, KIND_spline, false, &arg->number);
    case 'c': return element_argument(c, position, KIND_curve, false, &arg->number);
    case 'k': return element_argument(c, position, (KindIndex)f->detail, false, &arg->number);
    case 'n':
        if (!whole(c, position, "a whole number", &arg->number)) return false;
        cd_buffer_print(&c->canonical, "%d", arg->number);
        return true;
    default: break;
    }
    int from = (peek(c), c->p);
    Operand x = expression(c);
    if (c->failed) return false;
    if (type == 'v' && x.n != 3)
        refuse(c, from, c->p - from, EXPR_SYNTAX, "a vector is needed here, such as DXYZ(i, j)");
    if (type == 'e' && x.n != 1) refuse(c, from, c->p - from, EXPR_SYNTAX, "a number is needed here, not a vector");
    arg->node = x.node[0];
    memcpy(arg->vector, x.node, sizeof arg->vector);
    return !c->failed;
}

/* "1 argument", "2 to 4 arguments" */
static const char *how_many(int least, int most, char room[48])
{
    if (least == most) snprintf(room, 48, "%d argument%s", least, least == 1 ? "" : "s");
    else snprintf(room, 48, "%d to %d arguments", least, most);
    return room;
}

/* Counts what stands up to the closing bracket, for a message about too many or too few. */
static int count_rest(Compiler *c, int n)
{
    int depth = 0;
    for (int p = c->p; p < c->text.n; p++) {
        char ch = c->text.at[p];
        if (ch == '(') depth++;
        if (ch == ')' && depth-- == 0) break;
        if (ch == ',' && depth == 0) n++;
    }
    return n;
}

/* arguments = argument { "," argument }, after the first of IF a colon */
static int arguments(Compiler *c, const Function *f, FunctionArgument *arg, int from)
{
    int least, most, n = 0;
    cd_function_arity(f, &least, &most);
    const char *type = f->types;
    char room[48];
    if (peek(c) != ')') {
        for (;;) {
            if (*type == '?') type++;
            bool colon = type[0] && type[1] == ':';
            if (n == most) {
                int there = count_rest(c, n + 1);
                refuse(c, from, (int)strlen(f->name), EXPR_ARGUMENTS, f->name, how_many(least, most, room), there,
                       "are");
                return 0;
            }
            if (!one_argument(c, f, *type, n + 1, &arg[n])) return 0;
            n++;
            if (type[1] && type[1] != '*') type += colon ? 2 : 1;
            else if (type[1] != '*') type++;
            if (colon) {
                if (!accept(c, ':')) {
                    fail_here(c, "IF takes a colon behind its first argument: IF(x: below, zero, above)");
                    return 0;
                }
                write(c, ": ");
                continue;
            }
            if (!accept(c, ',')) break;
            write(c, ", ");
        }
    }
    if (n < least && peek(c) == ')') { /* anything else is a missing comma or bracket: the caller says so */
        refuse(c, from, (int)strlen(f->name), EXPR_ARGUMENTS, f->name, how_many(least, most, room), n,
               n == 1 ? "is" : "are");
        return 0;
    }
    return n;
}

/* What a missing comma looks like after the comma that began a continuation line was dropped. */
static const char *close_advice(Compiler *c)
{
    return at_end(c) ? "a closing bracket is missing"
                     : "a comma, an operator or a closing bracket is missing here (a comma that begins a line only "
                       "continues it)";
}

static void begin_call(Compiler *c, Call *call)
{
    *call = (Call){ .from = (int)c->canonical.n };
}

static int end_call(Compiler *c, Call call, const FunctionArgument *arg, const Function *f, int n)
{
    call.to = (int)c->canonical.n;
    call.first = c->argument.n;
    const char *type = f->types;
    for (int i = 0; i < n; i++) {
        while (*type == '?' || *type == ':') type++;
        if (*type == 'e') ARRAY_PUSH(&c->scratch, &c->argument, arg[i].node);
        if (type[1] != '*') type++;
    }
    call.n = c->argument.n - call.first;
    ARRAY_PUSH(&c->scratch, &c->made, call);
    return c->made.n - 1;
}

static Operand call(Compiler *c, Text name, int from)
{
    const Function *f = cd_function_find(name);
    if (!f) {
        const char *closest = cd_closest_function(name);
        refuse(c, from, name.n, EXPR_UNKNOWN_NAME, TEXT_ARG(name), closest ? "; did you mean " : "",
               closest ? closest : "", closest ? "?" : "");
        return nothing;
    }
    int outer_from = c->call_from;
    const char *outer_name = c->call_name;
    c->call_from = from, c->call_name = f->name;
    if (f->class == FUNCTION_USER) {
        cd_compile_refuse(c, "USER(...) stands alone; it cannot be part of an expression");
        return nothing;
    }

    Call record;
    begin_call(c, &record);
    write(c, f->name);
    FunctionArgument arg[48] = { { 0 } };
    int n = 0;
    int least, most;
    cd_function_arity(f, &least, &most);
    if (most > 0) {
        if (!accept(c, '(')) return fail_here(c, "an opening bracket is missing behind the name of a function");
        write(c, "(");
        n = arguments(c, f, arg, from);
        if (c->failed) return nothing;
        if (!accept(c, ')')) return fail_here(c, close_advice(c));
        write(c, ")");
    }
    int outer_call = c->call;
    c->call = end_call(c, record, arg, f, n);
    Operand x = cd_call_function(c, f, arg, n);
    c->call = outer_call;
    c->call_from = outer_from, c->call_name = outer_name;
    return c->failed ? nothing : x;
}

static Operand primary(Compiler *c)
{
    if (at_end(c)) return fail_here(c, "the expression ends where a value is needed");
    if (starts_number(c)) {
        double x;
        if (!number(c, &x)) return nothing;
        return (Operand){ 1, { cd_node_const(c, x), 0, 0 } };
    }
    if (accept(c, '(')) {
        write(c, "(");
        Operand x = expression(c);
        if (c->failed) return nothing;
        if (!accept(c, ')')) return fail_here(c, close_advice(c));
        write(c, ")");
        return x;
    }
    if (cd_is_letter(peek(c))) {
        int from = c->p;
        while (c->p < c->text.n && is_word_char(c->text.at[c->p])) c->p++;
        return call(c, (Text){ c->text.at + from, c->p - from }, from);
    }
    return fail_here(c, "a number, a name or a bracket is needed here");
}

/* ---- operators --------------------------------------------------------------------------------------------------- */

/* An operator that may fail at run time is a call of its own, so that a message can show its operands. */
static int operator_node(Compiler *c, Op op, int a, int b, int from)
{
    int outer = c->call;
    if (op == OP_DIV || op == OP_POW) {
        Call record = { .from = from, .to = (int)c->canonical.n, .first = c->argument.n, .n = 2 };
        ARRAY_PUSH(&c->scratch, &c->argument, a);
        ARRAY_PUSH(&c->scratch, &c->argument, b);
        ARRAY_PUSH(&c->scratch, &c->made, record);
        c->call = c->made.n - 1;
    }
    int node = cd_node_2(c, op, a, b);
    c->call = outer;
    return node;
}

/* Scalars as usual; vectors are added, scaled and, by "*", multiplied to a scalar. */
static Operand combine(Compiler *c, Op op, Operand a, Operand b, int from)
{
    if (c->failed || !a.n || !b.n) return nothing;
    if (a.n == 1 && b.n == 1) return (Operand){ 1, { operator_node(c, op, a.node[0], b.node[0], from), 0, 0 } };
    Operand r = { .n = 3 };
    if (a.n == 3 && b.n == 3 && (op == OP_ADD || op == OP_SUB)) {
        for (int i = 0; i < 3; i++) r.node[i] = cd_node_2(c, op, a.node[i], b.node[i]);
    } else if (a.n == 3 && b.n == 3 && op == OP_MUL) {
        int sum = cd_node_2(c, OP_MUL, a.node[0], b.node[0]);
        for (int i = 1; i < 3; i++) sum = cd_node_2(c, OP_ADD, sum, cd_node_2(c, OP_MUL, a.node[i], b.node[i]));
        return (Operand){ 1, { sum, 0, 0 } };
    } else if ((a.n == 3) != (b.n == 3) && (op == OP_MUL || (op == OP_DIV && a.n == 3))) {
        for (int i = 0; i < 3; i++)
            r.node[i] = operator_node(c, op, a.n == 3 ? a.node[i] : a.node[0], b.n == 3 ? b.node[i] : b.node[0], from);
    } else {
        return fail_here(c, "this operation does not go together with a vector");
    }
    return r;
}

static Operand power(Compiler *c)
{
    int from = (int)c->canonical.n;
    Operand base = primary(c);
    if (c->failed || !accept_power(c)) return base;
    write(c, "**");
    Operand exponent = factor(c);
    return combine(c, OP_POW, base, exponent, from);
}

static Operand factor(Compiler *c)
{
    if (c->depth > DEEPEST) {
        refuse(c, c->p, 1, EXPR_SYNTAX, "brackets, signs or powers are nested too deeply");
        return nothing;
    }
    c->depth++;
    Operand x;
    char sign = peek(c);
    if (sign == '+' || sign == '-') {
        c->p++;
        write(c, sign == '-' ? "-" : "+");
        x = factor(c);
        if (sign == '-')
            for (int i = 0; i < x.n && !c->failed; i++) x.node[i] = cd_node_1(c, OP_NEG, x.node[i]);
    } else {
        x = power(c);
    }
    c->depth--;
    return x;
}

static Operand term(Compiler *c)
{
    int from = (int)c->canonical.n;
    Operand x = factor(c);
    while (!c->failed && (peek(c) == '*' || peek(c) == '/')) {
        bool times = c->text.at[c->p++] == '*';
        write(c, times ? "*" : "/");
        Operand y = factor(c);
        x = combine(c, times ? OP_MUL : OP_DIV, x, y, from);
    }
    return x;
}

static Operand expression(Compiler *c)
{
    if (c->depth++ > DEEPEST) {
        refuse(c, c->p, 1, EXPR_SYNTAX, "brackets are nested too deeply");
        return nothing;
    }
    int from = (int)c->canonical.n;
    Operand x = term(c);
    while (!c->failed && (peek(c) == '+' || peek(c) == '-')) {
        bool plus = c->text.at[c->p++] == '+';
        write(c, plus ? " + " : " - ");
        Operand y = term(c);
        x = combine(c, plus ? OP_ADD : OP_SUB, x, y, from);
    }
    c->depth--;
    return x;
}

Operand cd_parse_expression(Compiler *c)
{
    Operand x = expression(c);
    if (!c->failed && !at_end(c)) {
        char ch = peek(c);
        fail_here(c, ch == ')'   ? "there is no opening bracket for this one"
                     : ch == ',' ? "a comma stands outside of any function"
                     : ch == '^' ? "^ is not an operator: a power is written **"
                                 : "an operator is missing here");
    }
    return x;
}

/* user = "USER" "(" [ constant { "," constant } ] ")" */
bool cd_parse_user(Compiler *c, RealList *constants)
{
    enum { MOST = 500 };
    double k[MOST];
    int n = 0;
    c->p = 0;
    while (peek(c) != '(') c->p++;
    c->p++;
    write(c, "USER(");
    while (!c->failed && peek(c) != ')') {
        int from = c->p;
        Operand x = expression(c);
        if (c->failed) break;
        if (x.n != 1 || n == MOST || !cd_node_is_const(c, x.node[0], &k[n])) {
            refuse(c, from, c->p - from, EXPR_SYNTAX, "USER takes constants");
            break;
        }
        n++;
        if (!accept(c, ',')) break;
        write(c, ", ");
    }
    if (!c->failed && !accept(c, ')')) fail_here(c, close_advice(c));
    write(c, ")");
    if (!c->failed && !at_end(c)) fail_here(c, "USER(...) stands alone; nothing may follow it");
    if (c->failed) return false;
    constants->at = ARENA_ARRAY(&c->model->arena, double, n);
    constants->n = n;
    if (n) memcpy(constants->at, k, sizeof(double) * (size_t)n);
    return true;
}
