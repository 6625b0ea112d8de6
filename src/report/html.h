/* html.h - a page of one file: the style, data, and one script. The policy lets the page run its own script and nothing
 * else, and load nothing. */
#pragma once
#include "base/log.h"

/* A script of bundle.h with its hash. */
typedef struct PageScript {
    const unsigned char *at;
    size_t n;
    const char *hash;
} PageScript;

/* Up to the body, where data go as <script type="application/..."> that hold nothing but base64 or JSON with <, > and &
 * escaped. */
void cd_html_open(TextBuffer *out, const PageScript *script);
void cd_html_close(TextBuffer *out, const PageScript *script);

/* Writes a whole file; false, with a message, if that fails. */
bool cd_text_save(const TextBuffer *text, const char *path, CdLog *log);
