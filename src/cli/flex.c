/* flex.c - cardan flex: matrices of finite elements to a flexible body. */
#include "cli/cli.h"

#include <stdlib.h>
#include <string.h>

int cli_flex(const Options *o)
{
    if (o->words != 2) return cli_complain("flex takes one file: a stiffness matrix, or a frame (.json)", NULL);
    CdFlexOptions f = cd_flex_default();
    f.mass = o->mass, f.nodes = o->nodes, f.freedoms = o->freedoms, f.units = o->units, f.interface = o->interface;
    f.all_nodes = o->all, f.output = o->output, f.clamped = o->clamped, f.stiffening = o->stiffening;
    if (o->modes) {
        char *end;
        long n = strtol(o->modes, &end, 10);
        if (*end || end == o->modes || n < 0 || n > 100000)
            return cli_complain("--modes takes a whole number from 0, not", o->modes);
        f.modes = (int)n;
    }
    if (f.output && strcmp(f.output, o->word[1]) == 0)
        return cli_complain("-o would overwrite what is read:", f.output);
    CdLog *log = cd_log_open();
    bool good = cd_flex(o->word[1], &f, o->quiet ? NULL : stdout, log);
    cli_print_log(log, o);
    cd_log_close(log);
    return good ? DONE : INPUT_ERROR;
}
