# cmake -DSOURCE=... -DOUT=.../commit.h -P commit.cmake: the commit of the source tree as a header, empty where there is no repository.
# The file is written only if it changes.
execute_process(COMMAND git -C ${SOURCE} rev-parse --show-toplevel OUTPUT_VARIABLE top
    OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
set(commit "")
if(NOT failed AND top STREQUAL SOURCE)
    execute_process(COMMAND git -C ${SOURCE} describe --always --dirty --abbrev=10 --exclude=*
        OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
file(CONFIGURE OUTPUT ${OUT} CONTENT "#define CARDAN_COMMIT \"${commit}\"\n" @ONLY)
