/* map.h - from three whole numbers to a position: which of several things has been listed already, and where. */
#pragma once
#include <stdint.h>

typedef struct MapCell {
    int32_t key[3];
    int32_t value; /* 1 + position; 0: free */
} MapCell;

typedef struct Map {
    MapCell *cell;
    int n, room;
} Map;

/* The position stored for a key; a key not met before gets the position given. */
int cd_map_put(Map *map, int a, int b, int c, int position_if_new);
/* The position stored for a key, -1 if it has not been met. */
int cd_map_find(const Map *map, int a, int b, int c);
void cd_map_close(Map *map);
