/* primitive.h - one operation of a program: its value, and its derivatives with respect to its operands a and b. */
#pragma once
#include "expr/program.h"

typedef struct Local {
    double a, b, aa, ab, bb;
} Local;

typedef struct Third {
    double aaa, aab, abb, bbb;
} Third;

/* Of node n, which is neither a constant nor a leaf; v holds the values of all nodes before it. */
double cd_primitive_value(const Program *p, const Node *n, const double *v);
/* Of node number i, whose value is in v too; an IF has none of its own. */
Local cd_primitive_local(const Program *p, const Node *n, const double *v, int i);
Third cd_primitive_third(const Program *p, const Node *n, const double *v, int i);

bool cd_has_second_operand(const Node *n);
/* The branch an IF takes. */
int cd_branch_taken(const Node *n, const double *v);
