/* plugin.h - user routines: what FUNCTION = USER(r1, r2, ...)\ROUTINE = library::name calls.
 *
 * A routine is a C function in a shared object. It computes the value of an element from what it reads: measures of
 * markers, loads, variables and states, by the names of the expression language.
 *
 *     #include <cardan/plugin.h>
 *     int hardening(CdCall *call, double *out)
 *     {
 *         const int ids[2] = { (int)call->constant[0], (int)call->constant[1] };
 *         double r = call->read(call, "DM", 2, ids), k = call->constant[2];
 *         out[0] = -k * r * r * r;
 *         call->partial(call, 0, "DM", 2, ids, -3 * k * r * r);
 *         return 0;
 *     }
 *
 * The solver calls each routine once before a run with `listing` set: the routine then asks for everything it may ever
 * read, and states the partial derivatives it is going to state; all values read are zero and `out` is ignored. From
 * then on it may read nothing else. A routine that states no partial derivative while listing has them taken by
 * differences.
 *
 * The structure only ever grows at its end, together with CD_PLUGIN_VERSION. */
#pragma once
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

#define CD_PLUGIN_VERSION 3

/* CONTACT: a place where two shapes overlap, as seen from the marker of the shape of J and along its axes. */
typedef struct CdContactPoint {
    double penetration, rate; /* rate: speed at which the two bodies approach each other there */
    double point[3];          /* from the origin of that marker */
    double normal[3];         /* unit vector out of J */
    double slip[3];           /* velocity of I against J along the surface */
    double normal_force;      /* for friction */
    double mass;              /* of both bodies, as felt along the normal at this point, without joints */
    double onset;             /* rate where the shapes met last */
} CdContactPoint;

typedef enum CdContactInput {
    CD_PENETRATION,
    CD_RATE,
    CD_POINT, /* + 0, 1, 2 */
    CD_NORMAL = CD_POINT + 3,
    CD_SLIP = CD_NORMAL + 3,
    CD_NORMAL_FORCE = CD_SLIP + 3
} CdContactInput;

typedef struct CdCall CdCall;
struct CdCall {
    int version;           /* CD_PLUGIN_VERSION of the solver */
    const char *statement; /* "SFORCE", "GSE" ... */
    int id;
    bool listing; /* the first call: nothing counts but what is asked for */
    double time;
    int order; /* MOTION: the time derivative that is wanted, 0, 1 or 2; 0 otherwise */
    int constants;
    const double *constant; /* of USER(...) */
    int states, inputs;     /* GSE: its arrays X and U */
    const double *state, *input;

    /* The value of a function of the language, read("DX", 3, {21, 31, 31}) for DX(21, 31, 31), at the present state. */
    double (*read)(CdCall *call, const char *function, int n, const int *arguments);
    /* The derivative of output number k by what such a function gives. Those not stated are zero. */
    void (*partial)(CdCall *call, int output, const char *function, int n, const int *arguments, double derivative);
    /* GSE: the derivative by a state or an input, counted from 0. */
    void (*partial_state)(CdCall *call, int output, int state, double derivative);
    void (*partial_input)(CdCall *call, int output, int input, double derivative);
    void *solver;

    /* Since version 2. GSE: its array XD; with IMPLICIT the rates of its states, as many as these, and the derivative
     * by one of them. */
    int samples, rates;
    const double *sample, *rate;
    void (*partial_rate)(CdCall *call, int output, int state, double derivative);

    /* Since version 3. CONTACT: where it touches, NULL of other statements; and the derivative by one of those
     * numbers. */
    const CdContactPoint *contact;
    void (*partial_contact)(CdCall *call, int output, int input, double derivative);
};

/* Fills out: 1 number for SFORCE, MOTION, VARIABLE, DIFF, GCON and SENSOR; 3 for VFORCE and VTORQUE; 6 for GFORCE and
 * FIELD (forces, torques); 8 for REQUEST; 1 for CRATIO of a FLEX_BODY; 6 and one per mode in use for MFORCE; 6 per node for
 * FE_LOAD; for CONTACT the normal force and the damper in it (which also resists rocking of a patch; 0: none), friction
 * along the axes of J on I, or with FUNCTION all five; for GSE the rates of its states, or with IMPLICIT what is kept
 * at zero, then its outputs, then what its sampled states become when they are sampled. Returns 0, or a code that the
 * message about the failure shows. */
typedef int CdRoutine(CdCall *call, double *out);

#ifdef __cplusplus
}
#endif
