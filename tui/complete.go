package tui

import (
	"maps"
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"parley/db"
	"parley/dialog"
	"parley/tui/finder"
	"parley/tui/grid"
	"parley/workflow/project"
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
	often    []string      // those of them that come again, the most frequent first
	columns  []string      // of the result on screen, as they stand
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
	slices.SortFunc(c.commands, func(a, b string) int { // what leaves is never the first
		if leaves(a) != leaves(b) {
			return map[bool]int{true: 1, false: -1}[leaves(a)]
		}
		return strings.Compare(a, b)
	})
	items := make([]finder.Item, len(c.commands))
	for i, name := range c.commands {
		items[i] = finder.Item{Name: name[1:], ID: name, Says: commandHelp(name)}
	}
	c.found = finder.NewIndex(items)
	return c
}

// leaves says that an input ends the program: nobody is led to it.
func leaves(s string) bool {
	return slices.Contains([]string{"quit", "exit"}, strings.ToLower(strings.TrimPrefix(strings.TrimSpace(s), "/")))
}

// twins are other names of commands, or nearly so, which help does not list.
var twins = map[string]string{"/exit": "/quit", "/timeline": "/tree", "/keys": "/help"}

// commandHelp is what a command does; empty for one of the host's.
func commandHelp(name string) string {
	if twin, ok := twins[name]; ok {
		name = twin
	}
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

// learn takes in the names of a schema, and the words of the project: figures that are defined, what things are called.
func (c *completer) learn(s *db.Schema, p *project.Project) {
	if s == nil {
		return
	}
	seen := map[string]string{}
	if p != nil {
		for _, d := range p.Definitions {
			seen[strings.ToLower(d.Name)] = visibleOneLine(d.Name)
		}
	}
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

// see takes in the columns and the short texts of the rows on screen, which a refinement is likely to name.
func (c *completer) see(columns []string, p grid.Page) {
	c.columns = nil
	for _, name := range columns {
		c.columns = append(c.columns, visibleOneLine(name))
	}
	if len(p.Rows) == 0 {
		return
	}
	seen := map[string]int{}
	for _, row := range p.Rows {
		for _, v := range row {
			if s, ok := v.(string); ok && len(s) > minPrefix && len(s) <= maxValue && !strings.ContainsAny(s, "\n@") {
				seen[db.Visible(s)]++
			}
		}
	}
	c.values = slices.SortedFunc(maps.Keys(seen), func(a, b string) int { return strings.Compare(strings.ToLower(a), strings.ToLower(b)) })
	c.often = slices.DeleteFunc(slices.Clone(c.values), func(v string) bool { return seen[v] < 2 })
	if len(c.often) == 0 { // each is there once: as they stand
		c.often = c.values
	}
	slices.SortStableFunc(c.often, func(a, b string) int { return seen[b] - seen[a] })
}

// Words after which a column of the result follows, or a value on screen.
var (
	beforeColumn = []string{"sort by ", "sorted by ", "order by ", "ordered by ", "group by ", "grouped by ", "broken down by ", "break down by ", "sort them by ", "sort it by "}
	beforeValue  = []string{"only from ", "only in ", "only ", "just ", "without ", "exclude ", "excluding ", "only for "}
)

// after proposes what follows such words: the columns of the result, or values that it shows, even before a letter of them is typed.
func (c *completer) after(before string) []suggestion {
	lower := strings.ToLower(before)
	if len(lower) != len(before) { // of letters that are longer or shorter when small
		return nil
	}
	for _, kind := range []struct{ leads, names []string }{{beforeColumn, c.columns}, {beforeValue, c.often}} {
		for _, lead := range kind.leads {
			i := strings.LastIndex(lower, lead)
			at := i + len(lead)
			if i < 0 || i > 0 && before[i-1] != ' ' || strings.Contains(before[at:], " ") {
				continue
			}
			out := startingWith(kind.names, before[at:], at)
			if strings.HasSuffix(lead, " from ") || strings.HasSuffix(lead, " in ") { // where things are has a name
				slices.SortStableFunc(out, func(a, b suggestion) int { return capital(b.text) - capital(a.text) })
			}
			return out[:min(len(out), maxSuggestions)]
		}
	}
	return nil
}

// capital is 1 for a text that begins with a capital letter.
func capital(s string) int {
	if r, _ := utf8.DecodeRuneInString(s); unicode.IsUpper(r) {
		return 1
	}
	return 0
}

// startingWith proposes names that begin with what was typed of one; none where one is there whole.
func startingWith(names []string, typed string, from int) []suggestion {
	var out []suggestion
	for _, name := range names {
		switch {
		case strings.EqualFold(name, typed):
			return nil
		case len(name) > len(typed) && strings.EqualFold(name[:len(typed)], typed):
			out = append(out, suggestion{text: name, from: from})
		}
	}
	return out
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
	following := []suggestion(nil)
	if refining {
		following = c.after(before)
	}
	if before == "" || len(following) == 0 && strings.HasSuffix(before, " ") && !strings.Contains(strings.TrimSpace(before), " ") {
		return nil
	}
	if strings.HasPrefix(before, "/") {
		return c.slashed(before)
	}
	var out []suggestion
	if len(before) >= minPrefix {
		out = append(out, whole(newestFirst(history), before)...)
		var said []suggestion
		if refining {
			said = whole(phrases, before)
		}
		if len(following) > 0 && len(before)-following[0].from == 1 { // one letter is little of a name
			said, following = following, said
		}
		out = append(append(out, following...), said...)
	}
	for _, more := range slices.Concat(c.named(before), c.seenValues(before)) {
		if !slices.Contains(out, more) {
			out = append(out, more)
		}
	}
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
	out := slices.DeleteFunc(slices.Clone(history), leaves)
	slices.Reverse(out)
	return out
}

// longest is how many words of the input a name of several may have begun with.
const longest = 3

// named proposes names for what stands before the caret: of several words, as the project has them, then of one.
func (c *completer) named(before string) []suggestion {
	from := len(before)
	var out []suggestion
	for n := 0; n < longest && from > 0; n++ {
		from = strings.LastIndexByte(before[:from-1], ' ') + 1
		if !strings.Contains(before[from:], " ") {
			continue
		}
		for _, s := range c.from(before, from) {
			if strings.Contains(s.text, " ") {
				out = append(out, s)
			}
		}
	}
	return append(out, c.names(before)...)
}

// names proposes tables and columns for the word at the caret.
func (c *completer) names(before string) []suggestion {
	return c.from(before, strings.LastIndexAny(before, " \n(,.=<>'\"")+1)
}

// from proposes names that begin with what was typed from a place on; none where one is there whole.
func (c *completer) from(before string, from int) []suggestion {
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
