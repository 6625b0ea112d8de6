/* html.c - what pages have in common. */
#include "report/html.h"

#include "report/bundle.h"

#include <errno.h>
#include <string.h>

static void put_bytes(TextBuffer *out, const unsigned char *at, size_t n)
{
    cd_buffer_text(out, (Text){ (const char *)at, (int)n });
}

void cd_html_open(TextBuffer *out, const PageScript *script)
{
    cd_buffer_print(
        out,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'sha256-%s'; "
        "style-src 'sha256-%s'; img-src data: blob:; base-uri 'none'; form-action 'none'\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta name=\"generator\" content=\"cardan " CD_VERSION "\">\n<title>Cardan</title>\n<style>",
        script->hash, cd_bundle_style_hash);
    put_bytes(out, cd_bundle_style, cd_bundle_style_size);
    cd_buffer_text(out, cd_text("</style>\n</head>\n<body>\n<noscript>This page needs JavaScript to be shown; it loads "
                                "nothing from elsewhere.</noscript>\n"));
}

void cd_html_close(TextBuffer *out, const PageScript *script)
{
    cd_buffer_text(out, cd_text("<script>"));
    put_bytes(out, script->at, script->n);
    cd_buffer_text(out, cd_text("</script>\n</body>\n</html>\n"));
}

bool cd_text_save(const TextBuffer *text, const char *path, CdLog *log)
{
    errno = 0;
    FILE *f = fopen(path, "wb");
    bool good = f && fwrite(text->at, 1, text->n, f) == text->n;
    if (f) good &= fclose(f) == 0;
    if (!good) cd_log(log, ((CdPlace){ path, 0, 0, 0 }), CANNOT_WRITE, path, strerror(errno));
    return good;
}
