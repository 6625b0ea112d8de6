/* fe.h - sections and materials of FE parts. */
#pragma once
#include "model/field.h"

typedef struct Section {
    Text type;
    double rect_base, rect_height, area, iyy, izz, iyz, jxx, asy, asz;
} Section;

typedef struct Material {
    Text name;
    double density, youngs_modulus, poissons_ratio;
} Material;

/* Numbers of a section, those of a rectangle from its sides where they are not given. */
typedef struct SectionNumbers {
    double area, iyy, izz, iyz, jxx, asy, asz; /* asy, asz: A over the area that shear along y and z sees */
} SectionNumbers;

SectionNumbers cd_section_numbers(const Section *s);
