/* recording.h - the record of a run read back (record.h). */
#pragma once
#include "base/file.h"
#include "base/log.h"

#define RECORD_MARK "cardan record 1\n"
enum { RECORD_ROOM = 8 }; /* numbers for kinds of analysis */

typedef struct RecordedColumn {
    Text owner, component, unit, group, kind, dimension; /* UTF-8 */
    Text key, label; /* "F2" of a request whose component has a name; what stands on axes: both may be empty */
    int id;
    double si; /* one of the unit in SI; 0: not known */
} RecordedColumn;

/* Where shapes touch at a step: PLACE_NUMBERS each (touches.h), not aligned. */
typedef struct StepPlaces {
    int step, n;
    const char *at;
} StepPlaces;

typedef struct Recording {
    Arena arena;
    const char *path;
    Text shapes, spots;        /* lines of the chunks mesh and spot */
    Text head, messages, done; /* JSON; empty: the run was killed before it came to them */
    bool damaged;              /* it has no end, or something in it is not what it should be */
    ARRAY_OF(Text) text, line, history, modes;
    int columns;
    RecordedColumn *column;
    ARRAY_OF(const char *) step; /* each: time, analysis, one number per column, not aligned */
    ARRAY_OF(StepPlaces) places; /* of steps in which shapes touch, in their order */
} Recording;

/* path: of the record, of another result file of the run, or its prefix. NULL, with a message, if there is no
 * record. */
Recording *cd_recording_open(const char *path, CdLog *log);
void cd_recording_close(Recording *r);

/* The fields of a line, parted by tabs; false if there are fewer than n. */
bool cd_fields(Text line, Text *field, int n);

double cd_recording_time(const Recording *r, int step);
int cd_recording_analysis(const Recording *r, int step);
int cd_recording_simulation(const Recording *r, int step); /* number of the SIMULATE it belongs to */
double cd_recording_value(const Recording *r, int step, int column);

/* Whether a name is what a pattern says: case ignored, * for any letters. */
bool cd_name_fits(const char *pattern, Text name);
/* Whether a column is what a pattern says: by its name in the dataset or by KIND_id (empty: not known), and by its
 * component or by its key. */
bool cd_column_fits(const char *pattern, Text owner, Text id, Text component, Text key);
/* The columns that a pattern such as "arm.X", "joint_1.F*" names, case ignored, * for any letters; returns how many. */
int cd_recording_find(const Recording *r, const char *pattern, int *out, int room);
/* The name of a column nearest to a word, NULL if none is near. */
const char *cd_recording_closest(const Recording *r, const char *word, char *room, size_t n);
