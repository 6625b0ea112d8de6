/* mechanisms.h - mechanisms of any size for measurements, as datasets without the closing END. */
#pragma once
#include <stdio.h>

/* Benchmark D2. Rods of 1 m and 1 kg: uprights on pins in a row, level ones on top; all upright, the top moves at 1
 * m/s. */
void write_windows(FILE *out, int loops);
/* Links of 1 m on spherical joints, level at first, fall; gravity is at an angle to everything. */
void write_chain(FILE *out, int links);
/* A tree: two such links on the end of each, on pins whose axes are at right angles to the link and change from one to
 * the next. */
void write_tree(FILE *out, int links);
/* A hanging bridge: links of 1 m on spherical joints along an arc, the ends of which are both on ground; it swings to
 * the side. */
void write_bridge(FILE *out, int links);
