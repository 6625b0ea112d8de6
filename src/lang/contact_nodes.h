/* contact_nodes.h - nodes of flexible bodies in contacts. */
#pragma once
#include "model/build.h"

/* The shapes of every CONTACT: those it names, and for IFLEX and JFLEX a point at each node of the body. */
void cd_contact_nodes(CdBuild *b);
