/* fuzz_record.c - any bytes as the record of a run (.cardan): it opens with its values, columns are found, the page
 * packs it, plots are drawn. */
#include "file.h"
#include "report/pack.h"
#include "report/recording.h"

#include <cardan/cardan.h>

static void look_at(const Recording *r)
{
    enum { MOST = 8 };
    int column[MOST];
    double sum = 0;
    for (int i = 0; i < r->step.n; i++) {
        sum += cd_recording_time(r, i) + cd_recording_analysis(r, i) + cd_recording_simulation(r, i);
        for (int k = 0; k < r->columns; k++) sum += cd_recording_value(r, i, k);
    }
    volatile double kept = sum; /* so that all are read */
    (void)kept;
    cd_recording_find(r, "*.X", column, MOST);
    TextBuffer page = { 0 };
    cd_pack(r, &page);
    cd_buffer_close(&page);
}

static void draw(const char *path, CdLog *log)
{
    static const char *const channel[] = { "*" };
    char *text = NULL;
    size_t n = 0;
    FILE *out = open_memstream(&text, &n);
    if (!out) abort();
    cd_plot(path, 0, NULL, NULL, out, log);
    cd_plot(path, 1, channel, NULL, out, log);
    fclose(out);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *path = fuzz_file(".cardan", data, size);
    CdLog *log = cd_log_open();
    Recording *r = cd_recording_open(path, log);
    if ((r == NULL) != (cd_log_errors(log) > 0)) abort();
    if (r) look_at(r), draw(path, log);
    cd_recording_close(r);
    cd_log_close(log);
    unlink(path);
    return 0;
}
