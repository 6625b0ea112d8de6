/* user.h - user routines as programs: a program whose value a routine computes from its nodes, which are time and what it reads. */
#pragma once
#include "expr/program.h"

typedef struct UserRoutine UserRoutine;

/* Output number `output` from the values of the nodes; the first is time. NAN if the routine gives up. */
double cd_user_value(UserRoutine *u, int output, const double *node);
/* Its derivatives by the nodes, as the routine states them or by differences. */
void cd_user_slopes(UserRoutine *u, int output, const double *node, double *slope);
/* Time derivatives of order 0, 1, 2, for motions. */
void cd_user_time(UserRoutine *u, int output, double time, double out[3]);
/* Says what went wrong when it was called last. */
void cd_user_explain(const UserRoutine *u, double value, CdLog *log);

/* Opens the libraries that the statements of a model name and gives every USER(...) its programs. The model must not be in use yet; the
 * libraries stay open as long as it lives. False, with messages, if something is missing; once done it does nothing. */
bool cd_user_open(CdModel *model, CdLog *log);
