/* eigensol.h - what LINEAR/EIGENSOL tells, as text. */
#pragma once
#include "analyses/linear/modes.h"
#include "elements/linear.h"

/* The first modes: number, undamped frequency, damping ratio, real and imaginary part of the eigenvalue. */
void cd_eigen_table(TextBuffer *out, const Modes *m, int most);

/* PREFIX.eig: the table of all modes, then shapes and energies as far as the command asks for them. */
void cd_eigen_report(TextBuffer *out, const Modes *m, const Linear *what);

/* Whether a mode (from 0) is among those from first to last of an argument such as COORDS = 2, 5; one number alone
 * stands for itself. */
bool cd_eigen_asked(const IntList *range, bool all, int mode);

/* PREFIX_eigen.csv: a line per mode, its shape in columns of real and imaginary parts unless NOVECTOR. */
void cd_eigen_csv(TextBuffer *out, const Modes *m, const Linear *what);
