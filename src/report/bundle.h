/* bundle.h - the scripts of the report and of cardan compare and verify (study), and their style, as web/build.mjs
 * makes them when the program is built; sizes are 0 where Node.js was missing. */
#pragma once
#include <stddef.h>

extern const unsigned char cd_bundle_script[], cd_bundle_study[], cd_bundle_style[];
extern const size_t cd_bundle_script_size, cd_bundle_study_size, cd_bundle_style_size;
/* SHA-256 in base64, for the Content-Security-Policy: a page runs its script and no other. */
extern const char cd_bundle_script_hash[], cd_bundle_study_hash[], cd_bundle_style_hash[];
