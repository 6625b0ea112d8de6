/* driver.h - the driver of integrations from within: what the files that it is made of share. */
#pragma once
#include "analyses/dynamic/auto.h"
#include "analyses/dynamic/dynamic.h"
#include "analyses/dynamic/events.h"
#include "analyses/dynamic/extrapolation.h"
#include "analyses/dynamic/runaway.h"
#include "analyses/dynamic/sliding.h"
#include "analyses/dynamic/stiff_mode.h"
#include "analyses/dynamic/touching.h"

struct Dynamic {
    Arena arena;
    System *s;
    Equations *e;
    Settings set;
    Stats stats;
    const IntegratorKind *kind;
    Method *method;
    bool automatic; /* AUTO: the method may change, to that of `set`, where it begins anew */
    bool other;     /* it is to change there */
    Auto chooser;
    TextBuffer names; /* of AUTO and the methods that have been at work */
    double t;         /* reached by the method; beyond the state while outputs are interpolated */
    double end;       /* where the run ends: no step goes beyond */
    double h;         /* to try next */
    double last;      /* size of the last step */
    int failures;
    long unstable; /* steps that were bound by stability */
    StiffMode stiff_mode;
    double usual;    /* size of steps lately, but for short ones in front of events and behind them */
    double calm;     /* size of steps, at most, lately: while they are shorter loads may still be abrupt */
    bool met;        /* a load has had another law than at the start */
    double passing;  /* share of steps, lately, in which loads change their laws */
    long ask;        /* steps after which what a method takes for stiffness is looked into, again */
    double stuck;    /* time that an attempt last ended at without converging */
    double leapt;    /* time from which a step beyond where constraints lose hold was last thought of, ... */
    int leaps;       /* ... how often, ... */
    int beyonds;     /* ... and how often one half its length further was tried */
    double rechose;  /* time at which other rows were last put in place of those that came to depend on each other */
    double looked;   /* s, as in crossing.h, when others were last looked for */
    double hold;     /* s, when last found; INFINITY: not known */
    double held;     /* how well rows held at most, where it was looked at: a share of Hold */
    double infinite; /* size of an attempt, since the last good one, in which an expression had no value; 0: none */
    Events events;
    Sliding sliding;
    Extrapolation *extrapolation; /* NULL: no splines */
    Runaway *runaway;             /* NULL: nothing could run away */
    Sensing *sensors;             /* NULL: none */
    Touching *touching;           /* NULL: no contacts */
    long spent;                   /* iterations up to the last accepted point */
    bool touched, jolts;          /* the step ends where shapes first touch; where a force jumps in */
    SensorActions asked;          /* by sensors, at the time reached */
    bool event;                   /* the caller has not been told yet */
    bool again;                   /* behind a kink or an event the method begins anew */
    double over;                  /* from the end of the step to behind the kink that it ended on */
    bool fresh;                   /* the method has begun at t and made no step since */
    int kink;                     /* that kink; -1: none */
    Snapshot reached;             /* kept where there is an event or a new beginning */
    Snapshot own;                 /* the state before what an output does to it */
    StepHistory *history;         /* NULL: nobody wants it */
    int worst;                    /* unknown with the largest error in the last attempt; -1: not known */
    long failed;                  /* attempts, up to the last accepted step */
    void (*follow)(void *user);
    void *user;
    void (*look)(void *user); /* NULL: nobody looks */
    void *looks;
    double turned;  /* at most, since the last call */
    double fastest; /* angular velocity */
    bool drifted;   /* from its constraints, in index 1, and it has been told */
    bool counts;    /* some angle counts turns: a step must not make it lose count */
};

/* dynamic.c: a method is at work, for the first time or again */
void cd_driver_note_method(Dynamic *d);

/* stepping.c */
double cd_driver_nearness(const Dynamic *d); /* how closely a kink is located (9.29) */
/* s of crossing.h for rows that keep a share of Hold, beside the best of the run; NAN if that is. */
double cd_driver_hold(const Dynamic *d, double share);
void cd_driver_find_fastest(Dynamic *d);
void cd_driver_mind_touch(Dynamic *d); /* the next steps go through a contact */
/* What sensors ask of the integration where a step has been accepted. */
void cd_driver_heed_sensors(Dynamic *d, CdLog *log);
/* A step of this size from the last good point. */
Attempt cd_driver_attempt(Dynamic *d, double h, CdLog *log);
/* One step towards an output, repeated until it is good. */
CdStatus cd_driver_step(Dynamic *d, double output, CdLog *log);

/* locate.c */
bool cd_driver_gives_way(const Dynamic *d); /* attempts that fail on the way to a kink are given up */
/* Ends a good step on the first kink or event in it. False if no shorter step succeeds, or *end is 0: the kink is there at once. *kink: the kink it ends on, -1: none. */
bool cd_driver_end_on_events(Dynamic *d, double h, int *kink, double *end);
/* A step that was to end in front of a kink has no solution: a shorter one ends there. As above. */
bool cd_driver_end_in_front(Dynamic *d, double h, int aimed_at, int *kink, double *end);
/* Whether a good step is to be tried again, for a load changes its law in it and velocities are to count (9.47). */
bool cd_driver_is_abrupt(Dynamic *d, double h);
void cd_driver_begin_abrupt(Dynamic *d, double usual); /* a run, whose steps are to be of that size */
/* Behind an accepted step; passes: a load changes its law in it. */
void cd_driver_calm_down(Dynamic *d, bool passes);
void cd_driver_blame_kinks(Dynamic *d, CdLog *log); /* those that an attempt that failed has crossed */
void cd_driver_find_zeros(Dynamic *d, CdLog *log);  /* jumps with the sign of what constraints keep at zero */
void cd_driver_hold_jump(Dynamic *d, int kink,
                         CdLog *log); /* holds the motion on the jump that it has come to, if it stays there */
void cd_driver_name_chatter(Dynamic *d, CdLog *log); /* one that holds the run up */
double cd_driver_kink_ahead(const Dynamic *d, const Attempt *a, double h, int *which);

/* restart.c */
CdStatus cd_driver_start_again(Dynamic *d, CdLog *log); /* behind a kink or an event */
bool cd_driver_rechoose(Dynamic *d, CdLog *log); /* other rows in place of those that come to depend on each other */
void cd_driver_rechoose_early(Dynamic *d, CdLog *log); /* the same in good time */
