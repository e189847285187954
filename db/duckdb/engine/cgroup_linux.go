package engine

// #cgo LDFLAGS: -Wl,--wrap=access
import "C" // links cgroup_linux.c
