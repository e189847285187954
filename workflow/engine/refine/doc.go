// Package refine is the engine as a workflow.Refiner: feedback on the query in force is read by the rules of refinement, as a question
// that stands alone, and mixed with what is in force; the readings compete (trait.go, weights.txt), none throws the query away
// (keep.go), and what is not understood is answered by what could be meant (offer.go, doubt.go).
package refine
