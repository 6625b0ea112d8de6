#!/bin/bash
# 10,000 random impact problems of up to 50 contacts, redundant, degenerate, with joints: complementarity to 1e-10, energy never grows,
# momentum is kept; and as many of bodies wedged between contacts. A share of them is in unit/impact.
set -eu
tests/unit_impact 10000
