/* elements.c - the table of kinds, in the order of elements.def. */
#include "elements/elements.h"

const ElementKind *const cd_kinds[KIND_COUNT] = {
#define ELEMENT(name) &cd_element_##name,
#include "elements/elements.def"
#undef ELEMENT
};
