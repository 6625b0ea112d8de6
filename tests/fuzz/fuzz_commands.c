/* fuzz_commands.c - any bytes as a command file: reading never goes wrong, and the written form reads back as itself.
 * Nothing is rehearsed here: that would open the files a script names. */
#include <cardan/cardan.h>

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct Written {
    char *text;
    size_t n;
} Written;

static Written written(const CdScript *script)
{
    Written w = { NULL, 0 };
    FILE *out = open_memstream(&w.text, &w.n);
    if (!out || !cd_script_write(script, out)) abort();
    fclose(out);
    return w;
}

static void round_trip(const CdScript *script)
{
    Written first = written(script);
    CdLog *log = cd_log_open();
    CdScript *again = cd_script_read_text("again.acf", first.text, first.n, log);
    if (!again) {
        fwrite(first.text, 1, first.n, stderr);
        cd_log_print(log, stderr);
        abort();
    }
    Written second = written(again);
    if (cd_script_count(again) != cd_script_count(script) || second.n != first.n ||
        memcmp(second.text, first.text, first.n) != 0) {
        fprintf(stderr, "written:\n%.*s\nread back and written:\n%.*s\n", (int)first.n, first.text, (int)second.n,
                second.text);
        abort();
    }
    cd_script_close(again);
    cd_log_close(log);
    free(first.text);
    free(second.text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    CdLog *log = cd_log_open();
    CdScript *script = cd_script_read_text("fuzz.acf", (const char *)data, size, log);
    if ((script == NULL) != (cd_log_errors(log) > 0)) abort();
    if (script) round_trip(script);
    cd_script_close(script);
    cd_log_close(log);
    return 0;
}
