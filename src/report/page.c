/* page.c - the report: one file of HTML with the script of the page and the runs in it. Nothing of a dataset stands in
 * the HTML as text: the runs are base64, and the page shows what is in them as text only. */
#include "report/bundle.h"
#include "report/html.h"
#include "report/pack.h"

#include <stdlib.h>

static bool write_page(Recording *const *run, int n, const char *html, CdLog *log)
{
    const PageScript script = { cd_bundle_script, cd_bundle_script_size, cd_bundle_script_hash };
    TextBuffer page = { 0 };
    cd_html_open(&page, &script);
    for (int i = 0; i < n; i++) {
        cd_buffer_text(&page, cd_text("<script type=\"application/x-cardan\">"));
        cd_pack(run[i], &page);
        cd_buffer_text(&page, cd_text("</script>\n"));
    }
    cd_html_close(&page, &script);
    bool good = cd_text_save(&page, html, log);
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
