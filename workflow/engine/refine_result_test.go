package engine_test

import "parley/dialog"

// resultOf is a result's preview as far as a refiner looks at it.
func resultOf(rows int) *dialog.Result { return &dialog.Result{Rows: rows} }
