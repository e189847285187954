// Package token cuts an input into words, numbers, quotations and marks. It imports word forms from workflow/schema.
package token
