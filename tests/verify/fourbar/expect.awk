# Closed form of the four-bar; run by cases.sh
function acos(x) { return atan2(sqrt(1 - x * x), x) }
function out(channel, value, tolerance) { printf "%.17g, %s, %.17g, %g\n", time, channel, value, tolerance }
function size(x, y,    s) { s = sqrt(x * x + y * y); return s > 1 ? s : 1 }
BEGIN {
    pi = atan2(0, -1); a = 0.10; b = 0.35; c = 0.25; d = 0.30; w = 2 * pi; px = 0.20; py = 0.12
    for (k = 0; k <= 72; k += 2) {
        time = k / 72; t = w * time
        ax = a * cos(t); ay = a * sin(t); dx = d - ax; dy = -ay; L = sqrt(dx * dx + dy * dy)
        phi = atan2(dy, dx) + acos((b * b + L * L - c * c) / (2 * b * L))
        psi = atan2(ay + b * sin(phi), ax + b * cos(phi) - d)
        # [-b sin phi, c sin psi; b cos phi, -c cos psi] (phi', psi') = r
        det = b * c * (sin(phi) * cos(psi) - cos(phi) * sin(psi))
        r1 = a * w * sin(t); r2 = -a * w * cos(t)
        phi1 = (-c * cos(psi) * r1 - c * sin(psi) * r2) / det; psi1 = (-b * sin(phi) * r2 - b * cos(phi) * r1) / det
        r1 = a * w * w * cos(t) + b * cos(phi) * phi1 ^ 2 - c * cos(psi) * psi1 ^ 2
        r2 = a * w * w * sin(t) + b * sin(phi) * phi1 ^ 2 - c * sin(psi) * psi1 ^ 2
        phi2 = (-c * cos(psi) * r1 - c * sin(psi) * r2) / det; psi2 = (-b * sin(phi) * r2 - b * cos(phi) * r1) / det
        ex = cos(phi); ey = sin(phi); qx = px * ex - py * ey; qy = px * ey + py * ex
        out("REQUEST_1.X", ax + qx, 1e-10); out("REQUEST_1.Y", ay + qy, 1e-10)
        vx = -w * ay - phi1 * qy; vy = w * ax + phi1 * qx
        out("REQUEST_2.X", vx, 1e-9 * size(vx, vy)); out("REQUEST_2.Y", vy, 1e-9 * size(vx, vy))
        x2 = -w * w * ax - phi2 * qy - phi1 ^ 2 * qx; y2 = -w * w * ay + phi2 * qx - phi1 ^ 2 * qy
        out("REQUEST_3.X", x2, 1e-9 * size(x2, y2)); out("REQUEST_3.Y", y2, 1e-9 * size(x2, y2))
        out("coupler.PSI", phi, 1e-10); out("rocker.PSI", psi, 1e-10)
        out("coupler.WZ", phi1, 1e-9 * size(phi1, 0)); out("rocker.WZ", psi1, 1e-9 * size(psi1, 0))
        out("coupler.WDZ", phi2, 1e-9 * size(phi2, 0)); out("rocker.WDZ", psi2, 1e-9 * size(psi2, 0))
        out("coupler.Z", 0, 1e-12); out("rocker.THETA", 0, 1e-10)
    }
}
