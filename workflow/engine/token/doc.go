// Package token cuts an input into words, numbers, quotations and marks. It imports word lists from english, and word forms from
// workflow/schema.
package token
