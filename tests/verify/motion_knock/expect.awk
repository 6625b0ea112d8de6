# a mass on a spring whose other end starts to move with 0.1 m/s at 0.5:  x = 1 + 0.1 (s - sin(w s) / w),  w = 10
function out(channel, value) { printf "%.17g, %s, %.17g, 1e-6\n", step / 50, channel, value }
BEGIN {
    for (step = 1; step <= 50; step++) {
        s = step > 25 ? step / 50 - 0.5 : 0
        out("follower.X", 1 + 0.1 * (s - sin(10 * s) / 10)); out("follower.VX", 0.1 * (1 - cos(10 * s))); out("mass.X", 0.1 * s)
    }
}
