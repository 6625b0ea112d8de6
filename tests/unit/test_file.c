/* test_file.c - files that are opened, and those that are not. */
#include "base/file.h"
#include "test.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A folder of its own, with "in" and "beside" in it. */
static void enter(char *folder)
{
    assert_non_null(mkdtemp(folder));
    assert_int_equal(chdir(folder), 0);
    assert_int_equal(mkdir("in", 0777) | mkdir("beside", 0777), 0);
}

static void leave(const char *folder)
{
    char command[100];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    assert_int_equal(chdir("/") | system(command), 0);
}

static bool can_create(const char *path)
{
    FILE *f = cd_file_create_stream(path, "in");
    int error = errno;
    if (f) fclose(f);
    errno = error;
    return f;
}

TEST(files_stay_in_their_folder)
{
    char folder[] = "/tmp/cardan_file_XXXXXX", path[100];
    enter(folder);
    assert_true(can_create("in/a"));
    assert_true(can_create("in/../in/b"));
    snprintf(path, sizeof path, "%s/in/c", folder);
    assert_true(can_create(path));
    static const char *const outside[] = { "a", "in/../a", "beside/a", "/tmp/a", "inside/a" };
    for (size_t k = 0; k < sizeof outside / sizeof *outside; k++) {
        assert_false(can_create(outside[k]));
        assert_non_null(strstr(cd_file_error(errno), "--allow-outside"));
        assert_int_not_equal(access(outside[k], F_OK), 0);
    }
    assert_int_equal(symlink("../beside", "in/link") | symlink("../beside/d", "in/d"), 0);
    assert_false(can_create("in/link/a"));
    assert_false(can_create("in/d"));
    assert_int_not_equal(access("beside/d", F_OK), 0);
    int anywhere = cd_file_create("beside/e", NULL);
    assert_true(anywhere >= 0);
    close(anywhere);
    leave(folder);
}

TEST(only_regular_files_are_read)
{
    char folder[] = "/tmp/cardan_file_XXXXXX";
    enter(folder);
    assert_true(can_create("in/a"));
    FILE *f = cd_file_open("in/a");
    assert_non_null(f);
    fclose(f);
    assert_int_equal(mkfifo("pipe", 0666), 0);
    assert_null(cd_file_open("pipe"));
    assert_string_equal(cd_file_error(errno), "it is not a regular file");
    assert_null(cd_file_open("in"));
    assert_int_equal(errno, EISDIR);
    assert_null(cd_file_open("absent"));
    assert_int_equal(errno, ENOENT);
    leave(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = { UNIT(files_stay_in_their_folder), UNIT(only_regular_files_are_read) };
    return cmocka_run_group_tests_name("file", tests, NULL, NULL);
}
