// Package rule is the table of refinements: ways of saying one, as patterns with slots, and the edit that it stands for. The rules are
// tried in order: what is said with fixed words before what rests on its slots.
package rule
