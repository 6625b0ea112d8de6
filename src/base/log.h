/* log.h - what the library has to say. Messages are rows of diag.def, collected here and shown by whoever owns the log;
 * the library itself never prints. The log keeps the text of the files it was told about, so that a message can show
 * the line. */
#pragma once
#include "base/text.h"
#include "cardan/cardan.h"

typedef enum CdCode {
#define DIAG(code, severity, format) CD_##code,
#include "base/diag.def"
#undef DIAG
    CD_DIAG_COUNT
} CdCode;

/* The formats as constants of their own, so that the compiler checks the arguments of each message. */
#define DIAG(code, severity, format) static const char cd_format_##code[] __attribute__((unused)) = format;
#include "base/diag.def"
#undef DIAG

/* A file as read: its bytes and where its lines begin. */
typedef struct Source {
    const char *name;
    Text text;
    ARRAY_OF(int) line; /* offset of the first byte of each line */
} Source;

/* One message. */
typedef struct Diag {
    CdCode code;
    CdSeverity severity;
    CdPlace place;
    const char *text;
    int repeats; /* how often the same was said again */
} Diag;

/* Who receives messages when they arise. */
typedef struct LogListener {
    void (*heard)(void *user); /* NULL: nobody */
    void *user;
} LogListener;

struct CdLog {
    Arena arena;
    ARRAY_OF(Diag) diag;
    ARRAY_OF(Source *) source;
    int count[3];           /* by severity, repeats included */
    int most;               /* errors and warnings kept per severity; the rest is counted only */
    bool again;             /* a model is made again from another: what has been said of it is not said twice */
    int open;               /* messages that readers may see: all but those that are held back */
    int holds;              /* how many hold back what comes */
    LogListener owner, run; /* told in reverse order: the run writes its own files first */
};

/* Adds a message: cd_log(log, place, UNKNOWN_KEYWORD, ...arguments of its format...). Without a log (NULL) nobody is
 * told. */
#define cd_log(log, place, code, ...) cd_log_add((log), false, (place), CD_##code, cd_format_##code, __VA_ARGS__)
/* The same, at most as a warning where mild is true: decoration never stops a run. */
#define cd_log_mild(log, mild, place, code, ...)                                                                       \
    cd_log_add((log), (mild), (place), CD_##code, cd_format_##code, __VA_ARGS__)

void cd_log_add(CdLog *log, bool mild, CdPlace place, CdCode code, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/* Registers a text under a name; the log keeps its own copy and finds the line starts (LF, CRLF or lone CR). */
Source *cd_log_source(CdLog *log, const char *name, const char *text, size_t n);

/* The place of n bytes at an offset of a source. */
CdPlace cd_source_place(const Source *source, int offset, int n);

bool cd_same_place(CdPlace a, CdPlace b);

/* Holds back messages, as those of a file until they are sorted; holds may be nested. */
void cd_log_hold(CdLog *log);
void cd_log_release(CdLog *log);

/* How often the last message was repeated since that was told last. */
void cd_log_print_repeats(const CdLog *log, CdReading *reading, CdSeverity least, FILE *out);

const char *cd_code_name(CdCode code);
