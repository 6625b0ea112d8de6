/* page.c - the report: one file of HTML with the script of the page and the runs in it. Nothing of a dataset stands in the HTML as text: the
 * runs are base64, and the page shows what is in them as text only. The policy lets the page run its own script and nothing else. */
#include "report/bundle.h"
#include "report/pack.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static void put_bytes(TextBuffer *out, const unsigned char *at, size_t n)
{
    cd_buffer_text(out, (Text){ (const char *)at, (int)n });
}

static void put_page(TextBuffer *out, Recording *const *run, int n)
{
    cd_buffer_print(
        out,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'sha256-%s'; "
        "style-src 'sha256-%s'; img-src data: blob:; base-uri 'none'; form-action 'none'\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta name=\"generator\" content=\"cardan " CD_VERSION "\">\n<title>Cardan</title>\n<style>",
        cd_bundle_script_hash, cd_bundle_style_hash);
    put_bytes(out, cd_bundle_style, cd_bundle_style_size);
    cd_buffer_text(out, cd_text("</style>\n</head>\n<body>\n<noscript>This page needs JavaScript to be shown; it loads "
                                "nothing from elsewhere.</noscript>\n"));
    for (int i = 0; i < n; i++) {
        cd_buffer_text(out, cd_text("<script type=\"application/x-cardan\">"));
        cd_pack(run[i], out);
        cd_buffer_text(out, cd_text("</script>\n"));
    }
    cd_buffer_text(out, cd_text("<script>"));
    put_bytes(out, cd_bundle_script, cd_bundle_script_size);
    cd_buffer_text(out, cd_text("</script>\n</body>\n</html>\n"));
}

static bool write_page(Recording *const *run, int n, const char *html, CdLog *log)
{
    TextBuffer page = { 0 };
    put_page(&page, run, n);
    errno = 0;
    FILE *f = fopen(html, "wb");
    bool good = f && fwrite(page.at, 1, page.n, f) == page.n;
    if (f) good &= fclose(f) == 0;
    if (!good) cd_log(log, ((CdPlace){ html, 0, 0, 0 }), CANNOT_WRITE, html, strerror(errno));
    cd_buffer_close(&page);
    return good;
}

struct CdReport {
    Arena arena;
    ARRAY_OF(Recording *) run;
};

CdReport *cd_report_open(void)
{
    return cd_take(sizeof(CdReport));
}

bool cd_report_add(CdReport *report, const char *result, CdLog *log)
{
    Recording *r = cd_recording_open(result, log);
    if (r) ARRAY_PUSH(&report->arena, &report->run, r);
    return r != NULL;
}

bool cd_report_write(const CdReport *report, const char *html, CdLog *log)
{
    if (cd_bundle_script_size) return report->run.n > 0 && write_page(report->run.at, report->run.n, html, log);
    cd_log(log, ((CdPlace){ 0 }), REPORT_NOT_BUILT, html);
    return false;
}

void cd_report_close(CdReport *report)
{
    for (int i = 0; i < report->run.n; i++) cd_recording_close(report->run.at[i]);
    cd_arena_close(&report->arena);
    free(report);
}

bool cd_report(int n, const char *const *result, const char *html, CdLog *log)
{
    CdReport *report = cd_report_open();
    bool good = true;
    for (int i = 0; i < n; i++) good &= cd_report_add(report, result[i], log);
    if (good) good = cd_report_write(report, html, log);
    cd_report_close(report);
    return good;
}
