package schema

import "iter"

// EachValue gives every whole value that is indexed, in no order.
func (x *Index) EachValue() iter.Seq[ValueMatch] {
	return func(yield func(ValueMatch) bool) {
		for _, list := range x.values.whole {
			for _, m := range list {
				if !yield(m) {
					return
				}
			}
		}
	}
}
