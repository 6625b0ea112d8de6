# events.py - bouncing ball and a row of balls by the event-driven scheme of Siconos: times of impacts, seconds of the processor. bench/siconos.sh calls it.
import sys, time
import numpy as np
import siconos.kernel as sk


def simulate(system, relations, e, end, h, tolerance):
    model = sk.NonSmoothDynamicalSystem(0, end)
    model.insertDynamicalSystem(system)
    for row, offset in relations:
        relation = sk.LagrangianLinearTIR(np.array([row]), np.array([offset]))
        model.link(sk.Interaction(sk.NewtonImpactNSL(e), relation), system)
    integrator = sk.LsodarOSI()
    impact, acceleration = sk.LCP(), sk.LCP()
    s = sk.EventDriven(model, sk.TimeDiscretisation(0, h))
    s.insertIntegrator(integrator)
    s.insertNonSmoothProblem(impact, sk.SICONOS_OSNSP_ED_IMPACT)
    s.insertNonSmoothProblem(acceleration, sk.SICONOS_OSNSP_ED_SMOOTH_ACC)
    s.setPrintStat(False)
    times = []
    begin = time.process_time()
    while s.hasNextEvent():
        s.advanceToEvent()
        if s.eventsManager().nextEvent().getType() == 2 and (not times or s.nextTime() > times[-1] + 1e-9):
            times.append(s.nextTime())
        s.processEvents()
    return times, time.process_time() - begin


def ball(end):
    d = sk.LagrangianLinearTIDS([1.0], [0.0], np.eye(1))
    d.setFExtPtr(np.array([-9.81]))
    return simulate(d, [([1.0], 0.0)], 0.8, end, 1e-2, 1e-8)


def row(end):
    n, x, v = 5, [], []
    for k in range(n):
        x.append(0.0 if k == 0 else 0.3 + 0.11 * k + 0.01 * k * k)
        v.append(1.0 if k == 0 else 0.0)
    d = sk.LagrangianLinearTIDS(x, v, np.eye(n))
    d.setFExtPtr(np.zeros(n))
    rows = []
    for k in range(n - 1):
        r = [0.0] * n
        r[k], r[k + 1] = -1.0, 1.0
        rows.append((r, -0.1))
    return simulate(d, rows, 0.5, end, 1e-2, 1e-8)


times, seconds = (ball if sys.argv[1] == 'ball' else row)(float(sys.argv[2]))
for t in times:
    print('%.10f' % t)
print('seconds %.6f' % seconds)
