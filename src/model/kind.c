/* kind.c - finding a statement, an argument or a word by what the user wrote.
 *
 * A word may be shortened to any beginning that fits one keyword only, and may be longer than the keyword (ROTATIONAL
 * for ROTATION). The word itself wins over an abbreviation, an abbreviation over a longer form. */
#include "model/kind.h"

#include <assert.h>
#include <string.h>

static const char *const dimension_text[] = {
#define D(name, text, f, m, l, t, a) text,
    DIMENSIONS(D)
#undef D
};

enum { SHORTEST_LONGER = 4 }; /* keywords under this length are not recognised inside a longer word: I in IP */

const char *cd_dimension_text(Dimension d)
{
    return dimension_text[d];
}

Text cd_word_at(const char *words, int i)
{
    const char *p = words;
    for (; i > 0 && p; i--) {
        p = strchr(p, '|');
        if (p) p++;
    }
    if (!p) return (Text){ "", 0 };
    const char *bar = strchr(p, '|');
    return (Text){ p, bar ? (int)(bar - p) : (int)strlen(p) };
}

/* The words of "A|B|C" one by one: false when there are no more. */
static bool next_word(const char **rest, Text *word)
{
    if (!**rest) return false;
    size_t n = strcspn(*rest, "|");
    *word = (Text){ *rest, (int)n };
    *rest += n + ((*rest)[n] != 0);
    return true;
}

Text cd_keyword(const ElementKind *kind)
{
    return cd_word_at(kind->keyword, 0);
}

Text cd_field_key(const Field *field)
{
    return cd_word_at(field->key, 0);
}

Match cd_match(Text word, Text keyword)
{
    int n = word.n < keyword.n ? word.n : keyword.n;
    for (int i = 0; i < n; i++)
        if (cd_upper(word.at[i]) != cd_upper(keyword.at[i])) return MATCH_NONE;
    if (n == 0) return MATCH_NONE;
    if (word.n == keyword.n) return MATCH_EXACT;
    if (word.n < keyword.n) return MATCH_ABBREVIATED;
    return keyword.n >= SHORTEST_LONGER ? MATCH_LONGER : MATCH_NONE;
}

/* The best of what was compared so far. */
typedef struct Search {
    Match best;
    int index, position, rivals;
    int length; /* of the keyword found, for longer forms: the longest contained keyword wins */
} Search;

static void consider_one(Search *s, Text word, Text keyword, int index, int position)
{
    Match m = cd_match(word, keyword);
    if (m == MATCH_NONE || m < s->best) return;
    if (m == s->best && m == MATCH_LONGER) {
        if (keyword.n <= s->length) return;
    } else if (m == s->best) {
        if (index != s->index || position != s->position) s->rivals++;
        return;
    }
    *s = (Search){ m, index, position, 0, keyword.n };
}

/* All spellings of "A|B|C"; numbered: each is a thing of its own. */
static void consider(Search *s, Text word, const char *words, int index, bool numbered)
{
    Text keyword;
    for (int i = 0; word.n && next_word(&words, &keyword); i++)
        if (cd_upper(word.at[0]) == cd_upper(keyword.at[0])) consider_one(s, word, keyword, index, numbered ? i : 0);
}

static int found(const Search *s, bool *ambiguous)
{
    if (ambiguous) *ambiguous = s->best != MATCH_NONE && s->rivals > 0;
    return s->best == MATCH_NONE || s->rivals > 0 ? -1 : s->index;
}

static bool belongs(const ElementKind *kind, bool in_commands)
{
    return in_commands ? (kind->flags & (ONLY_COMMAND | RESTATABLE)) != 0 : !(kind->flags & ONLY_COMMAND);
}

int cd_find_kind(Text word, bool in_commands, bool *ambiguous)
{
    /* first among the statements that belong here, then, for a helpful message, among all */
    for (int everywhere = 0; everywhere < 2; everywhere++) {
        Search s = { .index = -1 };
        for (int k = 0; k < KIND_COUNT; k++) {
            if (!everywhere && !belongs(cd_kinds[k], in_commands)) continue;
            consider(&s, word, cd_kinds[k]->keyword, k, false);
        }
        if (s.best != MATCH_NONE) return found(&s, ambiguous);
    }
    if (ambiguous) *ambiguous = false;
    return -1;
}

KindIndex cd_target_kind(const Field *f)
{
    size_t n = strlen(f->target);
    int k = 0;
    while (k < KIND_COUNT &&
           (strncmp(cd_kinds[k]->keyword, f->target, n) != 0 || !strchr("|", cd_kinds[k]->keyword[n])))
        k++;
    assert(k < KIND_COUNT);
    return (KindIndex)k;
}

static bool is_bare(const Field *f)
{
    return f->type == FIELD_FLAG || f->type == FIELD_CHOICE;
}

int cd_find_field(const ElementKind *kind, Text key, bool *ambiguous)
{
    Search s = { .index = -1 };
    for (int k = 0; kind->fields[k].type != FIELD_END; k++) {
        const Field *f = &kind->fields[k];
        if (is_bare(f)) continue;
        consider(&s, key, f->key, k, false);
    }
    return found(&s, ambiguous);
}

int cd_find_bare(const ElementKind *kind, Text word, int *position, bool *ambiguous)
{
    Search s = { .index = -1 };
    for (int k = 0; kind->fields[k].type != FIELD_END; k++) {
        const Field *f = &kind->fields[k];
        if (!is_bare(f)) continue;
        bool flag = f->type == FIELD_FLAG;
        consider(&s, word, flag ? f->key : f->words, k, !flag);
    }
    *position = s.position;
    return found(&s, ambiguous);
}

int cd_find_word(const char *words, Text word, bool *ambiguous)
{
    Search s = { .index = -1 };
    consider(&s, word, words, 0, true);
    return found(&s, ambiguous) < 0 ? -1 : s.position;
}

/* The nearest spelling so far, by edit distance. */
typedef struct Nearest {
    int distance;
    Text keyword;
} Nearest;

static void nearer(Nearest *best, Text word, const char *words)
{
    for (Text keyword; next_word(&words, &keyword);) {
        char copy[64];
        if (keyword.n >= (int)sizeof copy) continue;
        memcpy(copy, keyword.at, (size_t)keyword.n);
        copy[keyword.n] = 0;
        int limit = cd_edits_allowed(word.n);
        int d = cd_text_distance(word, copy, limit);
        if (d <= limit && d < best->distance) *best = (Nearest){ d, keyword };
    }
}

static const char *into_room(Nearest best, char *room, size_t n)
{
    if (!best.keyword.n || (size_t)best.keyword.n >= n) return NULL;
    memcpy(room, best.keyword.at, (size_t)best.keyword.n);
    room[best.keyword.n] = 0;
    return room;
}

const char *cd_closest_kind(Text word, bool in_commands)
{
    Nearest best = { 100, { "", 0 } };
    int kind = -1;
    for (int k = 0; k < KIND_COUNT; k++) {
        if (!belongs(cd_kinds[k], in_commands)) continue;
        Nearest before = best;
        nearer(&best, word, cd_kinds[k]->keyword);
        if (best.distance < before.distance) kind = k;
    }
    return kind < 0 ? NULL : cd_kinds[kind]->keyword;
}

const char *cd_closest_argument(const ElementKind *kind, Text word, char *room, size_t n)
{
    Nearest best = { 100, { "", 0 } };
    for (const Field *f = kind->fields; f->type != FIELD_END; f++)
        nearer(&best, word, f->type == FIELD_CHOICE ? f->words : f->key);
    return into_room(best, room, n);
}

const char *cd_closest_word(const char *words, Text word, char *room, size_t n)
{
    Nearest best = { 100, { "", 0 } };
    nearer(&best, word, words);
    return into_room(best, room, n);
}

/* Names that a word abbreviates, written as a list once all are known; a thing with several spellings has one name. */
typedef struct Rivals {
    Text word, name[12];
    int n; /* those beyond the room are counted */
} Rivals;

enum { MOST_RIVALS = sizeof((Rivals){ 0 }).name / sizeof(Text) };

static bool add_rival(Rivals *r, Text keyword)
{
    if (cd_match(r->word, keyword) != MATCH_ABBREVIATED) return false;
    if (r->n < MOST_RIVALS) r->name[r->n] = keyword;
    r->n++;
    return true;
}

static void add_rivals(Rivals *r, const char *words, bool numbered)
{
    for (Text keyword; next_word(&words, &keyword);)
        if (add_rival(r, keyword) && !numbered) return;
}

static const char *write_rivals(const Rivals *r, char room[CD_RIVALS_ROOM])
{
    int n = r->n < MOST_RIVALS ? r->n : MOST_RIVALS, at = 0;
    snprintf(room, CD_RIVALS_ROOM, "more than one word here");
    for (int i = 0; i < n && at < CD_RIVALS_ROOM; i++) {
        const char *between = i == 0 ? "" : i + 1 == r->n ? " or " : ", ";
        at += snprintf(room + at, (size_t)(CD_RIVALS_ROOM - at), "%s%.*s", between, TEXT_ARG(r->name[i]));
    }
    if (r->n > n && at < CD_RIVALS_ROOM) snprintf(room + at, (size_t)(CD_RIVALS_ROOM - at), " ...");
    return room;
}

const char *cd_rival_kinds(Text word, bool in_commands, char room[CD_RIVALS_ROOM])
{
    Rivals r = { .word = word };
    for (int k = 0; k < KIND_COUNT; k++)
        if (belongs(cd_kinds[k], in_commands)) add_rivals(&r, cd_kinds[k]->keyword, false);
    return write_rivals(&r, room);
}

const char *cd_rival_arguments(const ElementKind *kind, Text word, bool bare, char room[CD_RIVALS_ROOM])
{
    Rivals r = { .word = word };
    for (const Field *f = kind->fields; f->type != FIELD_END; f++)
        if (is_bare(f) == bare) add_rivals(&r, f->type == FIELD_CHOICE ? f->words : f->key, f->type == FIELD_CHOICE);
    return write_rivals(&r, room);
}

const char *cd_rival_words(const char *words, Text word, char room[CD_RIVALS_ROOM])
{
    Rivals r = { .word = word };
    add_rivals(&r, words, true);
    return write_rivals(&r, room);
}

bool cd_is_decoration(const ElementKind *kind)
{
    return kind && kind->flags & DECORATION;
}

bool cd_given_at(const Element *e, int offset)
{
    for (int k = 0; e->kind->fields[k].type != FIELD_END; k++)
        if (e->kind->fields[k].offset == offset) return cd_given(e, k);
    return false;
}

const char *cd_label(const Element *e, char room[CD_LABEL_ROOM])
{
    Text keyword = cd_keyword(e->kind);
    int n = e->id ? snprintf(room, CD_LABEL_ROOM, "%.*s/%d", TEXT_ARG(keyword), e->id)
                  : snprintf(room, CD_LABEL_ROOM, "%.*s", TEXT_ARG(keyword));
    int name = e->name.n < 80 ? e->name.n : 80;
    if (name && n > 0 && n < CD_LABEL_ROOM)
        snprintf(room + n, (size_t)(CD_LABEL_ROOM - n), " (%.*s)", name, e->name.at);
    return room;
}

/* Words of the pre-processor that mean nothing here, with what to write. */
static const char *cd_foreign_word(const Field *f, Text word)
{
    static const struct {
        const char *key, *word, *hint;
    } known[] = {
        { "SYSTEM", "MMKS",
          "in Adams/View that is millimetre, kilogram, newton, second; here: UNITS/FORCE = NEWTON, MASS = KILOGRAM, "
          "LENGTH = MILLIMETER, TIME = SECOND" }
    };
    for (size_t k = 0; k < sizeof known / sizeof known[0]; k++)
        if (strcmp(f->key, known[k].key) == 0 && cd_text_equal_nocase(word, known[k].word)) return known[k].hint;
    return NULL;
}

const char *cd_word_hint(const Field *f, Text word, char *room, size_t n)
{
    char near[64];
    const char *foreign = cd_foreign_word(f, word), *closest = cd_closest_word(f->words, word, near, sizeof near);
    if (foreign) snprintf(room, n, " (%s)", foreign);
    else if (closest) snprintf(room, n, " (did you mean %s?)", closest);
    else *room = '\0';
    return room;
}
