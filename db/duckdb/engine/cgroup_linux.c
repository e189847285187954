#include <errno.h>
#include <string.h>

// DuckDB asks whether there is a control group, and takes it for a defect of its own, in a way that ends the process, when the
// file is there and a worker may not open it. What it would learn there is set by gear.go. Every access(2) in the program comes
// here (cgroup_linux.go).
int __real_access(const char *path, int mode);

int __wrap_access(const char *path, int mode) {
	if (strcmp(path, "/proc/self/cgroup") == 0) {
		errno = ENOENT;
		return -1;
	}
	return __real_access(path, mode);
}
