/* controller.c - a cart with a pendulum that stands upright, held there by a controller in C that runs a thousand times
 * a second.
 *
 *     cc controller.c $(pkg-config --cflags --libs cardan) -o controller && ./controller */
#include <cardan/cardan.h>
#include <string.h>

static const char dataset[] =
    "cart with a pendulum: VARIABLE/1 is the force on the cart, set from outside\n"
    "UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = METER, TIME = SECOND\n"
    "PART/1, GROUND\nMARKER/10, PART = 1, REULER = 90D, 90D, 0D\nMARKER/11, PART = 1\n"
    "PART/2, MASS = 1, CM = 20, IP = 0.1, 0.1, 0.1\n"
    "MARKER/20, PART = 2, REULER = 90D, 90D, 0D\nMARKER/21, PART = 2\n"
    "PART/3, MASS = 0.2, CM = 30, IP = 0.01, 0.01, 0.01, QG = 0.0249896, 0.49938, 0\n" /* leans by 0.05 rad */
    "MARKER/30, PART = 3\nMARKER/31, PART = 3, QP = -0.0249896, -0.49938, 0\n"
    "JOINT/1, TRANSLATIONAL, I = 20, J = 10\nJOINT/2, REVOLUTE, I = 31, J = 21\n"
    "VARIABLE/1, FUNCTION = 0\nSFORCE/1, TRANSLATION, ACTIONONLY, I = 20, J = 10, FUNCTION = VARVAL(1)\n"
    "PINPUT/1, VARIABLES = 1\n"
    "VARIABLE/2, FUNCTION = DX(20, 11)\nVARIABLE/3, FUNCTION = VX(20, 11)\n"
    "VARIABLE/4, FUNCTION = -AZ(31, 21)\nVARIABLE/5, FUNCTION = -WZ(31, 21)\nPOUTPUT/1, VARIABLES = 2, 3, 4, 5\n"
    "ACCGRAV/JGRAV = -9.81\nINTEGRATOR/HHT, ERROR = 1E-6\nEND\n";

int main(void)
{
    CdLog *log = cd_log_open();
    CdModel *model = cd_model_read_text("cart", dataset, strlen(dataset), log);
    CdSimulationOptions options = cd_simulation_default();
    options.output_step = 1e-3;
    CdSimulation *sim = model ? cd_simulation_open(model, &options, log) : NULL;
    const double gain[4] = { 5, 7, 60, 15 }, offset = 0.05;
    bool good = sim;
    for (int k = 0; good && k < 6000; k++) {
        double lean = cd_simulation_variable(sim, 4) + offset;
        double force = gain[0] * cd_simulation_variable(sim, 2) + gain[1] * cd_simulation_variable(sim, 3) +
                       gain[2] * lean + gain[3] * cd_simulation_variable(sim, 5);
        good = cd_simulation_set_input(sim, 1, force) && cd_simulation_advance(sim, 1e-3 * (k + 1)) == CD_OK;
        if (k % 1000 == 999)
            printf("t = %.0f: cart %8.5f m, lean %8.5f rad\n", 1e-3 * (k + 1), cd_simulation_variable(sim, 2), lean);
    }
    if (!good) cd_log_print(log, stderr);
    cd_simulation_close(sim);
    cd_model_close(model);
    cd_log_close(log);
    return good ? 0 : 1;
}
