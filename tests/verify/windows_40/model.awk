# Prints a chain of N windows: N + 1 upright rods on pins in a row and N level rods on top, all alike and upright at first. -v N=2 for windows_2.
BEGIN {
    if (!N) N = 40
    rod = "MASS = 1, IP = 8.3333333333333333E-2, 1E-3, 8.3333333333333333E-2"
    level = "MASS = 1, IP = 1E-3, 8.3333333333333333E-2, 8.3333333333333333E-2"
    print "Chain of " N " windows, each of four rods: benchmark D2"
    print "UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = METER, TIME = SECOND"
    print "ACCGRAV/JGRAV = -9.81"
    print "PART/1, GROUND"
    for (i = 0; i <= N; i++) {
        p = 10 + i
        printf "MARKER/%d, PART = 1, QP = %d, 0, 0\n", 1000 + i, i
        printf "!  adams_view_name='upright_%d'\nPART/%d, %s, CM = %d, QG = %d, 0, 0\n", i, p, rod, 10 * p, i
        printf "MARKER/%d, PART = %d, QP = 0, 0.5, 0\nMARKER/%d, PART = %d\nMARKER/%d, PART = %d, QP = 0, 1, 0\n", 10 * p, p, 10 * p + 1, p, 10 * p + 2, p
        printf "JOINT/%d, REVOLUTE, I = %d, J = %d%s\n", 1000 + i, 10 * p + 1, 1000 + i, i ? "" : ", IC = 0, -1"
    }
    for (i = 0; i < N; i++) {
        p = 100 + i
        printf "!  adams_view_name='level_%d'\nPART/%d, %s, CM = %d, QG = %d, 1, 0\n", i, p, level, 10 * p + 5000, i
        printf "MARKER/%d, PART = %d, QP = 0.5, 0, 0\nMARKER/%d, PART = %d\nMARKER/%d, PART = %d, QP = 1, 0, 0\n", 10 * p + 5000, p, 10 * p + 5001, p, 10 * p + 5002, p
        printf "JOINT/%d, REVOLUTE, I = %d, J = %d\n", 2000 + 2 * i, 10 * p + 5001, 10 * (10 + i) + 2
        printf "JOINT/%d, REVOLUTE, I = %d, J = %d\n", 2001 + 2 * i, 10 * p + 5002, 10 * (11 + i) + 2
    }
    printf "!  adams_view_name='corner'\nREQUEST/1, F2 = DX(102)\\F3 = DY(102)\\F4 = VX(102)\\F6 = VY(102)\\F7 = DM(%d, %d) - %d\\\n", 102, 100 + 10 * N + 2, N
    print ", COMMENT = top of the first rod; distance to the last top"
    print "END"
}
