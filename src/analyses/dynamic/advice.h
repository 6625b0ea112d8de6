/* advice.h - stiffness and damping to take where shapes that touch do so in a way that nobody will have meant. */
#pragma once
#include "system/contacts.h"

/* A pair at an accepted point of a run. */
typedef struct BlowSeen {
    double t;
    double mass;    /* behind the blow */
    double gravity; /* acceleration */
    double rebound; /* speed at which it has come apart, as a share of that at which it met; 0: it stays */
} BlowSeen;

/* Shapes in each other by more than a tenth. */
void cd_advise_stiffness(const CdModel *model, ContactPair *p, double t, CdLog *log);
/* A blow of which hardly any speed is left. */
void cd_advise_damping(const CdModel *model, ContactPair *p, const BlowSeen *b, CdLog *log);
