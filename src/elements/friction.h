/* friction.h - parameters of joint friction. */
#pragma once
#include "model/field.h"

enum { FRICTION_ALL, FRICTION_STICTION, FRICTION_SLIDING }; /* effect */
enum { OVERLAP_CONSTANT, OVERLAP_INCREASE, OVERLAP_DECREASE };
enum {
    INPUT_ALL = 1,
    INPUT_NONE = 2,
    INPUT_PRELOAD = 4,
    INPUT_REACTION_FORCE = 8,
    INPUT_BENDING_MOMENT = 16,
    INPUT_TORSIONAL_MOMENT = 32
};
enum { FRICTION_ORIGINAL, FRICTION_LUGRE };
enum { FRICTION_RESULTS = 6, FRICTION_MEMORIES = 8 };

typedef struct Friction {
    int joint;
    double mu_static, mu_dynamic;
    double stiction_transition_velocity, transition_velocity_coefficient, max_stiction_deformation;
    double reaction_arm, initial_overlap, pin_radius, friction_arm, bending_reaction_arm, ball_radius;
    int overlap_delta;
    double force_preload, torque_preload;
    int effect, yoke, inactive, formulation;
    unsigned inputs; /* bits INPUT_...; 0: not given, all */
    double bristle_stiffness, damping_coefficient, damping_viscous;
    bool list;

    /* the law: loads along and about axes of a marker, what is remembered while it sticks; FRICTION(id, index): 1
     * speed, 2 coefficient, 3 load that presses times arm, 4 and 5 first two friction loads, 6 creep or deflection */
    int axes, memories;
    const struct Program *load[6], *slides, *result[FRICTION_RESULTS];
    const struct Program *bristle[3]; /* LUGRE: rates of deflections */
    struct {
        int index;
        bool start;
        const struct Program *f;
    } memory[FRICTION_MEMORIES];
} Friction;
