/* test_report.c - pieces of the report: JSON, ticks, the history of steps, records and meshes that are damaged. */
#include "test.h"

#include "report/json.h"
#include "report/mesh.h"
#include "report/panels.h"
#include "report/recording.h"
#include "report/steps.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void assert_json(const char *bytes, int n, const char *expected)
{
    TextBuffer out = { 0 };
    cd_json_text(&out, (Text){ bytes, n });
    assert_string_equal(out.at, expected);
    cd_buffer_close(&out);
}

TEST(texts_are_escaped)
{
    assert_json("a\"b\\c\n", 6, "\"a\\\"b\\\\c\\n\"");
    assert_json("</script>&", 10, "\"\\u003c/script\\u003e\\u0026\"");
    assert_json("\0\x1f\x7f", 3, "\"\\u0000\\u001f\\u007f\"");
    assert_json("\xc3\xbc \xe2\x82\xac \xf0\x9f\x98\x80", 11, "\"\xc3\xbc \xe2\x82\xac \xf0\x9f\x98\x80\"");
    /* Latin-1, an overlong slash, half a pair, a sequence that is cut off */
    assert_json("\xfc", 1, "\"\\u00fc\"");
    assert_json("\xc0\xaf", 2, "\"\\u00c0\\u00af\"");
    assert_json("\xed\xa0\x80", 3, "\"\\u00ed\\u00a0\\u0080\"");
    assert_json("\xe2\x82", 2, "\"\\u00e2\\u0082\"");
}

TEST(texts_become_utf8)
{
    Arena arena = { 0 };
    assert_string_equal(cd_text_copy_utf8(&arena, cd_text("a\xfc\xc3\xbc\xe2\x82")).at,
                        "a\xc3\xbc\xc3\xbc\xc3\xa2\xc2\x82");
    cd_arena_close(&arena);
}

TEST(values_are_separated)
{
    TextBuffer out = { 0 };
    cd_json_open(&out, '{');
    cd_json_put_number(&out, "a", 1);
    cd_json_put_vec3(&out, "b", v3(1, NAN, -2.5));
    cd_json_key(&out, "c");
    cd_json_open(&out, '[');
    cd_json_text(&out, cd_text("x"));
    cd_json_number(&out, 3);
    cd_json_close(&out, ']');
    cd_json_close(&out, '}');
    assert_string_equal(out.at, "{\"a\":1,\"b\":[1,null,-2.5],\"c\":[\"x\",3]}");
    cd_buffer_close(&out);
}

TEST(ticks_are_round)
{
    char text[32];
    Ticks t = cd_ticks(-0.13, 0.92, 6);
    assert_int_equal(t.n, 5);
    assert_string_equal(cd_tick_text(&t, 0, text), "0.0");
    assert_string_equal(cd_tick_text(&t, 4, text), "0.8");
    t = cd_ticks(0, 3, 8);
    assert_string_equal(cd_tick_text(&t, 1, text), "0.5");
    t = cd_ticks(-2e6, 2e6, 5);
    assert_string_equal(cd_tick_text(&t, 0, text), "-2e+06");
}

/* Ten times as many steps as there is room for: the shortest is still there, ends rise, nothing is counted twice. */
TEST(long_histories_keep_the_shortest_step)
{
    StepHistory *h = cd_take(sizeof *h);
    cd_steps_begin(h, "TEST");
    long repeated = 0;
    const int n = 10 * MOST_STEPS + 7;
    for (int i = 1; i <= n; i++)
        cd_steps_add(h, &(StepSeen){ .t = i, .h = i == 12345 ? 0.25 : 1, .order = 2, .limiter = -1, .repeated = 1 });
    double shortest = 1;
    for (int i = 0; i < h->n; i++) {
        shortest = fmin(shortest, h->step[i].h);
        repeated += h->step[i].repeated;
        if (i) assert_true(h->step[i].t > h->step[i - 1].t);
    }
    assert_true(h->n <= MOST_STEPS && h->n >= MOST_STEPS / 2);
    assert_true(shortest == 0.25);
    assert_int_equal(repeated, n);
    assert_true(h->step[h->n - 1].t == n);
    free(h);
}

static void put_chunk(FILE *f, const char *tag, const void *bytes, uint64_t n)
{
    fwrite(tag, 1, 4, f);
    fwrite(&n, sizeof n, 1, f);
    fwrite(bytes, 1, n, f);
}

/* A record with two columns and three steps, of which the last one is cut off. */
TEST(cut_records_read_up_to_the_last_step)
{
    char path[] = P_tmpdir "/cardan-record-XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    FILE *f = fdopen(file, "wb");
    const char columns[] = "arm\tX\tm\tdisplacement\tPART\t2\narm\tY\tm\tdisplacement\tPART\t2\n";
    fputs(RECORD_MARK, f);
    put_chunk(f, "cols", columns, strlen(columns));
    for (int i = 0; i < 3; i++) put_chunk(f, "step", (double[]){ i, 2, 10 + i, 20 + i }, 32);
    long end = ftell(f);
    fclose(f);
    assert_int_equal(truncate(path, end - 5), 0);
    CdLog *log = cd_log_open();
    Recording *r = cd_recording_open(path, log);
    assert_non_null(r);
    assert_int_equal(r->columns, 2);
    assert_int_equal(r->step.n, 2);
    assert_true(r->damaged);
    assert_int_equal(cd_log_warnings(log), 1);
    assert_true(cd_recording_time(r, 1) == 1 && cd_recording_value(r, 1, 0) == 11 && cd_recording_value(r, 1, 1) == 21);
    int found[4];
    assert_int_equal(cd_recording_find(r, "ARM.y", found, 4), 1);
    assert_int_equal(found[0], 1);
    assert_int_equal(cd_recording_find(r, "part_2.*", found, 4), 2);
    assert_int_equal(cd_recording_find(r, "arm.Z", found, 4), 0);
    char room[40];
    assert_string_equal(cd_recording_closest(r, "armm.X", room, sizeof room), "arm.X");
    cd_recording_close(r);
    /* any other file is refused with a message */
    assert_int_equal(truncate(path, 7), 0);
    assert_null(cd_recording_open(path, log));
    assert_int_equal(cd_log_errors(log), 1);
    cd_log_close(log);
    unlink(path);
}

static int triangles(const char *name, const void *bytes, size_t n)
{
    char path[64], shape[96];
    snprintf(path, sizeof path, P_tmpdir "/cardan-%d-%s", (int)getpid(), name);
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    fwrite(bytes, 1, n, f);
    fclose(f);
    snprintf(shape, sizeof shape, "7\t%s\tnowhere/model.adm\n", path);
    Recording r = { .path = "", .shapes = cd_text(shape) };
    Meshes m = cd_meshes_read(&r);
    int count = m.triangles;
    assert_int_equal(m.mesh.n, 1); /* also one that could not be read, which the page tells */
    assert_int_equal(m.mesh.at[0].id, 7);
    assert_int_equal(m.mesh.at[0].count, count);
    for (int i = 0; i < 9 * count; i++) assert_true(isfinite(m.corner[i]));
    cd_meshes_close(&m);
    unlink(path);
    return count;
}

TEST(meshes_are_read)
{
    const char stl[] =
        "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1E0 0\nendloop\nendfacet\nendsolid\n";
    assert_int_equal(triangles("a.stl", stl, strlen(stl)), 1);
    /* a vertex that is no number takes its own triangle away, not those behind it */
    const char holes[] = "vertex 0 0 0\nvertex nan 0 0\nvertex 0 1 0\nvertex 0 0 5\nvertex 1 0 5\nvertex 0 1 5\n";
    assert_int_equal(triangles("h.stl", holes, strlen(holes)), 1);
    const char hole[] = "v nan 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3\nf 2 3 4\n";
    assert_int_equal(triangles("h.obj", hole, strlen(hole)), 1);
    const char obj[] = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvn 0 0 1\nf 1//1 2//1 3//1 4//1\nf -4 -3 9\nf 1 2\n";
    assert_int_equal(triangles("a.OBJ", obj, strlen(obj)), 2);
    unsigned char binary[84 + 2 * 50] = { 0 };
    binary[80] = 2;
    memcpy(binary + 84 + 12, (float[]){ 0, 0, 0, 1, 0, 0, 0, 1, 0 }, 36);
    memcpy(binary + 134 + 12, (float[]){ 0, 0, 0, NAN, 0, 0, 0, 1, 0 }, 36);
    assert_int_equal(triangles("b.stl", binary, sizeof binary), 1);
    assert_int_equal(triangles("c.stl", binary, 100), 0);
    assert_int_equal(triangles("d.txt", stl, strlen(stl)), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT(texts_are_escaped),
        UNIT(texts_become_utf8),
        UNIT(values_are_separated),
        UNIT(ticks_are_round),
        UNIT(long_histories_keep_the_shortest_step),
        UNIT(cut_records_read_up_to_the_last_step),
        UNIT(meshes_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
