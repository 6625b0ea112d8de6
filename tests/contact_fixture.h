/* contact_fixture.h - memory for shapes and for evaluations of pairs, shared by all tests of a file. */
#pragma once
#include "contact/pair.h"
#include "near.h"

static Arena arena, scratch;

static int setup(void **state)
{
    (void)state;
    cd_pair_scratch(&scratch);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    cd_arena_close(&arena), cd_arena_close(&scratch);
    return 0;
}
