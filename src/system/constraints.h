/* constraints.h - all constraint equations of a model: rows, who states them, what drives them. */
#pragma once
#include "kinematics/constrain.h"
#include "kinematics/dots.h"
#include "system/general.h"

/* f(t) of a driven row, carried to displacement level: a velocity or acceleration is integrated in time as the run
 * goes. */
typedef struct Drive {
    const Expr *function;
    const Element *element;
    int level;
    bool disp_given, vel_given;
    double disp, vel;  /* initial values, given or taken from the model */
    double t, f, rate; /* displacement (and rate) at the time reached so far: levels 1 and 2 */
} Drive;

typedef struct Row {
    const Element *element;
    KindIndex kind;
    int index; /* element in the table of its kind */
    const char *name;
    int first, terms; /* in Constraints.term */
    bool keep_start;
    double offset;       /* phi = sum of terms - offset - f(t) */
    int drive;           /* in Constraints.drive; -1: none */
    int general;         /* in Constraints.general: the row is an expression; -1: a sum of terms */
    bool velocity_level; /* an equation of velocities: it does not act on positions */
    bool nonlinear;      /* in velocities, so that its gradient depends on them */
    bool unilateral;     /* phi >= 0: an equation only while the contact is closed (System.closed) ... */
    double restitution;  /* ... with this coefficient in impacts */
    bool tangent;        /* its rate is slip of the unilateral row before it; an equation only while that sticks */
    double mu, sliding;  /* ... and the coefficients of friction, sticking and sliding */
    bool initial;        /* counts only while initial conditions are found; offset is the value asked for */
    bool rate_given;
    double rate, start_rate; /* initial rows: the first rate asked for, and that which the others allow */
} Row;

typedef struct Constraints {
    const Mechanism *m;
    int rows, terms, drives, generals, windings;
    int unilaterals;   /* rows that are */
    int tangents;      /* rows that are */
    int term_windings; /* those of terms come first, then those of expressions */
    Row *row;
    Term *term;
    Drive *drive;
    General *general;
    GeneralRoom general_room;
    double time;  /* at which expressions are evaluated; set by whoever prepares an evaluation */
    double *room; /* scratch for the programs of drives */
} Constraints;

/* The rows of every active constraint; active: a flag per element of each kind, NULL: all. */
typedef struct Activity {
    bool *on[KIND_COUNT]; /* NULL: all on */
} Activity;
Constraints *cd_constraints_new(Arena *arena, Mechanism *m,
                                const Activity *active); /* adds parameters of curves to m */

/* Takes the offsets of rows that keep their start from the present state, and the initial values of drives. */
void cd_constraints_start(Constraints *c, State *s);

/* Drives given as rates begin where the model is, and with the rate it has, unless the dataset says. */
void cd_constraints_begin(Constraints *c, const State *s, const BodyMotion *body);

/* Carries drives given as rates to time t. False, with a message, if a function fails. */
bool cd_constraints_advance(Constraints *c, double t, CdLog *log);

/* f, f', f'' of a driven row at time t. */
bool cd_drive_eval(Constraints *c, const Drive *d, double t, double out[3], CdLog *log);

/* The third derivative of the same f, whose function has a value at time t. */
double cd_drive_third(const Constraints *c, const Drive *d, double t);

/* One row: terms and derivatives as in rows.h; value with offset and f taken off. f: f, f', f'' of its drive, or
 * NULL. */
void cd_constraint_row(const Constraints *c, int row, const BodyMotion *body, const double *winding, const double *f,
                       RowLevel level, RowEval *out);

/* Which part of a surface is nearest to a row's gap (general.h); 0 of other rows. */
int cd_constraint_feature(const Constraints *c, int row, const BodyMotion *body);
/* Whether a row is the gap of shapes in closed form, or slip there. */
bool cd_constraint_has_shape(const Constraints *c, int row);
/* Whether it is that of edges that do not cross, which cannot touch as they are. */
bool cd_constraint_is_apart(const Constraints *c, int row, const BodyMotion *body);
/* Whether it is there to see solids that have passed each other, and never closes. */
bool cd_constraint_closes_never(const Constraints *c, int row);
/* The row keeps to this part, so that nothing of it jumps; FEATURE_FREE: to the nearest. */
void cd_constraint_hold(Constraints *c, int row, int feature);
/* G v of a row evaluated with its gradient. */
double cd_row_rate(const Constraints *c, const RowEval *e, const double *v);

/* After an accepted point: angles move along with their branch. */
void cd_constraints_wind(const Constraints *c, const BodyMotion *body, double *winding);

/* Whether all points of contact are on their curves; says which has left its open curve. */
bool cd_constraints_on_curves(const Constraints *c, const State *s, CdLog *log);

/* The first that states an equation which is not linear in velocities; NULL: none. */
const Element *cd_constraints_nonlinear(const Constraints *c);

/* First row of an element, -1 if it has none in force. */
int cd_constraints_first(const Constraints *c, KindIndex kind, int index);

/* "JOINT/3 (PIN) Zi.Xj" */
const char *cd_row_label(const Constraints *c, int row, char room[CD_LABEL_ROOM]);
