# A circle of radius 1: x = sin t, y = 1 - cos t; the force that turns the path is m v^2 / r = 2.
BEGIN {
    for (i = 0; i <= 12; i++) {
        t = i / 2
        print t ", edge.X, " sprintf("%.15g", sin(t)) ", 1e-5"
        print t ", edge.Y, " sprintf("%.15g", 1 - cos(t)) ", 1e-5"
        print t ", edge.VX, " sprintf("%.15g", cos(t)) ", 1e-5"
        print t ", edge.ACCY, " sprintf("%.15g", cos(t)) ", 1e-4"
    }
}
