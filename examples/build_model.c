/* build_model.c - the pendulum of pendulum.adm built by calls instead of text. Prints it as a dataset; given a dataset,
 * says whether that one says the same.
 *
 *     cc build_model.c $(pkg-config --cflags --libs cardan) -o build_model && ./build_model pendulum.adm */
#include <cardan/cardan.h>

static void marker(CdBuild *b, int id, int part, double x, bool turned)
{
    const double quarter = 1.5707963267948966; /* angles are radians; 90D in a dataset */
    cd_build_begin(b, "MARKER", id);
    cd_build_int(b, "PART", part);
    if (x != 0) cd_build_reals(b, "QP", 3, (double[]){ x, 0, 0 });
    if (turned) cd_build_reals(b, "REULER", 3, (double[]){ 0, quarter, 0 });
}

static CdModel *pendulum(CdLog *log)
{
    CdBuild *b = cd_build_open(log);
    cd_build_title(b, "Pendulum: 1 kg at 2 m from a revolute joint, released from horizontal, SI units");

    cd_build_begin(b, "UNITS", 0);
    cd_build_text(b, "FORCE", "NEWTON");
    cd_build_text(b, "MASS", "KILOGRAM");
    cd_build_text(b, "LENGTH", "METER");
    cd_build_text(b, "TIME", "SECOND");
    cd_build_begin(b, "ACCGRAV", 0);
    cd_build_real(b, "KGRAV", -9.80665);

    cd_build_begin(b, "PART", 1);
    cd_build_name(b, "ground");
    cd_build_word(b, "GROUND");
    marker(b, 101, 1, 0, true);

    /* references may point forward: everything is looked up by cd_build_finish */
    cd_build_begin(b, "PART", 2);
    cd_build_name(b, "arm");
    cd_build_real(b, "MASS", 1);
    cd_build_int(b, "CM", 200);
    cd_build_reals(b, "IP", 3, (double[]){ 0.1, 0.1, 0.1 });
    marker(b, 200, 2, 2, false);
    marker(b, 201, 2, 0, true);

    cd_build_begin(b, "JOINT", 1);
    cd_build_name(b, "bearing");
    cd_build_word(b, "REVOLUTE");
    cd_build_int(b, "I", 201);
    cd_build_int(b, "J", 101);

    cd_build_begin(b, "REQUEST", 1);
    cd_build_word(b, "DISPLACEMENT");
    cd_build_int(b, "I", 200);
    cd_build_text(b, "COMMENT", "centre of mass");
    cd_build_begin(b, "REQUEST", 2);
    cd_build_text(b, "F2", "JOINT(1, 0, 2, 0)");
    cd_build_text(b, "F3", "JOINT(1, 0, 3, 0)");
    cd_build_text(b, "F4", "JOINT(1, 0, 4, 0)");
    cd_build_text(b, "COMMENT", "bearing force on the arm");
    return cd_build_finish(b);
}

int main(int argc, char **argv)
{
    CdLog *log = cd_log_open();
    CdModel *built = pendulum(log);
    CdModel *read = built && argc > 1 ? cd_model_read(argv[1], log) : NULL;
    char why[200] = "";
    bool good = built != NULL;
    if (built && argc < 2) good = cd_model_write(built, stdout);
    if (argc > 1) good = read && cd_model_equal(built, read, why, sizeof why);
    if (argc > 1 && read) printf("%s%s\n", good ? "the same model" : "they differ: ", why);
    cd_log_print(log, stderr);
    cd_model_close(read);
    cd_model_close(built);
    cd_log_close(log);
    return good ? 0 : 1;
}
