/* kind.h - what an element is to the rest of the program. A kind is one file in elements/ and one row in
 * elements.def. */
#pragma once
#include "base/log.h"
#include "model/field.h"

typedef struct ElementKind ElementKind;
typedef struct Element Element;
typedef struct Check Check;
struct ConstraintSink; /* kinematics/constrain.h */
struct LoadSink;       /* kinematics/load.h */
struct EquationSink;   /* kinematics/equation.h */
struct Compiler;       /* expr/compile.h */

/* Kinds in the order of elements.def, which is also the order in which a dataset is written. */
typedef enum KindIndex {
#define ELEMENT(name) KIND_##name,
#include "elements/elements.def"
#undef ELEMENT
    KIND_COUNT
} KindIndex;

/* The part a kind plays; it heads the sections of a written dataset and of the manual. */
typedef enum Role {
    ROLE_SETTING,
    ROLE_BODY,
    ROLE_MARKER,
    ROLE_CONSTRAINT,
    ROLE_FORCE,
    ROLE_SYSTEM, /* states, variables, data */
    ROLE_OUTPUT,
    ROLE_GRAPHICS,
    ROLE_COMMAND,
    ROLE_COUNT
} Role;

enum {
    WITHOUT_ID = 1,     /* UNITS/, ACCGRAV/ ...: at most one, arguments start after the slash */
    RESTATABLE = 2,     /* a command file may change its arguments */
    ONLY_COMMAND = 4,   /* not a statement of a dataset */
    OPEN_ARGUMENTS = 8, /* arguments not in the table are kept as text, with a warning */
    DECORATION = 16,    /* its mistakes are warnings: it never stops a run */
    OPTIONAL_ID = 32    /* a command that may name an element, or nothing */
};

/* What the present version does with a kind in an analysis. */
typedef enum Mechanics {
    MECHANICS_NONE,  /* data, output and settings: nothing to simulate */
    MECHANICS_LATER, /* read and checked, but an analysis cannot use it yet: named when one needs it */
    MECHANICS_PRESENT
} Mechanics;

/* What a user routine gives an element: how many numbers, and where their programs go; of state equations also ids and
 * sizes of the arrays it is called with. */
typedef struct RoutineUse {
    const char *key; /* of the argument with USER(...), FUNCTION or NORMAL_FUNCTION ...; the rest is filled in for it */
    int outputs;
    const struct Program **program; /* outputs of them; NULL: the one output is the program of FUNCTION */
    int states, state_array, inputs, input_array, samples, sample_array;
    bool rates;   /* it reads those of its states */
    bool contact; /* it is called with a place of contact */
} RoutineUse;

struct ElementKind {
    const char *keyword; /* "SPRINGDAMPER|SPRING": the first is written, the others are read too */
    const char *summary; /* one line for lists, manual and report */
    Role role;
    unsigned flags;
    Mechanics mechanics;
    size_t size;         /* bytes of its parameter struct */
    const Field *fields; /* its arguments, ended by FIELDS_END; at most 64 */

    /* Arguments that take each other's place, "REULER/ZP|XP|USEXP": re-stating one side takes the other away. Ended by
     * NULL; NULL: none. */
    const char *const *rivals;

    /* Degrees of freedom it adds (bodies) or takes away (constraints, negative); NULL: none. */
    int (*freedoms)(const void *self);
    /* How many of its equations are across the plane of planar parts, whose motion knows nothing of them; NULL:
     * none. */
    int (*across)(const CdModel *model, const Element *e);
    /* The equations it imposes on the motion of markers; NULL: none. */
    void (*constrain)(const CdModel *model, const Element *e, struct ConstraintSink *out);
    /* Unilateral rows beside its loads. */
    void (*gaps)(const struct CdModel *model, const Element *e, struct ConstraintSink *out);
    int components; /* of its load, each an unknown with an equation where loads are solved for */
    /* The loads it puts on markers; NULL: none. */
    void (*load)(const CdModel *model, const Element *e, struct LoadSink *out);
    /* Unknowns of its own with their equations; NULL: none. */
    void (*equations)(const CdModel *model, const Element *e, struct EquationSink *out);
    /* Programs beyond those of its arguments, made when all references are resolved; NULL: none. */
    void (*derive)(const CdModel *model, Element *e, struct Compiler *c);
    /* What its user routine computes; NULL: one number, the value of FUNCTION. */
    void (*routine)(const CdModel *model, Element *e, RoutineUse *use);
    /* Why an analysis cannot use this one although it can use the kind, NULL if it can; NULL: all can be used. */
    const char *(*refuse)(const CdModel *model, const Element *e);
    /* Whether an analysis can use this one; the log says why not. NULL: all can be used. */
    bool (*usable)(const CdModel *model, const Element *e, CdLog *log);
    /* Impossible values and combinations, said once all references are resolved; NULL: nothing beyond the rows. */
    void (*check)(Check *c, const Element *e);
};

/* One statement of a model. */
struct Element {
    const ElementKind *kind;
    int id;    /* as the user wrote it; 0 for statements without one */
    Text name; /* from ! adams_view_name=, or empty */
    CdPlace place;
    void *data;     /* kind->size bytes laid out by kind->fields */
    uint64_t given; /* bit k: field k was written, not defaulted */
    TextList extra; /* arguments outside the table, of kinds with OPEN_ARGUMENTS */
    bool faulty;    /* an argument was refused: what follows from that is not said as well */
    bool made;      /* by another statement, which stands for it: it is not written */
};

/* What a check may look at, and where it complains. */
struct Check {
    const CdModel *model;
    CdLog *log;
};

extern const ElementKind *const cd_kinds[KIND_COUNT];

/* The keyword as written: up to the first bar. */
Text cd_keyword(const ElementKind *kind);
Text cd_field_key(const Field *field);
/* Word number i of "A|B|C"; an empty text past the end. */
Text cd_word_at(const char *words, int i);

/* How well a word fits one spelling of a "A|B|C" list: an abbreviation, the word itself, or a longer form of it. */
typedef enum Match { MATCH_NONE, MATCH_LONGER, MATCH_ABBREVIATED, MATCH_EXACT } Match;
Match cd_match(Text word, Text keyword);

/* The kind, argument or word meant by a piece of text. Several may fit an abbreviation: then -1 and *ambiguous is
 * set. */
int cd_find_kind(Text word, bool in_commands, bool *ambiguous);
/* The kind whose ids an argument takes. */
KindIndex cd_target_kind(const Field *f);
int cd_find_field(const ElementKind *kind, Text key, bool *ambiguous);                /* arguments with "=" */
int cd_find_bare(const ElementKind *kind, Text word, int *position, bool *ambiguous); /* flags and choices */
int cd_find_word(const char *words, Text word, bool *ambiguous);

/* What may have been meant: the closest keyword within an edit or two, or NULL. */
const char *cd_closest_kind(Text word, bool in_commands);
const char *cd_closest_argument(const ElementKind *kind, Text word, char *room, size_t n);
const char *cd_closest_word(const char *words, Text word, char *room, size_t n);
/* What may have been meant by a word that an argument does not take, for messages: " (did you mean MKS?)", or empty. */
enum { CD_WORD_HINT_ROOM = 256 };
const char *cd_word_hint(const Field *f, Text word, char *room, size_t n);

/* What an abbreviation may be: "MARKER, MATERIAL, MATRIX or MOTION", cut where room ends. Of an argument: keys, or bare
 * words. */
enum { CD_RIVALS_ROOM = 200 };
const char *cd_rival_kinds(Text word, bool in_commands, char room[CD_RIVALS_ROOM]);
const char *cd_rival_arguments(const ElementKind *kind, Text word, bool bare, char room[CD_RIVALS_ROOM]);
const char *cd_rival_words(const char *words, Text word, char room[CD_RIVALS_ROOM]);

/* The member of a parameter struct. */
static inline void *cd_field_at(const Field *f, void *data)
{
    return (char *)data + f->offset;
}
static inline const void *cd_field_in(const Field *f, const void *data)
{
    return (const char *)data + f->offset;
}
static inline bool cd_given(const Element *e, int field)
{
    return e->given >> field & 1;
}

/* Whether the argument whose member is at this offset was written: GIVEN(e, Part, mass). */
bool cd_given_at(const Element *e, int offset);
#define GIVEN(e, T, member) cd_given_at((e), FIELD_AT(T, member))

/* A message about an element of a kind (NULL: none yet): mild if the kind is decoration. */
#define cd_log_kind(log, kind_, place, code, ...)                                                                      \
    cd_log_mild((log), cd_is_decoration(kind_), (place), code, __VA_ARGS__)
bool cd_is_decoration(const ElementKind *kind);

/* For messages: "MARKER/12" or "MARKER/12 (PIN)". Writes into room and returns it. */
enum { CD_LABEL_ROOM = 160 };
const char *cd_label(const Element *e, char room[CD_LABEL_ROOM]);
