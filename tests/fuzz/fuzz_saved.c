/* fuzz_saved.c - any bytes as what a saved run holds (.sav), under a head with their length and check sum, so that the
 * reader gets to see them: they are refused, or give a run whose state can be evaluated. */
#include "file.h"
#include "run/saved.h"
#include "system/equations.h"

#include <string.h>

/* The head of a file, as saved.c has it. */
typedef struct Head {
    char magic[8];
    uint32_t version, order;
    uint64_t length, sum;
} Head;

static const char *with_head(const uint8_t *data, size_t size)
{
    Head head = {
        .magic = "CARDAN\r", .version = SAVED_FORM, .order = 0x01020304, .length = size, .sum = 0xcbf29ce484222325u
    };
    for (size_t i = 0; i < size; i++) head.sum = (head.sum ^ data[i]) * 0x100000001b3u;
    char *all = malloc(sizeof head + size);
    if (!all) abort();
    memcpy(all, &head, sizeof head);
    if (size) memcpy(all + sizeof head, data, size);
    const char *path = fuzz_file(".sav", all, sizeof head + size);
    free(all);
    return path;
}

static void restore(const Saved *f, CdLog *log)
{
    CdModel *model = cd_model_read_text("saved.adm", f->model.at, (size_t)f->model.n, log);
    if (!model) return;
    CdSimulation sim = { 0 };
    cd_simulation_begin(&sim, model, log);
    if (cd_saved_restore(f, &sim)) {
        Equations *e = cd_equations(sim.system);
        double *residual = cd_take(sizeof *residual * (size_t)(cd_equations_unknowns(e) + 1));
        if (cd_equations_prepare(e, log)) cd_equations_residual(e, residual);
        free(residual);
    }
    cd_simulation_end(&sim);
    cd_model_close(model);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *path = with_head(data, size);
    CdLog *log = cd_log_open();
    Saved f;
    if (cd_saved_read(&f, path, (CdPlace){ 0 }, log)) restore(&f, log);
    cd_saved_close(&f);
    cd_log_close(log);
    unlink(path);
    return 0;
}
