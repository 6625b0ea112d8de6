/* integrator.h - parameters of the integration method. */
#pragma once
#include "model/model.h"

/* clang-format off */
typedef enum MethodWord {
    METHOD_GSTIFF, METHOD_WSTIFF, METHOD_CONSTANT_BDF, METHOD_ABAM, METHOD_HHT, METHOD_NEWMARK, METHOD_HASTIFF, METHOD_SI2_GSTIFF,
    METHOD_DSTIFF, METHOD_RKF45, METHOD_GALPHA, METHOD_HEM5, METHOD_PHEM56, METHOD_MDOP5, METHOD_TLISMNI, METHOD_ROSENBROCK,
    METHOD_AUTO
} MethodWord;
/* clang-format on */
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
    bool monitor, reset, list;
} Integrator;

/* Whether a formula, a word of SCHEME, is one of the method's. */
bool cd_scheme_fits(MethodWord method, int scheme);
