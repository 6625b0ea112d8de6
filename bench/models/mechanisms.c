/* mechanisms.c - see mechanisms.h. */
#include "mechanisms.h"

#include <math.h>

static const char head[] = "bench\nUNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND\nPART/1, GROUND\n";

void write_windows(FILE *out, int loops)
{
    static const char inertia[] = "IP=0.0833333333333333,0.0833333333333333,0.0833333333333333";
    fprintf(out, "%sACCGRAV/JGRAV=-9.81\n", head);
    for (int i = 0; i <= loops; i++) {
        int p = 2 + 2 * i, m = 100 + 10 * i;
        fprintf(out, "MARKER/%d, PART=1, QP=%d,0,0\n", m, i);
        fprintf(out, "PART/%d, MASS=1, CM=%d, %s, QG=%d,0,0, VX=0.5, WZ=-1\n", p, m + 1, inertia, i);
        fprintf(out, "MARKER/%d, PART=%d, QP=0,0.5,0\nMARKER/%d, PART=%d\nMARKER/%d, PART=%d, QP=0,1,0\n", m + 1, p,
                m + 2, p, m + 3, p);
        fprintf(out, "JOINT/%d, REVOLUTE, I=%d, J=%d\n", m, m + 2, m);
        if (i == loops) break;
        fprintf(out, "PART/%d, MASS=1, CM=%d, %s, QG=%d,1,0, VX=1\n", p + 1, m + 4, inertia, i);
        fprintf(out, "MARKER/%d, PART=%d, QP=0.5,0,0\n", m + 4, p + 1);
        fprintf(out, "MARKER/%d, PART=%d\nMARKER/%d, PART=%d, QP=1,0,0\n", m + 5, p + 1, m + 6, p + 1);
        fprintf(out, "JOINT/%d, REVOLUTE, I=%d, J=%d\nJOINT/%d, REVOLUTE, I=%d, J=%d\n", m + 1, m + 5, m + 3, m + 2,
                m + 6, m + 13);
    }
}

void write_chain(FILE *out, int links)
{
    fprintf(out, "%sACCGRAV/IGRAV=1, JGRAV=-9.81, KGRAV=2\nMARKER/1, PART=1\n", head);
    for (int i = 0; i < links; i++) {
        int p = 2 + i, m = 10 + 3 * i;
        fprintf(out, "PART/%d, MASS=1, CM=%d, IP=0.01,0.09,0.09, QG=%d,0,0\n", p, m, i);
        fprintf(out, "MARKER/%d, PART=%d, QP=0.5,0,0\nMARKER/%d, PART=%d\nMARKER/%d, PART=%d, QP=1,0,0\n", m, p, m + 1,
                p, m + 2, p);
        fprintf(out, "JOINT/%d, SPHERICAL, I=%d, J=%d\n", 1 + i, m + 1, i ? m - 1 : 1);
    }
}

void write_tree(FILE *out, int links)
{
    static const char *const pin[] = { "0,0,0", "90D,90D,0", "0,90D,0" };
    fprintf(out, "%sACCGRAV/IGRAV=1, JGRAV=-9.81, KGRAV=2\nMARKER/1, PART=1\n", head);
    for (int i = 0, depth = 0; i < links; i++) {
        int p = 2 + i, m = 10 + 4 * i, parent = (i - 1) / 2;
        if ((i & (i + 1)) == 0) depth++;
        fprintf(out, "PART/%d, MASS=1, CM=%d, IP=0.01,0.09,0.08, QG=%d,0,0\n", p, m, depth - 1);
        fprintf(out, "MARKER/%d, PART=%d, QP=0.5,0,0\nMARKER/%d, PART=%d, REULER=%s\n", m, p, m + 1, p, pin[i % 3]);
        for (int k = 1; k <= 2; k++)
            fprintf(out, "MARKER/%d, PART=%d, QP=1,0,0, REULER=%s\n", m + 1 + k, p, pin[(2 * i + k) % 3]);
        fprintf(out, "JOINT/%d, REVOLUTE, I=%d, J=%d\n", 1 + i, m + 1, i ? 10 + 4 * parent + 1 + (2 - i % 2) : 1);
    }
}

void write_bridge(FILE *out, int links)
{
    const double turn = 2.0943951023931953 / links,
                 radius = 0.5 / sin(turn / 2); /* an arc of 120 degrees, lowest in the middle */
    fprintf(out, "%sACCGRAV/IGRAV=1, JGRAV=-9.81, KGRAV=2\n", head);
    for (int i = 0; i <= links; i++) {
        double at = (i - links / 2.) * turn, along = at + turn / 2, x = radius * sin(at), y = -radius * cos(at);
        int p = 2 + i, m = 10 + 3 * i;
        if (i == 0 || i == links) fprintf(out, "MARKER/%d, PART=1, QP=%.17g,%.17g,0\n", 1 + (i > 0), x, y);
        if (i == links) fprintf(out, "JOINT/%d, SPHERICAL, I=%d, J=2\n", 1 + i, m - 1);
        else {
            fprintf(out, "PART/%d, MASS=1, CM=%d, IP=0.01,0.09,0.08, QG=%.17g,%.17g,0, REULER=%.17g,0,0\n", p, m, x, y,
                    along);
            fprintf(out, "MARKER/%d, PART=%d, QP=0.5,0,0\nMARKER/%d, PART=%d\nMARKER/%d, PART=%d, QP=1,0,0\n", m, p,
                    m + 1, p, m + 2, p);
            fprintf(out, "JOINT/%d, SPHERICAL, I=%d, J=%d\n", 1 + i, m + 1, i ? m - 1 : 1);
        }
    }
}
