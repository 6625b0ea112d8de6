# steady answer to 0.01 sin(w t):  zu (kt + ks + i w cs - mu w^2) - zs (ks + i w cs) = kt zr,  zs (ks + i w cs - ms w^2) = zu (ks + i w cs)
function out(channel, rest, re, im) { printf "%.17g, %s, %.17g, 1e-7\n", time, channel, rest + 0.01 * (re * sin(w * time) + im * cos(w * time)) }
BEGIN {
    ms = 400; mu = 40; ks = 2e4; cs = 1500; kt = 1.8e5; w = 4 * atan2(0, -1)
    a = ks; b = w * cs                                      # strut a + i b
    c = a - ms * w * w                                      # zs / zu = (a + i b) / (c + i b)
    d = c * c + b * b; gr = (a * c + b * b) / d; gi = (b * c - a * b) / d
    er = kt + a - mu * w * w - (a * gr - b * gi); ei = b - (a * gi + b * gr)
    d = er * er + ei * ei; ur = kt * er / d; ui = -kt * ei / d
    for (time = 10; time <= 12; time += 0.25) {
        out("wheel.Z", 0.3, ur, ui); out("body.Z", 0.8, ur * gr - ui * gi, ur * gi + ui * gr)
    }
}
