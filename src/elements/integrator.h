/* integrator.h - parameters of the integration method. */
#pragma once
#include "model/model.h"

/* The words for a method, by the rows of integrators.def. */
typedef enum MethodWord {
#define INTEGRATOR(file, word, ...) METHOD_##word,
#define METHOD_WORD(word, ...) METHOD_##word,
#include "elements/integrators.def"
#undef INTEGRATOR
#undef METHOD_WORD
    METHOD_WORDS
} MethodWord;
typedef enum Formulation { FORM_I3, FORM_SI2, FORM_SI1, FORM_I2, FORM_I1 } Formulation;
typedef enum Kinks { KINKS_NONE, KINKS_JUMPS, KINKS_ALL } Kinks;
typedef enum Orders { ORDERS_DAMPED, ORDERS_PLAIN } Orders;
/* NEW: what MODIFIED was called at first. */
typedef enum Corrector { CORRECTOR_ORIGINAL, CORRECTOR_MODIFIED, CORRECTOR_ORIG_CONSTANT, CORRECTOR_NEW } Corrector;

/* What numbers of sixteen digits allow over the sums of a step. */
static const double LEAST_ERROR = 1e-13;

typedef struct Integrator {
    int method, formulation, scheme;
    double error, hinit, hmax, hmin, hratio;
    int maxit, kmax, fixit;
    TextList pattern;
    double adaptivity, maxerr;
    int interpolate, corrector, kinks, orders;
    RealList scale;
    double alpha, beta, gamma, rho;
    double safety, facmin, facmax, violation, atol, rtol;
    bool monitor, reset, list;
} Integrator;

/* Arguments that only some methods take, and what else a row says. */
enum {
    USES_KMAX = 1 << 0,
    USES_ORDERS = 1 << 1,
    USES_MAXIT = 1 << 2,
    USES_PATTERN = 1 << 3,
    USES_CORRECTOR = 1 << 4,
    USES_ADAPTIVITY = 1 << 5,
    USES_ALPHA = 1 << 6,
    USES_BETA = 1 << 7,
    USES_GAMMA = 1 << 8,
    USES_RHO = 1 << 9,
    USES_HRATIO = 1 << 10,
    USES_ALPHA_OF_HHT = 1 << 11, /* ALPHA with SCHEME = HHT only */
    USES_ITSELF = 1 << 12,       /* it chooses method and formulation itself */
    USES_FACTORS = 1 << 13,      /* SAFETY, FACMIN, FACMAX */
    USES_WEIGHTS = 1 << 14,      /* ATOL, RTOL */
    USES_VIOLATION = 1 << 15,
    USES_NEWTON = USES_MAXIT | USES_PATTERN | USES_CORRECTOR | USES_ADAPTIVITY,
    USES_BDF = USES_NEWTON | USES_KMAX | USES_ORDERS
};

typedef struct MethodRow {
    const char *word;
    unsigned uses;
    const char *schemes;         /* its words of SCHEME, a bar in front of each */
    int maxit, kmax;             /* if absent; kmax: also the highest order */
    int stands_for, formulation; /* the method that a word is another name of, in which formulation; -1: none */
} MethodRow;

extern const MethodRow cd_method_rows[METHOD_WORDS];

/* The word of a method that chooses by itself. */
int cd_method_automatic(void);

/* A word of SCHEME by its position among those of the method; -1: it is none of them. */
int cd_scheme_of(int method, int scheme);
