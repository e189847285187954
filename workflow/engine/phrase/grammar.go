package phrase

import "sync"

// english1 is the grammar of English.
var english1 = sync.OnceValue(func() grammar {
	return newGrammar(nounRules, figureRules, lapseRules, spentRules, shareRules, dimensionRules, conditionRules, amountRules, textRules, tradeRules, stateRules, keepRules, orderRules, compareRules, tallyRules, outdoneRules, pairRules, aheadRules, belowRules, askedRules, debutRules)
})

// value gives what a part means; the zero value when the part was left out.
func value[T any](n *Node) T {
	var zero T
	if n == nil {
		return zero
	}
	v, ok := n.Value.(T)
	if !ok {
		return zero
	}
	return v
}
