/* spider.h - a node with six degrees of freedom for a set of nodes, so that a joint may turn what has displacements
 * only (theory 20.17 to 20.19). */
#pragma once
#include "flex/fem.h"

typedef enum SpiderKind {
    SPIDER_RIGID,  /* RBE2: the nodes of the set follow the new node as a rigid body */
    SPIDER_AVERAGE /* RBE3: the new node follows the mean motion of the set, which stays as soft as it is */
} SpiderKind;

/* Adds node id at the centre of a set; false, with a message, where the set cannot carry one. */
bool cd_fem_spider(Fem *fem, const FemSet *set, SpiderKind kind, int id);
