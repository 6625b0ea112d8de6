/* compile.h - from the text of an expression to its program. */
#pragma once
#include "expr/program.h"

/* Compiles the expressions of one model; remembers what they read in common. */
typedef struct Compiler Compiler;
Compiler *cd_compiler_open(CdModel *model, CdLog *log);
void cd_compiler_close(Compiler *c);
Arena *cd_compiler_arena(Compiler *c); /* memory of the model that is made */

/* Compiles argument number field of an element: fills its Expr with program and canonical text. False, with a message
 * that points into the text, if it cannot be. offset: where each character of the text stood in source; source NULL:
 * not from a file. */
bool cd_compile(Compiler *c, Element *e, int field, const Source *source, const int *offset);

/* ---- for the functions of the language (functions.def): building nodes ------------------------------------------- */

/* Each returns the position of the new node; operations on constants are done at once. */
int cd_node_const(Compiler *c, double k);
int cd_node_1(Compiler *c, Op op, int a);
int cd_node_2(Compiler *c, Op op, int a, int b);
/* One of three by the sign of a; level: the lowest derivative in which they differ where a = 0. */
int cd_node_if(Compiler *c, int level, int a, int below, int equal, int above);
int cd_node_time(Compiler *c);
/* A node held between 0 and 1 whose ends make derivative number level of the result jump. */
int cd_node_clip(Compiler *c, int a, int level);
int cd_node_spline(Compiler *c, int x, int z, int spline_index, InterpolantMethod method, int order);
/* The shape of a CURVE, made when it is first asked for; NULL if its points are not known. */
const struct SpaceCurve *cd_compile_curve(Compiler *c, int curve);
bool cd_node_is_const(const Compiler *c, int node, double *k);

/* Says that an argument is out of range; the expression is given up. Returns a node, so that callers can return it. */
int cd_compile_refuse(Compiler *c, const char *why);

/* An argument of a function: a node, or the number written for an id, a marker or a constant. */
typedef struct FunctionArgument {
    int node;      /* e */
    int vector[3]; /* v */
    int number;    /* ids as table positions, n as it is */
} FunctionArgument;

typedef int Expander(Compiler *c, const FunctionArgument *arg, int n);

/* How a function becomes nodes. */
typedef enum FunctionClass {
    FUNCTION_CONSTANT,
    FUNCTION_TIME,
    FUNCTION_SYSTEM, /* detail: SystemValue */
    FUNCTION_UNARY,  /* detail: Op */
    FUNCTION_BINARY, /* detail: Op */
    FUNCTION_EXPAND,
    FUNCTION_MEASURE, /* detail: Measure, of markers */
    FUNCTION_BETWEEN, /* detail: Measure, of the load between two markers */
    FUNCTION_LOAD,    /* detail: KindIndex; (id, jflag, comp, rm) */
    FUNCTION_STATE,   /* detail: KindIndex; component from the second argument or the constant below */
    FUNCTION_VECTOR,  /* detail: Measure of the x component; three components at once */
    FUNCTION_USER     /* only as the whole expression */
} FunctionClass;

typedef struct Function {
    const char *name;
    const char *types; /* a letter per argument: e expression, m marker, o marker or 0, n whole number, v vector,
                          k element of kind `detail`, s SPLINE, c CURVE; ? before optional ones, * repeats the last */
    const char *names; /* for the manual: "x, x0, h0, x1, h1" */
    FunctionClass class;
    int detail;
    double constant;
    Expander *expand;
    const char *summary;
} Function;

extern const Function cd_functions[];
extern const int cd_function_count;

const Function *cd_function_find(Text name);
const char *cd_closest_function(Text name); /* that may be meant; NULL: none is so near */
/* Fewest and most arguments it takes. */
void cd_function_arity(const Function *f, int *least, int *most);

/* The elements that load marker i against marker j (-1: those that act on i alone), as positions in
 * model->wrench_read. */
typedef struct LoadIndex LoadIndex;
LoadIndex *cd_loads_open(CdModel *model);
int cd_loads_between(LoadIndex *loads, int i, int j, int *out, int room);
int cd_wrench_slot(CdModel *model, LoadIndex *loads, KindIndex kind, int index, int side);
void cd_loads_close(LoadIndex *loads);

/* The markers an element acts between: I and J (or JFLOAT), those of the joint for a motion; -1 where there is none. */
void cd_element_markers(const CdModel *model, KindIndex kind, int index, int *i, int *j);

/* A program for a text that belongs to no argument: what a standard request asks for. NULL if it does not compile. */
Program *cd_compile_text(Compiler *c, Element *e, const char *text);

/* The expanders of the rows. */
#define FUNCTION(name, types, names, class, detail, constant, expand, summary)
#define EXPANDED(name, types, names, detail, expander, summary) Expander cd_expand_##expander;
#include "expr/functions.def"
#undef FUNCTION

/* x at an earlier time. */
int cd_node_delay(Compiler *c, int x, int delay, int before);

/* A state as a leaf. */
int cd_node_state(Compiler *c, KindIndex kind, int index, int component);
