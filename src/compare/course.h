/* course.h - results of a run as columns over time, whatever file they come from: the record of a run (.cardan), a
 * table with names in its first line (.csv), requests in the text format of Adams (.req). */
#pragma once
#include "report/recording.h"

typedef struct CourseColumn {
    Text name;      /* OWNER.COMPONENT */
    Text alias;     /* KIND_id; empty: not known */
    Text owner;     /* the name up to its last dot */
    Text component; /* and what is behind it */
    Text key;       /* "F2" of a request whose component has a name; empty: none */
    Text dimension; /* columns with the same one have a scale in common; empty: not known */
    Text group;     /* displacement, velocity ...; empty: not known */
    double radian;  /* for angles: one of the unit in radians */
} CourseColumn;

typedef struct Course {
    Arena arena;
    int rows, columns;
    double length; /* of the model, where it is known: tells a small motion from rounding; 0: it is not */
    double *time;
    int *simulation; /* number of the SIMULATE that an output belongs to; NULL: not known, as in files of text */
    CourseColumn *column;
    double *value; /* column by column, `rows` numbers each */
} Course;

/* NULL, with a message, if the file cannot be read or holds no numbers. Where a part has its three angles PSI, THETA,
 * PHI the nine numbers of its matrix of rotation come along as columns OWNER.AXES: they have neither jumps nor singular
 * points. */
Course *cd_course_read(const char *path, CdLog *log);
void cd_course_close(Course *t);

/* The column of that name, case ignored; by the name or KIND_id of its owner, by its component or key. -1: there is
 * none. */
int cd_course_find(const Course *t, Text name);
/* The column of one course in another; -1: there is none. */
int cd_course_match(const Course *t, const CourseColumn *c);
