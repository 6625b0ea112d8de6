/* fuzz_modal.c - any bytes as the file of matrices (.mtx) of a flexible body: it is read, or refused with a message. */
#include "cardan/cardan.h"
#include "file.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char dataset[600];
    const char *path = fuzz_file(".mtx", data, size);
    int n = snprintf(dataset, sizeof dataset,
                     "modal\nPART/1, GROUND\nMARKER/1, PART = 1\nFLEX_BODY/2, MTX_FILE = %s, CRATIO = 0.1\\\n"
                     "MARKER/2, FLEX_BODY = 2, NODE_ID = 1\nJOINT/1, FIXED, I = 2, J = 1\nEND\n",
                     path);
    CdLog *log = cd_log_open();
    CdModel *model = cd_model_read_text("fuzz.adm", dataset, (size_t)n, log);
    if (!model == (cd_log_errors(log) == 0)) abort();
    if (model) cd_model_close(model);
    cd_log_close(log);
    unlink(path);
    return 0;
}
