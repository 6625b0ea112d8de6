# x = R + C sin(a t), y = -sqrt(l^2 - (x - R)^2), differentiated; reactions from Newton and Euler
function out(channel, value, tolerance) { printf "%.17g, %s, %.17g, %g\n", time, channel, value, tolerance }
BEGIN {
    R = 4; C = 0.8; a = 3; l = 1; m = 3; J = 1.1; g = 9.81
    for (k = 0; k <= 50; k++) {
        time = 2.5 * k / 50
        x = C * sin(a * time); x1 = C * a * cos(a * time); x2 = -a * a * x
        y = -sqrt(l * l - x * x); th = atan2(y, x)
        w = -x1 / y; y1 = x * w                      # x' = -y w, y' = x w
        al = -(x2 + x * w * w) / y; y2 = x * al - y * w * w
        out("pendulum.X", R + x, 1e-10); out("pendulum.Y", y, 1e-10); out("pendulum.PSI", th, 1e-10)
        out("pendulum.VX", x1, 3e-9); out("pendulum.VY", y1, 3e-9); out("pendulum.WZ", w, 3e-9)
        out("pendulum.ACCX", x2, 1e-8); out("pendulum.ACCY", y2, 1e-8); out("pendulum.WDZ", al, 2e-8)
        Fy = m * (y2 + g); Fx = (J * al + x * Fy) / y
        out("JOINT_1.FY", Fy, 1e-7); out("JOINT_1.FX", Fx, 1e-7); out("MOTION_1.FX", m * x2 - Fx, 1e-7)
        out("JOINT_1.TX", 0, 1e-7); out("MOTION_1.FY", 0, 1e-9)
    }
}
