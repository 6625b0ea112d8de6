/* rows.h - scalar equations between markers and everything that is asked of them.
 *
 * An equation is a sum of terms minus a function of time. A term is made of dot products of vectors that bodies carry:
 * a coordinate of one marker in the axes of another, an angle between them. For each row there are, exactly:
 *   value  phi(q, t);  G: d(phi) = G (dr, dpi), also phi' = G v + phi_t;  quad = (dG/dt) v;
 *   rate_t = phi_t, what the first rate has beyond G v and its function of time; its d/dq;
 *   K = dG^T/dq, so that d(G^T lambda)/dq = lambda K and d(G v)/dq = v^T K;  d(quad)/dq and d(quad)/dv.
 * The acceleration equation is G v' = gamma, gamma = f'' - quad where f is the function of time. */
#pragma once
#include "kinematics/mechanism.h"

/* A vector that a marker carries: its origin (axis -1) or one of its axes; marker -1 is the ground frame. Of a term,
 * plus and minus may be either; along and sine are axes. */
typedef struct Vector {
    int marker, axis;
} Vector;

typedef enum TermType {
    TERM_DOT,   /* (plus - minus) . along */
    TERM_ANGLE, /* angle of plus in the plane of along (cosine) and sine, counted beyond a turn */
    TERM_ASIN,  /* asin(plus . along) */
    TERM_CURVE, /* (plus - minus) . along times coordinates of curves */
    /* component `axis` of plus of the rotation vector of its marker against that of along, in the axes of that */
    TERM_TURN,
    /* of rows of velocities: the angular velocity of the marker of plus against that of along, along that axis */
    TERM_SPIN,
    TERM_MODES /* a linear, or with `square` a quadratic form of modal coordinates */
} TermType;

/* A coordinate of a curve, or its derivative, at the parameter that is this body. */
typedef struct CurveFactor {
    int body, component, order;
} CurveFactor;

typedef struct Term {
    TermType type;
    double coefficient;
    Vector plus, minus, along, sine;
    bool difference; /* whether minus counts */
    int winding;     /* TERM_ANGLE: slot in State.winding */
    int factors;     /* TERM_CURVE */
    CurveFactor factor[2];
    int first, groups;  /* TERM_MODES: bodies of the coordinates */
    const double *form; /* of these: three per body */
    const Mat3 *square; /* groups x groups, symmetric: half of what it makes is added; NULL: the form is linear */
} Term;

/* Bodies of a row that its gradient changes with, and with them those that it is linear in, which stand last: groups of
 * modes. */
enum { ROW_BODIES = 8, ROW_WIDTH = ROW_BODIES + FLEX_MOST_MODES / 3 + 2 };

/* The derivatives of one row. Bodies are listed once; r in ground axes, pi in body axes. */
typedef struct RowEval {
    double value, quad, rate_t;
    int n, curved;      /* curved: those that K has blocks of */
    const Term *square; /* of the bodies behind `curved` K has the blocks coefficient square[][]; NULL: none */
    int body[ROW_WIDTH];
    Vec3 r[ROW_WIDTH], pi[ROW_WIDTH]; /* G */
    Vec3 rate_t_q_r[ROW_WIDTH], rate_t_q_pi[ROW_WIDTH];
    Vec3 quad_q_r[ROW_WIDTH], quad_q_pi[ROW_WIDTH];
    Vec3 quad_v_r[ROW_WIDTH], quad_v_pi[ROW_WIDTH];
    /* K by pairs of bodies: rows dG_r, dG_pi; columns dr, dpi */
    Mat3 rr[ROW_BODIES][ROW_BODIES], rp[ROW_BODIES][ROW_BODIES], pr[ROW_BODIES][ROW_BODIES], pp[ROW_BODIES][ROW_BODIES];
} RowEval;

/* How much of it: the value; with G; with quad; with K; with derivatives of quad. */
typedef enum RowLevel { ROW_VALUE, ROW_SLOPE, ROW_GRADIENT, ROW_STIFFNESS, ROW_ALL } RowLevel;

/* Adds a term to out (which the caller has cleared with cd_row_clear). winding: State.winding. */
void cd_row_clear(RowEval *out);
/* Place of a body in the lists of out, added with zeros if it is not there. */
int cd_row_slot(RowEval *out, int body, RowLevel level);
/* How many groups of modes K has blocks of, behind `curved`; and its block of two of them. */
int cd_row_squares(const RowEval *row);
Mat3 cd_row_square(const RowEval *row, int k, int l);
void cd_term_add(const Mechanism *m, const BodyMotion *body, const double *winding, const Term *term, RowLevel level,
                 RowEval *out);
double cd_term_value(const Mechanism *m, const BodyMotion *body, const double *winding, const Term *term);
