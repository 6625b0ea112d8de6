/* toggle.h - positions in which a mechanism without degrees of freedom loses rank of one motion. */
#pragma once
#include "analyses/initial/initial.h"

/* Whether one motion alone goes on from here; if not, two do (the mechanism may change over), or it is not known. The
 * system is in such a position, prepared, and has its rank from there. */
bool cd_toggle_has_one_way(System *s);
