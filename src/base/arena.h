/* arena.h - memory with one lifetime. Everything taken from an arena lives until the arena is closed or released to a
 * mark; nothing is freed on its own. Blocks double in size, so taking n bytes in many pieces costs O(n). */
#pragma once
#include "cardan/cardan.h"

#include <stddef.h>

typedef struct ArenaBlock ArenaBlock;

typedef struct Arena {
    ArenaBlock *block; /* newest block, linked to the older ones; NULL while empty */
} Arena;

typedef struct ArenaMark {
    ArenaBlock *block;
    size_t used;
} ArenaMark;

/* Zeroed memory aligned for any type; size 0 gives a valid pointer. Running out of memory ends in cd_out_of_memory
 * (cardan.h), here and everywhere: it is the one failure that is not reported, because nothing sensible can follow
 * it. */
void *cd_arena_take(Arena *arena, size_t size);

/* Remember the present fill, and fall back to it later (scratch memory of one evaluation). */
ArenaMark cd_arena_mark(const Arena *arena);
void cd_arena_release(Arena *arena, ArenaMark mark);

/* Frees everything; the arena is empty and usable again. */
void cd_arena_close(Arena *arena);

/* Memory outside arenas (an object that owns its arena), zeroed. */
void *cd_take(size_t size);

#define ARENA_NEW(arena, T) ((T *)cd_arena_take((arena), sizeof(T)))
#define ARENA_ARRAY(arena, T, n) ((T *)cd_arena_take((arena), sizeof(T) * (size_t)(n)))

/* A growing array in an arena: any struct { T *at; int n, room; }. Old copies stay behind in the arena until it is
 * closed. */
void *cd_array_grow(Arena *arena, void *at, int n, int *room, size_t item);
#define ARRAY_OF(T)                                                                                                    \
    struct {                                                                                                           \
        T *at;                                                                                                         \
        int n, room;                                                                                                   \
    }
#define ARRAY_PUSH(arena, array, value)                                                                                \
    do {                                                                                                               \
        if ((array)->n == (array)->room)                                                                               \
            (array)->at = cd_array_grow((arena), (array)->at, (array)->n, &(array)->room, sizeof *(array)->at);        \
        (array)->at[(array)->n++] = (value);                                                                           \
    } while (0)
