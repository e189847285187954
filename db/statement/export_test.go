package statement

// SameTree says that two statements have one tree, positions apart.
func SameTree(a, b *Statement) bool { return key(a.tree, false) == key(b.tree, false) }
