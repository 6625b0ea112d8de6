/* version.c - what this program is made of: its version, the commit it was built from, its libraries. */
#include "cardan/cardan.h"
#include "commit.h"
#include "linalg/dense.h"
#include "linalg/lu.h"
#include "report/canvas.h"
#include "report/pack.h"

const char *cd_version(void)
{
    return CD_VERSION;
}

void cd_version_print(FILE *out)
{
    fprintf(out, "cardan %s%s%s\n", CD_VERSION, *CARDAN_COMMIT ? ", commit " : "", CARDAN_COMMIT);
    fprintf(out, "%s; %s; %s; %s\n", cd_lu_library(), cd_dense_library(), cd_pack_library(), cd_png_library());
}
