/* plugin.c - extension module of the commercial solver; named when an analysis would need it. */
#include "elements/common.h"

typedef struct Plugin {
    Text name, file, string;
} Plugin;

static const Field fields[] = {
    NAME(Plugin, name, "NAME", 0, "name of the module"),
    NAME(Plugin, file, "FILE", 0, "its file"),
    NAME(Plugin, string, "STRING", 0, "text for the module"),
    FIELDS_END,
};

const ElementKind cd_element_plugin = {
    .keyword = "PLUGIN",
    .summary = "extension module",
    .role = ROLE_SYSTEM,
    .flags = OPEN_ARGUMENTS,
    .mechanics = MECHANICS_LATER,
    .size = sizeof(Plugin),
    .fields = fields,
};
