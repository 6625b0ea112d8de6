/* model.h - what the dataset says, resolved and checked; constant once built. Elements of a kind stand in one table
 * sorted by id and refer to each other by their position there (-1: none, or the ground frame). */
#pragma once
#include "model/kind.h"

#include <pthread.h>

typedef struct Table {
    Element *at; /* sorted by id */
    void *data;  /* parameter structs of all elements, one behind the other */
    int n;
} Table;

/* Something expressions read that is not the motion of a marker: it gets an unknown of its own; what nobody reads has
 * none. */
typedef struct StateRead {
    KindIndex kind; /* VARIABLE, DIFF, ARRAY, SENSOR ... */
    int index, component;
} StateRead;

/* The load of an element on one side: 0 the body of I, 1 that of J. */
typedef struct WrenchRead {
    KindIndex kind;
    int index, side;
} WrenchRead;

struct CdModel {
    Arena arena;
    Text title, headline; /* 80 bytes at most, as the language has it; the whole line */
    Table table[KIND_COUNT];

    /* what its expressions ask for, all told; ExprContext supplies it in this order */
    ARRAY_OF(StateRead) state_read;
    ARRAY_OF(WrenchRead) wrench_read;
    int windings; /* slots that keep angles on their branch */
    int delays;   /* values remembered for DELAY */
    int jumps;    /* of IF and SIGN, which motions can be held on */
    /* per VARIABLE: a MOTION or GCON has its FUNCTION for its own; NULL: none */
    bool *taken_over;
    ARRAY_OF(void *) library;               /* opened for user routines */
    bool routines_open;                     /* every USER(...) has its programs */
    const struct Interpolant **interpolant; /* one per SPLINE, NULL where no expression reads it; NULL: none does */
    const struct SpaceCurve **curve;        /* one per CURVE, NULL where a routine gives it; NULL: there are none */
    pthread_mutex_t making;                 /* of the shapes: several simulations may ask for them at once */
    /* of CONTACTs (contact/stated.h), made when first asked for; NULL: so far not */
    struct StatedShapes *shapes;
    void (*close_shapes)(struct StatedShapes *shapes);
};

/* The first of n elements, sorted by id, whose id is not below the given one; n if there is none. */
int cd_id_position(const Element *at, int n, int id);

/* Position of an id in the table of its kind, -1 if it is not there. */
int cd_model_find(const CdModel *model, KindIndex kind, int id);

/* The id of element i of a kind; 0 for i < 0. */
int cd_model_id(const CdModel *model, KindIndex kind, int i);

/* The parameters of element i of a kind: MODEL_AT(model, marker, Marker, i). */
#define MODEL_AT(model, kind, T, i) ((const T *)(model)->table[KIND_##kind].data + (i))

/* The marker argument of an element called key; -1 if it has none. */
int cd_marker_argument(const Element *e, const char *key);

/* The element of a kind without id, or NULL. */
const Element *cd_model_setting(const CdModel *model, KindIndex kind);

/* A number of a kind without id: as stated, or its default. */
double cd_model_number(const CdModel *model, KindIndex kind, const char *key);

/* Whether a word stands in a statement without id: REQSAVE in OUTPUT. */
bool cd_model_flag(const CdModel *model, KindIndex kind, const char *word);

/* Units: factors to SI, and the factor in F = m a / ucf. */
typedef struct Units {
    double force, mass, length, time, ucf;
    bool named; /* false: no units were stated, the numbers are consistent as they are */
} Units;
Units cd_model_units(const CdModel *model);
