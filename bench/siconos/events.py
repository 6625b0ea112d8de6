# events.py CASE END: the ball and the row of balls by the event-driven scheme of Siconos, a column of balls by its time stepping; times of impacts or heights at
# the end, then seconds of the processor for the loop alone. bench/siconos.sh calls it.
import sys, time
import numpy as np
import siconos.kernel as sk


def model_of(system, relations, e, end):
    model = sk.NonSmoothDynamicalSystem(0, end)
    model.insertDynamicalSystem(system)
    for row, offset in relations:
        relation = sk.LagrangianLinearTIR(np.array([row]), np.array([offset]))
        model.link(sk.Interaction(sk.NewtonImpactNSL(e), relation), system)
    return model


def by_events(system, relations, e, end):
    s = sk.EventDriven(model_of(system, relations, e, end), sk.TimeDiscretisation(0, 1e-2))
    s.insertIntegrator(sk.LsodarOSI())
    s.insertNonSmoothProblem(sk.LCP(), sk.SICONOS_OSNSP_ED_IMPACT)
    s.insertNonSmoothProblem(sk.LCP(), sk.SICONOS_OSNSP_ED_SMOOTH_ACC)
    s.setPrintStat(False)
    times = []
    begin = time.process_time()
    while s.hasNextEvent():
        s.advanceToEvent()
        if s.eventsManager().nextEvent().getType() == 2 and (not times or s.nextTime() > times[-1] + 1e-9):
            times.append(s.nextTime())
        s.processEvents()
    return times, time.process_time() - begin


def by_steps(system, relations, e, end, h):
    s = sk.TimeStepping(model_of(system, relations, e, end), sk.TimeDiscretisation(0, h), sk.MoreauJeanOSI(0.5), sk.LCP())
    begin = time.process_time()
    while s.hasNextEvent():
        s.computeOneStep()
        s.nextStep()
    return list(system.q()), time.process_time() - begin


def ball(end):
    d = sk.LagrangianLinearTIDS([1.0], [0.0], np.eye(1))
    d.setFExtPtr(np.array([-9.81]))
    return by_events(d, [([1.0], 0.0)], 0.8, end)


def in_a_row(n):
    rows = []
    for k in range(n - 1):
        r = [0.0] * n
        r[k], r[k + 1] = -1.0, 1.0
        rows.append((r, -0.1))
    return rows


def row(end):
    n = 5
    x = [0.0] + [0.3 + 0.11 * k + 0.01 * k * k for k in range(1, n)]
    d = sk.LagrangianLinearTIDS(x, [1.0] + [0.0] * (n - 1), np.eye(n))
    d.setFExtPtr(np.zeros(n))
    return by_events(d, in_a_row(n), 0.5, end)


def column(end):
    n = 30
    x = [0.05 + 0.12 * k + 0.05 for k in range(n)]
    d = sk.LagrangianLinearTIDS(x, [0.0] * n, np.eye(n))
    d.setFExtPtr(-9.81 * np.ones(n))
    return by_steps(d, [([1.0] + [0.0] * (n - 1), -0.05)] + in_a_row(n), 0.3, end, 1e-3)


numbers, seconds = {'ball': ball, 'row': row, 'column': column}[sys.argv[1]](float(sys.argv[2]))
for t in numbers:
    print('%.10f' % t)
print('seconds %.6f' % seconds)
