/* record.h - a whole run in one file, PREFIX.cardan, for the report and for plots: the model as it is drawn, every
 * column of every output step, messages, the run log, modes. It is written while the run goes: what is on disk reads
 * back up to the last output step whatever happens.
 *
 * The file begins with RECORD_MARK; then come chunks, each of four letters, its length in bytes (64 bits) and so many
 * bytes. Numbers are in the order of bytes of the machine, doubles where nothing else is said.
 *
 *     head   JSON object: version, command, scene (scene.h)
 *     text   JSON object: name and text of a file that was read
 *     mesh   a line per file with a shape, fields parted by tabs: id of the GRAPHICS, file, dataset;
 *            element, part, its name, fineness, metres in a unit of length, further folders
 *     spot   a line per point of stress whose place is known, fields parted by tabs: owner as in cols, number of the
 *            point, x, y, z in the frame of its body
 *     cols   a line per column, fields parted by tabs: owner, component, unit, group, kind, id, dimension, one of the
 *            unit in SI (0: not known)
 *     step   time, number of the analysis and RECORD_ROOM times that of the SIMULATE, one number per column
 *     inci   behind a step: places where shapes touch, 14 numbers each (touches.h); absent: none do
 *     line   a line of the run log
 *     hist   JSON object: the steps of an integration (steps.h)
 *     mode   JSON object: modes of a linear analysis
 *     mesg   JSON array: messages
 *     done   JSON object: how it ended */
#pragma once
#include "output/results.h"
#include "report/recording.h"
#include "report/steps.h"

enum { RECORD_ANALYSES = 5 };
extern const char *const cd_record_analyses[RECORD_ANALYSES + 1]; /* by number; ended by NULL */

typedef struct Record Record;

/* NULL, with errno set, if the file cannot be written. mechanism NULL: the input has errors, there is none. */
Record *cd_record_open(const char *path, const char *inside, const Mechanism *mechanism, const char *command,
                       const CdLog *log);
const char *cd_record_path(const Record *r);

/* These do nothing for a NULL record. A write that fails is remembered until the record is closed. */
void cd_record_step(Record *r, const Results *results, int simulation); /* simulation: number of the SIMULATE */
void cd_record_line(Record *r, const char *line);
void cd_record_history(Record *r, const StepHistory *h, const Equations *e);
void cd_record_json(Record *r, const char *tag, const TextBuffer *json);

/* Writes messages and the end. False if anything could not be written. */
bool cd_record_close(Record *r, CdStatus status, double t, const CdLog *log);
