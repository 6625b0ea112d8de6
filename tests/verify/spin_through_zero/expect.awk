# constant angular velocity of 20 rad/s: a turn about y, about z, and by Rodrigues' formula about (0.6, 0.64, 0.48)
function out(channel, value) { printf "%.17g, %s, %.17g, 1e-5\n", step / 10, channel, value }
BEGIN {
    for (step = 1; step <= 50; step++) {
        angle = 2 * step
        out("tips.F2", cos(angle)); out("tips.F3", 0); out("tips.F4", -sin(angle))
        out("tips.F6", cos(angle)); out("tips.F7", sin(angle)); out("tips.F8", 0)
        c = cos(angle); s = sin(angle)
        out("slanted_tip.F2", c + 0.36 * (1 - c)); out("slanted_tip.F3", 0.48 * s + 0.384 * (1 - c))
        out("slanted_tip.F4", -0.64 * s + 0.288 * (1 - c))
    }
}
