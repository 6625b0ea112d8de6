/* test_kind.c - the word a user meant: itself before an abbreviation, an abbreviation before a longer form, never a
 * guess. */
#include "elements/elements.h"
#include "test.h"

#include <string.h>

static int word(const char *words, const char *s, bool *ambiguous)
{
    return cd_find_word(words, cd_text(s), ambiguous);
}

/* Position in words; -1 nothing, -2 ambiguous. */
static int found(const char *words, const char *s)
{
    bool ambiguous = false;
    int i = word(words, s, &ambiguous);
    return ambiguous ? -2 : i;
}

static void assert_kind(const char *s, bool in_commands, KindIndex expected)
{
    bool ambiguous = true;
    assert_int_equal(cd_find_kind(cd_text(s), in_commands, &ambiguous), (int)expected);
    assert_false(ambiguous);
}

TEST(match_tells_exact_abbreviated_and_longer_apart)
{
    assert_int_equal(cd_match(cd_text("Rotation"), cd_text("ROTATION")), MATCH_EXACT);
    assert_int_equal(cd_match(cd_text("rot"), cd_text("ROTATION")), MATCH_ABBREVIATED);
    assert_int_equal(cd_match(cd_text("ROTATIONAL"), cd_text("ROTATION")), MATCH_LONGER);
    assert_int_equal(cd_match(cd_text("ROTOR"), cd_text("ROTATION")), MATCH_NONE);
    assert_int_equal(cd_match(cd_text(""), cd_text("ROTATION")), MATCH_NONE);
}

TEST(short_keywords_have_no_longer_forms)
{
    assert_int_equal(cd_match(cd_text("IP"), cd_text("I")), MATCH_NONE);
    assert_int_equal(cd_match(cd_text("IC1"), cd_text("IC")), MATCH_NONE);
}

TEST(word_itself_wins_over_a_keyword_it_abbreviates)
{
    assert_int_equal(found("STATIC|STATICS_ALL|ST", "ST"), 2);
    assert_int_equal(found("STATICS_ALL|STATIC", "STATIC"), 1);
}

TEST(abbreviation_wins_over_a_longer_form)
{
    assert_int_equal(found("ROTA|ROTATIONAL", "ROTATI"), 1);
}

TEST(longest_keyword_inside_a_longer_word_wins)
{
    assert_int_equal(found("ROTA|ROTATION", "ROTATIONAL"), 1);
    assert_int_equal(found("ROTATION|ROTA", "ROTATIONAL"), 0);
}

TEST(abbreviation_of_several_is_ambiguous)
{
    assert_int_equal(found("TRANSLATION|TRANSIENT|X", "TRANS"), -2);
    assert_int_equal(found("TRANSLATION|TRANSIENT|X", "TRANSL"), 0);
    assert_int_equal(found("TRANSLATION|TRANSIENT|X", "Y"), -1);
}

TEST(underscores_are_significant)
{
    assert_int_equal(found("PARALLEL_AXES|PERPENDICULAR", "PARALLELAXES"), -1);
    assert_int_equal(found("PARALLEL_AXES|PERPENDICULAR", "parallel_a"), 0);
}

TEST(words_of_a_list_are_cut_at_the_bars)
{
    assert_true(cd_text_equal(cd_word_at("A|BC|D", 1), cd_text("BC")));
    assert_true(cd_text_equal(cd_word_at("A|BC|D", 2), cd_text("D")));
    assert_int_equal(cd_word_at("A|BC|D", 3).n, 0);
    assert_int_equal(cd_word_at("A|BC|D", 30).n, 0);
}

TEST(abbreviations_of_real_files_are_found)
{
    assert_kind("ACCG", false, KIND_accgrav);
    assert_kind("INT", true, KIND_integrator);
    assert_kind("equil", true, KIND_equilibrium);
    assert_kind("SIM", true, KIND_simulate);
    assert_kind("REL", true, KIND_reload);
    assert_kind("GRAPH", false, KIND_graphics);
    assert_kind("SPRING", false, KIND_springdamper);
    assert_kind("IC", false, KIND_ic);
}

TEST(commands_are_looked_up_among_commands_first)
{
    bool ambiguous;
    assert_kind("STOP", true, KIND_stop);
    assert_kind("LIN", true, KIND_linear);
    /* not a statement of a dataset, but known: the caller can say where it belongs */
    assert_int_equal(cd_find_kind(cd_text("SIMULATE"), false, &ambiguous), KIND_simulate);
    assert_int_equal(cd_find_kind(cd_text("UNITS"), true, &ambiguous), KIND_units);
}

TEST(ambiguous_statement_is_told_from_an_unknown_one)
{
    bool ambiguous = false;
    assert_int_equal(cd_find_kind(cd_text("M"), false, &ambiguous), -1);
    assert_true(ambiguous);
    assert_int_equal(cd_find_kind(cd_text("XYZ"), false, &ambiguous), -1);
    assert_false(ambiguous);
    assert_int_equal(cd_find_kind(cd_text(""), false, &ambiguous), -1);
    assert_false(ambiguous);
}

TEST(every_statement_is_found_by_each_of_its_full_names)
{
    for (int k = 0; k < KIND_COUNT; k++)
        for (int i = 0; cd_word_at(cd_kinds[k]->keyword, i).n; i++)
            assert_int_equal(cd_find_kind(cd_word_at(cd_kinds[k]->keyword, i), cd_kinds[k]->role == ROLE_COMMAND, NULL),
                             k);
}

TEST(arguments_are_found_among_those_with_a_value_and_words_among_those_without)
{
    const ElementKind *part = &cd_element_part, *joint = &cd_element_joint;
    int position;
    int mass = cd_find_field(part, cd_text("mas"), NULL);
    assert_true(mass >= 0);
    assert_string_equal(part->fields[mass].key, "MASS");
    assert_int_equal(cd_find_field(part, cd_text("GROUND"), NULL), -1);
    int ground = cd_find_bare(part, cd_text("GROUND"), &position, NULL);
    assert_true(ground >= 0);
    assert_int_equal(part->fields[ground].type, FIELD_FLAG);
    int type = cd_find_bare(joint, cd_text("SPHER"), &position, NULL);
    assert_int_equal(joint->fields[type].type, FIELD_CHOICE);
    assert_true(cd_text_equal(cd_word_at(joint->fields[type].words, position), cd_text("SPHERICAL")));
}

TEST(longer_spellings_of_bare_words_are_found)
{
    int position;
    assert_true(cd_find_bare(&cd_element_sforce, cd_text("ROTATIONAL"), &position, NULL) >= 0);
    assert_int_equal(position, 1);
    assert_true(cd_find_bare(&cd_element_simulate, cd_text("DYNAMIC"), &position, NULL) >= 0);
    assert_int_equal(position, 0);
    assert_true(cd_find_bare(&cd_element_equilibrium, cd_text("STATICS"), &position, NULL) >= 0);
    assert_int_equal(position, 0);
}

TEST(arguments_with_two_spellings_are_found_by_both)
{
    int c = cd_find_field(&cd_element_request, cd_text("C"), NULL);
    assert_int_equal(c, cd_find_field(&cd_element_request, cd_text("COMMENT"), NULL));
    assert_true(c >= 0);
}

TEST(an_abbreviation_of_several_words_lists_them)
{
    char room[CD_RIVALS_ROOM];
    assert_string_equal(cd_rival_words("PSI|THETA|PHI", cd_text("P"), room), "PSI or PHI");
    assert_string_equal(cd_rival_arguments(&cd_element_part, cd_text("i"), false, room), "IM or IP");
    assert_string_equal(cd_rival_arguments(&cd_element_joint, cd_text("S"), true, room), "SPHERICAL or SCREW");
    assert_string_equal(cd_rival_kinds(cd_text("DE"), true, room), "DEBUG or DEACTIVATE");
}

TEST(closest_keyword_is_offered_within_two_edits)
{
    char room[64];
    assert_string_equal(cd_closest_kind(cd_text("JOIMT"), false), "JOINT");
    assert_string_equal(cd_closest_argument(&cd_element_part, cd_text("GRUOND"), room, sizeof room), "GROUND");
    assert_string_equal(cd_closest_argument(&cd_element_joint, cd_text("REVOLTE"), room, sizeof room), "REVOLUTE");
    assert_string_equal(cd_closest_word("NEWTON|DYNE", cd_text("NEWTN"), room, sizeof room), "NEWTON");
    assert_null(cd_closest_kind(cd_text("QQQQQQQQ"), false));
    assert_null(cd_closest_argument(&cd_element_part, cd_text("WHEELBASE"), room, sizeof room));
    assert_null(cd_closest_word("NEWTON|DYNE", cd_text("NEWTN"), room, 3));
}

TEST(labels_name_statement_id_and_name_within_their_room)
{
    char room[CD_LABEL_ROOM], longname[300];
    memset(longname, 'n', sizeof longname);
    Element e = { .kind = &cd_element_part, .id = 12 };
    assert_string_equal(cd_label(&e, room), "PART/12");
    e.name = cd_text("rod");
    assert_string_equal(cd_label(&e, room), "PART/12 (rod)");
    e.name = (Text){ longname, sizeof longname };
    assert_true(strlen(cd_label(&e, room)) < CD_LABEL_ROOM);
    Element units = { .kind = &cd_element_units };
    assert_string_equal(cd_label(&units, room), "UNITS");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT(match_tells_exact_abbreviated_and_longer_apart),
        UNIT(short_keywords_have_no_longer_forms),
        UNIT(word_itself_wins_over_a_keyword_it_abbreviates),
        UNIT(abbreviation_wins_over_a_longer_form),
        UNIT(longest_keyword_inside_a_longer_word_wins),
        UNIT(abbreviation_of_several_is_ambiguous),
        UNIT(underscores_are_significant),
        UNIT(words_of_a_list_are_cut_at_the_bars),
        UNIT(abbreviations_of_real_files_are_found),
        UNIT(commands_are_looked_up_among_commands_first),
        UNIT(ambiguous_statement_is_told_from_an_unknown_one),
        UNIT(every_statement_is_found_by_each_of_its_full_names),
        UNIT(arguments_are_found_among_those_with_a_value_and_words_among_those_without),
        UNIT(longer_spellings_of_bare_words_are_found),
        UNIT(arguments_with_two_spellings_are_found_by_both),
        UNIT(an_abbreviation_of_several_words_lists_them),
        UNIT(closest_keyword_is_offered_within_two_edits),
        UNIT(labels_name_statement_id_and_name_within_their_room),
    };
    return cmocka_run_group_tests_name("kind", tests, NULL, NULL);
}
