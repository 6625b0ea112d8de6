/* replay.c - runs a fuzz target on files instead of invented bytes: replay <file or directory>... Each input is handed
 * over in memory of exactly its size, so that a sanitizer sees a read beyond its end. Finding no input at all is a
 * failure. */
#include <dirent.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int inputs, failures;

static void fail(const char *path)
{
    fprintf(stderr, "%s: %s\n", path, strerror(errno));
    failures++;
}

static void replay_file(const char *path, size_t size)
{
    FILE *file = fopen(path, "rb");
    uint8_t *data = malloc(size);
    if (!file || (!data && size) || fread(data, 1, size, file) != size) {
        fail(path);
    } else {
        /* the name comes first, so that it is the last line seen if the target stops the process */
        printf("%s\n", path);
        fflush(stdout);
        LLVMFuzzerTestOneInput(data, size);
        inputs++;
    }
    free(data);
    if (file) fclose(file);
}

static int visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static void replay(const char *path)
{
    struct stat status;
    if (stat(path, &status) != 0) {
        fail(path);
        return;
    }
    if (!S_ISDIR(status.st_mode)) {
        replay_file(path, (size_t)status.st_size);
        return;
    }

    struct dirent **entry;
    int n = scandir(path, &entry, visible, alphasort);
    if (n < 0) fail(path);
    for (int i = 0; i < n; i++) {
        size_t room = strlen(path) + strlen(entry[i]->d_name) + 2;
        char *inner = malloc(room);
        if (!inner) abort();
        snprintf(inner, room, "%s/%s", path, entry[i]->d_name);
        replay(inner);
        free(inner);
        free(entry[i]);
    }
    if (n >= 0) free(entry);
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) replay(argv[i]);
    printf("%d inputs replayed\n", inputs);
    if (!inputs) fprintf(stderr, "no inputs: put at least one seed into the corpus\n");
    return inputs && !failures ? 0 : 1;
}
