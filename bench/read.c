/* read.c - how long reading takes, and whether it grows linearly: chains of 5,000 and 10,000 parts, four statements
 * each. */
#include <cardan/cardan.h>

#include <stdlib.h>
#include <time.h>

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* A hanging chain: each link with its centre and its joint to the one before, and a force expression now and then. */
static char *chain(int parts, size_t *n)
{
    char *text;
    FILE *out = open_memstream(&text, n);
    fprintf(out, "chain of %d parts\nUNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND\n", parts);
    fprintf(out, "PART/1, GROUND\nMARKER/100, PART=1\nACCGRAV/JGRAV=-9.81\n");
    for (int i = 2; i < parts + 2; i++) {
        fprintf(out, "!  adams_view_name='LINK_%d'\n", i);
        fprintf(out, "PART/%d, MASS = 1.25, CM = %d, IP = 0.0104, 0.0001, 0.0104\n, QG = %.6f, 0.0, 0.0\n", i, 100 * i,
                0.1 * (i - 2));
        fprintf(out, "MARKER/%d, PART = %d, QP = 0.05, 0, 0, REULER = 0D, 90D, 12.5D\n", 100 * i, i);
        fprintf(out, "JOINT/%d, REVOLUTE, I = %d, J = %d\n", i, 100 * i, i == 2 ? 100 : 100 * (i - 1));
        fprintf(out, "SFORCE/%d, ROTATIONAL, I = %d, J = %d\n, FUNCTION = -2.5*WZ(%d,%d,%d)\n, - 10*AZ(%d,%d)\n", i,
                100 * i, i == 2 ? 100 : 100 * (i - 1), 100 * i, i == 2 ? 100 : 100 * (i - 1), 100 * i, 100 * i,
                i == 2 ? 100 : 100 * (i - 1));
    }
    fprintf(out, "END\n");
    fclose(out);
    return text;
}

/* The shortest of several runs: the one least disturbed. */
static double time_of(int parts, size_t *bytes)
{
    enum { RUNS = 7 };
    char *text = chain(parts, bytes);
    double best = 1e9;
    for (int r = 0; r < RUNS; r++) {
        CdLog *log = cd_log_open();
        double start = seconds();
        CdModel *model = cd_model_read_text("chain.adm", text, *bytes, log);
        double used = seconds() - start;
        if (!model) {
            cd_log_print(log, stderr);
            exit(1);
        }
        best = used < best ? used : best;
        cd_model_close(model);
        cd_log_close(log);
    }
    free(text);
    return best;
}

int main(void)
{
    double half = 0;
    printf("%8s %12s %10s %10s %8s\n", "parts", "statements", "MB", "ms", "ratio");
    for (int parts = 1250; parts <= 20000; parts *= 2) {
        size_t bytes;
        double t = time_of(parts, &bytes);
        printf("%8d %12d %10.2f %10.2f ", parts, 4 * parts + 4, (double)bytes / 1e6, 1e3 * t);
        if (half > 0) printf("%8.2f", t / half);
        printf("\n");
        half = t;
    }
    return 0;
}
