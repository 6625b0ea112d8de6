/* elements.c - what an element costs: nanoseconds per residual and per matrix, for each kind of load, state and
 * friction. Many copies of an element act between two bodies; the same model without them is taken off. The last column
 * is the error of one column of the matrix against differences of the residual. */
#include "expr/user.h"
#include "system/equations.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

enum { COPIES = 200 };

static const char head[] =
    "bench\nPART/1, GROUND\nMARKER/10, PART=1\nMARKER/15, PART=1, FLOATING\n"
    "PART/2, MASS=1, CM=20, IP=1,2,3, QG=1,0.1,0.2, REULER=0.1,0.2,0.3, VX=0.3, VY=0.2, WZ=0.4, WX=0.1\nMARKER/20, PART=2\n"
    "MARKER/21, PART=2, QP=0.1,0.2,0.3\n";

/* %1$d is a number that differs from copy to copy. */
static const struct {
    const char *name, *statements;
} kinds[] = {
    { "SFORCE line", "SFORCE/%1$d, I=21, J=10, TRANSLATION, FUNCTION=-5*(DM(21,10)-1)-VR(21,10)\n" },
    { "SFORCE torque", "SFORCE/%1$d, I=21, J=10, ROTATION, FUNCTION=-5*AZ(21,10)-WZ(21,10,10)\n" },
    { "VFORCE", "VFORCE/%1$d, I=21, JFLOAT=15, RM=10, FX=-DX(21)\\FY=-DY(21)\\FZ=-DZ(21)\\\n" },
    { "VTORQUE", "VTORQUE/%1$d, I=21, JFLOAT=15, RM=10, TX=-AX(21)\\TY=-AY(21)\\TZ=-AZ(21)\\\n" },
    { "GFORCE",
      "GFORCE/%1$d, I=21, JFLOAT=15, RM=10, FX=-DX(21)\\FY=-DY(21)\\FZ=-DZ(21)\\TX=-AX(21)\\TY=-AY(21)\\TZ=-AZ(21)\\\n" },
    { "SPRINGDAMPER", "SPRINGDAMPER/%1$d, TRANSLATION, I=21, J=10, K=5, C=1, LENGTH=1\n" },
    { "torsion spring", "SPRINGDAMPER/%1$d, ROTATION, I=21, J=10, KT=5, CT=1\n" },
    { "BUSHING", "BUSHING/%1$d, I=21, J=10, K=1,2,3, KT=1,2,3, C=1,2,3, CT=1,2,3\n" },
    { "FIELD",
      "FIELD/%1$d, I=21, J=10, LENGTH=0,0,0,0,0,0, CRATIO=0.1, KMATRIX= 11,2,3,4,5,6, 7,18,9,10,11,12, 13,14,25,16,17,18\n"
      ", 1,2,3,14,5,6, 1,2,3,4,15,6, 6,5,4,3,2,11\n" },
    { "BEAM", "BEAM/%1$d, I=21, J=10, LENGTH=1, AREA=1, IXX=1, IYY=1, IZZ=1, EMODULUS=10, GMODULUS=4, CRATIO=0.1\n" },
    { "NFORCE, 1 marker",
      "MATRIX/%1$d, FULL=RORDER, ROWS=6, COLUMNS=6, VALUES=9,1,0,0,0,0, 1,8,0,0,0,0, 0,0,7,0,0,0, 0,0,0,2,0,0, 0,0,0,0,2,0\n"
      ", 0,0,0,0,0,2\nNFORCE/%1$d, MARKERS=21, J=10, KMATRIX=%1$d, CRATIO=0.02\n" },
    { "VARIABLE", "VARIABLE/%1$d, FUNCTION=DX(21,10)*VX(21,10)\nDIFF/%1$d, FUNCTION=VARVAL(%1$d)-DIF(%1$d)\n" },
    { "DIFF", "DIFF/%1$d, FUNCTION=DX(21,10)-DIF(%1$d)\n" },
    { "TFSISO, order 3",
      "VARIABLE/%1$d, FUNCTION=DX(21,10)\nARRAY/%1$d, U, VARIABLES=%1$d\nARRAY/1%1$d, X\nARRAY/2%1$d, Y\n"
      "TFSISO/%1$d, U=%1$d, X=1%1$d, Y=2%1$d, NUMERATOR=1,2, DENOMINATOR=1,2,3,4\n" },
    { "LSE, order 2",
      "VARIABLE/%1$d, FUNCTION=DX(21,10)\nARRAY/%1$d, U, VARIABLES=%1$d\nARRAY/1%1$d, X\nARRAY/2%1$d, Y\n"
      "MATRIX/%1$d, FULL=RORDER, ROWS=2, COLUMNS=2, VALUES=-1,0.2,0.3,-2\n"
      "MATRIX/1%1$d, FULL=RORDER, ROWS=2, COLUMNS=1, VALUES=1,2\nMATRIX/2%1$d, FULL=RORDER, ROWS=1, COLUMNS=2, VALUES=2,7\n"
      "LSE/%1$d, X=1%1$d, U=%1$d, Y=2%1$d, A=%1$d, B=1%1$d, C=2%1$d\n" },
    { "GSE, 1 state",
      "VARIABLE/%1$d, FUNCTION=DX(21,10)\nARRAY/%1$d, U, VARIABLES=%1$d\nARRAY/1%1$d, X, SIZE=1\nARRAY/2%1$d, Y, SIZE=1\n"
      "GSE/%1$d, NS=1, NO=1, NI=1, X=1%1$d, U=%1$d, Y=2%1$d, FUNCTION=USER(4)\\ROUTINE=" ROUTINES "::limited\n" },
#define JOINED(type)                                                                                                   \
    "PART/%1$d, MASS=1, CM=%1$d, IP=1,1,1, WZ=0.2\nMARKER/%1$d, PART=%1$d\nMARKER/1%1$d, PART=1\n"                     \
    "JOINT/%1$d, " type ", I=%1$d, J=1%1$d\n"
    { "a part on a joint", JOINED("SPHERICAL") },
    { "+ in SPHERICAL", JOINED("SPHERICAL") "FRICTION/%1$d, JOINT=%1$d\n" },
    { "+ in REVOLUTE", JOINED("REVOLUTE") "FRICTION/%1$d, JOINT=%1$d\n" },
    { "+ in TRANSLATIONAL", JOINED("TRANSLATIONAL") "FRICTION/%1$d, JOINT=%1$d\n" },
    { "+ in CYLINDRICAL", JOINED("CYLINDRICAL") "FRICTION/%1$d, JOINT=%1$d\n" },
    { "+ in HOOKE", JOINED("HOOKE") "FRICTION/%1$d, JOINT=%1$d\n" },
    { "+ in UNIVERSAL", JOINED("UNIVERSAL") "FRICTION/%1$d, JOINT=%1$d\n" },
};

typedef struct Cost {
    double residual, matrix, error;
} Cost;

/* The error of the column of the first body's z against central differences. */
static double column_error(Equations *e, const Maps *maps)
{
    int n = cd_equations_unknowns(e);
    Arena scratch = { 0 };
    double *d = ARENA_ARRAY(&scratch, double, n), *column = ARENA_ARRAY(&scratch, double, n);
    double *plus = ARENA_ARRAY(&scratch, double, n), *minus = ARENA_ARRAY(&scratch, double, n), worst = 0, size = 1;
    const double h = 1e-5;
    d[2] = 1;
    cd_equations_apply(e, d, column);
    for (int side = 0; side < 2; side++) {
        double x = side ? -h : h;
        cd_state_move(e->s->m, &e->s->state, d, x * maps->body[0].q), e->s->state.v[2] += x * maps->body[0].v;
        cd_equations_prepare(e, NULL);
        cd_equations_residual(e, side ? minus : plus);
        cd_state_move(e->s->m, &e->s->state, d, -x * maps->body[0].q), e->s->state.v[2] -= x * maps->body[0].v;
    }
    for (int i = 0; i < n; i++) size = fmax(size, fabs(column[i]));
    for (int i = 0; i < n; i++) {
        bool constraint = i >= e->s->m->nv && i < e->s->m->nv + e->s->in_use.n;
        if (!constraint) worst = fmax(worst, fabs((plus[i] - minus[i]) / (2 * h) - column[i]) / size);
    }
    cd_arena_close(&scratch);
    return worst;
}

static Cost cost_of(const char *statements)
{
    enum { ROUNDS = 7, CALLS = 20 };
    char *text;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    fputs(head, out);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    for (int i = 0; i < COPIES && statements; i++) fprintf(out, statements, 1000 + i);
#pragma GCC diagnostic pop
    fputs("END\n", out);
    fclose(out);
    CdLog *log = cd_log_open();
    CdModel *model = cd_model_read_text("bench.adm", text, length, log);
    if (!model) {
        cd_log_print(log, stderr);
        exit(1);
    }
    if (!cd_user_open(model, log)) {
        cd_log_print(log, stderr);
        exit(1);
    }
    System *s = cd_system_open(model, NULL);
    Equations *e = cd_equations(s);
    BodyMap *map = cd_take(sizeof *map * (size_t)s->m->bodies);
    for (int b = 0; b < s->m->bodies; b++) map[b] = (BodyMap){ .q = 1, .v = 10, .V = m3_scale(m3_identity(), 10) };
    Maps maps = { .body = map, .z = 1, .rate = 10 };
    double *r = cd_take(sizeof(double) * (size_t)(s->m->nv + s->c->rows + e->aux.n));
    Cost best = { INFINITY, INFINITY, 0 };
    cd_equations_prepare(e, log);
    cd_equations_wind(e);
    cd_system_use_all(s, ROWS_LASTING);
    for (int k = 0; k < s->c->rows; k++) s->state.lambda[k] = 1 + k % 3;
    for (int k = e->aux.differential; k < e->aux.n; k++) e->aux.z[k] = 1 + k % 5;
    cd_equations_prepare(e, log);
    cd_equations_matrix(e, &maps); /* makes the pattern */
    for (int round = 0; round < ROUNDS; round++) {
        double at = seconds();
        for (int i = 0; i < CALLS; i++) cd_equations_prepare(e, log), cd_equations_residual(e, r);
        best.residual = fmin(best.residual, (seconds() - at) / CALLS);
        at = seconds();
        for (int i = 0; i < CALLS; i++) cd_equations_matrix(e, &maps);
        best.matrix = fmin(best.matrix, (seconds() - at) / CALLS);
    }
    best.error = column_error(e, &maps);
    free(r), free(map), free(text);
    cd_system_close(s);
    cd_model_close(model);
    cd_log_close(log);
    return best;
}

int main(void)
{
    Cost none = cost_of(NULL);
    printf("%-20s %12s %12s %10s\n", "element", "residual ns", "matrix ns", "error");
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        Cost c = cost_of(kinds[k].statements);
        printf("%-20s %12.0f %12.0f %10.1g\n", kinds[k].name, 1e9 * (c.residual - none.residual) / COPIES,
               1e9 * (c.matrix - none.matrix) / COPIES, c.error);
    }
    return 0;
}
