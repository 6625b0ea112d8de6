/* solid_find.c - looking for solids. */
#include "geometry/solid_find.h"

#include "base/file.h"

#include <dirent.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

typedef struct Finder {
    Arena *arena;
    TextBuffer looked; /* for the message */
} Finder;

static const char *join(Arena *arena, Text folder, Text name)
{
    TextBuffer path = { 0 };
    cd_buffer_text(&path, folder);
    if (folder.n && folder.at[folder.n - 1] != '/') cd_buffer_char(&path, '/');
    cd_buffer_text(&path, name);
    const char *out = cd_text_copy(arena, (Text){ path.at, (int)path.n }).at;
    cd_buffer_close(&path);
    return out;
}

/* Behind the last / of a path. */
static Text bare_name(Text path)
{
    int i = path.n;
    while (i > 0 && path.at[i - 1] != '/') i--;
    return (Text){ path.at + i, path.n - i };
}

static Text folder_of(Text path)
{
    return (Text){ path.at, path.n - bare_name(path).n };
}

static Text stem_of(Text name)
{
    name = bare_name(name);
    for (int i = name.n - 1; i > 0; i--)
        if (name.at[i] == '.') return (Text){ name.at, i };
    return name;
}

static bool is_there(const char *path)
{
    FILE *f = cd_file_open(path);
    if (f) fclose(f);
    return f != NULL;
}

/* A file in a folder, whatever the case of its letters. */
static const char *any_case(Arena *arena, Text folder, Text name)
{
    const char *out = NULL, *path = folder.n ? cd_text_copy(arena, folder).at : ".";
    DIR *d = memchr(name.at, '/', (size_t)name.n) ? NULL : opendir(path);
    for (struct dirent *e = d ? readdir(d) : NULL; e && !out; e = readdir(d))
        if ((int)strlen(e->d_name) == name.n && strncasecmp(e->d_name, name.at, (size_t)name.n) == 0)
            out = join(arena, folder, cd_text(e->d_name));
    if (d) closedir(d);
    return out && is_there(out) ? out : NULL;
}

static const char *in_folder(Finder *f, Text folder, Text name)
{
    const char *path = join(f->arena, folder, name);
    if (f->looked.n < 600) cd_buffer_print(&f->looked, "%s%s", f->looked.n ? ", " : "", path);
    if (is_there(path)) return path;
    return any_case(f->arena, folder, name);
}

/* Whether a relative path stays below its folder. */
static bool stays_inside(Text name)
{
    if (name.n == 0 || name.at[0] == '/' || (name.n > 1 && name.at[1] == ':')) return false;
    for (int i = 0; i + 1 < name.n; i++)
        if (name.at[i] == '.' && name.at[i + 1] == '.' && (i == 0 || name.at[i - 1] == '/') &&
            (i + 2 == name.n || name.at[i + 2] == '/'))
            return false;
    return true;
}

/* In all folders, as named where that stays inside, else by the bare name. */
static const char *everywhere(Finder *f, const SolidQuery *q, Text name)
{
    Text beside = folder_of(q->dataset), bare = bare_name(name), stem = stem_of(q->dataset);
    const char *found = NULL;
    bool deep = stays_inside(name) && bare.n < name.n;
    if (deep) found = in_folder(f, beside, name);
    if (!found) found = in_folder(f, beside, bare);
    if (!found && stem.n) found = in_folder(f, cd_text(join(f->arena, beside, stem)), bare);
    for (const char *at = q->paths; at && *at && !found; at += strcspn(at, ":"), at += *at == ':') {
        Text folder = { at, (int)strcspn(at, ":") };
        if (deep) found = in_folder(f, folder, name);
        if (!found) found = in_folder(f, folder, bare);
    }
    return found;
}

/* The mesh that stands in for a solid. */
static const char *find_mesh(Finder *f, const SolidQuery *q, Text file)
{
    static const char *const ending[] = { ".stl", ".obj" };
    const char *found = NULL;
    Text stem = stem_of(file);
    for (int k = q->element.n ? 0 : 2; k < 4 && !found; k++) {
        TextBuffer name = { 0 };
        cd_buffer_text(&name, stem);
        if (k < 2) cd_buffer_print(&name, "_%.*s", TEXT_ARG(q->element));
        cd_buffer_text(&name, cd_text(ending[k % 2]));
        found = everywhere(f, q, cd_text_copy(f->arena, (Text){ name.at, (int)name.n }));
        cd_buffer_close(&name);
    }
    return found;
}

/* Datasets of Windows have backslashes. */
static Text with_slashes(Arena *arena, Text name)
{
    Text out = cd_text_copy(arena, cd_text_trim(name));
    char *at = (char *)out.at;
    for (int i = 0; i < out.n; i++)
        if (at[i] == '\\') at[i] = '/';
    return out;
}

static SolidFile *open_once(SolidLibrary *lib, const char *path, CdLog *log)
{
    for (int i = 0; i < lib->entry.n; i++)
        if (strcmp(lib->entry.at[i].path, path) == 0) return lib->entry.at[i].file;
    SolidFile *file = cd_solid_open(path, log);
    if (lib->entry.n == lib->entry.room)
        lib->entry.at =
            cd_array_grow(&lib->arena, lib->entry.at, lib->entry.n, &lib->entry.room, sizeof *lib->entry.at);
    lib->entry.at[lib->entry.n].path = cd_text_copy(&lib->arena, cd_text(path)).at;
    lib->entry.at[lib->entry.n++].file = file;
    return file;
}

void cd_solid_library_close(SolidLibrary *lib)
{
    for (int i = 0; i < lib->entry.n; i++) cd_solid_close(lib->entry.at[i].file);
    cd_arena_close(&lib->arena);
    *lib = (SolidLibrary){ 0 };
}

/* The bodies of a file that the statement means. */
static bool choose(SolidLibrary *lib, const SolidQuery *q, SolidFound *out, CdLog *log)
{
    SolidChoice c = cd_solid_choose(&lib->arena, out->solid, q->element, q->part, q->part_name);
    out->n = c.n, out->body = c.body;
    if (c.n) return true;
    Text names = cd_solid_names(&lib->arena, out->solid);
    if (c.ambiguous)
        cd_log_mild(log, q->mild, q->place, EXTERNAL_AMBIGUOUS, q->label, out->path, TEXT_ARG(q->element), q->part,
                    TEXT_ARG(names));
    else
        cd_log_mild(log, q->mild, q->place, EXTERNAL_NO_BODY, q->label, out->path, TEXT_ARG(q->element),
                    TEXT_ARG(names));
    return false;
}

bool cd_solid_find(SolidLibrary *lib, const SolidQuery *q, SolidFound *out, CdLog *log)
{
    Finder f = { .arena = &lib->arena };
    Text file = with_slashes(&lib->arena, q->file);
    *out = (SolidFound){ .path = everywhere(&f, q, file) };
    if (out->path && !cd_is_mesh_file(file)) {
        out->solid = open_once(lib, out->path, log);
        cd_buffer_close(&f.looked);
        return out->solid && choose(lib, q, out, log);
    }
    if (!out->path) {
        out->path = find_mesh(&f, q, file);
        if (out->path) cd_log(log, q->place, EXTERNAL_MESH, q->label, TEXT_ARG(file), out->path);
    }
    if (!out->path)
        cd_log_mild(log, q->mild, q->place, EXTERNAL_MISSING, q->label, TEXT_ARG(file), (int)f.looked.n,
                    f.looked.at ? f.looked.at : "");
    cd_buffer_close(&f.looked);
    return out->path != NULL;
}
