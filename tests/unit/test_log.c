/* test_log.c - messages: counted, folded, capped, sorted, and shown with the line they speak of. */
#include "base/log.h"
#include "lang/lang.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

/* What cd_log_print shows; free it. */
static char *printed(const CdLog *log)
{
    char *text = NULL;
    size_t n = 0;
    FILE *out = open_memstream(&text, &n);
    cd_log_print(log, out);
    fclose(out);
    char *copy = strdup(text); /* gcc takes a pointer from strchr for one to the local above */
    free(text);
    return copy;
}

static void assert_printed(const CdLog *log, const char *expected)
{
    char *text = printed(log);
    assert_string_equal(text, expected);
    free(text);
}

static CdPlace at(int line, int column, int length)
{
    return (CdPlace){ "a.adm", line, column, length };
}

TEST(message_has_code_severity_place_and_text)
{
    CdLog *log = cd_log_open();
    cd_log(log, at(3, 5, 2), BAD_VALUE, "PART/1", "too heavy");
    assert_int_equal(cd_log_count(log), 1);
    CdMessage m = cd_log_message(log, 0);
    assert_string_equal(m.code, "BAD_VALUE");
    assert_int_equal(m.severity, CD_ERROR);
    assert_string_equal(m.place.file, "a.adm");
    assert_int_equal(m.place.line, 3);
    assert_int_equal(m.place.column, 5);
    assert_string_equal(m.text, "PART/1: too heavy");
    assert_int_equal(m.repeats, 0);
    cd_log_close(log);
}

TEST(errors_and_warnings_are_counted_apart)
{
    CdLog *log = cd_log_open();
    cd_log(log, at(1, 1, 1), BAD_VALUE, "a", "b");
    cd_log(log, at(2, 1, 1), ODD_VALUE, "a", "b");
    cd_log(log, at(3, 1, 1), ODD_VALUE, "a", "b");
    assert_int_equal(cd_log_errors(log), 1);
    assert_int_equal(cd_log_warnings(log), 2);
    cd_log_close(log);
}

TEST(mild_message_is_a_warning_at_most)
{
    CdLog *log = cd_log_open();
    cd_log_mild(log, true, at(1, 1, 1), BAD_VALUE, "a", "b");
    cd_log_mild(log, true, at(2, 1, 1), ODD_VALUE, "a", "b");
    assert_int_equal(cd_log_errors(log), 0);
    assert_int_equal(cd_log_warnings(log), 2);
    assert_string_equal(cd_log_message(log, 0).code, "BAD_VALUE");
    cd_log_close(log);
}

TEST(same_message_in_a_row_is_folded_and_still_counted)
{
    CdLog *log = cd_log_open();
    for (int i = 0; i < 4; i++) cd_log(log, at(1, 2, 1), BAD_VALUE, "a", "b");
    cd_log(log, at(1, 3, 1), BAD_VALUE, "a", "b");
    cd_log(log, at(1, 3, 1), BAD_VALUE, "a", "c");
    cd_log(log, at(1, 2, 1), BAD_VALUE, "a", "b");
    assert_int_equal(cd_log_count(log), 4);
    assert_int_equal(cd_log_errors(log), 7);
    assert_int_equal(cd_log_message(log, 0).repeats, 3);
    assert_int_equal(cd_log_message(log, 3).repeats, 0);
    cd_log_close(log);
}

TEST(message_keeps_its_own_copy_of_name_and_text)
{
    CdLog *log = cd_log_open();
    char file[] = "x.adm", detail[] = "heavy";
    cd_log(log, ((CdPlace){ file, 1, 1, 1 }), BAD_VALUE, "a", detail);
    memset(file, '?', sizeof file - 1);
    memset(detail, '?', sizeof detail - 1);
    assert_string_equal(cd_log_message(log, 0).place.file, "x.adm");
    assert_string_equal(cd_log_message(log, 0).text, "a: heavy");
    cd_log_close(log);
}

TEST(flood_is_counted_but_not_all_kept)
{
    CdLog *log = cd_log_open();
    for (int i = 1; i <= 1000; i++) cd_log(log, at(i, 1, 1), ODD_VALUE, "a", "b");
    assert_int_equal(cd_log_warnings(log), 1000);
    assert_int_equal(cd_log_count(log), log->most);
    /* errors have their own share: warnings do not push them out */
    cd_log(log, at(2000, 1, 1), BAD_VALUE, "a", "b");
    assert_int_equal(cd_log_count(log), log->most + 1);

    char *text = printed(log);
    assert_non_null(strstr(text, "800 more warnings are not shown\n"));
    assert_null(strstr(text, "more errors"));
    free(text);
    cd_log_close(log);
}

TEST(sorting_goes_by_file_line_column_and_leaves_earlier_messages_alone)
{
    CdLog *log = cd_log_open();
    cd_log(log, ((CdPlace){ "z", 9, 9, 1 }), BAD_VALUE, "0", "");
    cd_log(log, ((CdPlace){ "b", 1, 1, 1 }), BAD_VALUE, "5", "");
    cd_log(log, ((CdPlace){ "a", 2, 1, 1 }), BAD_VALUE, "4", "");
    cd_log(log, ((CdPlace){ "a", 1, 7, 1 }), BAD_VALUE, "3", "");
    cd_log(log, ((CdPlace){ "a", 1, 2, 1 }), BAD_VALUE, "2", "");
    cd_log(log, ((CdPlace){ NULL, 0, 0, 0 }), BAD_VALUE, "1", "");
    cd_log_sort(log, 1);
    for (int i = 0; i < 6; i++) assert_int_equal(cd_log_message(log, i).text[0], '0' + i);
    cd_log_close(log);
}

TEST(printed_form_names_file_line_column_severity_and_code)
{
    CdLog *log = cd_log_open();
    cd_log(log, at(3, 5, 2), BAD_VALUE, "PART/1", "too heavy");
    cd_log(log, ((CdPlace){ "b.adm", 0, 0, 0 }), ODD_VALUE, "x", "y");
    cd_log(log, ((CdPlace){ NULL, 0, 0, 0 }), ODD_VALUE, "x", "z");
    assert_printed(log, "a.adm:3:5: error: PART/1: too heavy [BAD_VALUE]\n"
                        "b.adm: warning: x: y [ODD_VALUE]\n"
                        "warning: x: z [ODD_VALUE]\n");
    cd_log_close(log);
}

TEST(line_is_shown_with_a_caret_under_the_place)
{
    CdLog *log = cd_log_open();
    const char text[] = "title\nPART/1, MASS = abc\n";
    const Source *s = cd_log_source(log, "a.adm", text, sizeof text - 1);
    cd_log(log, cd_source_place(s, 21, 3), BAD_VALUE, "PART/1", "no");
    assert_printed(log, "a.adm:2:16: error: PART/1: no [BAD_VALUE]\n"
                        "     2 | PART/1, MASS = abc\n"
                        "       |                ^~~\n");
    cd_log_close(log);
}

TEST(caret_line_ends_with_the_line_and_tabs_keep_their_column)
{
    CdLog *log = cd_log_open();
    const char text[] = "a\tbc\r\nnext";
    cd_log_source(log, "a.adm", text, sizeof text - 1);
    cd_log(log, at(1, 3, 99), BAD_VALUE, "x", "y");
    assert_printed(log, "a.adm:1:3: error: x: y [BAD_VALUE]\n"
                        "     1 | a bc\n"
                        "       |   ^~\n");
    cd_log_close(log);
}

TEST(long_line_is_shown_around_the_caret)
{
    CdLog *log = cd_log_open();
    char text[1001];
    for (int i = 0; i < 1000; i++) text[i] = (char)('a' + i % 26);
    text[499] = '#', text[1000] = 0;
    cd_log_source(log, "a.adm", text, 1000);
    cd_log(log, at(1, 500, 1), BAD_VALUE, "x", "y");
    char *shown = printed(log), *line = strchr(shown, '\n') + 1, *caret = strchr(line, '\n') + 1;
    assert_true(caret - line < 200);
    assert_int_equal(strchr(line, '#') - line, strchr(caret, '^') - caret);
    free(shown);
    cd_log_close(log);
}

TEST(repeats_and_unknown_lines_are_shown_sensibly)
{
    CdLog *log = cd_log_open();
    cd_log_source(log, "a.adm", "only", 4);
    for (int i = 0; i < 3; i++) cd_log(log, at(7, 1, 1), BAD_VALUE, "x", "y");
    assert_printed(log, "a.adm:7:1: error: x: y [BAD_VALUE]\n"
                        "       | (2 more of the same)\n");
    cd_log_close(log);
}

TEST(control_bytes_never_reach_the_terminal)
{
    CdLog *log = cd_log_open();
    cd_log_source(log, "a.adm", "a\x1b[31mb\0c", 9);
    cd_log(log, at(1, 1, 1), BAD_VALUE, "x", "\x1b]0;evil\x07");
    char *text = printed(log);
    for (char *p = text; *p; p++) assert_true(*p == '\n' || (unsigned char)*p >= ' ');
    free(text);
    cd_log_close(log);
}

TEST(lines_end_with_lf_crlf_or_lone_cr)
{
    CdLog *log = cd_log_open();
    const char text[] = "a\nb\r\nc\rd\n\re";
    const Source *s = cd_log_source(log, "a.adm", text, sizeof text - 1);
    const int start[] = { 0, 2, 5, 7, 9, 10 };
    assert_int_equal(s->line.n, 6);
    for (int i = 0; i < 6; i++) assert_int_equal(s->line.at[i], start[i]);
    assert_int_equal(cd_source_place(s, 5, 1).line, 3);
    assert_int_equal(cd_source_place(s, 5, 1).column, 1);
    assert_int_equal(cd_source_place(s, 10, 1).line, 6);
    cd_log_close(log);
}

TEST(every_code_has_a_name_of_capitals)
{
    for (int code = 0; code < CD_DIAG_COUNT; code++) {
        const char *name = cd_code_name((CdCode)code);
        assert_true(name[0] != 0);
        for (; *name; name++) assert_true((*name >= 'A' && *name <= 'Z') || *name == '_');
    }
}

typedef struct Heard {
    CdLog *log;
    CdReading reading;
    FILE *out;
    int times;
} Heard;

static void hear(void *user)
{
    Heard *h = user;
    h->times++;
    cd_log_print_new(h->log, &h->reading, CD_WARNING, h->out);
}

TEST(listener_hears_messages_when_they_arise_and_repetitions_are_counted_below)
{
    char *text = NULL;
    size_t n = 0;
    Heard h = { .log = cd_log_open(), .out = open_memstream(&text, &n) };
    cd_log_listen(h.log, hear, &h);
    cd_log(h.log, at(1, 1, 1), ODD_VALUE, "a", "b");
    fflush(h.out);
    assert_string_equal(text, "a.adm:1:1: warning: a: b [ODD_VALUE]\n");
    cd_log(h.log, at(1, 1, 1), ODD_VALUE, "a", "b");
    cd_log(h.log, at(1, 1, 1), ODD_VALUE, "a", "b");
    assert_int_equal(h.times, 1);
    cd_log(h.log, at(2, 1, 1), BAD_VALUE, "c", "d");
    cd_log(h.log, at(2, 1, 1), BAD_VALUE, "c", "d");
    cd_log_print_end(h.log, &h.reading, CD_WARNING, h.out);
    fclose(h.out);
    assert_string_equal(text, "a.adm:1:1: warning: a: b [ODD_VALUE]\n"
                              "       | (2 more of the same)\n"
                              "a.adm:2:1: error: c: d [BAD_VALUE]\n"
                              "       | (1 more of the same)\n");
    free(text);
    cd_log_close(h.log);
}

TEST(messages_held_back_are_heard_when_they_are_released)
{
    char *text = NULL;
    size_t n = 0;
    Heard h = { .log = cd_log_open(), .out = open_memstream(&text, &n) };
    cd_log_listen(h.log, hear, &h);
    cd_log_hold(h.log);
    cd_log_hold(h.log);
    cd_log(h.log, at(2, 1, 1), ODD_VALUE, "a", "b");
    cd_log(h.log, at(1, 1, 1), ODD_VALUE, "a", "b");
    cd_log_release(h.log);
    assert_int_equal(h.times, 0);
    cd_log_sort(h.log, 0);
    cd_log_release(h.log);
    fclose(h.out);
    assert_int_equal(h.times, 1);
    assert_string_equal(text, "a.adm:1:1: warning: a: b [ODD_VALUE]\na.adm:2:1: warning: a: b [ODD_VALUE]\n");
    free(text);
    cd_log_close(h.log);
}

TEST(reader_with_a_bound_is_told_how_many_are_left)
{
    char *text = NULL;
    size_t n = 0;
    FILE *out = open_memstream(&text, &n);
    CdLog *log = cd_log_open();
    CdReading reading = { .most = 2 };
    for (int i = 1; i <= 5; i++) cd_log(log, at(i, 1, 1), ODD_VALUE, "a", "b");
    cd_log_print_end(log, &reading, CD_WARNING, out);
    fclose(out);
    assert_non_null(strstr(text, "a.adm:2:1:"));
    assert_null(strstr(text, "a.adm:3:1:"));
    assert_non_null(strstr(text, "3 more warnings are not shown\n"));
    free(text);
    cd_log_close(log);
}

TEST(control_characters_of_ascii_and_latin_are_blanks)
{
    char text[] = "a\033[1mb\302\233c\233d\303\266\177";
    cd_plain(text, strlen(text));
    assert_string_equal(text, "a [1mb  c d\303\266 ");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT(message_has_code_severity_place_and_text),
        UNIT(errors_and_warnings_are_counted_apart),
        UNIT(mild_message_is_a_warning_at_most),
        UNIT(same_message_in_a_row_is_folded_and_still_counted),
        UNIT(message_keeps_its_own_copy_of_name_and_text),
        UNIT(flood_is_counted_but_not_all_kept),
        UNIT(sorting_goes_by_file_line_column_and_leaves_earlier_messages_alone),
        UNIT(printed_form_names_file_line_column_severity_and_code),
        UNIT(line_is_shown_with_a_caret_under_the_place),
        UNIT(caret_line_ends_with_the_line_and_tabs_keep_their_column),
        UNIT(long_line_is_shown_around_the_caret),
        UNIT(repeats_and_unknown_lines_are_shown_sensibly),
        UNIT(control_bytes_never_reach_the_terminal),
        UNIT(lines_end_with_lf_crlf_or_lone_cr),
        UNIT(every_code_has_a_name_of_capitals),
        UNIT(listener_hears_messages_when_they_arise_and_repetitions_are_counted_below),
        UNIT(messages_held_back_are_heard_when_they_are_released),
        UNIT(reader_with_a_bound_is_told_how_many_are_left),
        UNIT(control_characters_of_ascii_and_latin_are_blanks),
    };
    return cmocka_run_group_tests_name("log", tests, NULL, NULL);
}
