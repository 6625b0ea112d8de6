/* compiler.h - the inside of the compiler, shared by parse.c (text to calls) and compile.c (calls to nodes). */
#pragma once
#include "base/map.h"
#include "expr/compile.h"

/* A value while parsing: one node, or three for a vector. */
typedef struct Operand {
    int n; /* 1 or 3; 0 after an error */
    int node[3];
} Operand;

struct Compiler {
    CdModel *model;
    CdLog *log;
    LoadIndex *loads;
    Arena scratch; /* one expression */
    Map same;      /* (operation, operands) to node of the expression at hand */
    Map states;    /* (kind, index, component) to position in model->state_read */

    /* the expression at hand */
    const Element *element;
    const Field *field;
    const Source *source;
    const int *offset;
    Text text;
    int p, depth;
    bool failed;
    bool time_only;  /* of a motion */
    bool constraint; /* of a GCON */
    bool damping;    /* of modes, CRATIO of a FLEX_BODY */
    int call;        /* the call being parsed, for new nodes; -1: none */
    int call_from;   /* where it stands in the text, for messages */
    const char *call_name;
    TextBuffer canonical;
    ARRAY_OF(Node) node;
    ARRAY_OF(Leaf) leaf;
    ARRAY_OF(Kink) kink;
    bool inner; /* the switching points at hand lie within a contact */
    ARRAY_OF(Call) made;
    ARRAY_OF(int) argument;
    ARRAY_OF(int) load;
    ARRAY_OF(Delay) delay;
    ARRAY_OF(const Interpolant *) spline;
    int *spliced; /* per VARIABLE: its node, where its program has been taken over */
};

/* parse.c: the whole text as one expression, or USER(...) with its constants. */
Operand cd_parse_expression(Compiler *c);
bool cd_parse_user(Compiler *c, RealList *constants);

/* compile.c */
CdPlace cd_compile_place(const Compiler *c, int from, int n);
int cd_node_leaf(Compiler *c, Leaf leaf);
void cd_kink(Compiler *c, KinkType type, int a, int b, double offset, int level);
Operand cd_call_function(Compiler *c, const Function *f, const FunctionArgument *arg, int n);

/* constraint.c: what an expression that is kept at zero may say. */
bool cd_constraint_may_read(const CdModel *model, const Leaf *leaf);
void cd_check_constraint(Compiler *c, const Program *p);

/* Refuses the expression with a message at [from, from + n) of its text. */
#define refuse(c, from, n, code, ...)                                                                                  \
    do {                                                                                                               \
        if (!(c)->failed) {                                                                                            \
            char label_[CD_LABEL_ROOM], key_[64];                                                                      \
            snprintf(key_, sizeof key_, "%.*s", TEXT_ARG(cd_field_key((c)->field)));                                   \
            cd_log_kind((c)->log, (c)->element->kind, cd_compile_place((c), (from), (n)), code,                        \
                        cd_label((c)->element, label_), key_, __VA_ARGS__);                                            \
        }                                                                                                              \
        (c)->failed = true;                                                                                            \
    } while (0)
