package tui

import (
	"maps"
	"slices"
	"sort"
	"strings"

	"parley/db"
	"parley/dialog"
	"parley/tui/finder"
	"parley/tui/grid"
)

// The completer proposes what may follow: commands after a slash, earlier inputs that start alike, phrases that refine,
// and the names of the database. It only looks in memory.

const (
	minPrefix      = 2
	maxSuggestions = 8
	// maxWords bounds what is kept of a large catalogue.
	maxWords = 50_000
	// maxValue is the longest value proposed.
	maxValue = 30
)

// suggestion is one proposal: the text that replaces the characters from `from` up to the caret.
type suggestion struct {
	text string
	from int // byte offset in the text before the caret
}

// phrases are ways to refine, offered at the start of an input once there is a query.
var phrases = []string{
	"only ", "only from last month", "sort by ", "sorted by ", "limit 10", "also show ", "without ", "exclude ",
	"group by ", "by month instead", "how many ", "top 10 ", "what about ", "count ", "add ", "remove ", "instead ",
	"show me ", "between ",
}

// completer knows the words of a database.
type completer struct {
	words    []string // sorted by lower case
	keys     []string // the lower case of words
	commands []string
	found    *finder.Index // the commands, by other words for them too
	values   []string      // short texts of the result on screen, sorted by lower case
}

func newCompleter(extra []string) *completer {
	c := &completer{}
	for _, command := range dialog.Commands {
		c.commands = append(c.commands, "/"+command.Name)
	}
	for _, name := range extra {
		if !slices.Contains(c.commands, "/"+name) {
			c.commands = append(c.commands, "/"+name)
		}
	}
	sort.Strings(c.commands)
	items := make([]finder.Item, len(c.commands))
	for i, name := range c.commands {
		items[i] = finder.Item{Name: name[1:], ID: name, Says: commandHelp(name)}
	}
	c.found = finder.NewIndex(items)
	return c
}

// commandHelp is what a command does; empty for one of the host's.
func commandHelp(name string) string {
	for _, c := range dialog.Commands {
		if "/"+c.Name == name {
			return c.Help
		}
	}
	return ""
}

// slashed proposes commands: those that begin so, then those that are called so by other words.
func (c *completer) slashed(before string) []suggestion {
	out := whole(c.commands, before)
	if len(before) < 3 || strings.Contains(before, " ") {
		return out
	}
	for _, i := range c.found.Rank(before[1:], nil) {
		if name := c.commands[i]; len(out) < maxSuggestions && name != before && !contains(out, name) {
			out = append(out, suggestion{text: name})
		}
	}
	return out
}

// learn takes in the names of a schema.
func (c *completer) learn(s *db.Schema) {
	if s == nil {
		return
	}
	seen := map[string]string{}
	for _, t := range s.Tables {
		seen[strings.ToLower(t.Name)] = db.Visible(t.Name)
		for _, col := range t.Columns {
			if len(seen) < maxWords {
				seen[strings.ToLower(col.Name)] = db.Visible(col.Name)
			}
		}
	}
	c.keys = c.keys[:0]
	for k := range seen {
		c.keys = append(c.keys, k)
	}
	sort.Strings(c.keys)
	c.words = make([]string, len(c.keys))
	for i, k := range c.keys {
		c.words[i] = seen[k]
	}
}

// see takes in the short texts of the rows on screen, which a refinement is likely to name.
func (c *completer) see(p grid.Page) {
	if len(p.Rows) == 0 {
		return
	}
	seen := map[string]bool{}
	for _, row := range p.Rows {
		for _, v := range row {
			if s, ok := v.(string); ok && len(s) > minPrefix && len(s) <= maxValue && !strings.ContainsAny(s, "\n@") {
				seen[db.Visible(s)] = true
			}
		}
	}
	c.values = slices.SortedFunc(maps.Keys(seen), func(a, b string) int { return strings.Compare(strings.ToLower(a), strings.ToLower(b)) })
}

// seenValues proposes values that begin with the word at the caret.
func (c *completer) seenValues(before string) []suggestion {
	from := strings.LastIndexAny(before, " \n(,.=<>'\"") + 1
	word := strings.ToLower(before[from:])
	if len(word) < minPrefix {
		return nil
	}
	var out []suggestion
	at := sort.Search(len(c.values), func(i int) bool { return strings.ToLower(c.values[i]) >= word })
	for i := at; i < len(c.values) && strings.HasPrefix(strings.ToLower(c.values[i]), word) && len(out) < 3; i++ {
		if strings.EqualFold(c.values[i], word) {
			return nil
		}
		out = append(out, suggestion{text: c.values[i], from: from})
	}
	return out
}

// suggest proposes for the text before the caret, best first. A word that is complete proposes nothing, so that tab
// stays free for moving on.
func (c *completer) suggest(before string, history []string, refining bool) []suggestion {
	if before == "" || strings.HasSuffix(before, " ") && !strings.Contains(strings.TrimSpace(before), " ") {
		return nil
	}
	if strings.HasPrefix(before, "/") {
		return c.slashed(before)
	}
	var out []suggestion
	if len(before) >= minPrefix {
		out = append(out, whole(newestFirst(history), before)...)
		if refining {
			out = append(out, whole(phrases, before)...)
		}
	}
	out = append(out, c.names(before)...)
	out = append(out, c.seenValues(before)...)
	return out[:min(len(out), maxSuggestions)]
}

// whole proposes candidates that start with everything typed so far.
func whole(candidates []string, before string) []suggestion {
	var out []suggestion
	for _, s := range candidates {
		if len(s) > len(before) && strings.EqualFold(s[:len(before)], before) && !contains(out, s) && !strings.Contains(s, "\n") {
			out = append(out, suggestion{text: s})
		}
		if len(out) == maxSuggestions {
			break
		}
	}
	return out
}

func contains(list []suggestion, s string) bool {
	return slices.ContainsFunc(list, func(x suggestion) bool { return x.text == s })
}

func newestFirst(history []string) []string {
	out := slices.Clone(history)
	slices.Reverse(out)
	return out
}

// names proposes tables and columns for the word at the caret.
func (c *completer) names(before string) []suggestion {
	from := strings.LastIndexAny(before, " \n(,.=<>'\"") + 1
	word := strings.ToLower(before[from:])
	if len(word) < minPrefix {
		return nil
	}
	var out []suggestion
	at := sort.SearchStrings(c.keys, word)
	for i := at; i < len(c.keys) && strings.HasPrefix(c.keys[i], word) && len(out) < maxSuggestions; i++ {
		if c.keys[i] == word {
			return nil
		}
		out = append(out, suggestion{text: c.words[i], from: from})
	}
	sort.SliceStable(out, func(i, j int) bool { return len(out[i].text) < len(out[j].text) })
	return out
}
