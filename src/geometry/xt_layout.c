/* xt_layout.c - layouts of nodes. A row of the table below lists the fields of a type in schema 13006: a letter is
 * the code of all names behind it up to the next letter, [n] an array of n, [] one as long as the node says, @ the
 * fields that all curves and surfaces begin with. */
#include "geometry/xt_layout.h"

#include <stdlib.h>
#include <string.h>

static const char shared_head[] = "d node_id p attributes_groups owner next previous geometric_owner c sense ";
static const char newer_list_fields[] =
    "d node_id u list_type l notransmit p owner next previous d list_length block_length finger_index p finger_block "
    "list_block";

/* clang-format off */
static const struct {
    int type;
    const char *name, *fields;
} base[] = {
    { 10, "ASSEMBLY",
      "d highest_node_id p attributes_groups attribute_chains list surface curve point key f res_size "
      "res_linear p ref_instance next previous u state p owner u type p sub_instance" },
    { 11, "INSTANCE",
      "d node_id p attributes_groups u type p part transform assembly next_in_part prev_in_part "
      "next_of_part prev_of_part" },
    { 12, "BODY",
      "d highest_node_id p attributes_groups attribute_chains surface curve point key f res_size "
      "res_linear p ref_instance next previous u state p owner u body_type nom_geom_state p shell "
      "boundary_surface boundary_curve boundary_point region edge vertex" },
    { 13, "SHELL",
      "d node_id p attributes_groups body next face edge vertex region front_face" },
    { 14, "FACE",
      "d node_id p attributes_groups f tolerance p next previous loop shell surface c sense p "
      "next_on_surface previous_on_surface next_front previous_front front_shell" },
    { 15, "LOOP",
      "d node_id p attributes_groups fin face next" },
    { 16, "EDGE",
      "d node_id p attributes_groups f tolerance p fin previous next curve next_on_curve "
      "previous_on_curve owner" },
    { 17, "FIN",
      "p attributes_groups loop forward backward vertex other edge curve next_at_vx c sense" },
    { 18, "VERTEX",
      "d node_id p attributes_groups fin previous next point f tolerance p owner" },
    { 19, "REGION",
      "d node_id p attributes_groups body next previous shell c type" },
    { 29, "POINT",
      "d node_id p attributes_groups owner next previous v pvec" },
    { 30, "LINE",
      "@ v pvec direction" },
    { 31, "CIRCLE",
      "@ v centre normal x_axis f radius" },
    { 32, "ELLIPSE",
      "@ v centre normal x_axis f major_radius minor_radius" },
    { 38, "INTERSECTION",
      "@ p surface[2] chart start end" },
    { 40, "CHART",
      "f base_parameter base_scale d chart_count f chordal_error angular_error parameter_error[2] h "
      "hvec[]" },
    { 41, "LIMIT",
      "c type h hvec[]" },
    { 45, "BSPLINE_VERTICES",
      "f vertices[]" },
    { 50, "PLANE",
      "@ v pvec normal x_axis" },
    { 51, "CYLINDER",
      "@ v pvec axis f radius v x_axis" },
    { 52, "CONE",
      "@ v pvec axis f radius sin_half_angle cos_half_angle v x_axis" },
    { 53, "SPHERE",
      "@ v centre f radius v axis x_axis" },
    { 54, "TORUS",
      "@ v centre axis f major_radius minor_radius v x_axis" },
    { 56, "BLENDED_EDGE",
      "@ c blend_type p surface[2] spine f range[2] thumb_weight[2] p boundary[2] start end" },
    { 59, "BLEND_BOUND",
      "@ n boundary p blend" },
    { 60, "OFFSET_SURF",
      "@ c check l true_offset p surface f offset scale" },
    { 67, "SWEPT_SURF",
      "@ p section v sweep f scale" },
    { 68, "SPUN_SURF",
      "@ p profile v base axis start end f start_param end_param v x_axis f scale" },
    { 70, "LIST",
      "d node_id p owner next previous d list_type list_length block_length size_of_entry p list_block" },
    { 74, "POINTER_LIS_BLOCK",
      "d n_entries p next_block entries[]" },
    { 79, "ATT_DEF_ID",
      "c string[]" },
    { 80, "ATTRIB_DEF",
      "p next identifier d type_id u actions[8] p field_names l legal_owners[14] u fields[]" },
    { 81, "ATTRIBUTE",
      "d node_id p definition owner next previous next_of_type previous_of_type fields[]" },
    { 82, "INT_VALUES",
      "d values[]" },
    { 83, "REAL_VALUES",
      "f values[]" },
    { 84, "CHAR_VALUES",
      "c values[]" },
    { 85, "POINT_VALUES",
      "v values[]" },
    { 86, "VECTOR_VALUES",
      "v values[]" },
    { 87, "AXIS_VALUES",
      "v values[]" },
    { 88, "TAG_VALUES",
      "d values[]" },
    { 89, "DIRECTION_VALUES",
      "v values[]" },
    { 90, "GROUP",
      "d node_id p attributes_groups owner next previous u type p first_member" },
    { 91, "MEMBER_OF_GROUP",
      "d dummy_node_id p owning_group owner next previous next_member previous_member" },
    { 98, "UNICODE_VALUES",
      "w values[]" },
    { 99, "FIELD_NAMES",
      "p names[]" },
    { 100, "TRANSFORM",
      "d node_id p owner next previous f rotation_matrix[9] v translation_vector f scale d flag v "
      "perspective_vector" },
    { 101, "WORLD",
      "p assembly attribute body transform surface curve point l alive p attrib_def d highest_id "
      "current_id" },
    { 102, "KEY",
      "c string[]" },
    { 121, "INT_PE_DATA",
      "d geom_type p real_array int_array" },
    { 122, "EXT_PE_DATA",
      "p key real_array int_array" },
    { 124, "B_SURFACE",
      "@ p nurbs data" },
    { 125, "SURFACE_DATA",
      "i original_uint original_vint extended_uint extended_vint u self_int c original_u_start "
      "original_u_end original_v_start original_v_end extended_u_start extended_u_end extended_v_start "
      "extended_v_end analytic_form_type swept_form_type spun_form_type blend_form_type p "
      "analytic_form swept_form spun_form blend_form" },
    { 126, "NURBS_SURF",
      "l u_periodic v_periodic n u_degree v_degree d n_u_vertices n_v_vertices u u_knot_type "
      "v_knot_type d n_u_knots n_v_knots l rational u_closed v_closed u surface_form n vertex_dim p "
      "bspline_vertices u_knot_mult v_knot_mult u_knots v_knots" },
    { 127, "KNOT_MULT",
      "n mult[]" },
    { 128, "KNOT_SET",
      "f knots[]" },
    { 133, "TRIMMED_CURVE",
      "@ p basis_curve v point_1 point_2 f parm_1 parm_2" },
    { 134, "B_CURVE",
      "@ p nurbs data" },
    { 135, "CURVE_DATA",
      "u self_int p analytic_form" },
    { 136, "NURBS_CURVE",
      "n degree d n_vertices n vertex_dim d n_knots u knot_type l periodic closed rational u "
      "curve_form p bspline_vertices knot_mult knots" },
    { 137, "SP_CURVE",
      "@ p surface b_curve original f tolerance_to_original" },
    { 141, "GEOMETRIC_OWNER",
      "p owner next previous shared_geometry" },
};
/* clang-format on */

enum { BASE_TYPES = sizeof base / sizeof base[0], MOST_FIELDS = 255 };

static const char *const names[] = {
#define X(name) #name,
    XT_NAMES(X)
#undef X
};

int cd_xt_width(char code)
{
    return code == 'v' || code == 'h' ? 3 : code == 'i' ? 2 : code == 'b' ? 6 : 1;
}

const char *cd_xt_type_name(int type)
{
    for (int k = 0; k < BASE_TYPES; k++)
        if (base[k].type == type) return base[k].name;
    return type == XT_PART_BLOCK ? "PART_XMT_BLOCK" : "";
}

/* Fields taken together: where each begins, and which of them the program reads. */
static const XtLayout *layout_of(Arena *arena, const char *name, const XtField *field, int n)
{
    XtLayout *out = ARENA_NEW(arena, XtLayout);
    *out = (XtLayout){ .name = name, .fields = n, .field = ARENA_ARRAY(arena, XtField, n) };
    memcpy(out->field, field, sizeof *field * (size_t)n);
    for (int k = 0; k < XT_NAME_COUNT; k++) out->slot[k] = -1;
    for (int i = 0, at = 0; i < n; i++) {
        for (int k = 0; k < XT_NAME_COUNT; k++)
            if (strcmp(field[i].name, names[k]) == 0) out->slot[k] = at;
        at += cd_xt_width(field[i].code) * (field[i].count > 1 ? field[i].count : 1);
        out->variable = field[i].count == 1;
    }
    return out;
}

/* Fields from the text of a row; how many. */
static int parse_row(Arena *arena, const char *text, XtField *out)
{
    int n = 0;
    char code = 0;
    while (*text) {
        size_t length = strcspn(text, " ");
        Text word = { text, (int)length };
        text += length + strspn(text + length, " ");
        if (length == 1 && word.at[0] == '@') n += parse_row(arena, shared_head, out + n);
        else if (length == 1) code = word.at[0];
        else {
            const char *bracket = memchr(word.at, '[', length);
            int count = 0;
            if (bracket) {
                count = bracket[1] == ']' ? 1 : atoi(bracket + 1);
                word.n = (int)(bracket - word.at);
            }
            out[n++] = (XtField){ cd_text_copy(arena, word).at, code, count };
        }
    }
    return n;
}

const XtLayout *cd_xt_base_layout(Arena *arena, int type, bool newer_list)
{
    XtField field[64];
    for (int k = 0; k < BASE_TYPES; k++) {
        if (base[k].type != type) continue;
        bool newer = newer_list && type == XT_LIST;
        int n = parse_row(arena, newer ? newer_list_fields : base[k].fields, field);
        return layout_of(arena, base[k].name, field, n);
    }
    return NULL;
}

/* field = name class elements [type] [transmitted] */
static XtField read_field(XtTokens *t, Arena *arena)
{
    static const char codes[] = "dnuwfpvibhcl";
    XtField f = { .code = 'p' };
    f.name = cd_xt_string_token(t, arena, true).at;
    int pointer_class = cd_xt_type_token(t);
    f.count = cd_xt_count_token(t);
    if (pointer_class == 0) {
        Text code = cd_xt_string_token(t, arena, true);
        if (code.n == 1 && strchr(codes, code.at[0])) f.code = code.at[0];
        else cd_xt_wrong(t, "the type of a field is one of the letters d n u w f p v i b h c l");
    }
    if (f.count == 1) cd_xt_value_token(t, 'l');
    return f;
}

/* layout = 255 | n edit ... Z | n name description field ... */
const XtLayout *cd_xt_read_layout(XtTokens *t, Arena *arena, int type)
{
    XtField field[MOST_FIELDS + 1];
    int n = cd_xt_fields_token(t), made = 0, used = 0;
    const XtLayout *from = cd_xt_base_layout(arena, type, false), *out = NULL;
    if (t->wrong) return NULL;
    if (n == MOST_FIELDS && !from)
        cd_xt_wrong(t, "a node of a type that the base schema does not have, and no layout for it");
    if (n == MOST_FIELDS) return from;
    const char *name = from ? from->name : cd_xt_string_token(t, arena, true).at;
    if (!from) {
        cd_xt_string_token(t, arena, true); /* description */
        for (; made < n && !t->wrong; made++) field[made] = read_field(t, arena);
    }
    for (int edit = from ? 0 : 'Z'; edit != 'Z' && !t->wrong;) {
        edit = cd_xt_edit_token(t);
        bool takes = edit == 'C' || edit == 'D', adds = edit == 'I' || edit == 'A';
        if ((takes && used == from->fields) || ((adds || edit == 'C') && made == n) || (!takes && !adds && edit != 'Z'))
            cd_xt_wrong(t, "the edit of a layout does not fit the layout it edits");
        else if (edit == 'C') field[made++] = from->field[used++];
        else if (edit == 'D') used++;
        else if (adds) field[made++] = read_field(t, arena);
    }
    if (made != n || (from && used != from->fields))
        cd_xt_wrong(t, "the edit of a layout does not give the number of fields it says");
    for (int i = 0; i + 1 < made; i++)
        if (field[i].count == 1) cd_xt_wrong(t, "an array of any length is not the last field of its layout");
    if (!t->wrong) out = layout_of(arena, name, field, made);
    return out;
}
