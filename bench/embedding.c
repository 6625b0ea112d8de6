/* embedding.c - what a simulation costs a program that drives it: opening a four-bar, going on by 10 ms and closing it,
 * many times over; and a call of advance that has nothing to do. What malloc has given out is compared before and
 * after.
 *
 *     embedding [MODEL [TIMES]] */
#include <cardan/cardan.h>

#include <malloc.h>
#include <stdlib.h>
#include <time.h>

/* Of the processor, not of the clock: other work on the machine does not count. */
static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static CdSimulation *open_one(const CdModel *model, CdLog *log)
{
    CdSimulationOptions options = cd_simulation_default();
    return cd_simulation_open(model, &options, log);
}

static bool once(const CdModel *model, CdLog *log)
{
    CdSimulation *sim = open_one(model, log);
    bool good = sim && cd_simulation_advance(sim, 0.01) == CD_OK;
    cd_simulation_close(sim);
    return good;
}

static bool reopen(const CdModel *model, long times)
{
    CdLog *log = cd_log_open();
    bool good = true;
    for (int i = 0; i < 500 && good; i++) good = once(model, log); /* what libraries keep for themselves is there now */
    size_t before = mallinfo2().uordblks;
    double from = seconds();
    for (long i = 0; i < times && good; i++) {
        CdLog *own = cd_log_open();
        good = once(model, own);
        cd_log_close(own);
    }
    double each = (seconds() - from) / (double)times;
    printf("open, advance by 10 ms, close  %10.3f ms each, %ld times\n", 1e3 * each, times);
    printf("bytes in use                   %10ld more than before\n", (long)(mallinfo2().uordblks - before));
    cd_log_close(log);
    return good;
}

static bool stay(const CdModel *model)
{
    enum { TIMES = 1000000 };
    CdLog *log = cd_log_open();
    CdSimulation *sim = open_one(model, log);
    bool good = sim && cd_simulation_advance(sim, 0.01) == CD_OK;
    double from = seconds();
    for (int i = 0; i < TIMES && good; i++) good = cd_simulation_advance(sim, 0.01) == CD_OK;
    printf("advance to where it is         %10.3f us each\n", 1e6 * (seconds() - from) / TIMES);
    cd_simulation_close(sim);
    cd_log_close(log);
    return good;
}

int main(int n, char **word)
{
    CdLog *log = cd_log_open();
    CdModel *model = cd_model_read(n > 1 ? word[1] : "examples/four_bar.adm", log);
    bool good = model && reopen(model, n > 2 ? atol(word[2]) : 2000) && stay(model);
    cd_log_print(log, stderr);
    cd_model_close(model);
    cd_log_close(log);
    return good ? 0 : 1;
}
