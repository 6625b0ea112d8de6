/* packing.h - a simulation as bytes: what is switched on, and the state with all that the next step depends on. In the
 * layout of the machine. New arrays of the state are added in list_state. */
#pragma once
#include "simulation/simulation.h"

void cd_simulation_pack(CdSimulation *sim, TextBuffer *out);
/* Gives a simulation, whose model is the same, what was packed. False if the bytes do not fit the model. */
bool cd_simulation_unpack(CdSimulation *sim, const char *at, size_t n);
