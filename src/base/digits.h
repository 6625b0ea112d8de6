/* digits.h - numbers in decimal, many of them: the digits of a double by a few multiplications where these can be
 * trusted. */
#pragma once
#include "base/text.h"

/* As snprintf writes x with %.15G if that reads back as x, else with %.17G. False, and nothing is written, if it takes
 * more than a product of 64 bits to know the digits: of one number in thirty, and of those beyond 1e-37 .. 1e42. */
bool cd_digits_write(char out[CD_NUMBER_ROOM], double x);
