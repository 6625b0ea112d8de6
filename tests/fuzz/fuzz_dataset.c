/* fuzz_dataset.c - any bytes as a dataset: reading never goes wrong, and what is read survives being written and read
 * again. The latter takes several times as long, and is looked at for a share of the inputs, by what is in them; of the
 * seeds, which are replayed as a test, for all. */
#include <cardan/cardan.h>

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct Written {
    char *text;
    size_t n;
} Written;

static void demand(bool good, const char *what, const char *detail)
{
    if (good) return;
    fprintf(stderr, "%s: %s\n", what, detail);
    abort();
}

static Written written(const CdModel *model)
{
    Written w = { NULL, 0 };
    FILE *out = open_memstream(&w.text, &w.n);
    demand(out && cd_model_write(model, out), "the model cannot be written", "");
    fclose(out);
    return w;
}

/* The log as a terminal would get it. */
static void print_log(const CdLog *log)
{
    Written w = { NULL, 0 };
    FILE *out = open_memstream(&w.text, &w.n);
    cd_log_print(log, out);
    fclose(out);
    free(w.text);
}

static void round_trip(const CdModel *model)
{
    char why[300] = "";
    Written first = written(model);
    CdLog *log = cd_log_open();
    CdModel *again = cd_model_read_text("again.adm", first.text, first.n, log);
    if (!again) {
        fwrite(first.text, 1, first.n, stderr);
        cd_log_print(log, stderr);
        demand(false, "the written model has errors", "");
    }
    if (!cd_model_equal(model, again, why, sizeof why)) {
        fwrite(first.text, 1, first.n, stderr);
        demand(false, "the model read back differs", why);
    }
    Written second = written(again);
    demand(second.n == first.n && memcmp(second.text, first.text, first.n) == 0, "the second writing differs", "");

    CdModel *copy = cd_build_finish(cd_build_from(model, log));
    if (!copy) cd_log_print(log, stderr);
    demand(copy != NULL, "the copy through the builder has errors", "");
    demand(cd_model_equal(model, copy, why, sizeof why), "the copy through the builder differs", why);

    cd_model_summary(model);
    cd_model_close(copy);
    cd_model_close(again);
    cd_log_close(log);
    free(first.text);
    free(second.text);
}

/* One in sixteen, by a hash of the bytes (FNV-1a); all of them where no fuzzer is at work. */
static bool is_chosen(const uint8_t *data, size_t size)
{
#ifdef CARDAN_FUZZ
    uint64_t sum = 0xcbf29ce484222325u;
    for (size_t i = 0; i < size; i++) sum = (sum ^ data[i]) * 0x100000001b3u;
    return (sum >> 32) % 16 == 0;
#else
    (void)data, (void)size;
    return true;
#endif
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    CdLog *log = cd_log_open();
    CdModel *model = cd_model_read_text("fuzz.adm", (const char *)data, size, log);
    demand((model == NULL) == (cd_log_errors(log) > 0), "a model and errors, or neither", "");
    print_log(log);
    if (model && is_chosen(data, size)) round_trip(model);
    cd_model_close(model);
    cd_log_close(log);
    return 0;
}
