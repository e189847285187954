package duckdb

import "C" // links heap.c
