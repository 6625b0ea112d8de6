/* saved.h - a run in a file: SAVE writes it, RELOAD goes on from it with the same bits.
 *
 * The file holds the model as a dataset, so that re-stated values survive; what is switched on; and the state. It is
 * written in the layout of the machine and is not portable. */
#pragma once
#include "elements/save.h"
#include "run/run.h"

/* Of the form of the file: it grows with each change. */
enum { SAVED_FORM = 7 };

/* Writes a run to a file. False, with a message at the place, if it cannot be. */
bool cd_saved_write(Run *r, const char *path, SavedWhat what, CdPlace place);

/* A file that was read and is whole. */
typedef struct Saved {
    TextBuffer bytes;
    const char *path;
    int what;
    Text model;  /* as a dataset */
    size_t rest; /* where the activities begin */
} Saved;

/* False, with a message at the place, if it is not there, not ours, of another version, cut off or damaged. */
bool cd_saved_read(Saved *f, const char *path, CdPlace place, CdLog *log);
void cd_saved_close(Saved *f);

/* Whether a model reads as the one in the file. */
bool cd_saved_has_model(const Saved *f, const CdModel *model);

/* Gives a simulation, whose model is that of the file, what is switched on and the state. False if the file does not
 * fit the model. */
bool cd_saved_restore(const Saved *f, CdSimulation *sim);
