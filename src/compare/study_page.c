/* study_page.c - JSON into a page. */
#include "compare/study_page.h"

#include "report/bundle.h"
#include "report/html.h"

bool cd_study_page(const TextBuffer *json, const char *path, CdLog *log)
{
    const PageScript script = { cd_bundle_study, cd_bundle_study_size, cd_bundle_study_hash };
    if (!script.n) {
        cd_log(log, ((CdPlace){ 0 }), REPORT_NOT_BUILT, path);
        return false;
    }
    TextBuffer page = { 0 };
    cd_html_open(&page, &script);
    cd_buffer_text(&page, cd_text("<script type=\"application/x-cardan-study\">"));
    cd_buffer_text(&page, (Text){ json->at, (int)json->n });
    cd_buffer_text(&page, cd_text("</script>\n"));
    cd_html_close(&page, &script);
    bool good = cd_text_save(&page, path, log);
    cd_buffer_close(&page);
    return good;
}
