# Door at the angle t^2 / 2, shortest multipliers: half of each force, and of the moment M a fifth as a couple, two fifths as torque of each hinge.
# with -v adams=1 everything on the upper hinge
function out(channel, value, tolerance) { printf "%.17g, %s, %.17g, %g\n", time, channel, value, tolerance }
BEGIN {
    m = 20; l = 0.4; g = 10; M = m * g * l
    for (k = 0; k <= 20; k++) {
        time = k / 10; q = time ^ 2 / 2; w = time
        c = cos(q); s = sin(q)
        Fx = m * l * (-w * w * c - s); Fy = m * l * (-w * w * s + c)
        out("MOTION_1.TZ", 1.1 + m * l * l, 1e-8)
        # moment of the weight about the axis M (s, -c); the hinges bear its opposite: the upper pulls by M / 5 along -c, -s
        if (adams) {
            out("upper.FX", Fx, 1e-7); out("upper.FY", Fy, 1e-7); out("upper.FZ", m * g, 1e-7)
            # about the upper hinge, half a metre above the centre
            out("upper.TX", 0.5 * Fy + M * s, 1e-6); out("upper.TY", -0.5 * Fx - M * c, 1e-6)
            out("lower.FX", 0, 1e-12); out("lower.FY", 0, 1e-12); out("lower.FZ", 0, 1e-12); out("lower.TX", 0, 1e-12); out("lower.TY", 0, 1e-12)
        } else {
            out("upper.FX", Fx / 2 - M / 5 * c, 1e-7); out("lower.FX", Fx / 2 + M / 5 * c, 1e-7)
            out("upper.FY", Fy / 2 - M / 5 * s, 1e-7); out("lower.FY", Fy / 2 + M / 5 * s, 1e-7)
            out("upper.FZ", m * g / 2, 1e-7); out("lower.FZ", m * g / 2, 1e-7)
            out("upper.TX", 2 * M / 5 * s, 1e-7); out("lower.TX", 2 * M / 5 * s, 1e-7)
            out("upper.TY", -2 * M / 5 * c, 1e-7); out("lower.TY", -2 * M / 5 * c, 1e-7)
        }
    }
}
