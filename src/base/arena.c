/* arena.c - blocks of memory, newest first. Address sanitizers see each piece by itself: what lies behind it, and what
 * has been released, may not be touched. */
#include "base/arena.h"

#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

#if defined __has_feature
#define BY_SANITIZER __has_feature(address_sanitizer)
#elif defined __SANITIZE_ADDRESS__
#define BY_SANITIZER 1
#else
#define BY_SANITIZER 0
#endif
#if BY_SANITIZER
#include <sanitizer/asan_interface.h>
enum { GAP = 64 }; /* bytes between pieces */
#else
#define ASAN_POISON_MEMORY_REGION(at, n) ((void)(at), (void)(n))
#define ASAN_UNPOISON_MEMORY_REGION(at, n) ((void)(at), (void)(n))
enum { GAP = 0 };
#endif

struct ArenaBlock {
    ArenaBlock *older;
    size_t size, used;
    alignas(max_align_t) unsigned char bytes[];
};

__attribute__((weak)) void cd_out_of_memory(size_t bytes)
{
    (void)bytes;
    abort();
}

enum { FIRST_BLOCK = 4096, LARGEST_STEP = 1 << 24 };

void *cd_take(size_t size)
{
    void *p = calloc(1, size ? size : 1);
    if (!p) cd_out_of_memory(size);
    return p;
}

void *cd_arena_take(Arena *arena, size_t size)
{
    size_t align = alignof(max_align_t), need = (size + align - 1) / align * align + GAP;
    if (need < size) cd_out_of_memory(size);
    ArenaBlock *b = arena->block;
    if (!b || b->size - b->used < need) {
        size_t step = b ? (b->size < LARGEST_STEP ? 2 * b->size : b->size) : FIRST_BLOCK;
        if (step < need) step = need;
        ArenaBlock *fresh = malloc(sizeof *fresh + step);
        if (!fresh) cd_out_of_memory(step);
        fresh->older = b, fresh->size = step, fresh->used = 0;
        ASAN_POISON_MEMORY_REGION(fresh->bytes, step);
        arena->block = b = fresh;
    }
    void *p = b->bytes + b->used;
    b->used += need;
    ASAN_UNPOISON_MEMORY_REGION(p, size);
    return memset(p, 0, size);
}

ArenaMark cd_arena_mark(const Arena *arena)
{
    return (ArenaMark){ arena->block, arena->block ? arena->block->used : 0 };
}

void cd_arena_release(Arena *arena, ArenaMark mark)
{
    while (arena->block != mark.block) {
        ArenaBlock *b = arena->block;
        arena->block = b->older;
        ASAN_UNPOISON_MEMORY_REGION(b->bytes, b->size);
        free(b);
    }
    if (!arena->block) return;
    ASAN_POISON_MEMORY_REGION(arena->block->bytes + mark.used, arena->block->used - mark.used);
    arena->block->used = mark.used;
}

void cd_arena_close(Arena *arena)
{
    cd_arena_release(arena, (ArenaMark){ NULL, 0 });
}

void *cd_array_grow(Arena *arena, void *at, int n, int *room, size_t item)
{
    *room = *room ? 2 * *room : 8;
    void *wider = cd_arena_take(arena, item * (size_t)*room);
    if (n) memcpy(wider, at, item * (size_t)n);
    return wider;
}
