/* field.h - the arguments of a statement as data: name, type, default, dimension, documentation. Reader, writer,
 * manual, copy, comparison and property tests all work from these rows; no other code knows the arguments of a
 * statement. */
#pragma once
#include "base/text.h"

#include <stdint.h>

typedef struct Program Program;

/* Lists inside parameter structs. */
typedef struct RealList {
    double *at;
    int n;
} RealList;

typedef struct RealRows { /* an argument given several times, a list each time */
    RealList *at;
    int n, room;
} RealRows;

typedef struct IntList {
    int *at;
    int n;
} IntList;

typedef struct TextList {
    Text *at;
    int n, room;
} TextList;

/* A function expression: FUNCTION = text, or FUNCTION = USER(r1, r2, ...). */
typedef struct Expr {
    Text text; /* in canonical spelling once the model is finished */
    bool user; /* USER(...): a routine computes it from the constants below */
    RealList constant;
    Program *program; /* compiled when the model is finished; NULL for USER and for an absent expression */
    int origin;       /* while building: 1 + position in the list of origins; 0: not read from a file */
} Expr;

/* What an argument looks like in the dataset, and the member of the parameter struct that holds it. */
typedef enum FieldType {
    FIELD_END,
    FIELD_FLAG,   /* WORD                           bool */
    FIELD_CHOICE, /* one of several bare words      int, position in words; -1 absent */
    FIELD_WORD,   /* KEY = WORD                     int, position in words; -1 absent */
    FIELD_WORDS,  /* KEY = W1:W2:...                unsigned, bit per position in words */
    FIELD_TOGGLE, /* KEY = T:F:...                  TextList of words, order kept */
    FIELD_INT,    /* KEY = i                        int */
    FIELD_INTS,   /* KEY = i1, i2, ...              IntList */
    FIELD_REAL,   /* KEY = r                        double */
    FIELD_REALN,  /* KEY = r1, ..., rn              double[n] */
    FIELD_REALS,  /* KEY = r1, r2, ...              RealList */
    FIELD_ROWS,   /* KEY = r1, r2, ... repeatable   RealRows */
    FIELD_REF, /* KEY = id                       int: id while building, index into its kind's table after; -1 absent */
    FIELD_REFS,  /* KEY = id1, id2, ...            IntList, likewise */
    FIELD_EXPR,  /* KEY = expression [\]           Expr */
    FIELD_TEXT,  /* KEY = anything to the line end Text */
    FIELD_NAME,  /* KEY = name or "quoted"         Text */
    FIELD_NAMES, /* KEY = name1:name2 or n1, n2    TextList */
} FieldType;

/* Whether its values are whole numbers: counts and ids. */
static inline bool cd_is_whole(FieldType t)
{
    return t == FIELD_INT || t == FIELD_INTS || t == FIELD_REF || t == FIELD_REFS;
}

/* Dimensions, as exponents of force, mass, length, time, angle. */
#define DIMENSIONS(D)                                                                                                  \
    D(NONE, "", 0, 0, 0, 0, 0)                                                                                         \
    D(FORCE, "force", 1, 0, 0, 0, 0)                                                                                   \
    D(MASS, "mass", 0, 1, 0, 0, 0)                                                                                     \
    D(LENGTH, "length", 0, 0, 1, 0, 0)                                                                                 \
    D(TIME, "time", 0, 0, 0, 1, 0)                                                                                     \
    D(ANGLE, "angle", 0, 0, 0, 0, 1)                                                                                   \
    D(INERTIA, "mass*length**2", 0, 1, 2, 0, 0)                                                                        \
    D(VELOCITY, "length/time", 0, 0, 1, -1, 0)                                                                         \
    D(ANGULAR_VELOCITY, "angle/time", 0, 0, 0, -1, 1)                                                                  \
    D(ACCELERATION, "length/time**2", 0, 0, 1, -2, 0)                                                                  \
    D(ANGULAR_ACCELERATION, "angle/time**2", 0, 0, 0, -2, 1)                                                           \
    D(DEGREES, "degree", 0, 0, 0, 0, 0)                                                                                \
    D(TORQUE, "force*length", 1, 0, 1, 0, 0)                                                                           \
    D(STIFFNESS, "force/length", 1, 0, -1, 0, 0)                                                                       \
    D(DAMPING, "force*time/length", 1, 0, -1, 1, 0)                                                                    \
    D(TORSION_STIFFNESS, "force*length/angle", 1, 0, 1, 0, -1)                                                         \
    D(TORSION_DAMPING, "force*length*time/angle", 1, 0, 1, 1, -1)                                                      \
    D(AREA, "length**2", 0, 0, 2, 0, 0)                                                                                \
    D(AREA_MOMENT, "length**4", 0, 0, 4, 0, 0)                                                                         \
    D(PRESSURE, "force/length**2", 1, 0, -2, 0, 0)                                                                     \
    D(DENSITY, "mass/length**3", 0, 1, -3, 0, 0)                                                                       \
    D(ENERGY, "force*length", 1, 0, 1, 0, 0)                                                                           \
    D(FREQUENCY, "1/time", 0, 0, 0, -1, 0)                                                                             \
    D(PER_LENGTH, "1/length", 0, 0, -1, 0, 0)                                                                          \
    D(PER_VELOCITY, "time/length", 0, 0, -1, 1, 0)                                                                     \
    D(MIXED, "mixed", 0, 0, 0, 0, 0) /* differs from entry to entry, or with the type of the element */

typedef enum Dimension {
#define D(name, text, f, m, l, t, a) DIM_##name,
    DIMENSIONS(D)
#undef D
        DIM_COUNT
} Dimension;

const char *cd_dimension_text(Dimension d);

/* What is asked of an argument beyond its type. */
enum {
    NEEDED = 1,       /* the statement makes no sense without it */
    POSITIVE = 2,     /* > 0 */
    NOT_NEGATIVE = 4, /* >= 0 */
    OBSOLETE = 8,     /* accepted with a warning, without effect */
    ZERO_IS_NONE = 16 /* id 0 stands for none (or the ground frame) */
};

typedef struct Field {
    const char *key;    /* "QP", or with other spellings "COMMENT|C"; for CHOICE a name for the manual, in lower case */
    const char *words;  /* CHOICE, WORD, WORDS: "REVOLUTE|TRANSLATIONAL|..." */
    const char *target; /* REF, REFS: keyword of the kind referred to */
    const char *doc;
    double preset; /* REAL, INT: value when absent; CHOICE, WORD: position of the word */
    FieldType type;
    Dimension dimension;
    unsigned ask;    /* NEEDED, POSITIVE, ... */
    int least, most; /* number of values of a list; most 0: any number */
    int offset;      /* of the member in the parameter struct */
} Field;

/* Rows of a field table: FLAG(Part, ground, "GROUND", 0, "...") and so on; the table ends with FIELDS_END. */
#define FIELD_AT(T, member) (int)offsetof(T, member)
#define FLAG(T, member, key_, ask_, doc_)                                                                              \
    {                                                                                                                  \
        .key = key_, .doc = doc_, .type = FIELD_FLAG, .ask = (ask_), .offset = FIELD_AT(T, member)                     \
    }
#define CHOICE(T, member, key_, words_, preset_, ask_, doc_)                                                           \
    {                                                                                                                  \
        .key = key_, .words = words_, .doc = doc_, .type = FIELD_CHOICE, .preset = (preset_), .ask = (ask_),           \
        .offset = FIELD_AT(T, member)                                                                                  \
    }
#define WORD(T, member, key_, words_, preset_, ask_, doc_)                                                             \
    {                                                                                                                  \
        .key = key_, .words = words_, .doc = doc_, .type = FIELD_WORD, .preset = (preset_), .ask = (ask_),             \
        .offset = FIELD_AT(T, member)                                                                                  \
    }
#define WORDS(T, member, key_, words_, ask_, doc_)                                                                     \
    {                                                                                                                  \
        .key = key_, .words = words_, .doc = doc_, .type = FIELD_WORDS, .ask = (ask_), .offset = FIELD_AT(T, member)   \
    }
#define TOGGLE(T, member, key_, words_, ask_, doc_)                                                                    \
    {                                                                                                                  \
        .key = key_, .words = words_, .doc = doc_, .type = FIELD_TOGGLE, .ask = (ask_), .offset = FIELD_AT(T, member)  \
    }
#define INT(T, member, key_, preset_, ask_, doc_)                                                                      \
    {                                                                                                                  \
        .key = key_, .doc = doc_, .type = FIELD_INT, .preset = (preset_), .ask = (ask_), .offset = FIELD_AT(T, member) \
    }
#define INTS(T, member, key_, least_, most_, ask_, doc_)                                                               \
    {                                                                                                                  \
        .key = key_, .doc = doc_, .type = FIELD_INTS, .least = (least_), .most = (most_), .ask = (ask_),               \
        .offset = FIELD_AT(T, member)                                                                                  \
    }
#define REAL(T, member, key_, dim_, preset_, ask_, doc_)                                                               \
    {                                                                                                                  \
        .key = key_, .doc = doc_, .type = FIELD_REAL, .dimension = DIM_##dim_, .preset = (preset_), .ask = (ask_),     \
        .offset = FIELD_AT(T, member)                                                                                  \
    }
#define REALN(T, member, key_, n_, dim_, ask_, doc_)                                                                   \
    {                                                                                                                  \
        .key = key_, .doc = doc_, .type = FIELD_REALN, .dimension = DIM_##dim_, .least = (n_), .most = (n_),           \
        .ask = (ask_), .offset = FIELD_AT(T, member)                                                                   \
    }
#define REALS(T, member, key_, least_, most_, dim_, ask_, doc_)                                                        \
    {                                                                                                                  \
        .key = key_, .doc = doc_, .type = FIELD_REALS, .dimension = DIM_##dim_, .least = (least_), .most = (most_),    \
        .ask = (ask_), .offset = FIELD_AT(T, member)                                                                   \
    }
#define ROWS(T, member, key_, least_, dim_, ask_, doc_)                                                                \
    {                                                                                                                  \
        .key = key_, .doc = doc_, .type = FIELD_ROWS, .dimension = DIM_##dim_, .least = (least_), .ask = (ask_),       \
        .offset = FIELD_AT(T, member)                                                                                  \
    }
#define REF(T, member, key_, target_, ask_, doc_)                                                                      \
    {                                                                                                                  \
        .key = key_, .target = target_, .doc = doc_, .type = FIELD_REF, .ask = (ask_), .offset = FIELD_AT(T, member)   \
    }
#define REFS(T, member, key_, target_, least_, most_, ask_, doc_)                                                      \
    {                                                                                                                  \
        .key = key_, .target = target_, .doc = doc_, .type = FIELD_REFS, .least = (least_), .most = (most_),           \
        .ask = (ask_), .offset = FIELD_AT(T, member)                                                                   \
    }
#define EXPR(T, member, key_, dim_, ask_, doc_)                                                                        \
    {                                                                                                                  \
        .key = key_, .doc = doc_, .type = FIELD_EXPR, .dimension = DIM_##dim_, .ask = (ask_),                          \
        .offset = FIELD_AT(T, member)                                                                                  \
    }
#define TEXT(T, member, key_, ask_, doc_)                                                                              \
    {                                                                                                                  \
        .key = key_, .doc = doc_, .type = FIELD_TEXT, .ask = (ask_), .offset = FIELD_AT(T, member)                     \
    }
#define NAME(T, member, key_, ask_, doc_)                                                                              \
    {                                                                                                                  \
        .key = key_, .doc = doc_, .type = FIELD_NAME, .ask = (ask_), .offset = FIELD_AT(T, member)                     \
    }
#define NAMES(T, member, key_, least_, most_, ask_, doc_)                                                              \
    {                                                                                                                  \
        .key = key_, .doc = doc_, .type = FIELD_NAMES, .least = (least_), .most = (most_), .ask = (ask_),              \
        .offset = FIELD_AT(T, member)                                                                                  \
    }
#define FIELDS_END                                                                                                     \
    {                                                                                                                  \
        .type = FIELD_END                                                                                              \
    }
