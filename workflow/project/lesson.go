package project

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/schema"
)

// Lesson is a definition that a person told in a sentence: an entry of a project's file.
type Lesson struct {
	// Section is the table of the file, empty for its settings; Key is the entry and Value what it holds.
	Section, Key, Value string
	// Default is a filter's.
	Default string
	// Condition says that the value is a condition; Figure that it is a figure.
	Condition, Figure bool
}

// UnclearError is returned for a sentence that teaches something of which a part is not known here.
type UnclearError struct{ What string }

func (e *UnclearError) Error() string {
	return fmt.Sprintf("I do not know what %q is here: say it with names of tables, columns and values, or as SQL", e.What)
}

// Student reads lessons about one database.
type Student struct {
	Index   *schema.Index
	Dialect statement.Dialect
	Project *Project
	// Ask reads a question, for conditions that are said as one; nil reads none.
	Ask func(question string) (*statement.Statement, error)
}

// Listen reads a sentence; nil, nil when it teaches nothing.
func (s *Student) Listen(input string) (*Lesson, error) {
	said := strings.TrimSpace(strings.Trim(strings.TrimSpace(input), "."))
	if strings.HasSuffix(said, "?") || asking.MatchString(said) && !meaning.MatchString(said) || strings.Contains(said, "\n") {
		return nil, nil
	}
	said = lead.ReplaceAllString(said, "")
	for _, form := range sayings {
		groups := form.match(said)
		if groups == nil {
			continue
		}
		lesson, err := form.read(s, groups)
		if err != nil && form.sure {
			return nil, err
		}
		if err == nil && lesson != nil {
			return lesson, nil
		}
	}
	return nil, nil
}

// asking are beginnings of questions and commands, which teach nothing.
var asking = regexp.MustCompile(`(?i)^(what|which|who|whose|where|why|how|is|are|does|do you|did|can|could|list|give|find|select|with recursive|values|explain|insert|update|delete|drop|create|alter|truncate|merge|copy|pragma|describe|summarize)\b`)

// meaning begins like a question and is none.
var meaning = regexp.MustCompile(`(?i)^what (i|we) mean by `)

// lead is what people say before they teach.
var lead = regexp.MustCompile(`(?i)^((please|ok|okay|remember|note|fyi|for the record|from now on|keep in mind|in our company|at our company|here|for us|let's say|just so you know|know|learn)[,:]?\s+(that\s+)?)+`)

// saying is a way of teaching: a pattern with named groups and what reads them. What is sure is no question, whatever its
// parts are.
type saying struct {
	pattern *regexp.Regexp
	sure    bool
	read    func(*Student, map[string]string) (*Lesson, error)
}

func (f saying) match(said string) map[string]string {
	found := f.pattern.FindStringSubmatch(said)
	if found == nil {
		return nil
	}
	groups := map[string]string{}
	for i, name := range f.pattern.SubexpNames() {
		if name != "" && found[i] != "" {
			groups[name] = strings.TrimSpace(found[i])
		}
	}
	return groups
}

// sayings are tried in this order.
var sayings = slices.Concat(
	say(true, (*Student).setting,
		`(?:our |the )?(?:fiscal|financial|business) year (?:starts|begins|runs) (?:in|on|from|with)? ?(?:the )?(?:1st of |first of |1 )?(?P<fiscal_year>[a-z]+)(?: (?:1|1st|to .*))?`,
		`(?:our |the )?weeks? (?:starts?|begins?) on (?:a )?(?P<week_start>[a-z]+day)s?`,
		`(?:our |the )?currency is (?P<currency>[a-z]{3})`,
		`(?:our |the |my )?time ?zone is (?P<time_zone>[a-z_]+/[a-z_]+|utc)`),
	say(true, (*Student).time,
		`use (?P<column>.+?) (?:for|as) (?:the |its |their |our )?(?:default )?(?:dates?|times?|time column|date column|timestamp)(?: (?:of|for|in) (?P<table>.+))?`,
		`use (?P<column>.+?) (?:to date|for the dates? of|as the dates? of) (?P<table>.+)`,
		`(?:the )?(?:dates?|time|time column|date column) (?:of|for) (?P<table>.+?) (?:is|are|means?) (?P<column>.+)`,
		`(?P<table>.+?) are dated by (?P<column>.+)`,
		`date (?P<table>.+?) by (?P<column>.+)`,
		`dates? means? (?P<column>.+)`),
	say(false, (*Student).time, `go by (?P<column>.+?)(?: for (?P<table>.+))?`),
	say(false, (*Student).hide, `(?:hide|never show|never use|do not ever show) (?:the )?(?:column |table )?(?P<target>.+)`),
	say(true, (*Student).exclude,
		`never (?:ever )?(?:count|include|consider|use|show) (?P<rows>.+?)(?: (?:unless .*|by default|please|again|at all))?`,
		`(?:do not|don't|dont) (?:ever )?(?:count|include|consider|use|show) (?P<rows>.+?) (?:unless .*|by default|any ?more|ever|again|from now on)`,
		`(?:always|by default,?) (?:exclude|leave out|ignore|skip|omit|drop|filter out|remove) (?P<rows>.+)`,
		`(?:exclude|leave out|ignore|skip|omit|drop|filter out) (?P<rows>.+?) (?:unless .*|by default|always|from now on|everywhere)`,
		`(?P<rows>.+?) (?:do not|don't|does not|doesn't|never|should not|shouldn't|should never) count(?: unless .*)?`),
	say(true, (*Student).only,
		`(?:always|by default,?) (?:only )?(?:count|show|use|include|look at|consider|filter to|filter by|keep)(?: only)? (?P<rows>.+)`,
		`(?:only|just) ever count (?P<rows>.+)`,
		`(?:only )?(?:count|use|consider|show)(?: only)? (?P<rows>.+?) (?:by default|unless .*|from now on)`),
	say(false, (*Student).label, `(?:call|label) (?P<table>\w+) by (?:their |its |the )?(?P<column>.+)`),
	say(true, (*Student).call, `(?:(?:we|i|people|they|you may|you can|let's|let us) (?:also |here |usually )?)?call (?P<both>.+)`),
	say(true, (*Student).thing,
		`(?P<name>[\w -]+?) (?:is|are|means?) (?:an? |any |the |those |all )*(?P<kind>\w+) (?P<meaning>(?:that|which|who|whose|where|with|without|from|having|of more|of less|of at) .+)`),
	say(false, (*Student).having, `an? (?P<name>[\w -]+?) (?:has|have) (?P<meaning>.+)`),
	say(true, (*Student).define,
		`by (?P<name>.+?),? (?:i|we|people|they) (?:always |really |usually |actually )?(?:mean|understand) (?P<meaning>.+)`,
		`with (?P<name>.+?) (?:i|we) mean (?P<meaning>.+)`,
		`(?:when|if|whenever) (?:i|we|people) (?:say|write|type|ask for|talk about|speak of) (?P<name>.+?),? (?:i|we|they) mean (?P<meaning>.+)`,
		`what (?:i|we) mean by (?P<name>.+?) is (?P<meaning>.+)`,
		`(?:i|we) mean (?P<meaning>.+?) (?:by|when i say|when we say) (?P<name>.+)`,
		`(?:our |the )?(?:definition|formula|meaning) (?:of|for) (?P<name>.+?) is (?P<meaning>.+)`,
		`(?:define|interpret|read|understand|treat) (?P<name>.+?) (?:as|to be|to mean) (?P<meaning>.+)`,
		`(?:we|i|people|they|some|many|users|some people)(?: here| also| often| sometimes| usually| tend to)* say (?P<name>.+?) (?:for|instead of|when they mean|when we mean|and mean|meaning) (?P<meaning>.+)`,
		`let (?P<name>.+?) (?:be|mean) (?P<meaning>.+)`,
		`(?:we |i )?(?:define|calculate|compute|work out|measure) (?P<name>.+?) (?:as|by) (?P<meaning>.+)`,
		`(?P<name>.+?) (?:is|are|should be|must be|shall be|has to be) (?:always )?(?:defined|calculated|computed|worked out|measured|understood) (?:as|by|to be) (?P<meaning>.+)`,
		`(?P<name>.+?) (?:is|are) (?:short|shorthand|another word|another name|another term|a synonym|our word|our name|our term|the same) (?:for|as|of) (?P<meaning>.+)`,
		`(?P<name>.+?) (?:always |really |should |shall |just |also )?(?:means?|stands? for|refers? to|denotes?) (?P<meaning>.+)`),
	say(true, (*Student).when,
		`(?:an?|the|any) (?P<noun>[\w ]+?) (?:is|counts as) (?P<name>[\w -]+?) (?:if|when|once) (?:it|its|they|their)? ?(?P<meaning>.+)`,
		`(?P<noun>\w+) (?:are|count as) (?P<name>[\w -]+?) (?:if|when|once) (?:they|their|it)? ?(?P<meaning>.+)`),
	say(false, (*Student).called, `(?:the )?(?:table |column )?(?P<meaning>.+?) (?:is|are) (?:also )?(?:called|known as|named|referred to as) (?P<name>.+)`),
	say(false, (*Student).fresh,
		`(?P<name>[^=:]+?) ?(?::=|=|:) ?(?P<meaning>.+)`,
		`(?P<name>.+?) (?:is|are|equals?|includes?|consists? of|comprises?|covers?|contains?) (?P<meaning>.+)`),
)

func say(sure bool, read func(*Student, map[string]string) (*Lesson, error), patterns ...string) []saying {
	var out []saying
	for _, p := range patterns {
		out = append(out, saying{regexp.MustCompile("(?i)^" + p + "$"), sure, read})
	}
	return out
}

func (s *Student) setting(g map[string]string) (*Lesson, error) {
	for key, value := range g {
		switch key {
		case "currency":
			value = strings.ToUpper(value)
		case "fiscal_year", "week_start":
			value = strings.ToLower(value)
		}
		return &Lesson{Key: key, Value: value}, nil
	}
	return nil, nil
}

func (s *Student) time(g map[string]string) (*Lesson, error) {
	home := s.table(g["table"])
	if home == nil && g["table"] != "" {
		return nil, &UnclearError{g["table"]}
	}
	c := s.column(g["column"], home)
	if c == nil || !c.Type.Temporal() && c.Role != schema.Moment {
		return nil, &UnclearError{g["column"]}
	}
	return &Lesson{Section: "time", Key: c.Table.Name, Value: c.Name}, nil
}

func (s *Student) label(g map[string]string) (*Lesson, error) {
	home := s.table(g["table"])
	if home == nil {
		return nil, &UnclearError{g["table"]}
	}
	c := s.column(g["column"], home)
	if c == nil {
		return nil, &UnclearError{g["column"]}
	}
	return &Lesson{Section: "labels", Key: home.Name, Value: c.Name}, nil
}

func (s *Student) hide(g map[string]string) (*Lesson, error) {
	if c := s.column(g["target"], nil); c != nil {
		return &Lesson{Key: "hidden", Value: c.String()}, nil
	}
	return nil, &UnclearError{g["target"]}
}

func (s *Student) exclude(g map[string]string) (*Lesson, error) {
	return s.standard(g["rows"], "exclude")
}
func (s *Student) only(g map[string]string) (*Lesson, error) { return s.standard(g["rows"], "only") }

// standard makes a condition, known by name or said, one that holds unless something else is asked.
func (s *Student) standard(rows, how string) (*Lesson, error) {
	name, home := s.withoutNoun(rows)
	for _, said := range []string{rows, name} {
		if d := s.Project.Find(said); d != nil && d.Kind == Value {
			return &Lesson{Section: "filters", Key: d.Name, Value: d.Text, Default: how, Condition: true}, nil
		}
	}
	condition, err := s.condition(name, home)
	if err != nil && home != nil {
		condition, err = s.condition(rows, home)
	}
	if err != nil {
		return nil, err
	}
	return &Lesson{Section: "filters", Key: strings.ToLower(name), Value: condition, Default: how, Condition: true}, nil
}

// call reads "call cust customer": the longer part that is known, then its new name.
func (s *Student) call(g map[string]string) (*Lesson, error) {
	words := strings.Fields(g["both"])
	if lesson := s.callSaid(words); lesson != nil {
		return lesson, nil
	}
	for at := len(words) - 1; at > 0; at-- {
		known, name := strings.Join(words[:at], " "), strings.Join(words[at:], " ")
		if target := s.target(known); target != "" {
			return s.word(name, target)
		}
	}
	for at := 1; at < len(words); at++ {
		if condition, err := s.condition(strings.Join(words[:at], " "), nil); err == nil {
			return &Lesson{Section: "filters", Key: clean(strings.Join(words[at:], " ")), Value: condition, Condition: true}, nil
		}
	}
	return nil, &UnclearError{g["both"]}
}

// callSaid reads what is no name: "customers with status C churned", "days times rate the rental value".
func (s *Student) callSaid(words []string) *Lesson {
	for at := len(words) - 1; at > 1; at-- {
		said, name := strings.Join(words[:at], " "), clean(strings.Join(words[at:], " "))
		if name == "" || s.target(said) != "" && !relation.MatchString(said) {
			continue
		}
		if figure, err := s.figure(said); err == nil && articles.MatchString(strings.Join(words[at:], " ")) {
			return &Lesson{Section: "metrics", Key: name, Value: figure, Figure: true}
		}
		if condition, err := s.condition(said, nil); err == nil && relation.MatchString(said) {
			return &Lesson{Section: "filters", Key: name, Value: condition, Condition: true}
		}
	}
	return nil
}

// relation begins what says of things which ones are meant.
var relation = regexp.MustCompile(`(?i) (?:that|which|who|whose|where|with|without|from|having) `)

// thing is "a late order is one that …", "long rentals are those with …", "active customers are customers whose …".
func (s *Student) thing(g map[string]string) (*Lesson, error) {
	name := clean(g["name"])
	words := strings.Fields(name)
	if len(words) > 4 || slices.ContainsFunc(words, func(w string) bool { return structural[w] }) {
		return nil, nil
	}
	_, home := s.withoutNoun(name)
	switch kind := strings.ToLower(g["kind"]); {
	case home != nil && slices.Contains([]string{"one", "ones", "those", "any"}, kind):
	case home == nil && !s.known(name) && s.table(kind) != nil, home != nil && s.table(kind) == home:
		home = s.table(kind)
	default:
		return nil, nil
	}
	condition, err := s.condition(strings.TrimPrefix(g["meaning"], "of "), home)
	if err != nil {
		return nil, err
	}
	return &Lesson{Section: "filters", Key: name, Value: condition, Condition: true}, nil
}

// having is "an expensive machine has a day rate above 100".
func (s *Student) having(g map[string]string) (*Lesson, error) {
	name := clean(g["name"])
	adjective, home := s.withoutNoun(name)
	if home == nil || adjective == "" || s.known(adjective) {
		return nil, nil
	}
	condition, err := s.condition(g["meaning"], home)
	if err != nil {
		return nil, err
	}
	return &Lesson{Section: "filters", Key: name, Value: condition, Condition: true}, nil
}

func (s *Student) word(name, target string) (*Lesson, error) {
	return &Lesson{Section: "words", Key: clean(name), Value: target}, nil
}

// called is "cust is called customer".
func (s *Student) called(g map[string]string) (*Lesson, error) {
	target := s.target(g["meaning"])
	if target == "" {
		return nil, &UnclearError{g["meaning"]}
	}
	return s.word(g["name"], target)
}

// when is "an order is late when it shipped after required".
func (s *Student) when(g map[string]string) (*Lesson, error) {
	home := s.table(g["noun"])
	if home == nil {
		return nil, nil
	}
	condition, err := s.condition(g["meaning"], home)
	if err != nil {
		return nil, err
	}
	return &Lesson{Section: "filters", Key: clean(g["name"]), Value: condition, Condition: true}, nil
}

// fresh is a definition in few words ("EU is Germany, France and Spain"), which only a name that means nothing yet may have.
func (s *Student) fresh(g map[string]string) (*Lesson, error) {
	name := clean(g["name"])
	words := strings.Fields(name)
	if len(words) > 3 || slices.ContainsFunc(words, func(w string) bool { return structural[w] }) || s.known(name) {
		return nil, nil
	}
	return s.define(g)
}

// known says that a name means something here already.
func (s *Student) known(name string) bool {
	said := schema.Words(name)
	named := slices.ContainsFunc(s.Index.Phrases(said), func(m schema.Match) bool {
		return m.From == 0 && m.To == len(said) && m.Exact() && (m.Column == nil || m.Column.Metric == nil)
	})
	return named || s.table(name) != nil || len(s.Index.Values(name)) > 0
}

// structural are words that a refinement or a question has and a name does not.
var structural = func() map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(`only also and but or with without show sort order by from in of those these that this which who where when then now
		than whose whom not no all every each per for to as like limit top first last they it there he she we i you them ones what how why group filter just`) {
		out[w] = true
	}
	return out
}()

// Teaches says that a sentence is a lesson, or is sure to be meant as one; nothing is asked of the database.
func (s *Student) Teaches(input string) bool {
	if !triggers.MatchString(input) {
		return false
	}
	lesson, err := s.Listen(input)
	return lesson != nil || err != nil
}

// triggers are words without which nothing is taught.
var triggers = regexp.MustCompile(`(?i)\b(mean|means|meant|is|are|has|have|say|should|must|call|called|use|never|always|default|count|counts|define|let|treat|read|understand|interpret|stands?|refers?|denotes?|equals?|includes?|consists?|comprises?|covers?|contains?|starts?|begins?|hide|date|dates|go by|label|calculate|compute|measure|work out|from now on|unless|shorthand)\b|[=:]`)

// define says what a name means: a figure, a condition, a table or a column.
func (s *Student) define(g map[string]string) (*Lesson, error) {
	name, meaning := clean(g["name"]), strings.TrimSpace(g["meaning"])
	if target := s.target(meaning); target != "" && !strings.ContainsAny(meaning, "*+/=<>(") && !strings.Contains(strings.ToLower(meaning), "number of") {
		return s.word(name, target)
	}
	if figure, err := s.figure(meaning); err == nil {
		return &Lesson{Section: "metrics", Key: name, Value: figure, Figure: true}, nil
	}
	// "status A means active": the code is said first, with its column.
	if e, ok := s.stated(g["name"], nil); ok {
		return &Lesson{Section: "filters", Key: clean(meaning), Value: s.sql(e), Condition: true}, nil
	}
	_, home := s.withoutNoun(name)
	condition, err := s.condition(meaning, home)
	if err == nil {
		return &Lesson{Section: "filters", Key: name, Value: condition, Condition: true}, nil
	}
	// "C means churned": the code is said first.
	if condition, err := s.condition(g["name"], nil); err == nil && s.target(meaning) == "" {
		return &Lesson{Section: "filters", Key: clean(meaning), Value: condition, Condition: true}, nil
	}
	return nil, &UnclearError{meaning}
}

// clean is a name without quotes and articles.
func clean(name string) string {
	name = strings.Trim(strings.TrimSpace(name), `"'“”‘’`)
	return strings.TrimSpace(articles.ReplaceAllString(strings.ToLower(name), ""))
}

var articles = regexp.MustCompile(`(?i)^(the|an?|our|their|its|any|all|my|word|term) +`)
