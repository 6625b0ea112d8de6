# vehicle18.awk - makes of examples/vehicle.adm the vehicle of 18 degrees of freedom: the four upper arms sit on the chassis by spherical joints and torques of
# 5e4 N m/rad and 500 N m s/rad across their axis, from half the difference of the turning matrix and its transpose. With -v bump=cylinder the road is a half
# cylinder of 0.1 m diameter at 3.934 m, whose slope is left out of the damping.
#
#     awk -v bump=cylinder -f bench/models/vehicle18.awk examples/vehicle.adm > vehicle18.adm
/^JOINT\/[1-4]1, REVOLUTE/ {
    joint = $1; gsub(/[^0-9]/, "", joint); arm = $5; sub(/,/, "", arm); on = $8; float = 900 + joint
    print "JOINT/" joint ", SPHERICAL, I = " arm ", J = " on
    print "MARKER/" float ", PART = 2, FLOATING"
    print "VTORQUE/" joint ", I = " arm ", JFLOAT = " float ", RM = " on
    print ", TX = -5E4*(UVZ(" on ")*UVY(" arm ") - UVY(" on ")*UVZ(" arm "))/2 - 500*WX(" arm ", " on ", " on ")\\"
    print ", TY = -5E4*(UVX(" on ")*UVZ(" arm ") - UVZ(" on ")*UVX(" arm "))/2 - 500*WY(" arm ", " on ", " on ")\\TZ = 0"
    next
}
bump == "cylinder" && /^, .*HAVSIN/ {
    match($0, /DZ\([0-9]+\)/); wheel = substr($0, RSTART + 3, RLENGTH - 4)
    print ", 296325*(0.489211 - DZ(" wheel ") + SQRT(MAX(0, 0.0025 - (DX(" wheel ") - 3.934)**2)))"
    next
}
bump == "cylinder" && /^, - 3502/ { print ", - 3502*VZ(" wheel ")"; next }
{ print }
