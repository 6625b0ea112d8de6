/* test_results.c - result files: formats, what is on disk while a run goes, the same bits twice, and what the columns
 * mean. */
#include "analyses/kinematic/kinematic.h"
#include "run/run.h"
#include "test.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *const files[] = { ".csv", ".req", ".res" };

/* ---- folders and files ------------------------------------------------------------------------------------------- */

typedef struct Folder {
    char path[200];
} Folder;

static Folder make_folder(void)
{
    Folder f;
    snprintf(f.path, sizeof f.path, "%s/cardan_results_XXXXXX", getenv("TMPDIR") ? getenv("TMPDIR") : P_tmpdir);
    assert_non_null(mkdtemp(f.path));
    return f;
}

static void remove_folder(const Folder *f)
{
    char command[300];
    snprintf(command, sizeof command, "rm -rf '%s'", f->path);
    assert_int_equal(system(command), 0);
}

static void write_file(const Folder *f, const char *name, const char *text)
{
    char path[800];
    snprintf(path, sizeof path, "%s/%s", f->path, name);
    FILE *out = fopen(path, "wb");
    assert_non_null(out);
    fputs(text, out);
    fclose(out);
}

static char *read_path(const char *path)
{
    FILE *in = fopen(path, "rb");
    if (!in) return NULL;
    char *text = NULL;
    size_t n = 0, room = 0, got;
    do {
        if (room - n < 4096) text = realloc(text, (room = 2 * room + 8192) + 1);
        n += got = fread(text + n, 1, room - n, in);
    } while (got > 0);
    fclose(in);
    text[n] = '\0';
    return text;
}

static char *read_file(const Folder *f, const char *name)
{
    char path[800];
    snprintf(path, sizeof path, "%s/%s", f->path, name);
    return read_path(path);
}

static CdStatus run_file(const Folder *f, const char *name, CdRunOptions options)
{
    char path[800];
    snprintf(path, sizeof path, "%s/%s", f->path, name);
    CdLog *log = cd_log_open();
    CdStatus status = cd_run(path, &options, log);
    if (status != CD_OK && cd_log_errors(log) == 0) status = (CdStatus)-1; /* failed without saying why */
    cd_log_close(log);
    return status;
}

/* ---- a model: n bodies, centres and inertia axes off their part frames, each turned about a skew axis ------------ */

static char *spinners(int n)
{
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    fprintf(out, "spinners <&> \"quoted\"\nUNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND\n");
    fprintf(out, "PART/1, GROUND\nMARKER/1, PART=1\n");
    for (int i = 0; i < n; i++) {
        fprintf(out, "!  adams_view_name='body <%d>'\n", i);
        fprintf(out, "PART/%d, MASS=2, CM=%d, IP=1,2,2.5, QG=%d,0.5,0, REULER=10D,20D,30D\n", 2 + i, 1000 + i, i);
        fprintf(out, "MARKER/%d, PART=%d, QP=0.3,0.2,-0.1, REULER=40D,50D,60D\n", 1000 + i, 2 + i);
        fprintf(out, "MARKER/%d, PART=%d, QP=-0.1,0.2,0.3, REULER=15D,25D,35D\n", 2000 + i, 2 + i);
        fprintf(out, "MARKER/%d, PART=1, QP=%d,0,0, REULER=-15D,65D,5D\n", 3000 + i, i);
        fprintf(out, "JOINT/%d, REVOLUTE, I=%d, J=%d\n", 1 + i, 2000 + i, 3000 + i);
        fprintf(out, "MOTION/%d, JOINT=%d, ROTATION, FUNCTION=2*SIN(%d*TIME)+3*TIME\n", 1 + i, 1 + i, 1 + i % 5);
        fprintf(out, "REQUEST/%d, DISPLACEMENT, I=%d, J=1, COMMENT=where it is\n", 1 + i, 1000 + i);
    }
    fprintf(out, "REQUEST/9001, F2=TIME\\F3=JOINT(1,0,2,0)\\F8=-1/3, C=functions\n");
    fprintf(out, "ACCGRAV/KGRAV=-9.81\nOUTPUT/REQSAVE\nRESULTS/FORMATTED\nEND\n");
    fclose(out);
    return text;
}

static Folder folder_with(int n)
{
    Folder f = make_folder();
    char *text = spinners(n);
    write_file(&f, "spin.adm", text);
    free(text);
    return f;
}

/* ---- XML --------------------------------------------------------------------------------------------------------- */

/* Whether tags nest and close, with one element at the top; counts the elements called name. */
static bool well_formed(const char *x, const char *name, int *count)
{
    enum { DEEP = 20 };
    const char *open[DEEP];
    size_t length[DEEP];
    int depth = 0, tops = 0;
    *count = 0;
    if (strncmp(x, "<?xml", 5) == 0) x = strstr(x, "?>") ? strstr(x, "?>") + 2 : "";
    while (*x) {
        if (*x != '<') {
            if (*x == '>' || (depth == 0 && !strchr(" \n", *x))) return false;
            if (*x == '&' && strncmp(x, "&lt;", 4) && strncmp(x, "&gt;", 4) && strncmp(x, "&amp;", 5) &&
                strncmp(x, "&quot;", 6))
                return false;
            x++;
            continue;
        }
        bool end = x[1] == '/';
        const char *word = x + 1 + end;
        size_t n = strcspn(word, " \n>/");
        if (!n) return false;
        const char *p = word + n;
        for (bool quoted = false; *p && (quoted || *p != '>'); p++) {
            if (*p == '"') quoted = !quoted;
            if (*p == '<') return false;
        }
        if (*p != '>') return false;
        if (end) {
            if (depth == 0 || length[depth - 1] != n || strncmp(open[depth - 1], word, n) != 0) return false;
            depth--;
        } else {
            if (n == strlen(name) && strncmp(word, name, n) == 0) ++*count;
            tops += depth == 0;
            if (p[-1] != '/') {
                if (depth == DEEP) return false;
                open[depth] = word, length[depth++] = n;
            }
        }
        x = p + 1;
    }
    return depth == 0 && tops == 1;
}

TEST(the_xml_checker_can_say_no)
{
    int n;
    assert_true(well_formed("<?xml version=\"1.0\"?>\n<a><b c=\"1 > 0\"/>&lt;<b>x</b></a>\n", "b", &n));
    assert_int_equal(n, 2);
    assert_false(well_formed("<a><b></a></b>", "b", &n));
    assert_false(well_formed("<a><b>", "b", &n));
    assert_false(well_formed("<a>1 & 2</a>", "b", &n));
    assert_false(well_formed("<a></a><a></a>", "b", &n));
    assert_false(well_formed("<a c=\"<\"></a>", "b", &n));
}

/* ---- while the run goes ------------------------------------------------------------------------------------------ */

typedef struct Watch {
    Folder folder;
    int steps, kill_at;
} Watch;

static int count_char(const char *text, char c)
{
    int n = 0;
    for (; *text; text++) n += *text == c;
    return n;
}

/* All three files are complete up to and including `steps` output steps. */
static void files_hold(const Folder *folder, int bodies, int steps)
{
    char *csv = read_file(folder, "spin.csv"), *req = read_file(folder, "spin.req"),
         *res = read_file(folder, "spin.res");
    assert_non_null(csv), assert_non_null(req), assert_non_null(res);
    int n;
    assert_int_equal(count_char(csv, '\n'), 1 + steps);
    assert_int_equal(csv[strlen(csv) - 1], '\n');
    assert_int_equal(count_char(req, '\n'), 3 + 2 * (bodies + 1) + steps * (bodies + 2));
    assert_true(well_formed(res, "Step", &n));
    assert_int_equal(n, steps);
    free(csv), free(req), free(res);
}

static void look(void *user, const CdProgress *now)
{
    Watch *w = user;
    assert_true(now->start == 0 && now->t > 0 && now->t <= now->end && now->eta >= 0);
    w->steps++;
    if (w->kill_at && w->steps == w->kill_at) raise(SIGKILL);
    if (!w->kill_at) files_hold(&w->folder, 3, w->steps + 1);
}

TEST(files_are_complete_after_every_step)
{
    Watch w = { .folder = folder_with(3) };
    CdRunOptions o = cd_run_default();
    o.steps = 12, o.progress = look, o.user = &w;
    assert_int_equal(run_file(&w.folder, "spin.adm", o), CD_OK);
    assert_int_equal(w.steps, 12);
    files_hold(&w.folder, 3, 13);
    remove_folder(&w.folder);
}

TEST(files_are_complete_after_being_killed_between_steps)
{
    Watch w = { .folder = folder_with(3), .kill_at = 7 };
    pid_t child = fork();
    if (child == 0) {
        CdRunOptions o = cd_run_default();
        o.steps = 20, o.progress = look, o.user = &w;
        _exit(run_file(&w.folder, "spin.adm", o));
    }
    int status;
    waitpid(child, &status, 0);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    files_hold(&w.folder, 3, 8);
    remove_folder(&w.folder);
}

/* Steps of 60 bodies are longer than a page of output: killed at any moment, what is there can be read. */
TEST(files_are_complete_after_being_killed_at_any_time)
{
    Folder folder = folder_with(60);
    uint64_t seed = 3;
    int seen = 0;
    for (int k = 0; k < 12; k++) {
        pid_t child = fork();
        if (child == 0) {
            CdRunOptions o = cd_run_default();
            o.steps = 1000000, o.end = 1000;
            _exit(run_file(&folder, "spin.adm", o));
        }
        /* once steps come, at a moment between two of them or within one */
        for (int wait = 0, begun = 0; wait < 1000 && !begun; wait++) {
            usleep(5000);
            char *res = read_file(&folder, "spin.res");
            begun = res && strstr(res, "<Step");
            free(res);
        }
        usleep((useconds_t)(20000 * test_random(&seed)));
        kill(child,
             SIGSTOP); /* what has been given to the system is on disk; the system is not killed in the middle of it */
        waitpid(child, NULL, WUNTRACED);
        kill(child, SIGKILL);
        waitpid(child, NULL, 0);
        char *res = read_file(&folder, "spin.res"), *csv = read_file(&folder, "spin.csv");
        int n;
        assert_non_null(res), assert_non_null(csv);
        assert_true(well_formed(res, "Step", &n));
        assert_int_equal(csv[strlen(csv) - 1], '\n');
        seen += n;
        free(res), free(csv);
        char path[800];
        snprintf(path, sizeof path, "%s/spin.res", folder.path);
        unlink(path);
    }
    print_message("          %d steps seen\n", seen);
    assert_true(seen > 0);
    remove_folder(&folder);
}

TEST(two_runs_give_the_same_bytes)
{
    Folder f[2] = { folder_with(5), folder_with(5) };
    CdRunOptions o = cd_run_default();
    o.steps = 30;
    for (int k = 0; k < 2; k++) assert_int_equal(run_file(&f[k], "spin.adm", o), CD_OK);
    for (int k = 0; k < 3; k++) {
        char name[40];
        snprintf(name, sizeof name, "spin%.20s", files[k]);
        char *a = read_file(&f[0], name), *b = read_file(&f[1], name);
        assert_non_null(a), assert_non_null(b);
        assert_true(strlen(a) > 1000);
        assert_string_equal(a, b);
        free(a), free(b);
    }
    remove_folder(&f[0]), remove_folder(&f[1]);
}

/* ---- numbers ----------------------------------------------------------------------------------------------------- */

static const WriterKind *writer_called(const char *name)
{
    for (int i = 0; i < cd_writer_count; i++)
        if (strcmp(cd_writers[i]->name, name) == 0) return cd_writers[i];
    return NULL;
}

TEST(csv_and_res_read_back_bit_for_bit)
{
    char *text = spinners(4);
    CdLog *log = cd_log_open();
    CdModel *model = cd_model_read_text("spin.adm", text, strlen(text), log);
    assert_non_null(model);
    System *s = cd_system_open(model, NULL);
    assert_int_equal(cd_initial_positions(s, log), CD_OK);
    assert_int_equal(cd_initial_velocities(s, log), CD_OK);
    assert_int_equal(cd_accelerations(s, log), CD_OK);
    Results *r = cd_results_open(s);
    const WriterKind *kind[2] = { writer_called("csv"), writer_called("res") };
    for (int k = 0; k < 20; k++) {
        if (k) assert_int_equal(cd_kinematic_step(s, k / 7.0, log), CD_OK);
        assert_true(cd_results_eval(r, "kinematic", log));
        r->value[0] = k == 3 ? -0.0 : k == 4 ? 5e-324 : k == 5 ? -1.7976931348623157e308 : r->value[0];
        for (int w = 0; w < 2; w++) {
            TextBuffer step = { 0 };
            kind[w]->step(&step, r);
            FILE *file = fmemopen(step.at, step.n, "rb");
            if (w) assert_int_equal(fscanf(file, "<Step type=\"kinematic\">"), 0);
            for (int i = -1; i < r->channels; i++) {
                double x = 0, wanted = i < 0 ? r->t : r->value[i];
                assert_int_equal(fscanf(file, i >= 0 && !w ? ",%lf" : "%lf", &x), 1);
                if (x != 0 || wanted != 0)
                    assert_memory_equal(&x, &wanted, sizeof x); /* the sign of zero is not written */
            }
            fclose(file);
            cd_buffer_close(&step);
        }
    }
    cd_results_close(r);
    cd_system_close(s);
    cd_model_close(model);
    cd_log_close(log);
    free(text);
}

/* ---- what columns mean ------------------------------------------------------------------------------------------- */

typedef struct Sheet {
    char *text;
    char *column[400];
    int columns, rows;
    double (*value)[400];
} Sheet;

static Sheet read_sheet(const Folder *f, const char *name)
{
    Sheet s = { .text = read_file(f, name) };
    assert_non_null(s.text);
    s.value = calloc(200, sizeof *s.value);
    char *line = s.text, *next;
    for (int row = -1; line && *line; line = next, row++) {
        next = strchr(line, '\n');
        if (next) *next++ = '\0';
        if (row < 0) {
            for (char *p = strtok(line, ","); p; p = strtok(NULL, ",")) s.column[s.columns++] = p;
            continue;
        }
        for (int i = 0; i < s.columns; i++) s.value[row][i] = strtod(line, &line), line += *line == ',';
        s.rows = row + 1;
    }
    return s;
}

static int column(const Sheet *s, const char *name)
{
    size_t n = strlen(name);
    for (int i = 0; i < s->columns; i++)
        if (strncmp(s->column[i] + 1, name, n) == 0 && strchr("\" ", s->column[i][1 + n])) return i;
    print_error("no column %s\n", name);
    fail();
    return -1;
}

/* The part frame is neither the centre nor the axes of the inertia: X differentiates to VX, VX to ACCX, WX to WDX, and
 * the first row is where the dataset puts the part. */
TEST(part_columns_describe_the_part_frame)
{
    static const char *const pair[][2] = { { "X", "VX" },    { "Y", "VY" },    { "Z", "VZ" },
                                           { "VX", "ACCX" }, { "VY", "ACCY" }, { "VZ", "ACCZ" },
                                           { "WX", "WDX" },  { "WY", "WDY" },  { "WZ", "WDZ" } };
    Folder f = folder_with(2);
    CdRunOptions o = cd_run_default();
    const double h = 1e-4;
    o.steps = 100, o.end = 100 * h;
    assert_int_equal(run_file(&f, "spin.adm", o), CD_OK);
    Sheet s = read_sheet(&f, "spin.csv");
    assert_int_equal(s.rows, 101);
    for (int k = 0; k < 9; k++) {
        char a[40], b[40];
        snprintf(a, sizeof a, "body <1>.%s", pair[k][0]), snprintf(b, sizeof b, "body <1>.%s", pair[k][1]);
        int ca = column(&s, a), cb = column(&s, b);
        for (int row = 1; row < 100; row += 7)
            assert_near((s.value[row + 1][ca] - s.value[row - 1][ca]) / (2 * h), s.value[row][cb],
                        1e-5 * (1 + fabs(s.value[row][cb])));
    }
    /* angles: w from psi', theta', phi' in ground axes */
    int psi = column(&s, "body <1>.PSI"), wx = column(&s, "body <1>.WX");
    for (int row = 1; row < 100; row += 9) {
        double rate[3], *e = s.value[row] + psi, *w = s.value[row] + wx;
        for (int i = 0; i < 3; i++) rate[i] = (s.value[row + 1][psi + i] - s.value[row - 1][psi + i]) / (2 * h);
        assert_near(w[0], cos(e[0]) * rate[1] + sin(e[0]) * sin(e[1]) * rate[2], 1e-5);
        assert_near(w[1], sin(e[0]) * rate[1] - cos(e[0]) * sin(e[1]) * rate[2], 1e-5);
        assert_near(w[2], rate[0] + cos(e[1]) * rate[2], 1e-5);
    }
    free(s.text), free(s.value);
    remove_folder(&f);
}

TEST(a_free_part_starts_where_the_dataset_puts_it)
{
    Folder f = make_folder();
    write_file(
        &f, "free.adm",
        "free\nPART/1, GROUND\nMARKER/1, PART=1\nPART/2, MASS=2, CM=20, IP=1,2,2.5, QG=1,2,3, REULER=0.1,0.2,0.3, VX=5, WZ=2\n"
        "MARKER/20, PART=2, QP=0.3,0.2,-0.1, REULER=40D,50D,60D\nEND\n");
    write_file(&f, "free.acf", "free.adm\nfree\nSIMULATE/INITIAL_CONDITIONS\nSTOP\n");
    assert_int_equal(run_file(&f, "free.acf", cd_run_default()), CD_OK);
    Sheet s = read_sheet(&f, "free.csv");
    static const struct {
        const char *name;
        double value;
    } at[] = { { "PART_2.X", 1 },     { "PART_2.Y", 2 },       { "PART_2.Z", 3 },
               { "PART_2.PSI", 0.1 }, { "PART_2.THETA", 0.2 }, { "PART_2.PHI", 0.3 } };
    for (int k = 0; k < 6; k++) assert_near(s.value[0][column(&s, at[k].name)], at[k].value, 1e-14);
    /* VX is of the centre of mass: the part frame has v - w x rho */
    double *v = s.value[0] + column(&s, "PART_2.VX"), *w = s.value[0] + column(&s, "PART_2.WX");
    Vec3 rho = m3_apply(m3_euler313(0.1, 0.2, 0.3), v3(0.3, 0.2, -0.1)), spin = v3(w[0], w[1], w[2]);
    Vec3 u = v3_add(v3(v[0], v[1], v[2]), v3_cross(spin, rho));
    assert_near(v3_norm(spin), 2, 1e-12);
    assert_near(u.x, 5, 1e-12);
    assert_near(u.y, 0, 1e-12);
    assert_near(u.z, 0, 1e-12);
    free(s.text), free(s.value);
    remove_folder(&f);
}

/* ---- the request file -------------------------------------------------------------------------------------------- */

TEST(request_file_has_the_columns_of_adams)
{
    Folder f = folder_with(2);
    CdRunOptions o = cd_run_default();
    o.steps = 4;
    assert_int_equal(run_file(&f, "spin.adm", o), CD_OK);
    char *req = read_file(&f, "spin.req"), *line[100];
    int n = 0;
    for (char *p = strtok(req, "\n"); p && n < 100; p = strtok(NULL, "\n")) line[n++] = p;
    assert_int_equal(n, 3 + 2 * 3 + 5 * 4);
    assert_int_equal(strncmp(line[0], " A.R3    ", 9), 0);
    assert_int_equal(strlen(line[0]), 58);
    assert_int_equal(strlen(line[1]), 80);
    assert_string_equal(line[2], "    3     M_KGS_N_RACA 1.000000000000000E+00");
    assert_string_equal(line[3], "          1             1          1000             1             3");
    assert_string_equal(line[4], "where it is ");
    assert_string_equal(line[7], "       9001             5             0             0             3");
    for (int step = 0; step < 5; step++) {
        char **at = line + 9 + 4 * step;
        assert_int_equal(strlen(at[0]), 14);
        assert_near(strtod(at[0], NULL), step / 4.0, 1e-9);
        for (int k = 1; k < 4; k++) {
            assert_int_equal(strlen(at[k]), 1 + 6 * 13);
            char *p = at[k];
            for (int i = 0; i < 6; i++) {
                char cell[14] = { 0 };
                memcpy(cell, p + 1 + 13 * i, 13);
                char *end;
                strtod(cell, &end);
                assert_int_equal(*end, '\0');
            }
        }
        assert_near(strtod(at[3] + 1, NULL), step / 4.0, 1e-5);
        assert_near(strtod(at[3] + 1 + 5 * 13, NULL), -1 / 3.0, 1e-5);
    }
    free(req);
    remove_folder(&f);
}

/* The lines of a text, ends cut off. */
static int split_lines(char *text, char **line, int most)
{
    int n = 0;
    for (char *p = text; *p && n < most; n++) {
        line[n] = p;
        size_t m = strcspn(p, "\r\n"), e = strspn(p + m, "\r");
        char *next = p + m + e + (p[m + e] == '\n');
        p[m] = '\0';
        p = next;
    }
    return n;
}

/* How far six numbers are apart; Euler parameters may all have the other sign, angles differ by a turn. */
static double apart(const char *a, const char *b, bool either_sign)
{
    double off[2] = { 0 };
    for (size_t i = 1; i + 13 <= strlen(a); i += 13) {
        double x = strtod(a + i, NULL), y = strtod(b + i, NULL);
        for (int sign = 0; sign < 2; sign++) {
            double d = fabs(x - (sign ? -y : y));
            off[sign] = fmax(off[sign], fmin(d, fabs(d - 360)) / fmax(1, fabs(x)));
        }
    }
    return either_sign ? fmin(off[0], off[1]) : off[0];
}

/* Head and first step of a request file against the one that Adams wrote. */
static void compare_start(const char *name, char *adams, char *ours)
{
    enum { MOST = 60 };
    char *a[MOST], *b[MOST];
    int n = split_lines(adams, a, MOST), m = split_lines(ours, b, MOST), requests = atoi(a[2]),
        first = 4 + 2 * requests;
    double worst = 0;
    assert_true(first + requests <= n && first + requests <= m);
    for (int i = 1; i < first; i++) assert_string_equal(a[i], b[i]);
    for (int i = 0; i < requests; i++)
        worst = fmax(worst, apart(a[first + i], b[first + i], strstr(a[4 + 2 * i], "EULER PARAMETERS") != NULL));
    print_message("          %s: off by %.2g\n", name, worst);
    assert_near(worst, 0, 2e-5);
}

/* Where the published cases stand beside the project. */
TEST(request_file_starts_as_adams_wrote_it)
{
    static const char *const cases[] = { "Revolute_Case01", "Spherical_Case02", "Universal_Case02",
                                         "RackPinion_Case01" };
    const char *source = getenv("CARDAN_SOURCE");
    for (int k = 0; k < 4; k++) {
        char path[2][1000];
        for (int w = 0; w < 2; w++)
            snprintf(path[w], sizeof path[w], "%s/../shared/acceptance/adams-joints/%s/test_%s%s",
                     source ? source : ".", cases[k], cases[k], w ? "_ADAMS.req" : ".adm");
        char *adm = read_path(path[0]), *adams = read_path(path[1]);
        if (adm && adams) {
            Folder f = make_folder();
            write_file(&f, "case.adm", adm);
            write_file(&f, "case.acf", "case.adm\ncase\nSIMULATE/INITIAL_CONDITIONS\nSTOP\n");
            assert_int_equal(run_file(&f, "case.acf", cd_run_default()), CD_OK);
            char *ours = read_file(&f, "case.req");
            assert_non_null(ours);
            compare_start(cases[k], adams, ours);
            free(ours);
            remove_folder(&f);
        }
        free(adm), free(adams);
    }
}

/* ---- what the output statements ask for -------------------------------------------------------------------------- */

#define COUPLED                                                                                                        \
    "coupled\nPART/1, GROUND\nMARKER/1, PART = 1\nMARKER/3, PART = 1, QP = 3, 0, 0\n"                                  \
    "PART/2, MASS = 2, CM = 20, IP = 1, 1, 1\nMARKER/20, PART = 2, REULER = 10D, 20D, 30D\nMARKER/21, PART = 2\n"      \
    "PART/3, MASS = 2, CM = 30, IP = 1, 1, 1, QG = 3, 0, 0\nMARKER/30, PART = 3\n"                                     \
    "JOINT/1, REVOLUTE, I = 21, J = 1\nJOINT/2, REVOLUTE, I = 30, J = 3\nCOUPLER/1, JOINTS = 1, 2, SCALES = 1, 2\n"    \
    "MOTION/1, JOINT = 1, ROTATION, FUNCTION = TIME**2\n"

static Folder folder_coupled(const char *more)
{
    Folder f = make_folder();
    char text[2000];
    snprintf(text, sizeof text, "%s%sEND\n", COUPLED, more);
    write_file(&f, "two.adm", text);
    CdRunOptions o = cd_run_default();
    o.steps = 4;
    assert_int_equal(run_file(&f, "two.adm", o), CD_OK);
    return f;
}

/* Whoever reads columns and whoever reads words finds six numbers, whatever their exponents. */
TEST(numbers_of_the_request_file_stay_apart)
{
    Folder f =
        folder_coupled("REQUEST/1, F2 = -1.23456789E-114\\F3 = -9.9999999E-100\\F4 = -9.999996E99\\F6 = -1.5E200\\F7 = "
                       "-9.999993E99\\F8 = -1E-99\nOUTPUT/REQSAVE\n");
    static const double want[6] = { -1.23456789E-114, -9.9999999E-100, -9.999996E99, -1.5E200, -9.999993E99, -1E-99 };
    char *req = read_file(&f, "two.req"), *line = strrchr(req, '\n');
    *line = '\0', line = strrchr(req, '\n') + 1;
    assert_int_equal(strlen(line), 1 + 6 * 13);
    for (int k = 0; k < 6; k++) {
        assert_int_equal(line[1 + 13 * k], ' ');
        assert_near(strtod(line + 1 + 13 * k, NULL) / want[k], 1, 5e-5);
    }
    free(req);
    remove_folder(&f);
}

TEST(mrequest_gives_what_the_requests_it_stands_for_give)
{
    Folder f =
        folder_coupled("MREQUEST/1, DISPLACEMENT, TYPE = PART, RM = 20, C = all\nMREQUEST/2, FORCE, TYPE = MOTION\n"
                       "MREQUEST/3, VELOCITY, TYPE = JOINT, ID = 2\n"
                       "REQUEST/7, DISPLACEMENT, I = 20, RM = 20\nREQUEST/8, DISPLACEMENT, I = 30, RM = 20\n"
                       "REQUEST/9, F6 = MOTION(1,0,6,0)\\F7 = MOTION(1,0,7,0)\\F8 = MOTION(1,0,8,0)\n"
                       "REQUEST/10, VELOCITY, I = 30, J = 3\nOUTPUT/REQSAVE\n");
    static const char *const pair[][2] = { { "MREQUEST_1.PART_2", "REQUEST_7" },
                                           { "MREQUEST_1.PART_3", "REQUEST_8" },
                                           { "MREQUEST_2.MOTION_1", "REQUEST_9" },
                                           { "MREQUEST_3.JOINT_2", "REQUEST_10" } };
    static const int type[] = { REQUEST_DISPLACEMENT, REQUEST_DISPLACEMENT, REQUEST_FORCE, REQUEST_VELOCITY };
    Sheet s = read_sheet(&f, "two.csv");
    double moved = 0;
    for (int k = 0; k < 4; k++)
        for (int c = k == 2 ? 5 : 0; c < 8; c++) {
            char name[2][60];
            if (k < 2 && c == 4) continue; /* angles have no magnitude */
            for (int w = 0; w < 2; w++)
                snprintf(name[w], sizeof name[w], "%s.%s", pair[k][w],
                         cd_request_component(k == 2 && w == 1 ? -1 : type[k], false, c));
            int a = column(&s, name[0]), b = column(&s, name[1]);
            for (int row = 0; row < s.rows; row++)
                assert_true(s.value[row][a] == s.value[row][b]), moved += fabs(s.value[row][a]);
        }
    assert_true(moved > 10);
    char *req = read_file(&f, "two.req");
    assert_non_null(strstr(req, "\n         11             1            20             0            17\n"
                                "all (MREQUEST_1.PART_2: F2 X, F3 Y, F4 Z, F6 PSI, F7 THETA, F8 PHI)"));
    free(req), free(s.text), free(s.value);
    remove_folder(&f);
}

TEST(ypr_turns_the_angles_of_displacements)
{
    Folder f = folder_coupled(
        "REQUEST/1, DISPLACEMENT, I = 20\nREQUEST/2, F6 = YAW(20)*RTOD\\F7 = PITCH(20)*RTOD\\F8 = ROLL(20)*RTOD\nOUTPUT/YPR\n");
    Sheet s = read_sheet(&f, "two.csv");
    int a = column(&s, "REQUEST_1.YAW"), b = column(&s, "REQUEST_2.F6");
    for (int row = 0; row < s.rows; row++)
        for (int c = 0; c < 3; c++) assert_true(s.value[row][a + c] == s.value[row][b + c] && s.value[row][a + c] != 0);
    free(s.text), free(s.value);
    remove_folder(&f);
}

/* Part 3 turns by -1 rad/s^2 with moment of inertia 1; the coupler does no work. */
TEST(a_coupler_shows_its_load_on_each_joint)
{
    Folder f = folder_coupled("");
    Sheet s = read_sheet(&f, "two.csv");
    int q = column(&s, "COUPLER_1.Q1");
    for (int row = 0; row < s.rows; row++) {
        assert_near(s.value[row][q], -0.5, 1e-12);
        assert_near(s.value[row][q + 1], -1, 1e-12);
    }
    free(s.text), free(s.value);
    remove_folder(&f);
}

TEST(results_leaves_out_what_it_is_told_to)
{
    static const struct {
        const char *word, *gone, *kept;
    } way[] = { { "NODISPLACEMENTS", "\"PSI\"", "\"VX\"" },   { "NOVELOCITIES", "\"WX\"", "\"ACCX\"" },
                { "NOACCELERATIONS", "\"WDX\"", "\"VX\"" },   { "NOREACTIONFORCES", "\"FX\"", "\"F2\"" },
                { "NOREQUESTS", "\"F2\"", "\"FX\"" },         { "NOAPPLIEDFORCES", "\"NONE\"", "\"FX\"" },
                { "NOSYSTEMELEMENTS", "\"NONE\"", "\"FX\"" }, { "NOFLOATINGMARKERS", "\"NONE\"", "\"FX\"" } };
    for (size_t k = 0; k < sizeof way / sizeof way[0]; k++) {
        char more[200];
        snprintf(more, sizeof more, "REQUEST/1, F2 = TIME\nRESULTS/XRF, %s\n", way[k].word);
        Folder f = folder_coupled(more);
        char *res = read_file(&f, "two.res");
        int components, steps, numbers = 0;
        assert_true(well_formed(res, "Component", &components) && well_formed(res, "Step", &steps));
        assert_null(strstr(res, way[k].gone));
        assert_non_null(strstr(res, way[k].kept));
        char *p = strstr(res, "<Step type=\"kinematic\">");
        assert_non_null(p);
        for (p = strchr(p, '\n'); *p != '<'; numbers++) strtod(p, &p), p += strspn(p, " \n");
        assert_int_equal(numbers, components);
        free(res);
        remove_folder(&f);
    }
}

/* What is asked for and not written is told in the story, and is neither a warning nor an error. */
TEST(unwritten_formats_are_told_as_notes)
{
    Folder f = folder_coupled("OUTPUT/GRSAVE\nRESULTS/FORMATTED\n");
    char *story = read_file(&f, "two.msg");
    assert_non_null(strstr(story, "[NO_GRAPHICS_FILE]"));
    assert_non_null(strstr(story, "[RESULTS_AS_XML]"));
    assert_null(strstr(strstr(story, "[NO_GRAPHICS_FILE]") + 1, "[NO_GRAPHICS_FILE]"));
    assert_null(strstr(story, "warning"));
    free(story);
    remove_folder(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT(the_xml_checker_can_say_no),
        UNIT(files_are_complete_after_every_step),
        UNIT(files_are_complete_after_being_killed_between_steps),
        UNIT(files_are_complete_after_being_killed_at_any_time),
        UNIT(two_runs_give_the_same_bytes),
        UNIT(csv_and_res_read_back_bit_for_bit),
        UNIT(part_columns_describe_the_part_frame),
        UNIT(a_free_part_starts_where_the_dataset_puts_it),
        UNIT(request_file_has_the_columns_of_adams),
        UNIT(request_file_starts_as_adams_wrote_it),
        UNIT(numbers_of_the_request_file_stay_apart),
        UNIT(mrequest_gives_what_the_requests_it_stands_for_give),
        UNIT(ypr_turns_the_angles_of_displacements),
        UNIT(a_coupler_shows_its_load_on_each_joint),
        UNIT(results_leaves_out_what_it_is_told_to),
        UNIT(unwritten_formats_are_told_as_notes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
