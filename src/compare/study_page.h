/* study_page.h - the page of cardan compare and cardan verify. */
#pragma once
#include "base/log.h"

/* json: what web/src/study.js shows. False, with a message, if the page cannot be written. */
bool cd_study_page(const TextBuffer *json, const char *path, CdLog *log);
