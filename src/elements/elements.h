/* elements.h - the kinds of statements and commands, one file each; cd_kinds in model/kind.h lists them in order. */
#pragma once
#include "model/kind.h"

#define ELEMENT(name) extern const ElementKind cd_element_##name;
#include "elements/elements.def"
#undef ELEMENT
