/* svg.c - a plot as SVG text. */
#include "report/canvas.h"

#include <stdlib.h>

typedef struct Svg {
    Canvas canvas;
    TextBuffer out;
} Svg;

static void path(Canvas *c, int n, const double *xy, const char *colour, double width)
{
    TextBuffer *out = &((Svg *)c)->out;
    cd_buffer_print(out,
                    "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"%.2f\" stroke-linejoin=\"round\" points=\"",
                    colour, width);
    for (int i = 0; i < n; i++) cd_buffer_print(out, "%s%.2f,%.2f", i ? " " : "", xy[2 * i], xy[2 * i + 1]);
    cd_buffer_text(out, cd_text("\"/>\n"));
}

/* Text of XML: the characters that would be read as markup are escaped, control bytes left out. */
static void escaped(TextBuffer *out, Text t)
{
    for (int i = 0; i < t.n; i++) {
        char ch = t.at[i];
        if (ch == '<' || ch == '>' || ch == '&' || ch == '"') cd_buffer_print(out, "&#%d;", ch);
        else if ((unsigned char)ch >= ' ') cd_buffer_char(out, ch);
    }
}

static void text(Canvas *c, double x, double y, Text t, double size, Anchor anchor, bool upright)
{
    static const char *const word[] = { "start", "middle", "end" };
    TextBuffer *out = &((Svg *)c)->out;
    cd_buffer_print(out, "<text x=\"%.2f\" y=\"%.2f\" font-size=\"%.1f\" text-anchor=\"%s\"", x, y, size, word[anchor]);
    if (upright) cd_buffer_print(out, " transform=\"rotate(-90 %.2f %.2f)\"", x, y);
    cd_buffer_char(out, '>');
    escaped(out, t);
    cd_buffer_text(out, cd_text("</text>\n"));
}

static bool save(Canvas *c, const char *file)
{
    Svg *s = (Svg *)c;
    cd_buffer_text(&s->out, cd_text("</svg>\n"));
    FILE *f = fopen(file, "wb");
    bool good = f && fwrite(s->out.at, 1, s->out.n, f) == s->out.n;
    if (f) good &= fclose(f) == 0;
    cd_buffer_close(&s->out);
    free(s);
    return good;
}

Canvas *cd_canvas_svg(double width, double height)
{
    Svg *s = cd_take(sizeof *s);
    s->canvas = (Canvas){ width, height, path, text, save };
    cd_buffer_print(
        &s->out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\" "
        "font-family=\"Helvetica, Arial, sans-serif\" fill=\"#222222\">\n"
        "<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>\n",
        width, height, width, height);
    return &s->canvas;
}
