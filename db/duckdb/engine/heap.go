package engine

import "C" // links heap.c
