/* map.c - open addressing with linear probing, at most half full. */
#include "base/map.h"

#include "base/arena.h"

#include <stdlib.h>

static MapCell *cell_of(const Map *map, const int32_t key[3])
{
    uint32_t hash = (uint32_t)key[0] * 2654435761u ^ (uint32_t)key[1] * 2246822519u ^ (uint32_t)key[2] * 3266489917u;
    for (uint32_t i = hash ^ hash >> 15;; i++) {
        MapCell *c = &map->cell[i & (uint32_t)(map->room - 1)];
        if (!c->value || (c->key[0] == key[0] && c->key[1] == key[1] && c->key[2] == key[2])) return c;
    }
}

static void widen(Map *map)
{
    Map wider = { .room = map->room ? 2 * map->room : 64, .n = map->n };
    wider.cell = cd_take(sizeof(MapCell) * (size_t)wider.room);
    for (int i = 0; i < map->room; i++)
        if (map->cell[i].value) *cell_of(&wider, map->cell[i].key) = map->cell[i];
    free(map->cell);
    *map = wider;
}

int cd_map_put(Map *map, int a, int b, int c, int position_if_new)
{
    if (2 * (map->n + 1) > map->room) widen(map);
    int32_t key[3] = { a, b, c };
    MapCell *cell = cell_of(map, key);
    if (!cell->value) {
        *cell = (MapCell){ { a, b, c }, position_if_new + 1 };
        map->n++;
    }
    return cell->value - 1;
}

int cd_map_find(const Map *map, int a, int b, int c)
{
    int32_t key[3] = { a, b, c };
    return map->room ? cell_of(map, key)->value - 1 : -1;
}

void cd_map_close(Map *map)
{
    free(map->cell);
    *map = (Map){ 0 };
}
