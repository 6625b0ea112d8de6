# Bob on a circle of 0.5 m at the angle t^2; bead along (sin 60, 0, cos 60) at t^2 / 2
function out(channel, value, tolerance) { printf "%.17g, %s, %.17g, %g\n", time, channel, value, tolerance }
BEGIN {
    s = sqrt(3) / 2; c = 0.5
    for (k = 0; k <= 30; k++) {
        time = k / 10; q = time ^ 2; q1 = 2 * time; q2 = 2
        out("bob.X", 0.5 * cos(q), 1e-10); out("bob.Y", 0.5 * sin(q), 1e-10)
        out("bob.VX", -0.5 * sin(q) * q1, 1e-9)
        ax = -0.5 * (sin(q) * q2 + cos(q) * q1 ^ 2); ay = 0.5 * (cos(q) * q2 - sin(q) * q1 ^ 2)
        out("bob.ACCX", ax, 1e-8); out("bob.ACCY", ay, 1e-8)
        out("JOINT_2.FX", 2 * ax, 1e-7); out("JOINT_2.FY", 2 * (ay + 9.81), 1e-7); out("JOINT_2.FZ", 4, 1e-7)
        out("MOTION_1.TZ", 2 * 0.25 * q2 + 2 * 9.81 * 0.5 * cos(q), 1e-7)
        out("bead.X", 5 + s * q / 2, 1e-10); out("bead.Z", c * q / 2, 1e-10); out("bead.PSI", 0, 1e-12)
        # m (a - g) = motion along the line + line across it
        F = 3 * (1 + 2 * c)
        out("MOTION_2.FX", F * s, 1e-8); out("MOTION_2.FZ", F * c, 1e-8)
        out("JPRIM_1.FX", 3 * s - F * s, 1e-8); out("JPRIM_1.FY", 3 * 9.81, 1e-8); out("JPRIM_1.FZ", 3 * (c + 2) - F * c, 1e-8)
    }
}
