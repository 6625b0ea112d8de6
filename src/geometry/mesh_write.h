/* mesh_write.h - triangles of bodies as STL and OBJ files. */
#pragma once
#include "geometry/facets.h"

/* Several bodies in one file; scale: units of the file per metre. */
void cd_stl_write(FILE *out, const Facets *facets, int n, double scale);
void cd_obj_write(FILE *out, const Facets *facets, const Text *name, int n, double scale);
