/* round_trip.c - dataset -> model -> dataset -> model is the identity: for random models, written in every way the
 * language allows, and for every dataset in the source tree. */
#include "elements/elements.h"
#include "model/model.h"
#include "test.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- the property ------------------------------------------------------------------------------------------------ */

static char *written(const CdModel *model, size_t *n)
{
    char *text;
    FILE *out = open_memstream(&text, n);
    assert_true(cd_model_write(model, out));
    fclose(out);
    return text;
}

static void show_and_fail(const char *name, const char *text, size_t n, const char *why)
{
    fwrite(text, 1, n, stderr);
    fail_msg("%s: %s", name, why);
}

/* Whether the reader had to overlook something. */
static bool is_sloppy(const CdLog *log)
{
    for (int i = 0; i < cd_log_count(log); i++) {
        const char *code = cd_log_message(log, i).code;
        if (strcmp(code, "UNCLOSED_EXPRESSION") == 0 || strcmp(code, "TRAILING_COMMA") == 0) return true;
    }
    return false;
}

/* Written and read back, written again, and copied through the builder. */
static void check_round_trip(const char *name, const CdModel *model)
{
    char why[300];
    size_t n, m;
    char *first = written(model, &n);
    CdLog *log = cd_log_open();
    CdModel *again = cd_model_read_text("again.adm", first, n, log);
    if (!again) {
        cd_log_print(log, stderr);
        show_and_fail(name, first, n, "what was written has errors");
    }
    if (!cd_model_equal(model, again, why, sizeof why)) show_and_fail(name, first, n, why);
    if (is_sloppy(log)) show_and_fail(name, first, n, "it is written carelessly");
    char *second = written(again, &m);
    if (m != n || memcmp(first, second, n) != 0)
        show_and_fail(name, second, m, "the second writing differs from the first");

    CdModel *copy = cd_build_finish(cd_build_from(model, log));
    if (!copy) {
        cd_log_print(log, stderr);
        fail_msg("%s: the copy through the builder has errors", name);
    }
    if (!cd_model_equal(model, copy, why, sizeof why)) fail_msg("%s: through the builder: %s", name, why);
    cd_model_close(copy), cd_model_close(again);
    cd_log_close(log);
    free(first), free(second);
}

/* ---- random values ----------------------------------------------------------------------------------------------- */

static uint64_t seed;

static int below(int n)
{
    return (int)(test_random(&seed) * n);
}

static bool now_and_then(double share)
{
    return test_random(&seed) < share;
}

static void random_number(TextBuffer *out, bool not_negative)
{
    double x = test_random(&seed), any;
    uint64_t bits;
    const char *sign = !not_negative && now_and_then(0.3) ? "-" : "";
    switch (below(8)) {
    case 0: cd_buffer_print(out, "%s%d", sign, below(10)); break;
    case 1: cd_buffer_print(out, "%s%d.", sign, below(1000)); break;
    case 2: cd_buffer_print(out, "%s.%d", sign, below(1000) + 1); break;
    case 3: cd_buffer_print(out, "%s%.3f", sign, 100 * x); break;
    case 4: cd_buffer_print(out, "%s%.6E", sign, x * pow(10, below(60) - 30)); break;
    case 5: cd_buffer_print(out, "%s%dD", sign, below(24) * 15); break;
    case 6: cd_buffer_print(out, "%s%.17g", sign, x); break;
    default: /* any positive double */
        bits = (uint64_t)(test_random(&seed) * 0x1p52) | (uint64_t)(1 + below(2045)) << 52;
        memcpy(&any, &bits, sizeof any);
        cd_buffer_print(out, "%s%.17G", sign, any);
    }
}

/* Expressions of the markers 1 to 8, variables 1 to 3, spline 1. */
static void random_expression(TextBuffer *out, int depth, bool time_only)
{
    static const char *const unary[] = { "SIN", "COS", "ATAN", "ABS", "EXP", "TANH", "AINT", "ANINT" };
    static const char *const binary[] = { "MAX", "MIN", "DIM", "SIGN" };
    static const char *const measure[] = { "DM", "DX", "DY", "AZ", "VR", "VX", "WZ", "PSI", "THETA" };
    static const char *const sign[] = { " + ", "-", "*", " * ", "/" };
    int kind = depth > 4 ? below(4) : below(13);
    if (time_only && (kind == 2 || kind == 3)) kind = 1;
    switch (kind) {
    case 0: random_number(out, true); break;
    case 1: cd_buffer_text(out, cd_text(now_and_then(0.5) ? "TIME" : "pi")); break;
    case 2:
        cd_buffer_print(out, "%s(%d,%s%d)", measure[below(9)], 1 + below(4), now_and_then(0.5) ? " " : "",
                        5 + below(4));
        break;
    case 3: cd_buffer_print(out, "VARVAL(%d)", 1 + below(3)); break;
    case 4:
    case 5:
        cd_buffer_text(out, cd_text(unary[below(8)]));
        cd_buffer_char(out, '(');
        random_expression(out, depth + 1, time_only);
        cd_buffer_char(out, ')');
        break;
    case 6:
        cd_buffer_print(out, "%s(", binary[below(4)]);
        random_expression(out, depth + 1, time_only);
        cd_buffer_text(out, cd_text(", "));
        random_expression(out, depth + 1, time_only);
        cd_buffer_char(out, ')');
        break;
    case 7:
        cd_buffer_text(out, cd_text("IF("));
        random_expression(out, depth + 1, time_only);
        cd_buffer_text(out, cd_text(": 1, TIME, "));
        random_expression(out, depth + 1, time_only);
        cd_buffer_char(out, ')');
        break;
    case 8:
        cd_buffer_text(out, cd_text("STEP("));
        random_expression(out, depth + 1, time_only);
        cd_buffer_text(out, cd_text(",0,0,1,5)"));
        break;
    case 9:
        cd_buffer_text(out, cd_text("AKISPL("));
        random_expression(out, depth + 1, time_only);
        cd_buffer_text(out, cd_text(",0,1)"));
        break;
    case 10:
        cd_buffer_text(out, cd_text("(-"));
        random_expression(out, depth + 1, time_only);
        cd_buffer_text(out, cd_text(")**2"));
        break;
    default:
        random_expression(out, depth + 1, time_only);
        cd_buffer_text(out, cd_text(sign[below(5)]));
        cd_buffer_char(out, '(');
        random_expression(out, depth + 1, time_only);
        cd_buffer_char(out, ')');
    }
}

static void random_text(TextBuffer *out, const char *alphabet, int longest)
{
    for (int n = below(longest) + 1; n > 0; n--) cd_buffer_char(out, alphabet[below((int)strlen(alphabet))]);
}

static void random_name(TextBuffer *out)
{
    switch (below(4)) {
    case 0: random_text(out, "abcXYZ_09", 12); break;
    case 1:
        cd_buffer_char(out, '\'');
        random_text(out, "a B,;:=\\/&()\"", 20);
        cd_buffer_char(out, '\'');
        break;
    case 2:
        cd_buffer_char(out, '"');
        random_text(out, "a B,;:=\\/&()'", 20);
        cd_buffer_char(out, '"');
        break;
    default: cd_buffer_text(out, cd_text("'it''s \"odd\", \xc3\xa9'"));
    }
}

/* ---- random statements ------------------------------------------------------------------------------------------- */

/* Templates: arguments behind bars. # a number, + one that is not negative, % an expression, ~ one of time, $ a name, &
 * text, M a marker of part 1, N one of part 2, @ a floating one. A question mark makes an argument optional. */
static const char *const templates[] = {
    "PART|?QG=#,#,#|?REULER=#,#,#|?VX=#|?VY=#|?WZ=#|?EXACT=X:PSI|?MATERIAL=$|?WM=N",
    "PART|?QG=0,0,0|?ZG=1,1,1|?XG=2,1,-3|?VM=M|?VZ=#",
    "POINT_MASS|?MASS=0|?QG=#,#,#|?EXACT=X:Z|?VX=#",
    "MARKER|PART=1|?QP=#,#,#",
    "MARKER|PART=2|?QP=#,#,#|REULER=#,#,#",
    "MARKER|PART=1|QP=1,0,0|ZP=1,2,3|XP=5,6,-7|?USEXP",
    "MARKER|PART=1|QP=1,0,0|ZP=1,2,3",
    "MARKER|PART=2|XP=1,2,3",
    "MARKER|PART=1|FLOATING",
    "MARKER|PART=1|?QP=#,#,#|RM=M",
    "JOINT|REVOLUTE|I=M|J=N|?IC=#,#",
    "JOINT|TRANSLATIONAL|I=M|J=N|?ICTRAN=#,#",
    "JOINT|CYLINDRICAL|I=M|J=N|?ICTRAN=#|?ICROT=#,#",
    "JOINT|SPHERICAL|I=M|J=N",
    "JOINT|FIXED|I=M|J=N",
    "JOINT|PLANAR|I=M|J=N",
    "JOINT|UNIVERSAL|I=N|J=M",
    "JOINT|HOOKE|I=N|J=M",
    "JOINT|CONVEL|I=M|J=N",
    "JOINT|SCREW|I=M|J=N|PITCH=#",
    "JOINT|RACKPIN|I=M|J=N|PD=3.5|?DELTA_V=#",
    "JPRIM|ATPOINT|I=M|J=N",
    "JPRIM|INLINE|I=M|J=N",
    "JPRIM|PARALLEL_AXES|J=M|I=N",
    "JPRIM|ORIENTATION|I=M|J=N",
    "MOTION|JOINT=1|ROTATION|?VELOCITY|FUNCTION=~|?ROUTINE=lib::sub",
    "MOTION|JOINT=2|TRANSLATION|ACCELERATION|ICDISP=#|ICVEL=#|FUNCTION=~",
    "MOTION|I=M|J=N|B2|FUNCTION=~",
    "MOTION|I=N|J=M|X|FUNCTION=USER(#,#,#)",
    "COUPLER|JOINTS=1,2|TYPE=R:T|SCALES=#,#",
    "GCON|?I=M|FUNCTION=#*TIME - DM(M, N) - VX(M, N)*SIN(AZ(M, N))",
    "UCON|FUNCTION=USER(1,#)|?ROUTINE=$",
    "CURVE|?CLOSED|MATRIX=1|?CURVE_POINTS|?ORDER=3|?MINPAR=-2",
    "SFORCE|TRANSLATION|I=M|J=N|FUNCTION=%",
    "SFORCE|ROTATION|?ACTIONONLY|I=M|J=N|FUNCTION=%|?LIST",
    "VFORCE|I=N|JFLOAT=@|?RM=M|FX=%|?FY=%|?FZ=%",
    "VTORQUE|I=N|JFLOAT=@|RM=0|TX=%|?TZ=%",
    "GFORCE|I=N|JFLOAT=@|?RM=M|FX=%|?FY=%|?FZ=%|?TX=%|?TY=%|TZ=%",
    "GFORCE|I=N|JFLOAT=@|FUNCTION=USER(#,#)|ROUTINE=lib::sub",
    "SPRINGDAMPER|TRANSLATION|I=M|J=N|?K=#|?C=#|?FORCE=#|?LENGTH=+",
    "SPRINGDAMPER|ROTATION|I=M|J=N|?KT=#|?CT=#|?TORQUE=#|?ANGLE=#",
    "BUSHING|I=M|J=N|?K=#,#,#|?KT=#,#,#|?C=#,#,#|?CT=#,#,#|?FORCE=#,#,#|?TORQUE=#,#,#",
    "FIELD|I=M|J=N|KMATRIX=#,#,#,#,#,#,#,#,#,#,#,#,#,#,#,#,#,#,#,#,#,#,#,#,#,#,#,#,#,#,#,#,#,#,#,#|LENGTH=#,#,#,#,#,#|?CRATIO=+",
    "BEAM|I=M|J=N|LENGTH=1.5|AREA=2|IXX=+|IYY=+|IZZ=+|EMODULUS=2E11|GMODULUS=8E10|?ASY=+|?CRATIO=+|?FORMULATION=STRING",
    "FRICTION|JOINT=1|?MU_STATIC=+|?INPUTS=PRELOAD:REACTION_FORCE|?EFFECT=SLIDING|?LIST",
    "CONTACT|IGEOM=1|JGEOM=2|IMPACT|STIFFNESS=+|EXPONENT=1.5|?DAMPING=+|?DMAX=+|?NOVEL=1,2",
    "VARIABLE|FUNCTION=%|?IC=#|?LIST",
    "VARIABLE|FUNCTION=",
    "DIFF|FUNCTION=%|?IC=#|?STATIC_HOLD",
    "ARRAY|IC|NUMBERS=#,#,#,#,#,#,#,#,#,#,#,#,#,#,#,#,#,#,#,#",
    "ARRAY|U|VARIABLES=1,2,3",
    "ARRAY|X|?SIZE=3",
    "MATRIX|FULL=CORDER|ROWS=2|COLUMNS=3|VALUES=#,#,#,#,#,#",
    "MATRIX|SPARSE|ROWS=5|COLUMNS=6|I=1,2,5|J=6,1,3|VALUES=#,#,#",
    "MATRIX|FILE=$|NAME=$",
    "SPLINE|X=-1,0,2,3.5|Y=#,#,#,#|?LINEAR_EXTRAPOLATE",
    "SPLINE|X=-1,0,2,3.5|Y=0,#,#,#,#|Y=1,#,#,#,#|Y=2.5,#,#,#,#",
    "STRING|STRING=&",
    "TFSISO|X=1|U=2|Y=3|NUMERATOR=#,#|DENOMINATOR=#,#,2|?STATIC_HOLD",
    "LSE|X=5|A=2|?STATIC_HOLD",
    "GSE|NS=1|X=4|?NI=2|FUNCTION=USER(#)|ROUTINE=lib::one,lib::two",
    "GSE|NOVEL = C:|FUNCTION=USER(#)",
    "PINPUT|VARIABLES=3,1,2",
    "POUTPUT|VARIABLES=2",
    "REQUEST|DISPLACEMENT|I=M|?J=N|?RM=0|?COMMENT=&",
    "REQUEST|F1=%|?F2=%|?F6=%|?F8=%|?TITLE=$,$|?CNAMES=$,$,$,$,$,$,$,$,$,$|?RESULTS_NAME=$|?COMMENT=&",
    "REQUEST|FUNCTION=USER(1,2)|?ROUTINE=lib::sub|?CUNITS=$|?LIST",
    "SENSOR|FUNCTION=%|?VALUE=#|?GE|?EVALUATE=%|?HALT|?ANGLE|?DT=0.5",
    "GRAPHICS|CYLINDER|CM=M|LENGTH=#|RADIUS=+|?RANGLE=#",
    "GRAPHICS|?NOVEL = a b|BOX|CORNER=N|X=#|Y=#|Z=#|?STRANGE|?ODD=1,2,3",
    "GRAPHICS|OUTLINE=1,2,3,4,5",
    "GRAPHICS|EXTERNAL|RM=M|FILE=$|?ELEMENT=$|?TYPE=$",
    "GRAPHICS|CYLINDER|CM=99999|LENGTH=#",
    "GRAPHICS|OUTLINE=1,99999|?NOVEL = C:",
    "MATERIAL|NAME=$|?DENSITY=+",
    "SECTION|?TYPE=$|?AREA=+",
    "FLEX_BODY|MNF_FILE=$|?MODES=7,8,9|?INVARIANTS=T:T:F|?CRATIO=~",
    "MREQUEST|FORCE|?TYPE=$|?ID=1,2|?COMMENT=&",
    "INTEGRATOR|GSTIFF|?SI2|?ERROR=1E-5|?PATTERN=T:F:F:T|?SCALE=1,2",
    "EQUILIBRIUM|?STATIC|?ALIMIT=10D|?TLIMIT=3|?NOVEL=5",
    "ACCGRAV|?IGRAV=#|?JGRAV=#|KGRAV=#",
    "UNITS|FORCE=NEWTON|MASS=KILOGRAM|LENGTH=MILLIMETER|?TIME=SECOND",
    "OUTPUT|?REQSAVE|GRSAVE|?YPR|?DSCALE=1,2",
    "RESULTS|XRF|?NOLINEAR|?COMMENT=&",
    "DEBUG|EPRINT|?NODUMP",
    "PREFERENCES|?SOLVER=CXX|?LIBPATH=$",
};
enum { TEMPLATES = sizeof templates / sizeof *templates };

/* What every template can refer to: ids 1 to 9 are for this, random statements have larger ones. */
static const char skeleton[] =
    "PART/1, GROUND\n"
    "MARKER/1, PART = 1\nMARKER/2, PART = 1, QP = 1, 2, 3\nMARKER/3, PART = 1\nMARKER/4, PART = 1\nMARKER/9, PART = 1, FLOATING\n"
    "PART/2, MASS = 1, CM = 5\n"
    "MARKER/5, PART = 2\nMARKER/6, PART = 2, REULER = 1, 2, 3\nMARKER/7, PART = 2\nMARKER/8, PART = 2\n"
    "JOINT/1, REVOLUTE, I = 1, J = 5\nJOINT/2, TRANSLATIONAL, I = 2, J = 6\n"
    "VARIABLE/1, FUNCTION = 1\nVARIABLE/2, FUNCTION = 1\nVARIABLE/3, FUNCTION = 1\n"
    "ARRAY/1, X\nARRAY/2, U, VARIABLES = 1\nARRAY/3, Y\nARRAY/4, X\nARRAY/5, X\n"
    "MATRIX/1, FULL = RORDER, ROWS = 4, COLUMNS = 3, VALUES = 0, 0, 0, 1, 0, 0, 1, 1, 0, 1, 1, 1\n"
    "MATRIX/2, FULL = RORDER, ROWS = 1, COLUMNS = 1, VALUES = -1\n"
    "SPLINE/1, X = 0, 1, 2, 3, Y = 0, 1, 4, 9\n"
    "GRAPHICS/1, BOX, CORNER = 1\nGRAPHICS/2, CYLINDER, CM = 5\n"
    "CURVE/1, MATRIX = 1\nFLEX_BODY/1, MNF_FILE = a\nFE_PART/1\nPINPUT/1, VARIABLES = 1\nPOUTPUT/1, VARIABLES = 1\n";

typedef struct Argument {
    char *key, *value; /* value NULL: a bare word */
    FieldType type;    /* FIELD_END: not in the table */
} Argument;

typedef struct Sentence {
    const ElementKind *kind;
    int id;
    char *name;
    Argument argument[64];
    int n;
} Sentence;

static char *copied(const char *from, size_t n)
{
    char *to = strndup(from, n);
    assert_non_null(to);
    return to;
}

/* The value of an argument with its placeholders filled in. */
static char *filled(const char *value, size_t n)
{
    TextBuffer out = { 0 };
    cd_buffer_text(&out, cd_text(""));
    for (size_t i = 0; i < n; i++) {
        bool word = i > 0 && cd_is_letter(value[i - 1]), before_word = i + 1 < n && cd_is_letter(value[i + 1]);
        switch (value[i]) {
        case '#': random_number(&out, false); break;
        case '+': random_number(&out, true); break;
        case '%': random_expression(&out, 0, false); break;
        case '~': random_expression(&out, 0, true); break;
        case '$': random_name(&out); break;
        case '&': random_text(&out, "abc XYZ ,:;=()'\"\\/09+-", 40); break;
        case '@': cd_buffer_char(&out, '9'); break;
        case 'M':
        case 'N':
            if (word || before_word) cd_buffer_char(&out, value[i]);
            else cd_buffer_print(&out, "%d", 1 + below(4) + (value[i] == 'N' ? 4 : 0));
            break;
        default: cd_buffer_char(&out, value[i]);
        }
    }
    char *text = copied(out.at, out.n);
    cd_buffer_close(&out);
    return text;
}

static Sentence random_sentence(const char *template, int id)
{
    Sentence s = { .id = id };
    size_t keyword = strcspn(template, "|");
    s.kind = cd_kinds[cd_find_kind((Text){ template, (int)keyword }, false, NULL)];
    if (s.kind->flags & WITHOUT_ID) s.id = 0;
    for (const char *p = template + keyword; *p;) {
        size_t n = strcspn(++p, "|");
        const char *from = p;
        size_t length = n;
        p += n;
        if (*from == '?') {
            from++, length--;
            if (now_and_then(0.5)) continue;
        }
        const char *equals = memchr(from, '=', length);
        size_t key = equals ? (size_t)(equals - from) : length;
        Argument *a = &s.argument[s.n++];
        a->key = copied(from, key);
        a->value = equals ? filled(equals + 1, length - key - 1) : NULL;
        int field = equals ? cd_find_field(s.kind, cd_text_trim((Text){ from, (int)key }), NULL) : -1;
        a->type = field >= 0 ? s.kind->fields[field].type : FIELD_END;
    }
    if (now_and_then(0.5)) {
        TextBuffer name = { 0 };
        random_text(&name, now_and_then(0.5) ? "abc_ \"!,=\t\xc3\xa9" : "ABC.def09", 30);
        s.name = copied(name.at, name.n);
        cd_buffer_close(&name);
    }
    return s;
}

static Text random_word(const char *words)
{
    int n = 0;
    while (cd_word_at(words, n).n) n++;
    return cd_word_at(words, below(n));
}

/* One value that the row allows; an id is one of the model's. */
static void random_value(TextBuffer *out, const Field *f, const CdModel *there)
{
    const Table *target = f->target ? &there->table[cd_find_kind(cd_text(f->target), false, NULL)] : NULL;
    switch (f->type) {
    case FIELD_INT:
    case FIELD_INTS: cd_buffer_print(out, "%d", 1 + below(5)); break;
    case FIELD_REAL:
    case FIELD_REALN:
    case FIELD_REALS:
    case FIELD_ROWS:
        if (f->ask & POSITIVE) cd_buffer_print(out, "%d.5", below(5));
        else random_number(out, f->ask & NOT_NEGATIVE);
        break;
    case FIELD_REF:
    case FIELD_REFS: cd_buffer_print(out, "%d", target->at[below(target->n)].id); break;
    case FIELD_EXPR:
        if (now_and_then(0.3)) cd_buffer_print(out, "USER(%d, 2.5)", below(5));
        else random_expression(out, 0, now_and_then(0.5));
        break;
    case FIELD_TEXT: random_text(out, "abc XYZ ,:;=()'\"\\/09+-", 40); break;
    case FIELD_NAME:
    case FIELD_NAMES: random_name(out); break;
    default: cd_buffer_text(out, random_word(f->words));
    }
}

/* "KEY = value" from nothing but the row. */
static Argument argument_from_row(const Field *f, const CdModel *there)
{
    Argument a = { .type = f->type };
    Text key = f->type == FIELD_CHOICE ? random_word(f->words) : cd_field_key(f);
    a.key = copied(key.at, (size_t)key.n);
    if (f->type == FIELD_FLAG || f->type == FIELD_CHOICE) return a;

    bool words = f->type == FIELD_WORDS || f->type == FIELD_TOGGLE;
    int n = f->least > 1 ? f->least : 1;
    if (words || (f->least && f->most != f->least)) n += below(f->most ? f->most - n + 1 : 3);
    TextBuffer value = { 0 };
    for (int i = 0; i < n; i++) {
        if (i) cd_buffer_char(&value, words ? ':' : ',');
        random_value(&value, f, there);
    }
    a.value = copied(value.at, value.n);
    cd_buffer_close(&value);
    return a;
}

/* All arguments that are needed and some of the others. References to what the model has none of are left out. */
static Sentence sentence_from_rows(const ElementKind *kind, int id, const CdModel *there)
{
    Sentence s = { .kind = kind, .id = kind->flags & WITHOUT_ID ? 0 : id };
    double share = 0.5 * test_random(&seed);
    for (const Field *f = kind->fields; f->type != FIELD_END; f++) {
        if (!(f->ask & NEEDED) && !now_and_then(share)) continue;
        if (f->target && !there->table[cd_find_kind(cd_text(f->target), false, NULL)].n) continue;
        s.argument[s.n++] = argument_from_row(f, there);
    }
    return s;
}

static void forget(Sentence *s)
{
    for (int i = 0; i < s->n; i++) free(s->argument[i].key), free(s->argument[i].value);
    free(s->name);
}

/* ---- ways to write them ------------------------------------------------------------------------------------------ */

/* One argument after the other on a line, expressions closed by a backslash, each text on its own line. */
static void write_plain(TextBuffer *out, const Sentence *s)
{
    if (s->name) cd_buffer_print(out, "! adams_view_name='%s'\n", s->name);
    cd_buffer_print(out, "%.*s/", TEXT_ARG(cd_keyword(s->kind)));
    if (s->id) cd_buffer_print(out, "%d", s->id);
    for (int i = 0; i < s->n; i++) {
        const Argument *a = &s->argument[i];
        bool text = i > 0 && s->argument[i - 1].type == FIELD_TEXT;
        if (i || s->id) cd_buffer_text(out, cd_text(text ? "\n, " : ", "));
        cd_buffer_print(out, "%s", a->key);
        if (a->value) cd_buffer_print(out, "=%s", a->value);
        if (a->type == FIELD_EXPR) cd_buffer_char(out, '\\');
    }
    cd_buffer_char(out, '\n');
}

static void blanks(TextBuffer *out)
{
    while (now_and_then(0.3)) cd_buffer_char(out, now_and_then(0.2) ? '\t' : ' ');
}

static void any_case(TextBuffer *out, Text word)
{
    int how = below(3);
    for (int i = 0; i < word.n; i++) {
        char c = word.at[i];
        bool lower = how == 1 || (how == 2 && now_and_then(0.5));
        cd_buffer_char(out, lower && c >= 'A' && c <= 'Z' ? (char)(c + 32) : c);
    }
}

static Text shortest(Text word, bool (*means)(Text word, const void *what), const void *what)
{
    Text t = word;
    while (t.n > 1 && means((Text){ t.at, t.n - 1 }, what)) t.n--;
    return t;
}

static bool means_kind(Text word, const void *kind)
{
    int k = cd_find_kind(word, false, NULL);
    return k >= 0 && cd_kinds[k] == kind && !cd_text_equal_nocase(word, "END");
}

typedef struct Key {
    const ElementKind *kind;
    int field;
} Key;

static bool means_key(Text word, const void *key)
{
    const Key *k = key;
    return cd_find_field(k->kind, word, NULL) == k->field;
}

/* Somewhere between the shortest form that is clear and the full one. */
static void abbreviated(TextBuffer *out, Text word, bool (*means)(Text, const void *), const void *what)
{
    Text least = shortest(word, means, what);
    any_case(out, now_and_then(0.5) ? word : (Text){ word.at, least.n + below(word.n - least.n + 1) });
}

/* A line end inside a statement: the next line begins with a comma. */
static void new_line(TextBuffer *out, const char *line_end)
{
    if (now_and_then(0.2)) cd_buffer_text(out, cd_text(" ! and so on, = ("));
    cd_buffer_text(out, cd_text(line_end));
    while (now_and_then(0.2)) cd_buffer_print(out, "%s%s", now_and_then(0.5) ? "!, COMMENTED = OUT" : "  ", line_end);
    blanks(out);
    cd_buffer_char(out, ',');
}

/* Values may be broken at their commas, expressions at theirs. */
static void write_value(TextBuffer *out, const Argument *a, const char *line_end)
{
    bool list = a->type == FIELD_REALS || a->type == FIELD_REALN || a->type == FIELD_ROWS || a->type == FIELD_REFS ||
                a->type == FIELD_INTS;
    for (const char *p = a->value; *p; p++) {
        if (*p == ',' && list && now_and_then(0.2)) {
            if (now_and_then(0.5)) cd_buffer_char(out, ',');
            new_line(out, line_end);
            blanks(out);
            continue;
        }
        cd_buffer_char(out, *p);
        if (*p == ',' && a->type == FIELD_EXPR && now_and_then(0.2)) new_line(out, line_end);
        else if (*p == ',' && list) blanks(out);
    }
}

static void write_styled(TextBuffer *out, const Sentence *s, const char *line_end)
{
    if (now_and_then(0.1)) cd_buffer_print(out, "!----%s%s", line_end, line_end);
    if (s->name)
        cd_buffer_print(out, "%s adams_view_name%s='%s'%s",
                        now_and_then(0.5) ? "!" : "! part of it:", now_and_then(0.5) ? "" : " ", s->name, line_end);
    blanks(out);
    abbreviated(out, cd_keyword(s->kind), means_kind, s->kind);
    blanks(out);
    cd_buffer_char(out, '/');
    blanks(out);
    if (s->id) cd_buffer_print(out, "%s%d", now_and_then(0.2) ? "00" : "", s->id);
    for (int i = 0; i < s->n; i++) {
        const Argument *a = &s->argument[i];
        bool closed = i > 0 && s->argument[i - 1].type == FIELD_EXPR,
             text = i > 0 && s->argument[i - 1].type == FIELD_TEXT;
        if (closed) cd_buffer_char(out, '\\');
        bool waits =
            out->n && strchr("=:/(", out->at[out->n - 1]) && i > 0; /* a comma on a new line would add nothing */
        if (text || (!waits && now_and_then(0.3))) new_line(out, line_end);
        else if (i > 0 || s->id) {
            if (!closed || now_and_then(0.5)) cd_buffer_char(out, ',');
            if (now_and_then(0.1)) cd_buffer_print(out, " &%s", line_end);
        }
        blanks(out);
        Key key = { s->kind, a->value ? cd_find_field(s->kind, cd_text(a->key), NULL) : -1 };
        if (key.field >= 0) abbreviated(out, cd_text(a->key), means_key, &key);
        else cd_buffer_text(out, cd_text(a->key));
        if (!a->value) continue;
        bool known = key.field >= 0;
        if (known) blanks(out);
        cd_buffer_char(out, '=');
        if (known) blanks(out);
        if (known && a->type != FIELD_TEXT && a->value[0] && now_and_then(0.1)) new_line(out, line_end);
        write_value(out, a, line_end);
    }
    if (now_and_then(0.1)) cd_buffer_text(out, cd_text(" ! done"));
    cd_buffer_text(out, cd_text(line_end));
}

/* ---- random models ----------------------------------------------------------------------------------------------- */

static CdModel *read_or_fail(const TextBuffer *text, const char *what)
{
    CdLog *log = cd_log_open();
    CdModel *model = cd_model_read_text(what, text->at, text->n, log);
    if (!model) {
        cd_log_print(log, stderr);
        show_and_fail(what, text->at, text->n, "has errors");
    }
    cd_log_close(log);
    return model;
}

static void check_random_model(int number)
{
    enum { STATEMENTS = 40 };
    seed = (uint64_t)number * 7919 + 1;
    const char *line_end = number % 3 == 0 ? "\r\n" : number % 7 == 0 ? "\r" : "\n";
    bool said[KIND_COUNT] = { false };
    TextBuffer plain = { 0 }, styled = { 0 };
    char what[64];
    cd_buffer_print(&plain, "model %d\n%s", number, skeleton);
    cd_buffer_print(&styled, " model %d \t%s%s", number, line_end, skeleton);
    for (int i = 0; i < STATEMENTS; i++) {
        const char *template = templates[below(TEMPLATES)];
        int id = 10 + 1000 * (17 * i % STATEMENTS) + below(1000); /* all different, in no order, with gaps */
        Sentence s = random_sentence(template, id);
        int kind = cd_find_kind(cd_keyword(s.kind), false, NULL);
        bool takes_arrays =
            kind == KIND_gse || kind == KIND_lse || kind == KIND_tfsiso; /* which are in the skeleton once */
        if (!said[kind] || (s.id && !takes_arrays)) {
            write_plain(&plain, &s);
            write_styled(&styled, &s, line_end);
        }
        said[kind] = true;
        forget(&s);
    }
    if (number % 2) cd_buffer_print(&styled, "end%s this is not read%s", line_end, line_end);

    snprintf(what, sizeof what, "plain model %d", number);
    CdModel *a = read_or_fail(&plain, what);
    snprintf(what, sizeof what, "styled model %d", number);
    CdModel *b = read_or_fail(&styled, what);
    char why[300];
    if (!cd_model_equal(a, b, why, sizeof why)) {
        fwrite(plain.at, 1, plain.n, stderr);
        show_and_fail(what, styled.at, styled.n, why);
    }
    check_round_trip(what, a);
    cd_model_close(a), cd_model_close(b);
    cd_buffer_close(&plain), cd_buffer_close(&styled);
}

TEST(random_models_written_in_any_way_survive)
{
    enum { MODELS = DRAWN(400) };
    for (int i = 0; i < MODELS; i++) check_random_model(i);
}

TEST(every_template_survives_alone)
{
    for (int t = 0; t < TEMPLATES; t++)
        for (int i = 0; i < 20; i++) {
            seed = (uint64_t)(1000 * t + i + 1);
            TextBuffer text = { 0 };
            cd_buffer_print(&text, "%s\n%s", templates[t], skeleton);
            Sentence s = random_sentence(templates[t], 2147483647 - i);
            write_plain(&text, &s);
            CdModel *model = read_or_fail(&text, templates[t]);
            check_round_trip(templates[t], model);
            cd_model_close(model);
            forget(&s);
            cd_buffer_close(&text);
        }
}

/* Statements without a template are tested by this alone: it knows no more of them than their rows. */
TEST(every_statement_made_up_from_its_rows_survives_unless_it_has_errors)
{
    enum { SENTENCES = 40 };
    TextBuffer text = { 0 };
    cd_buffer_print(&text, "skeleton\n%s", skeleton);
    CdModel *there = read_or_fail(&text, "skeleton");
    size_t head = text.n;
    for (int k = 0; k < KIND_COUNT; k++) {
        int survived = 0;
        for (int i = 0; i < SENTENCES && !(cd_kinds[k]->flags & ONLY_COMMAND); i++) {
            seed = (uint64_t)(1000 * k + i + 1);
            Sentence s = sentence_from_rows(cd_kinds[k], 1000 + i, there);
            text.n = head;
            write_plain(&text, &s);
            CdLog *log = cd_log_open();
            CdModel *model = cd_model_read_text("made up", text.at, text.n, log);
            if (model) check_round_trip(cd_kinds[k]->keyword, model), survived++;
            cd_model_close(model);
            cd_log_close(log);
            forget(&s);
        }
        if (!survived && !(cd_kinds[k]->flags & ONLY_COMMAND))
            print_message("%s: all had errors\n", cd_kinds[k]->keyword);
    }
    cd_model_close(there);
    cd_buffer_close(&text);
}

/* ---- files ------------------------------------------------------------------------------------------------------- */

static int files_read, files_with_errors;

static bool ends_with(const char *s, const char *end)
{
    size_t n = strlen(s), m = strlen(end);
    return n >= m && strcmp(s + n - m, end) == 0;
}

static void check_file(const char *path)
{
    CdLog *log = cd_log_open();
    CdModel *model = cd_model_read(path, log);
    if (model) check_round_trip(path, model), files_read++;
    else if (!ends_with(path, "/broken.adm")) files_with_errors++; /* an example of messages */
    cd_model_close(model);
    cd_log_close(log);
}

static void walk(const char *path)
{
    struct stat st;
    if (stat(path, &st) != 0) return;
    if (!S_ISDIR(st.st_mode)) {
        if (ends_with(path, ".adm")) check_file(path);
        return;
    }
    struct dirent **entry;
    int n = scandir(path, &entry, NULL, alphasort);
    for (int i = 0; i < n; i++) {
        char inner[4096];
        snprintf(inner, sizeof inner, "%s/%s", path, entry[i]->d_name);
        if (entry[i]->d_name[0] != '.') walk(inner);
        free(entry[i]);
    }
    if (n >= 0) free(entry);
}

/* All datasets below a folder of the source tree; skips where there is none. */
static void check_folder(const char *folder, bool errors_allowed)
{
    const char *source = getenv("CARDAN_SOURCE");
    char path[4096];
    files_read = files_with_errors = 0;
    snprintf(path, sizeof path, "%s/%s", source ? source : ".", folder);
    if (source) walk(path);
    print_message("%s: %d datasets, %d with errors\n", path, files_read, files_with_errors);
    if (!files_read && !files_with_errors) skip();
    if (!errors_allowed) assert_int_equal(files_with_errors, 0);
}

TEST(examples_survive)
{
    check_folder("examples", false);
}

TEST(datasets_of_the_tests_survive)
{
    check_folder("tests", true);
}

TEST(acceptance_datasets_survive)
{
    check_folder("../shared/acceptance", true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT(every_statement_made_up_from_its_rows_survives_unless_it_has_errors),
        UNIT(every_template_survives_alone),
        UNIT(random_models_written_in_any_way_survive),
        UNIT(examples_survive),
        UNIT(datasets_of_the_tests_survive),
        UNIT(acceptance_datasets_survive),
    };
    return cmocka_run_group_tests_name("round_trip", tests, NULL, NULL);
}
