/* cardan.h - the public interface of libcardan, readable from top to bottom.
 *
 * A model is read from an Adams/Solver dataset or built call by call; both give the same CdModel, constant once it
 * exists. Every call reports to a CdLog; the library never prints, never exits and keeps no globals, so separate models
 * and logs may be used from separate threads.
 *
 *     CdLog *log = cd_log_open();
 *     CdModel *model = cd_model_read("crank.adm", log);
 *     if (!model) cd_log_print(log, stderr);
 *     else cd_model_write(model, stdout);
 *     cd_model_close(model);
 *     cd_log_close(log); */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
#pragma GCC visibility push(default) /* of all symbols of the shared library only these */
#endif

#define CD_VERSION "0.1.0"
const char *cd_version(void);
void cd_version_print(
    FILE *out); /* with the commit it was built from, where that is known, and the libraries it uses */

/* Called when memory cannot be had, with the number of bytes, 0 where that is not known; it must not return, for
 * nothing sensible could follow. That of the library ends the process by abort(); a program that wants another end has
 * a function of this name in place of it. What is on disk by then can be read. */
#ifdef __cplusplus
[[noreturn]] void cd_out_of_memory(size_t bytes);
#else
_Noreturn void cd_out_of_memory(size_t bytes);
#endif

/* ---- messages ------------------------------------------------------------------------------------------------- */

typedef enum CdSeverity { CD_NOTE, CD_WARNING, CD_ERROR } CdSeverity;

/* Where in the input: line and column count from 1; line 0 means no line, file NULL no file. */
typedef struct CdPlace {
    const char *file;
    int line, column, length;
} CdPlace;

typedef struct CdMessage {
    const char *code; /* stable name, such as "UNKNOWN_REFERENCE" */
    CdSeverity severity;
    CdPlace place;
    const char *text;
    int repeats; /* how often the same was said again in a row */
} CdMessage;

typedef struct CdLog CdLog;

CdLog *cd_log_open(void);
void cd_log_close(CdLog *log);
int cd_log_errors(const CdLog *log);
int cd_log_warnings(const CdLog *log);
int cd_log_count(const CdLog *log); /* messages kept; a flood is counted but not all kept */
CdMessage cd_log_message(const CdLog *log, int i);
void cd_log_print(const CdLog *log, FILE *out);                         /* each with its line of text and a caret */
void cd_log_print_least(const CdLog *log, CdSeverity least, FILE *out); /* only those at least so severe */

/* Whoever wants messages while a run goes: heard is called when one has arisen, not for repetitions of the last. NULL:
 * nobody. */
void cd_log_listen(CdLog *log, void (*heard)(void *user), void *user);

/* What a reader has seen of a log so far; begins with zeros and, if it is to be bounded, with the most of each
 * severity. */
typedef struct CdReading {
    int next;     /* message to show next */
    int repeats;  /* of the one before it that have been told */
    int shown[3]; /* by severity */
    int most;     /* 0: no bound */
    bool told;    /* the last one was shown */
} CdReading;

void cd_log_print_new(const CdLog *log, CdReading *reading, CdSeverity least,
                      FILE *out); /* those that have come since */
void cd_log_print_end(const CdLog *log, CdReading *reading, CdSeverity least, FILE *out); /* what has not been shown */

/* ---- models --------------------------------------------------------------------------------------------------- */

typedef struct CdModel CdModel;

/* Reads a dataset (.adm). NULL if it has errors; all of them are in the log. */
CdModel *cd_model_read(const char *path, CdLog *log);
CdModel *cd_model_read_text(const char *name, const char *text, size_t n, CdLog *log);
void cd_model_close(CdModel *model);

/* Writes the model as a dataset in canonical form. False if the file could not be written. */
bool cd_model_write(const CdModel *model, FILE *out);

/* Whether two models say the same; if not and why is given, it receives the first difference in words. */
bool cd_model_equal(const CdModel *a, const CdModel *b, char *why, size_t room);

const char *cd_model_title(const CdModel *model);
int cd_model_count(const CdModel *model, const char *statement); /* how many of a kind; -1: no such statement */

/* Names, with its place, every statement that an analysis would need and this version cannot simulate; returns how
 * many. */
int cd_model_unsupported(const CdModel *model, CdLog *log);

/* What people ask of a model before they run it. */
typedef struct CdSummary {
    int parts, markers, statements; /* moving parts, ground excluded */
    int freedoms;                   /* Gruebler count: freedoms of the bodies minus constraint equations */
    double mass, centre[3];         /* total mass and its centre in ground axes, in units of the dataset */
    double force_factor;            /* force = mass * acceleration / force_factor in the units of the dataset */
} CdSummary;

CdSummary cd_model_summary(const CdModel *model);
void cd_model_print_summary(const CdModel *model, FILE *out);

/* How many equations a model has, redundant ones among them, by formulation. In the first two every component of a load
 * and every variable is an unknown. */
typedef struct CdEquationCount {
    int first_order;  /* 15 per part: momenta, positions and orientations; 2 more per mode of a flexible body */
    int second_order; /* 6 per part, 1 more per mode */
    int here;         /* degrees of freedom of bodies, multipliers, states: loads are put in */
} CdEquationCount;
CdEquationCount cd_model_equations(const CdModel *model);

/* ---- building a model without text ---------------------------------------------------------------------------- */

typedef struct CdBuild CdBuild;

CdBuild *cd_build_open(CdLog *log);
CdBuild *cd_build_from(const CdModel *model, CdLog *log); /* starts from a model; elements that exist are re-stated */
void cd_build_title(CdBuild *build, const char *title);

/* Starts the statement KEYWORD/id (id 0 for statements without one); the calls below give its arguments. A call that
 * cannot be taken is reported in the log and returns false; going on is safe. */
bool cd_build_begin(CdBuild *build, const char *keyword, int id);
bool cd_build_name(CdBuild *build, const char *name);
bool cd_build_word(CdBuild *build, const char *word); /* GROUND, REVOLUTE, ... */
bool cd_build_real(CdBuild *build, const char *key, double value);
bool cd_build_reals(CdBuild *build, const char *key, int n, const double *values);
bool cd_build_int(CdBuild *build, const char *key, int value); /* a number or an id */
bool cd_build_ints(CdBuild *build, const char *key, int n, const int *values);
bool cd_build_text(CdBuild *build, const char *key, const char *text); /* expression, word, text; name or n1:n2 */

/* Checks and resolves everything and closes the builder. NULL if there were errors. */
CdModel *cd_build_finish(CdBuild *build);
void cd_build_close(CdBuild *build); /* gives up instead */

/* ---- command files -------------------------------------------------------------------------------------------- */

typedef struct CdScript CdScript;

/* Reads a command file (.acf). NULL if it has errors. */
CdScript *cd_script_read(const char *path, CdLog *log);
CdScript *cd_script_read_text(const char *name, const char *text, size_t n, CdLog *log);
void cd_script_close(CdScript *script);
bool cd_script_write(const CdScript *script, FILE *out);
int cd_script_count(const CdScript *script);

/* Goes through the commands without simulating: reads the datasets they name, applies re-stated statements, checks
 * every reference. Returns the model as it stands at the end, or NULL after an error or where no model is named. */
CdModel *cd_script_rehearse(const CdScript *script, CdLog *log);

/* ---- running ---------------------------------------------------------------------------------------------------- */

/* CD_HALTED: by a sensor; CD_STOPPED: because the options asked for it. */
typedef enum CdStatus { CD_OK, CD_INPUT_ERROR, CD_ANALYSIS_FAILED, CD_HALTED, CD_STOPPED } CdStatus;

/* How far a SIMULATE is. */
typedef struct CdProgress {
    double t, start, end;
    double step, eta; /* step of the integration; seconds of waiting left */
    int order;        /* of the integration; 0: the analysis has none */
} CdProgress;

/* What a SIMULATE took and how well it kept the constraints. */
typedef struct CdSimulated {
    const char *analysis; /* "dynamic", "kinematic", "static" ...; NULL: it did not come so far */
    const char
        *method; /* of the integration, or AUTO and those that it took, with blanks between; NULL: there was none */
    CdStatus status;
    double start, end, reached; /* times */
    double length;              /* of the model, in its unit: tells a small motion from rounding */
    long steps, iterations, residuals, matrices, factors;
    long too_inaccurate, not_converged, not_finite, singular; /* attempts that were repeated, by reason */
    long kinks, events;                                       /* that ended a step */
    double shortest, longest;                                 /* step */
    double position, velocity,
        acceleration; /* largest that a constraint is off by at an output, as the method left it */
    double cpu;       /* seconds of the processor in the integration, without output and initial conditions */
} CdSimulated;

/* How a run goes beyond what the files say. */
typedef struct CdRunOptions {
    const char *folder; /* where result files go, and nothing leaves it; NULL: beside the command file or dataset */
    bool allow_outside; /* FILE of SAVE and LINEAR may lead out of the folder */
    double end;         /* a dataset without command file: end time and output steps */
    int steps;
    bool allow_plugins;     /* open the libraries that ROUTINE = library::function names (cardan/plugin.h) */
    bool stable;            /* statics goes on from an unstable equilibrium to a stable one */
    bool adams_reactions;   /* redundant constraints carry nothing, instead of the least reactions of all */
    bool work;              /* adds the work of forces, dampers and motions and the balance of energy to the results */
    const char *integrator; /* arguments of an INTEGRATOR statement that overrule those of the files; NULL: none */
    bool profile;           /* tell after each SIMULATE where the time went */
    void (*progress)(void *user, const CdProgress *now); /* told after each output step; NULL: nobody */
    void (*tell)(void *user, const char *line); /* told what .msg says beyond messages, as it happens; NULL: nobody */
    void (*show)(void *user, const char *text,
                 size_t n); /* given the tables that commands are asked for; NULL: nobody */
    void (*simulated)(void *user, const CdSimulated *what); /* told after each SIMULATE; NULL: nobody */
    const char *command; /* as the user gave it, for the record and the report; NULL: not known */
    /* told where the record of a run is (PREFIX.cardan) when it is complete, also if the input has errors; NULL:
     * nobody */
    void (*recorded)(void *user, const char *path);
    void (*written)(void *user, const char *path); /* told of each file that is complete; NULL: nobody */
    /* asked between steps whether the run is to end there; what has been written stays. NULL: it goes on */
    bool (*stop)(void *user);
    void *user;
} CdRunOptions;

CdRunOptions cd_run_default(void);

/* Runs a command file, or a dataset with the end time and steps of the options, and writes the result files. */
CdStatus cd_run(const char *path, const CdRunOptions *options, CdLog *log);

/* ---- simulations in memory --------------------------------------------------------------------------------------- */

/* A model being simulated: its state, its results; no file is read or written. Several may live in several threads,
 * each with a log of its own; they may share a model, which must outlive them. Calls return a status; what there is to
 * say is in the log.
 *
 *     CdSimulationOptions options = cd_simulation_default();
 *     CdSimulation *sim = cd_simulation_open(model, &options, log);
 *     int x = cd_simulation_find_channel(sim, "PART_2.X");
 *     for (int k = 1; k <= 100 && cd_simulation_advance(sim, 0.01 * k) == CD_OK; k++)
 *         printf("%g %g\n", cd_simulation_time(sim), cd_simulation_value(sim, x));
 *     cd_simulation_close(sim); */
typedef struct CdSimulation CdSimulation;

/* A SENSOR has fired. */
typedef struct CdEvent {
    int sensor;      /* its id */
    double t, value; /* of its function */
    bool ends;       /* it asks for an end: the call returns CD_HALTED when all have been told */
} CdEvent;

typedef struct CdSimulationOptions {
    const char *integrator; /* arguments of an INTEGRATOR statement that overrule those of the model; NULL: none */
    double
        /* usual time between calls of advance: steps are no longer than that, unless HMAX is stated; 0: 0.01 */
        output_step;
    bool allow_plugins, stable, adams_reactions, work; /* as in CdRunOptions */
    bool record; /* keep the channels at every output: where advance ends, and at outputs of sequences */
    int inputs;  /* VARIABLEs whose values the caller sets, beside those of PINPUT statements, by their ids */
    const int *input;
    bool no_plant_inputs;                          /* VARIABLEs of PINPUT are computed as the model says */
    void (*output)(void *user, CdSimulation *sim); /* told at every output; NULL: nobody */
    bool (*stop)(void *user); /* asked between steps whether to end there with CD_STOPPED; NULL: it goes on */
    void (*event)(void *user, CdSimulation *sim,
                  const CdEvent *event); /* told when a SENSOR fires, once for each; NULL: nobody */
    void *user;
} CdSimulationOptions;

CdSimulationOptions cd_simulation_default(void);

/* From a callback only time, channels, states and variables may be read, and inputs set; calls that move the simulation
 * are refused there, with a message. The options are copied, with the integrator and the list of inputs. An input
 * begins at the IC of its VARIABLE, 0 unless stated, whatever its FUNCTION is. */

/* NULL, with messages, if the model cannot be simulated. */
CdSimulation *cd_simulation_open(const CdModel *model, const CdSimulationOptions *options, CdLog *log);
void cd_simulation_close(CdSimulation *sim);

/* Initial conditions: consistent positions, velocities, accelerations and reactions. The other calls do it where it has
 * not been done. */
CdStatus cd_simulation_initialise(CdSimulation *sim);
/* Goes on to a time, by integration or, without degrees of freedom, by kinematics, as SIMULATE/TRANSIENT does.
 * CD_HALTED: a SENSOR ended it before. After a failure the state is the last good one. */
CdStatus cd_simulation_advance(CdSimulation *sim, double t);
CdStatus cd_simulation_step(CdSimulation *sim); /* one step of the integration, however long it is */
/* An equilibrium at the present time; and a sequence of them to a time, with outputs on the way. */
CdStatus cd_simulation_equilibrium(CdSimulation *sim);
CdStatus cd_simulation_quasi_static(CdSimulation *sim, double end, int outputs);

double cd_simulation_time(const CdSimulation *sim);
int cd_simulation_degrees_of_freedom(CdSimulation *sim); /* -1: it cannot be assembled */

/* Another model, such as one with parameters changed, takes the place of the present one: the bodies that both have go
 * on from where they are. False, with messages, if it cannot be simulated. */
bool cd_simulation_restate(CdSimulation *sim, const CdModel *model);

/* ---- channels: what a simulation shows ---- */

typedef struct CdChannel {
    const char *name; /* OWNER.COMPONENT, as in the first line of a .csv file; valid until the simulation is restated */
    const char *unit; /* "meter/second"; "": none */
    const char *statement; /* what it belongs to: "PART", ... */
    int id;                /* ... and the id */
    const char *dimension; /* "LENGTH", "FORCE", ... */
} CdChannel;

int cd_simulation_channels(CdSimulation *sim);
CdChannel cd_simulation_channel(CdSimulation *sim, int channel);
int cd_simulation_find_channel(CdSimulation *sim, const char *name); /* -1: there is none */
double cd_simulation_value(CdSimulation *sim, int channel);   /* at the present state; not a number: no such channel */
void cd_simulation_values(CdSimulation *sim, double *values); /* all of them */

/* What was recorded: rows of outputs, columns of channels, row by row, and the time of each row. They stay where they
 * are until the next output. */
int cd_simulation_rows(const CdSimulation *sim);
const double *cd_simulation_times(const CdSimulation *sim);
const double *cd_simulation_history(const CdSimulation *sim);

/* ---- the state ---- */

/* Of each body its position and, if it turns, its four Euler parameters; then velocities: those of its origin in ground
 * axes, the angular velocity in body axes; then the states of DIFF, LSE, TFSISO, GSE. */
int cd_simulation_states(CdSimulation *sim);
const char *cd_simulation_state_name(CdSimulation *sim, int state, char *room,
                                     size_t n); /* "PART/2 x"; "": no such state */
CdStatus cd_simulation_get_state(CdSimulation *sim, double *x);
/* The nearest consistent state, which need not be x where constraints forbid it; where there is none, or a number is
 * none, the state stays as it was and the log says why. */
CdStatus cd_simulation_set_state(CdSimulation *sim, double t, const double *x);
CdStatus cd_simulation_get_rates(CdSimulation *sim, double *xdot); /* dx/dt at the present state */

/* The whole simulation at an instant. Taking one makes a multi-step integration restart there, so that going on and
 * going back give the same bits. A snapshot belongs to the model it was taken of. */
typedef struct CdSnapshot CdSnapshot;
CdSnapshot *cd_simulation_snapshot(CdSimulation *sim);
bool cd_simulation_restore(CdSimulation *sim, const CdSnapshot *snapshot);
void cd_snapshot_close(CdSnapshot *snapshot);

/* ---- inputs and outputs ---- */

/* An input is the VARIABLE of this id; it keeps its value until it is set again. False: it is no input; with a message
 * where a MOTION or GCON has taken its FUNCTION over. A jump of an input restarts the integration. Outputs are
 * VARIABLEs as well. */
bool cd_simulation_set_input(CdSimulation *sim, int variable, double value);
double cd_simulation_variable(CdSimulation *sim, int variable); /* not a number: there is none */

/* ---- linear models ---- */

/* y' = A y + B u, outputs = C y + D u about the present state; inputs are the VARIABLEs of the first PINPUT, outputs
 * those of the first POUTPUT. M q'' + damping q' + K q for the second order, in the independent coordinates q. Matrices
 * by columns. */
typedef struct CdLinear {
    int states, inputs, outputs, coordinates, modes;
    const double *A, *B, *C, *D;
    const double *M, *damping, *K;
    const double *re, *im;           /* modes: of the eigenvalues; of a pair the one with im > 0 */
    const double *frequency, *ratio; /* modes: undamped frequency in cycles per unit of time, damping ratio */
    const double
        *shape; /* modes x 2 x 6 bodies: dr and dtheta of each body in ground axes, real parts then imaginary ones */
    int bodies;
} CdLinear;

/* NULL, with messages, if there is none. At an equilibrium the motion is held at rest. */
CdLinear *cd_simulation_linearise(CdSimulation *sim);
void cd_linear_close(CdLinear *linear);

/* ---- parameters ---- */

/* A number of a statement: "PART/2.MASS", "MARKER/12.QP[2]" (components count from 1), "ACCGRAV.KGRAV", "SPLINE/1.Y[3]"
 * or, of the second curve, "SPLINE/1.Y[2,3]", "LSE/1.X" (the id that is referred to), "MOTION/1.FUNCTION" where that is
 * a number, "SFORCE/1.FUNCTION[2]" of USER(...). False: there is none. */
bool cd_model_get(const CdModel *model, const char *parameter, double *value);
/* A new model with n parameters changed; NULL, with messages, if one is not there or the model is not valid any
 * more. */
CdModel *cd_model_with(const CdModel *model, int n, const char *const *parameter, const double *value, CdLog *log);

/* ---- what a run leaves ------------------------------------------------------------------------------------------ */

/* Draws columns of a run. result: its record PREFIX.cardan, another of its result files, or the prefix. Each channel is
 * OWNER.COMPONENT as in the first line of PREFIX.csv, or a pattern with *; without any, all there are are listed on
 * out. file: .svg or .png; NULL: drawn with letters on out. False, with messages, if something is missing. */
bool cd_plot(const char *result, int channels, const char *const *channel, const char *file, FILE *out, CdLog *log);

/* Lists the count points of flexible bodies with the largest stress (von Mises, or the amount of a single number) and
 * when; points closer than the radius to a hotter one are left out, 0: none are. False, with a message, if the result
 * has no stresses. */
bool cd_hotspots(const char *result, int count, double radius, FILE *out, CdLog *log);

/* One page of HTML that shows the first of n runs, with curves of the others beside its own. False, with messages, if
 * that fails. */
bool cd_report(int n, const char *const *result, const char *html, CdLog *log);

/* The same run by run: each is read when it is added, so that a later one may write the same files. */
typedef struct CdReport CdReport;
CdReport *cd_report_open(void);
bool cd_report_add(CdReport *report, const char *result, CdLog *log);
bool cd_report_write(const CdReport *report, const char *html, CdLog *log);
void cd_report_close(CdReport *report);

/* ---- flexible bodies from finite elements ------------------------------------------------------------------------ */

typedef struct CdFlexOptions {
    const char *mass, *nodes, *freedoms; /* further files, where the format has them apart; NULL: as it says */
    const char *units;                   /* "mass,length,time,force" of the matrices; NULL: as the file says, or SI */
    const char *interface; /* "10,25,HOLE:RBE2": nodes and sets that joints and forces act on; NULL: as the file says */
    int modes;             /* with the interface fixed; -1: as the file says, or 6 */
    const char
        *clamped;    /* node of the interface that the frame goes with; NULL: none, modes are those of the free body */
    bool stiffening; /* write geometric stiffness, of a frame of beams */
    bool all_nodes;  /* in the file; else a large model has some of them only */
    bool all_invariants; /* also of more than 40 modes */
    const char *output;  /* the ADAMSMAT2 file to write; NULL: none */
} CdFlexOptions;

CdFlexOptions cd_flex_default(void);

/* Reduces matrices of finite elements, or a frame of tubes, to a flexible body by modes. table: told frequencies and
 * masses; may be NULL. False, with messages, if something is wrong. */
bool cd_flex(const char *path, const CdFlexOptions *options, FILE *table, CdLog *log);

/* ---- reading without running ------------------------------------------------------------------------------------- */

/* Reads a dataset, or a command file with all it names, and reports every mistake there is in one go. Returns the
 * model, or the one a command file ends with; NULL if there are errors or no model. */
CdModel *cd_check(const char *path, CdLog *log);

/* ---- the language, from its tables ---------------------------------------------------------------------------- */

/* what: "elements", "commands", "functions", "units" or "integrators"; false if it is none of these. */
bool cd_list(const char *what, FILE *out);

/* The manual page of a statement, command or function (abbreviations allowed); false if there is none. */
bool cd_help(const char *word, FILE *out);
/* The word of the language that may be meant by one that is none; false if there is none so near. */
bool cd_help_near(const char *word, char *out, size_t room);

/* The manual of the whole language as one page of Markdown. */
void cd_manual(FILE *out);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
