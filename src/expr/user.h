/* user.h - user routines as programs: a program whose value a routine computes from its nodes, which are time and what
 * it reads. */
#pragma once
#include "expr/along.h"

typedef struct UserRoutine UserRoutine;

/* Output number `output` from the values of the nodes; the first is time. NAN if the routine gives up. */
double cd_user_value(UserRoutine *u, int output, const double *node);
/* Its derivatives by the nodes, as the routine states them or by differences. */
void cd_user_slopes(UserRoutine *u, int output, const double *node, double *slope);
/* Time derivatives of order 0, 1, 2, for motions. */
void cd_user_time(UserRoutine *u, int output, double time, double out[3]);
/* Output 0 along a motion, from its nodes along it; order and mixed as in along.h. Of a GCON only. */
Jet cd_user_along(UserRoutine *u, const double *value, const Jet *jet, AlongOrder order, bool mixed);
/* Whether it gave no number when it was called last. */
bool cd_user_failed(const UserRoutine *u);
/* Says what went wrong when it was called last. */
void cd_user_explain(const UserRoutine *u, double value, CdLog *log);

/* Second and third derivatives of a routine at the point asked for last. */
typedef struct Curvature Curvature;
Curvature *cd_curvature_new(Arena *arena, const Program *inputs);
Curvature *cd_user_curvature(UserRoutine *u);
bool cd_user_states_partials(const UserRoutine *u);
/* From now on it gives no number, for this reason. */
void cd_user_refuse(UserRoutine *u, const char *why);

/* Opens the libraries that the statements of a model name and gives every USER(...) its programs. The model must not be
 * in use yet; the libraries stay open as long as it lives. False, with messages, if something is missing; once done it
 * does nothing. */
bool cd_user_open(CdModel *model, CdLog *log);
