/* test_lexer.c - cutting lines into statements: comments, continuation, names. A joined text is shown here with "|"
 * where a continued line adds a separator and "+" where it adds nothing. */
#include "lang/lexer.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

typedef struct Lexed {
    CdLog *log;
    const Source *source;
    Lexer lexer;
    char shown[2000];
} Lexed;

static Lexed lex_bytes(const char *text, size_t n)
{
    Lexed l = { .log = cd_log_open() };
    l.source = cd_log_source(l.log, "a.adm", text, n);
    cd_lexer_open(&l.lexer, l.source, 0);
    return l;
}

static Lexed lex(const char *text)
{
    return lex_bytes(text, strlen(text));
}

static void done(Lexed *l)
{
    cd_lexer_close(&l->lexer);
    cd_log_close(l->log);
}

/* The next statement, marks made visible; "" at the end. */
static const char *next(Lexed *l)
{
    l->shown[0] = 0;
    if (!cd_lexer_next(&l->lexer)) return l->shown;
    const Statement *s = &l->lexer.statement;
    for (int i = 0; i < s->n; i++)
        l->shown[i] = s->at[i] == MARK_COMMA ? '|' : s->at[i] == MARK_NOTHING ? '+' : s->at[i];
    l->shown[s->n] = 0;
    return l->shown;
}

static void assert_joined(const char *text, const char *expected)
{
    Lexed l = lex(text);
    assert_string_equal(next(&l), expected);
    assert_string_equal(next(&l), "");
    done(&l);
}

TEST(one_line_is_one_statement)
{
    Lexed l = lex("PART/1, GROUND\n  MARKER/1  \n");
    assert_string_equal(next(&l), "PART/1, GROUND");
    assert_string_equal(next(&l), "MARKER/1");
    assert_string_equal(next(&l), "");
    done(&l);
}

TEST(leading_comma_continues_and_separates)
{
    assert_joined("PART/1\n, MASS = 2\n  , CM = 3", "PART/1| MASS = 2| CM = 3");
}

TEST(leading_comma_adds_nothing_after_a_mark_that_waits_for_more)
{
    assert_joined("A/1,\n, B", "A/1,+ B");
    assert_joined("A/1, B =\n, 2", "A/1, B =+ 2");
    assert_joined("A/1, B = X:\n, Y", "A/1, B = X:+ Y");
    assert_joined("A/\n, B", "A/+ B");
    assert_joined("A/1, B = 1\\\n, C", "A/1, B = 1\\+ C");
    assert_joined("A/1, B = SIN(\n, TIME)", "A/1, B = SIN(+ TIME)");
}

TEST(leading_comma_adds_a_separator_after_anything_else)
{
    assert_joined("A/1, B = SIN(1)\n, C", "A/1, B = SIN(1)| C");
    assert_joined("A/1, B = 1 +\n, C", "A/1, B = 1 +| C");
    assert_joined("A/1, B = 5\n, 6", "A/1, B = 5| 6");
}

TEST(blanks_before_the_line_end_do_not_matter)
{
    assert_joined("A/1, B = \t \n\t, 2", "A/1, B =+ 2");
}

TEST(ampersand_continues_with_or_without_a_leading_comma)
{
    assert_joined("SIM/DYN, &\nEND = 1", "SIM/DYN,+END = 1");
    assert_joined("VARIABLE/1 &\n, FUNCTION = 2", "VARIABLE/1| FUNCTION = 2");
    assert_joined("A/1, B = 1 & \n + 2", "A/1, B = 1++ 2");
}

TEST(several_ampersands_are_one)
{
    assert_joined("A/1, &&\nB", "A/1,+B");
    assert_joined("A/1, & &\nB", "A/1,+B");
}

TEST(ampersand_reaches_over_comments_and_blank_lines)
{
    assert_joined("A/1, & ! goes on\n! here\n\nB", "A/1,+B");
}

TEST(comment_runs_to_the_end_of_the_line)
{
    assert_joined("! before\nPART/1 ! inside, GROUND\n, MASS = 2 ! , CM = 3\n! after", "PART/1| MASS = 2");
}

TEST(comments_and_blank_lines_may_stand_between_continued_lines)
{
    assert_joined("PART/1\n! one\n\n   \t\n!, GROUND\n, MASS = 2", "PART/1| MASS = 2");
}

TEST(trailing_comma_carries_a_line_that_is_no_statement)
{
    Lexed l = lex("A/1, B = 1,\n 2, 3\nC/1");
    assert_string_equal(next(&l), "A/1, B = 1,+2, 3");
    assert_int_equal(l.lexer.statement.stray, 2);
    assert_string_equal(next(&l), "C/1");
    assert_int_equal(l.lexer.statement.stray, 0);
    done(&l);
}

TEST(trailing_comma_does_not_swallow_the_next_statement)
{
    Lexed l = lex("A/1, B = 1,\nC/1,\nEND");
    assert_string_equal(next(&l), "A/1, B = 1,");
    assert_string_equal(next(&l), "C/1,");
    assert_string_equal(next(&l), "END");
    done(&l);
}

TEST(tabs_and_control_bytes_are_blanks)
{
    Lexed l = lex_bytes("A/1,\tB\0C\x01"
                        "D",
                        11);
    assert_string_equal(next(&l), "A/1, B C D");
    done(&l);
}

TEST(line_ends_may_be_crlf_or_lone_cr)
{
    Lexed l = lex("A/1\r\n, B\r\nC/1\r, D\rE/1");
    assert_string_equal(next(&l), "A/1| B");
    assert_string_equal(next(&l), "C/1| D");
    assert_string_equal(next(&l), "E/1");
    assert_string_equal(next(&l), "");
    done(&l);
}

TEST(bytes_beyond_ascii_are_kept)
{
    assert_joined("STRING/1, STRING = \xc3\xa9\xff", "STRING/1, STRING = \xc3\xa9\xff");
}

TEST(lines_of_any_length_are_read)
{
    enum { LONG = 1500 };
    char text[LONG + 1];
    memset(text, 'x', LONG);
    text[LONG] = 0;
    assert_joined(text, text);
}

TEST(last_line_needs_no_line_end_and_an_empty_file_has_no_statement)
{
    assert_joined("STOP", "STOP");
    assert_joined("", "");
    assert_joined("\n\n! nothing\n", "");
}

TEST(every_character_knows_where_it_stood)
{
    Lexed l = lex("! first\n  A/1 ! x\n, B\n");
    next(&l);
    const Statement *s = &l.lexer.statement;
    for (int i = 0; i < s->n; i++) {
        if (s->at[i] == MARK_COMMA) assert_int_equal(l.source->text.at[s->offset[i]], ',');
        else assert_int_equal(l.source->text.at[s->offset[i]], s->at[i]);
    }
    CdPlace place = cd_source_place(l.source, s->offset[s->n - 1], 1);
    assert_int_equal(place.line, 3);
    assert_int_equal(place.column, 3);
    done(&l);
}

/* ---- names ------------------------------------------------------------------------------------------------------- */

static void assert_name(Lexed *l, const char *expected)
{
    next(l);
    assert_true(cd_text_equal(l->lexer.statement.name, cd_text(expected)));
}

TEST(comment_before_a_statement_names_it_and_no_other)
{
    Lexed l = lex("!    adams_view_name='PART_2'\nPART/2\nMARKER/1\n");
    assert_name(&l, "PART_2");
    assert_name(&l, "");
    done(&l);
}

TEST(names_may_be_spaced_in_any_case_and_in_either_quote)
{
    Lexed l = lex("! Adams_View_Name = \"it's\" and more\nA/1\n!adams_view_name='a \"b\" c'\nA/2\n");
    assert_name(&l, "it's");
    assert_name(&l, "a \"b\" c");
    done(&l);
}

TEST(last_name_before_a_statement_counts_and_other_comments_do_not_disturb)
{
    Lexed l = lex("!adams_view_name='old'\n!adams_view_name='new'\n! just words\n\nA/1\n");
    assert_name(&l, "new");
    done(&l);
}

TEST(commented_out_statement_takes_its_name_along)
{
    Lexed l = lex("!adams_view_name='gone'\n!REQUEST/5, I = 3\nREQUEST/6\n");
    assert_name(&l, "");
    done(&l);
}

TEST(name_between_continued_lines_is_not_for_the_next_statement)
{
    Lexed l = lex("A/1\n!adams_view_name='inside'\n, B\nA/2\n");
    assert_name(&l, "");
    assert_name(&l, "");
    done(&l);
}

TEST(name_without_quotes_or_end_is_harmless)
{
    Lexed l =
        lex("!adams_view_name=\nA/1\n!adams_view_name=bare\nA/2\n!adams_view_name\nA/3\n!adams_view_name='open\nA/4");
    assert_name(&l, "");
    assert_name(&l, "");
    assert_name(&l, "");
    assert_name(&l, "open");
    done(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT(one_line_is_one_statement),
        UNIT(leading_comma_continues_and_separates),
        UNIT(leading_comma_adds_nothing_after_a_mark_that_waits_for_more),
        UNIT(leading_comma_adds_a_separator_after_anything_else),
        UNIT(blanks_before_the_line_end_do_not_matter),
        UNIT(ampersand_continues_with_or_without_a_leading_comma),
        UNIT(several_ampersands_are_one),
        UNIT(ampersand_reaches_over_comments_and_blank_lines),
        UNIT(comment_runs_to_the_end_of_the_line),
        UNIT(comments_and_blank_lines_may_stand_between_continued_lines),
        UNIT(trailing_comma_carries_a_line_that_is_no_statement),
        UNIT(trailing_comma_does_not_swallow_the_next_statement),
        UNIT(tabs_and_control_bytes_are_blanks),
        UNIT(line_ends_may_be_crlf_or_lone_cr),
        UNIT(bytes_beyond_ascii_are_kept),
        UNIT(lines_of_any_length_are_read),
        UNIT(last_line_needs_no_line_end_and_an_empty_file_has_no_statement),
        UNIT(every_character_knows_where_it_stood),
        UNIT(comment_before_a_statement_names_it_and_no_other),
        UNIT(names_may_be_spaced_in_any_case_and_in_either_quote),
        UNIT(last_name_before_a_statement_counts_and_other_comments_do_not_disturb),
        UNIT(commented_out_statement_takes_its_name_along),
        UNIT(name_between_continued_lines_is_not_for_the_next_statement),
        UNIT(name_without_quotes_or_end_is_harmless),
    };
    return cmocka_run_group_tests_name("lexer", tests, NULL, NULL);
}
