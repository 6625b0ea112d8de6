/* test_text.c - pieces of text, edit distance, and numbers that survive the way to text and back. */
#include "base/text.h"
#include "test.h"

#include <float.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

static Text text(const char *s)
{
    return cd_text(s);
}

/* ---- pieces ------------------------------------------------------------------------------------------------------ */

TEST(trim_takes_blanks_tabs_and_control_bytes_from_both_ends)
{
    assert_true(cd_text_equal(cd_text_trim(text(" \t a b \r\n")), text("a b")));
    assert_true(cd_text_equal(cd_text_trim((Text){ "\0\x7fx\0", 4 }), text("x")));
    assert_int_equal(cd_text_trim(text(" \t ")).n, 0);
    assert_int_equal(cd_text_trim(text("")).n, 0);
}

TEST(bytes_beyond_ascii_are_not_blank)
{
    assert_false(cd_is_blank((char)0xe9));
    assert_true(cd_text_equal(cd_text_trim(text("\xe9\x80")), text("\xe9\x80")));
}

TEST(equal_compares_by_length_and_every_byte)
{
    assert_true(cd_text_equal((Text){ "a\0b", 3 }, (Text){ "a\0b", 3 }));
    assert_false(cd_text_equal((Text){ "a\0b", 3 }, (Text){ "a\0c", 3 }));
    assert_false(cd_text_equal(text("ab"), text("abc")));
    assert_true(cd_text_equal((Text){ NULL, 0 }, text("")));
}

TEST(equal_without_case_needs_the_same_length)
{
    assert_true(cd_text_equal_nocase(text("Part_1"), "pART_1"));
    assert_false(cd_text_equal_nocase(text("Part"), "PART_1"));
    assert_false(cd_text_equal_nocase(text("PART_1"), "PART"));
    assert_false(cd_text_equal_nocase((Text){ "a\0", 2 }, "a"));
}

TEST(copy_is_ended_by_nul_and_plain_copy_has_blanks_for_control_bytes)
{
    Arena arena = { 0 };
    Text copy = cd_text_copy(&arena, (Text){ "abcd", 2 });
    assert_string_equal(copy.at, "ab");
    Text plain = cd_text_copy_plain(&arena, (Text){ "a\0\tb", 4 });
    assert_string_equal(plain.at, "a  b");
    cd_arena_close(&arena);
}

TEST(distance_counts_single_letter_edits_without_case)
{
    assert_int_equal(cd_text_distance(text("PART"), "PART", 3), 0);
    assert_int_equal(cd_text_distance(text("part"), "PART", 3), 0);
    assert_int_equal(cd_text_distance(text("PRT"), "PART", 3), 1);
    assert_int_equal(cd_text_distance(text("PAART"), "PART", 3), 1);
    assert_int_equal(cd_text_distance(text("PORT"), "PART", 3), 1);
    assert_int_equal(cd_text_distance(text("kitten"), "SITTING", 5), 3);
    assert_int_equal(cd_text_distance(text(""), "AB", 5), 2);
}

TEST(distance_beyond_the_limit_is_limit_plus_one)
{
    assert_int_equal(cd_text_distance(text("kitten"), "SITTING", 2), 3);
    assert_int_equal(cd_text_distance(text("A"), "ABCDEFGH", 2), 3);
    char longer[100];
    memset(longer, 'A', 99);
    longer[99] = 0;
    assert_int_equal(cd_text_distance(text(longer), longer, 2), 3);
}

TEST(distance_is_symmetric)
{
    static const char *const word[] = { "REVOLUTE", "REVOLUT", "RVEOLUTE", "TRANSLATION", "ROTATION", "", "X" };
    for (size_t i = 0; i < sizeof word / sizeof *word; i++)
        for (size_t j = 0; j < sizeof word / sizeof *word; j++)
            assert_int_equal(cd_text_distance(text(word[i]), word[j], 20),
                             cd_text_distance(text(word[j]), word[i], 20));
}

TEST(buffer_grows_and_is_always_ended_by_nul)
{
    TextBuffer b = { 0 };
    for (int i = 0; i < 5000; i++) {
        cd_buffer_char(&b, 'x');
        cd_buffer_text(&b, text("yz"));
        cd_buffer_print(&b, "%d", i % 10);
        assert_int_equal(b.n, 4 * (i + 1));
        assert_int_equal(b.at[b.n], 0);
    }
    assert_memory_equal(b.at, "xyz0xyz1", 8);
    cd_buffer_print(&b, "%1000s|", "");
    assert_int_equal(b.n, 4 * 5000 + 1001);
    assert_int_equal(b.at[b.n - 1], '|');
    cd_buffer_close(&b);
    assert_null(b.at);
}

/* ---- numbers ----------------------------------------------------------------------------------------------------- */

static double read_all(const char *s)
{
    double x = NAN;
    int n = (int)strlen(s), used = cd_number_read(s, s + n, &x);
    if (used != n) fail_msg("%s: %d of %d characters used", s, used, n);
    return x;
}

static void check_round_trip(double x)
{
    char room[CD_NUMBER_ROOM];
    double y = read_all(cd_number_write(room, x));
    if (y != x) fail_msg("%.17g is written as %s and read as %.17g", x, room, y);
}

/* Any bit pattern that is a finite number. */
static double any_double(uint64_t *seed)
{
    double x;
    do {
        uint64_t bits = (uint64_t)(test_random(seed) * 0x1p32) << 32 | (uint64_t)(test_random(seed) * 0x1p32);
        memcpy(&x, &bits, sizeof x);
    } while (!isfinite(x));
    return x;
}

TEST(any_double_is_read_back_as_written)
{
    uint64_t seed = 1;
    for (int i = 0; i < 200000; i++) check_round_trip(any_double(&seed));
}

TEST(everyday_numbers_are_read_back_as_written)
{
    uint64_t seed = 2;
    for (int i = 0; i < 100000; i++) {
        check_round_trip((test_random(&seed) - 0.5) * 2000);
        check_round_trip(round((test_random(&seed) - 0.5) * 1e6) / 1000);
    }
}

TEST(denormal_huge_and_tiny_numbers_are_read_back_as_written)
{
    const double x[] = { DBL_TRUE_MIN, 3 * DBL_TRUE_MIN, DBL_MIN,     DBL_MIN - DBL_TRUE_MIN, DBL_MAX, -DBL_MAX,
                         1e308,        1e-308,           DBL_EPSILON, 1 + DBL_EPSILON,        0x1p53,  0x1p53 + 2,
                         0.1,          1.0 / 3,          5e-324,      2.2250738585072011e-308 };
    for (size_t i = 0; i < sizeof x / sizeof *x; i++) check_round_trip(x[i]), check_round_trip(-x[i]);
}

TEST(numbers_are_written_as_short_as_they_can_be)
{
    char room[CD_NUMBER_ROOM];
    assert_string_equal(cd_number_write(room, 0), "0");
    assert_string_equal(cd_number_write(room, -0.0), "0");
    assert_string_equal(cd_number_write(room, 0.1), "0.1");
    assert_string_equal(cd_number_write(room, -2.5), "-2.5");
    assert_string_equal(cd_number_write(room, 9806.65), "9806.65");
    assert_string_equal(cd_number_write(room, 1e10), "10000000000");
    assert_string_equal(cd_number_write(room, 1e300), "1E+300");
    assert_string_equal(cd_number_write(room, 1 / 3.0), "0.3333333333333333");
}

TEST(reading_agrees_with_strtod_to_the_last_bit)
{
    uint64_t seed = 3;
    for (int i = 0; i < 100000; i++) {
        char s[64];
        int digits = 1 + (int)(test_random(&seed) * 25), n = 0;
        if (test_random(&seed) < 0.3) s[n++] = test_random(&seed) < 0.5 ? '-' : '+';
        int point = (int)(test_random(&seed) * (digits + 1));
        for (int k = 0; k < digits; k++) {
            if (k == point) s[n++] = '.';
            s[n++] = (char)('0' + (int)(test_random(&seed) * 10));
        }
        if (test_random(&seed) < 0.7) n += snprintf(s + n, 8, "E%d", (int)(test_random(&seed) * 80) - 40);
        s[n] = 0;
        double expected = strtod(s, NULL), x = read_all(s);
        if (x != expected) fail_msg("%s is read as %.17g, not %.17g", s, x, expected);
    }
}

TEST(all_fortran_forms_are_read)
{
    assert_true(read_all("1") == 1);
    assert_true(read_all("1.") == 1);
    assert_true(read_all(".5") == 0.5);
    assert_true(read_all("-1.0E-003") == -0.001);
    assert_true(read_all("2.07E+005") == 207000);
    assert_true(read_all("+3e2") == 300);
    assert_true(read_all("000102") == 102);
}

TEST(reading_stops_where_the_number_ends)
{
    static const struct {
        const char *s;
        int used;
        double x;
    } row[] = {
        { "12,3", 2, 12 }, { "1.5.2", 3, 1.5 }, { "3D", 1, 3 },   { "4E", 1, 4 },  { "4E+", 1, 4 },
        { "7 8", 1, 7 },   { "1E5E6", 3, 1e5 }, { "0x10", 1, 0 }, { "2-1", 1, 2 },
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        double x = NAN;
        assert_int_equal(cd_number_read(row[i].s, row[i].s + strlen(row[i].s), &x), row[i].used);
        assert_true(x == row[i].x);
    }
}

TEST(what_is_no_number_uses_nothing)
{
    static const char *const s[] = { "", "-", "+", ".", "-.", "E5", ".E5", "abc", "inf", "nan", "-inf", " 1" };
    for (size_t i = 0; i < sizeof s / sizeof *s; i++) {
        double x = 7;
        assert_int_equal(cd_number_read(s[i], s[i] + strlen(s[i]), &x), 0);
        assert_true(x == 7);
    }
}

TEST(reading_never_looks_beyond_the_end)
{
    /* memory of exactly the length, so that a sanitizer sees one byte too many */
    static const char *const s[] = { "1", "1.", "1.5E", "1.5E+", "1.5E+1", "-", "123456789012345678901234567890" };
    for (size_t i = 0; i < sizeof s / sizeof *s; i++) {
        size_t n = strlen(s[i]);
        char *exact = malloc(n);
        memcpy(exact, s[i], n);
        double x;
        assert_true(cd_number_read(exact, exact + n, &x) <= (int)n);
        free(exact);
    }
}

TEST(exponents_out_of_range_give_infinity_and_zero)
{
    assert_true(isinf(read_all("1E999")));
    assert_true(isinf(read_all("1E99999999999999999999")));
    assert_true(read_all("1E-999") == 0);
    assert_true(read_all("0E999") == 0);
}

TEST(very_long_numbers_are_read)
{
    char s[3000];
    memset(s, '9', sizeof s - 1);
    s[1] = '.';
    s[sizeof s - 1] = 0;
    assert_true(read_all(s) == 10);
}

TEST(decimal_comma_of_a_locale_changes_nothing)
{
    static const char *const locales[] = { "de_DE.UTF-8", "de_DE.utf8", "de_DE",
                                           "fr_FR.UTF-8", "fr_FR.utf8", "it_IT.UTF-8" };
    const char *found = NULL;
    for (size_t i = 0; i < sizeof locales / sizeof *locales && !found; i++) found = setlocale(LC_ALL, locales[i]);
    if (!found || localeconv()->decimal_point[0] != ',') {
        setlocale(LC_ALL, "C");
        print_message("no locale with a decimal comma is installed\n");
        skip();
    }
    char room[CD_NUMBER_ROOM];
    bool good = strcmp(cd_number_write(room, 2.5), "2.5") == 0 && read_all("2.5") == 2.5 &&
                read_all("2.50000000000000000000001") == 2.5;
    setlocale(LC_ALL, "C");
    assert_true(good);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT(trim_takes_blanks_tabs_and_control_bytes_from_both_ends),
        UNIT(bytes_beyond_ascii_are_not_blank),
        UNIT(equal_compares_by_length_and_every_byte),
        UNIT(equal_without_case_needs_the_same_length),
        UNIT(copy_is_ended_by_nul_and_plain_copy_has_blanks_for_control_bytes),
        UNIT(distance_counts_single_letter_edits_without_case),
        UNIT(distance_beyond_the_limit_is_limit_plus_one),
        UNIT(distance_is_symmetric),
        UNIT(buffer_grows_and_is_always_ended_by_nul),
        UNIT(any_double_is_read_back_as_written),
        UNIT(everyday_numbers_are_read_back_as_written),
        UNIT(denormal_huge_and_tiny_numbers_are_read_back_as_written),
        UNIT(numbers_are_written_as_short_as_they_can_be),
        UNIT(reading_agrees_with_strtod_to_the_last_bit),
        UNIT(all_fortran_forms_are_read),
        UNIT(reading_stops_where_the_number_ends),
        UNIT(what_is_no_number_uses_nothing),
        UNIT(reading_never_looks_beyond_the_end),
        UNIT(exponents_out_of_range_give_infinity_and_zero),
        UNIT(very_long_numbers_are_read),
        UNIT(decimal_comma_of_a_locale_changes_nothing),
    };
    return cmocka_run_group_tests_name("text", tests, NULL, NULL);
}
