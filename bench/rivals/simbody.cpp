/* simbody.cpp - a case in Simbody: a tree of mobilised bodies, loops closed by two equations each in a plane, by a ball in space.   simbody CASE REFERENCE */
#include "case.h"

#include <Simbody.h>

#include <cmath>
#include <cstring>
#include <memory>
#include <vector>

using namespace SimTK;

static Vec3 vec(const double x[3])
{
    return Vec3(x[0], x[1], x[2]);
}

static Mat33 mat(const double x[9])
{
    return Mat33(x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7], x[8]);
}

static Transform frame(const Placement &p)
{
    return Transform(Rotation(mat(p.A), true), vec(p.r));
}

/* A case as Simbody has it, at its start. */
struct World {
    MultibodySystem system;
    SimbodyMatterSubsystem matter{ system };
    GeneralForceSubsystem forces{ system };
    std::vector<MobilizedBody> body;
    State start;

    MobilizedBody &at(int b)
    {
        return b < 0 ? matter.updGround() : body[b];
    }

    explicit World(const Case *c) : body(c->bodies)
    {
        Force::UniformGravity(forces, matter, vec(c->gravity));
        for (int k = 0; k < c->bodies; k++) hang(c, c->order[k]);
        for (int i = 0; i < c->joints; i++)
            if (c->joint[i].cut) close(c->joint[i]);
        for (int i = 0; i < c->forces; i++) load(c, c->force[i]);
        start = system.realizeTopology();
        matter.setUseEulerAngles(start, false);
        system.realizeModel(start);
        for (int k = 0; k < c->bodies; k++) put(c, c->order[k]);
    }

    void hang(const Case *c, int b)
    {
        const CaseJoint &joint = c->joint[c->body[b].joint];
        Mat33 J = mat(c->body[b].J);
        Body::Rigid rigid(MassProperties(c->body[b].mass, Vec3(0),
                                         Inertia(SymMat33(J(0, 0), J(1, 0), J(1, 1), J(2, 0), J(2, 1), J(2, 2)))));
        MobilizedBody &parent = at(joint.at[1].body);
        if (joint.spherical) body[b] = MobilizedBody::Ball(parent, frame(joint.at[1]), rigid, frame(joint.at[0]));
        else body[b] = MobilizedBody::Pin(parent, frame(joint.at[1]), rigid, frame(joint.at[0]));
    }

    /* In a plane the tree keeps all else. */
    void close(const CaseJoint &joint)
    {
        if (joint.spherical) {
            Constraint::Ball(at(joint.at[1].body), vec(joint.at[1].r), at(joint.at[0].body), vec(joint.at[0].r));
            return;
        }
        Rotation A(mat(joint.at[1].A), true);
        for (int axis = 0; axis < 2; axis++) {
            UnitVec3 n = A.getAxisUnitVec(CoordinateAxis(axis));
            Constraint::PointInPlane(at(joint.at[1].body), n, dot(n, vec(joint.at[1].r)), at(joint.at[0].body),
                                     vec(joint.at[0].r));
        }
    }

    void load(const Case *c, const CaseForce &f)
    {
        MobilizedBody &i = at(f.at[0].body), &j = at(f.at[1].body);
        if (f.kind == FORCE_SPRING) {
            Force::TwoPointLinearSpring(forces, i, vec(f.at[0].r), j, vec(f.at[1].r), f.k, f.rest);
            if (f.c != 0) Force::TwoPointLinearDamper(forces, i, vec(f.at[0].r), j, vec(f.at[1].r), f.c);
        } else if (f.kind == FORCE_TORSION) {
            const CaseJoint &joint = c->joint[f.joint];
            Sample still = {};
            std::memcpy(still.A, (const double[9]){ 1, 0, 0, 0, 1, 0, 0, 0, 1 }, sizeof still.A);
            auto axes = [&](const Placement &p) {
                return mat(p.body < 0 ? still.A : c->body[p.body].start.A) * mat(p.A);
            };
            Mat33 turned = ~axes(joint.at[1]) * axes(joint.at[0]);
            double now = std::atan2(turned(1, 0), turned(0, 0));
            MobilizedBody &carried = at(joint.at[0].body);
            Force::MobilityLinearSpring(forces, carried, 0, f.k, now + f.rest);
            if (f.c != 0) Force::MobilityLinearDamper(forces, carried, 0, f.c);
        } else {
            Force::ConstantTorque(forces, i, f.torque * (mat(f.at[1].A) * Vec3(0, 0, 1)));
        }
    }

    void put(const Case *c, int b)
    {
        const Sample &s = c->body[b].start;
        MobilizedBody &m = body[b];
        system.realize(start, Stage::Position);
        Transform X_GB(Rotation(mat(s.A), true), vec(s.r));
        const Transform &X_GP = m.getParentMobilizedBody().getBodyTransform(start);
        m.setQToFitTransform(start, ~(X_GP * m.getInboardFrame(start)) * X_GB * m.getOutboardFrame(start));
        /* velocities of M in F from those of the bodies */
        system.realize(start, Stage::Velocity);
        Transform X_GF = m.getParentMobilizedBody().getBodyTransform(start) * m.getInboardFrame(start);
        Vec3 w = vec(s.w) - m.getParentMobilizedBody().getBodyAngularVelocity(start);
        m.setUToFitAngularVelocity(start, ~X_GF.R() * w);
    }

    void keep(const State &state, Sample *to)
    {
        system.realize(state, Stage::Velocity);
        for (size_t b = 0; b < body.size(); b++) {
            const Transform &X = body[b].getBodyTransform(state);
            const SpatialVec &V = body[b].getBodyVelocity(state);
            for (int i = 0; i < 3; i++) {
                to[b].r[i] = X.p()[i], to[b].w[i] = V[0][i], to[b].u[i] = V[1][i];
                for (int j = 0; j < 3; j++) to[b].A[3 * i + j] = X.R()[i][j];
            }
        }
    }
};

struct Setting {
    const char *name;
    Integrator *(*make)(const MultibodySystem &);
    double constraint; /* tolerance of constraints over accuracy */
    World *world;
};

template <class Method> static Integrator *plain(const MultibodySystem &s)
{
    return new Method(s);
}

template <CPodes::LinearMultistepMethod method, CPodes::NonlinearSystemIterationType iteration>
static Integrator *cpodes(const MultibodySystem &s)
{
    return new CPodesIntegrator(s, method, iteration);
}

static double run(Case *c, const void *setting, double tolerance, long *steps)
{
    const Setting *set = (const Setting *)setting;
    try {
        std::unique_ptr<Integrator> method(set->make(set->world->system));
        method->setAccuracy(tolerance);
        method->setConstraintTolerance(set->constraint * tolerance);
        method->setInternalStepLimit(20);  /* it returns then, to be told whether to go on */
        double from = case_seconds();
        method->initialize(set->world->start);
        for (int k = 0; k < c->samples; k++) {
            while (method->stepTo(case_time(c, k)) != Integrator::ReachedReportTime)
                if (method->isSimulationOver() || case_seconds() - from > c->patience) return NAN;
            set->world->keep(method->getState(), case_at(c, k));
        }
        *steps = method->getNumStepsTaken();
        return case_seconds() - from;
    } catch (const std::exception &e) {
        std::fprintf(stderr, "simbody: %s %s %g: %.200s\n", c->name, set->name, tolerance, e.what());
        return NAN;
    }
}

int main(int argc, char **argv)
{
    if (argc < 3) return std::fprintf(stderr, "simbody CASE REFERENCE\n"), 1;
    Case *c = case_open(argv[1]);
    case_read_reference(c, argv[2]);
    World world(c);
    Setting setting[] = {
        { "RungeKuttaMerson", plain<RungeKuttaMersonIntegrator>, 0.1, &world },
        { "RungeKuttaFeldberg", plain<RungeKuttaFeldbergIntegrator>, 0.1, &world },
        { "RungeKutta3", plain<RungeKutta3Integrator>, 0.1, &world },
        { "Verlet", plain<VerletIntegrator>, 0.1, &world },
        { "SemiExplicitEuler2", plain<SemiExplicitEuler2Integrator>, 0.1, &world },
        { "CPodes Adams", cpodes<CPodes::Adams, CPodes::Functional>, 0.1, &world },
        { "CPodes BDF", cpodes<CPodes::BDF, CPodes::Newton>, 0.1, &world },
    };
    for (Setting &s : setting) case_sweep(c, "simbody", s.name, run, &s, 1e-2, 1e-10, 10);
    case_close(c);
    return 0;
}
