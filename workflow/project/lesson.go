package project

import (
	"errors"
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

// certainError is returned for what is not clear and can be meant as nothing but a lesson, whatever its form.
type certainError struct{ UnclearError }

// Student reads lessons about one database.
type Student struct {
	Index   *schema.Index
	Dialect statement.Dialect
	Project *Project
	// Ask reads a question, for conditions that are said as one; nil reads none.
	Ask func(question string) (*statement.Statement, error)
	// Unasked says that no query is in force: an imperative is a rule then, and no refinement.
	Unasked bool
	// supposing takes for a condition what only a question can tell.
	supposing bool
}

// Listen reads a sentence; nil, nil when it teaches nothing.
func (s *Student) Listen(input string) (*Lesson, error) {
	said := strings.TrimSpace(strings.Trim(strings.TrimSpace(input), "."))
	if strings.HasSuffix(said, "?") || asking.MatchString(said) && !meaning.MatchString(said) || strings.Contains(said, "\n") {
		return nil, nil
	}
	rule := s.Unasked || rulesFromNow.MatchString(said)
	said = lead.ReplaceAllString(said, "")
	switch {
	case rule && denial.MatchString(said):
		said = denial.ReplaceAllString(said, "never ")
	case rule && imperative.MatchString(said) && !(s.Unasked && shows.MatchString(said)):
		said = "always " + said
	}
	for _, form := range sayings {
		groups := form.match(said)
		if groups == nil {
			continue
		}
		lesson, err := form.read(s, groups)
		if err != nil && (form.sure || errors.As(err, new(*certainError))) {
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
var meaning = regexp.MustCompile(`(?i)^what (i|we|people) (mean by|call) `)

// lead is what people say before they teach.
var lead = regexp.MustCompile(`(?i)^((please|ok|okay|remember|note|fyi|for the record|from now on|in future|in the future|as a rule|in general|generally|keep in mind|in our company|at our company|here|for us|let's say|let me|let us|i want to|i would like to|i'd like to|just so you know|know|learn|you (?:can|may|should)|in this (?:database|project|company|schema))[,:]?\s+(that\s+)?)+`)

// rulesFromNow begin what holds for all questions to come, where an imperative else is of the one in force.
var (
	rulesFromNow = regexp.MustCompile(`(?i)^(?:please |ok |okay )?(?:from now on|in future|in the future|as a rule|in general|generally),? `)
	imperative   = regexp.MustCompile(`(?i)^(?:exclude|leave out|ignore|skip|omit|drop|filter out|only|count|show|use)\b`)
	denial       = regexp.MustCompile(`(?i)^(?:do not|don['’]?t) (?:ever )?`)
	shows        = regexp.MustCompile(`(?i)^(?:only|count|show|use)\b`) // of which a question may begin
)

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
		`(?:use|take|go by) (?:the )?(?P<column>.+?) (?:when|whenever|if) (?:i|we|people|somebody|someone|you) (?:am asked|are asked|asks?|speaks?|talks?|looks?|counts?)(?: (?:about|for|of|at))? (?P<table>.+?)(?: (?:over time|by (?:day|week|month|quarter|year)|per (?:day|week|month|quarter|year)|in a (?:period|month|year)))?`,
		`(?:the )?(?:relevant |default |right |main |proper |official |important )?(?:dates?|time|time column|date column) (?:of|for) (?P<table>.+?) (?:is|are|means?) (?P<column>.+)`,
		`(?P<table>.+?) (?:are|is|should be|must be|get) (?:always )?dated (?:by|on|from) (?P<column>.+?)(?:,? (?:and |but )?not (?:by )?.+)?`,
		`date (?P<table>.+?) by (?P<column>.+)`,
		`dates? means? (?P<column>.+)`),
	say(false, (*Student).time,
		`for (?P<table>.+?),? (?:use|take|go by) (?:the )?(?P<column>.+?)(?: as (?:the |its |their )?(?:date|time|time column|date column|timestamp))?`,
		`use (?P<column>.+?) for (?:the )?(?P<table>.+?)(?: (?:dates?|times?|timestamps?))?`,
		`when (?:i|we) (?:ask|talk|speak) (?:about|for|of) (?:the )?(?:dates?|times?) (?:of|for) (?P<table>.+?),? (?:i|we)? ?(?:take|use|mean|go by) (?:the )?(?P<column>.+)`),
	say(false, (*Student).time,
		`for (?P<table>.+?),? the (?:date|time|time column|date column) is (?P<column>.+)`,
		`(?:an? |the )?(?P<table>\w+)(?:['’]s)? (?:dates?|times?|timestamps?) (?:means?|is|are|should be|stands? for) (?P<column>.+)`),
	say(true, (*Student).join,
		`(?P<x>\w+\.\w+) (?:refers? to|references|joins?(?: (?:to|with|on))?|links? to|points? to|matches|belongs? to|(?:is|are) (?:the same as|a key of|linked to)|is|equals|=|->|→) (?P<y>\w+\.\w+)`,
		`(?:join|link|connect) (?P<a>.+?) (?:to|with|and) (?P<b>.+?) (?:on|by|via|over|using|through) (?P<x>\S+)(?: (?:=|equals|is|and|to|with) (?P<y>\S+))?`),
	say(false, (*Student).join,
		`(?P<a>.+?) (?:belongs? to|refers? to|(?:is|are) (?:linked|joined|connected|matched) (?:to|with)|links? to|connects? to|joins?(?: to| with)?) (?P<b>.+?) (?:on|by|via|over|using|through|with) (?:their |the |its )?(?P<x>\S+?)(?: (?:=|equals|and|to|with) (?P<y>\S+))?`,
		`(?:the )?(?P<x>[\w ]+?) (?:of|in|from) (?:an? |the )?(?P<a>\w+) (?:is|equals|matches|refers to|corresponds to) (?:the same as )?(?:the |an? )?(?P<y>[\w ]+?) (?:in|of|from) (?:an? |the )?(?P<b>\w+)`),
	say(false, (*Student).time, `go by (?P<column>.+?)(?: for (?P<table>.+))?`),
	say(false, (*Student).hide, `(?:hide|never show|never use|do not ever show) (?:the )?(?:column |table )?(?P<target>.+)`),
	say(true, (*Student).exclude,
		`(?:we |i |you )?never (?:ever )?(?:count|include|consider|use|show) (?P<rows>.+?)(?: (?:unless .*|by default|please|again|at all))?`,
		`(?:we|i) (?:do not|don't|dont) (?:ever )?(?:count|include|consider|use|show) (?P<rows>.+)`,
		`(?:do not|don't|dont) ever (?:count|include|consider|use|show) (?P<rows>.+)`,
		`(?:do not|don't|dont) (?:ever )?(?:count|include|consider|use|show) (?P<rows>.+?) (?:unless .*|by default|any ?more|ever|again|from now on)`,
		`(?:always|by default,?) (?:exclude|leave out|ignore|skip|omit|drop|filter out|remove) (?P<rows>.+)`,
		`(?:exclude|leave out|ignore|skip|omit|drop|filter out) (?P<rows>.+?)(?: (?:from|in) (?:everything|all (?:questions|figures|queries|answers|reports)))? (?:unless .*|by default|always|from now on|in future|everywhere)`,
		`(?:exclude|leave out|ignore|skip|omit|drop|filter out) (?P<rows>.+?) (?:from|in) (?:everything|all (?:questions|figures|queries|answers|reports))`,
		`(?P<rows>.+?) (?:do not|don't|does not|doesn't|never|should not|shouldn't|should never|must not|must never) (?:count|be (?:counted|included|considered|shown|used))(?: unless .*)?`,
		`(?P<rows>.+?) (?:should|must|shall|need to|have to|has to|ought to|can) (?:always |all )?be (?:ignored|excluded|left out|skipped|omitted|disregarded|filtered out|dropped)(?: unless .*)?`,
		`(?P<rows>.+?) (?:are|is) (?:never|not|always)(?: to be)? (?:counted|included|considered|ignored|excluded|left out)(?: unless .*)?`,
		`(?P<rows>.+?) (?:are|is) to be (?:ignored|excluded|left out|skipped|disregarded)(?: unless .*)?`),
	say(true, (*Student).only,
		`(?:always|by default,?) (?:only )?(?:count|show|use|include|look at|consider|filter to|filter by|keep)(?: only)? (?P<rows>.+)`,
		`(?:only|just) ever count (?P<rows>.+)`,
		`(?:we|i) only (?:ever )?(?:count|look at|show|use|include|consider) (?P<rows>.+)`,
		`only (?P<rows>.+?) (?:count|counts|should count|are counted|should be counted|matter)(?: unless .*)?`,
		`(?:only )?(?:count|use|consider|show)(?: only)? (?P<rows>.+?) (?:by default|unless .*|from now on)`),
	say(false, (*Student).label, `(?:call|label) (?P<table>\w+) by (?:their |its |the )?(?P<column>.+)`),
	say(true, (*Student).when,
		`call (?:an?|the|any) (?P<noun>\w+) (?P<name>[\w -]+?) (?:if|when|once|whenever) (?:its|it|their|they)? ?(?P<meaning>.+)`),
	say(true, (*Student).call, `(?:(?:we|i|people|they|you may|you can|let's|let us) (?:also |here |usually )?)?call (?P<both>.+)`),
	say(true, (*Student).thing,
		`(?P<name>[\w -]+?) (?:is|are|means?) (?:an? |any |the |those |all )*(?P<kind>\w+(?: \w+)??) (?P<meaning>(?:that|which|who|whose|where|with|without|from|having|over|under|above|below|between|before|after|in|at|on|of|\w+ed|born|sold|sent|bought|paid|made) .+)`),
	say(false, (*Student).having,
		`(?P<one>an? )?(?P<name>[\w -]+?) (?:has|have) (?P<meaning>.+)`,
		`(?P<one>an? )?(?P<name>[\w -]+?) (?P<meaning>(?:costs?|weighs?|lasts?|takes?|earns?|was|were) .+)`),
	say(true, (*Student).define,
		`use (?:the )?(?:word|term|name) (?P<name>.+?) (?:for|instead of) (?P<meaning>.+)`),
	say(false, (*Student).same, `(?P<a>[\w ]+?) and (?P<b>[\w ]+?) (?:are|mean|is) (?:the same(?: thing)?|synonyms|interchangeable|equivalent|one and the same)`),
	say(false, (*Student).groupedAs,
		`(?:we |i )?(?:count|regard|consider|classify|class|treat) (?P<meaning>.+?) as (?P<name>[\w -]+)`),
	say(false, (*Student).when,
		`(?:i|we|people) (?:consider|call|count|regard) (?:an?|the|any) (?P<noun>\w+) (?:as )?(?P<name>[\w -]+?) (?:if|when|once) (?:its|it|their|they)? ?(?P<meaning>.+)`),
	say(true, (*Student).define,
		`by (?P<name>.+?),? (?:i|we|people|they) (?:always |really |usually |actually )?(?:mean|understand) (?P<meaning>.+)`,
		`with (?P<name>.+?) (?:i|we) mean (?P<meaning>.+)`,
		`(?:when|if|whenever) (?:i|we|people) (?:say|write|type|ask for|talk about|speak of) (?P<name>.+?),? (?:i|we|they) mean (?P<meaning>.+)`,
		`what (?:i|we) mean by (?P<name>.+?) is (?P<meaning>.+)`,
		`what (?:i|we|people) call (?P<name>.+?) (?:is|are) (?P<meaning>.+)`,
		`(?P<name>.+?) (?:is|are) what (?:i|we|people) call (?P<meaning>.+)`,
		`(?:i|we) mean (?P<meaning>.+?) (?:by|when i say|when we say) (?P<name>.+)`,
		`(?:our |the )?(?:definition|formula|meaning) (?:of|for) (?P<name>.+?) is (?P<meaning>.+)`,
		`(?:define|interpret|read|understand|treat) (?P<name>.+?)(?: as| to be| to mean|:| =) (?P<meaning>.+)`,
		`(?:we|i|people|they|some|many|users|some people)(?: here| also| often| sometimes| usually| tend to)* say (?P<name>.+?) (?:for|instead of|when they mean|when we mean|and mean|meaning) (?P<meaning>.+)`,
		`let (?P<name>.+?) (?:be|mean) (?P<meaning>.+)`,
		`to (?:get|compute|calculate|work out) (?:the |our )?(?P<name>.+?),? (?:we |you |i )?(?P<meaning>(?:divide|multiply|subtract|add|take|count) .+)`,
		`(?:we |i )?(?:define|calculate|compute|work out|measure) (?P<name>.+?) (?:as|by) (?P<meaning>.+)`,
		`(?P<name>.+?) (?:is|are|should be|must be|shall be|has to be) (?:always )?(?:defined|calculated|computed|worked out|measured|understood) (?:as|by|to be) (?P<meaning>.+)`,
		`(?P<name>.+?) (?:is|are) (?:short|shorthand|another word|another name|another term|a synonym|our word|our name|our term|the same) (?:for|as|of) (?P<meaning>.+)`,
		`(?P<name>.+?) (?:always |really |should |shall |just |also )?(?:means?|stands? for|refers? to|denotes?) (?P<meaning>.+)`),
	say(true, (*Student).when,
		`(?:an?|the|any) (?P<noun>[\w ]+?) (?:is|counts as) (?P<name>[\w -]+?) (?:if|when|once) (?:its|it|their|they)? ?(?P<meaning>.+)`,
		`(?P<noun>\w+) (?:are|count as) (?P<name>[\w -]+?) (?:if|when|once) (?:their|they|it)? ?(?P<meaning>.+)`),
	say(false, (*Student).called,
		`(?P<meaning>.+?) are (?:our|what (?:we|people) call) (?P<name>.+)`,
		`(?:the )?(?:table |column )?(?P<meaning>.+?) (?:is|are) (?:also )?(?:called|known as|named|referred to as) (?P<name>.+)`),
	say(false, (*Student).fresh,
		`(?P<meaning>(?:the )?(?:share|number|sum|average|total|percentage|ratio|proportion|count|maximum|minimum|mean) of .+?) is (?:our|called|what we call|known as) (?P<name>.+)`),
	say(false, (*Student).coded, `(?P<code>\w{1,8}) (?:is|=|:) (?P<name>[\w -]+)`),
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
	rows, meaning := explained(rows)
	name, home := s.withoutNoun(rows)
	if meaning != "" {
		condition, err := s.condition(meaning, home)
		return &Lesson{Section: "filters", Key: strings.ToLower(name), Value: condition, Default: how, Condition: true}, err
	}
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

// explained is what was said and, where it goes on to explain that, the explanation: "voided lines, that is status V".
func explained(text string) (said, meaning string) {
	if m := thatIs.FindStringSubmatch(text); m != nil {
		return strings.TrimSpace(m[1]), m[2]
	}
	return text, ""
}

var thatIs = regexp.MustCompile(`(?i)^(.+?)(?:,| \(| -)? ?\b(?:i\.?e\.?|that is|that's|in other words|meaning|which means|which are|namely),? (.+?)\)?$`)

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
	for at := len(words) - 1; at > 0; at-- {
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
		if figure, err := s.figure(said); err == nil && (aggregateWords.MatchString(described.ReplaceAllString(said, "")) || articles.MatchString(strings.Join(words[at:], " "))) {
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
	if len(words) > 4 || slices.ContainsFunc(words, func(w string) bool { return structural[w] }) || computed.MatchString(g["meaning"]) {
		return nil, nil
	}
	_, home := s.withoutNoun(name)
	switch kind := strings.ToLower(g["kind"]); {
	case home != nil && slices.Contains([]string{"one", "ones", "those", "any"}, kind):
	case home == nil && !s.named(name) && s.table(kind) != nil, home != nil && s.table(kind) == home:
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

// computed begins what is done with a figure, which says nothing of rows.
var computed = regexp.MustCompile(`(?i)^(?:divided|multiplied|over|added|reduced)\b`)

// having is "an expensive machine has a day rate above 100".
func (s *Student) having(g map[string]string) (*Lesson, error) {
	name := clean(g["name"])
	adjective, home := s.withoutNoun(name)
	if home == nil || adjective == "" || s.named(adjective) {
		return nil, nil
	}
	condition, err := s.condition(g["meaning"], home)
	switch {
	case err != nil && g["one"] != "": // "an old car has …" is said of no rows
		return nil, &certainError{UnclearError{g["meaning"]}}
	case err != nil:
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

// groupedAs is "count pending and processing as open".
func (s *Student) groupedAs(g map[string]string) (*Lesson, error) {
	name := clean(g["name"])
	if s.named(name) || s.target(name) != "" {
		return nil, nil
	}
	condition, err := s.condition(g["meaning"], nil)
	return &Lesson{Section: "filters", Key: name, Value: condition, Condition: true}, err
}

// coded is "G is gold": a value that one column holds, as it is written there, and its name.
func (s *Student) coded(g map[string]string) (*Lesson, error) {
	name := clean(g["name"])
	if g["code"] == strings.ToLower(g["code"]) || s.known(name) || len(strings.Fields(name)) > 3 {
		return nil, nil
	}
	for _, m := range s.Index.Values(g["code"]) {
		if m.Text != g["code"] {
			return nil, nil
		}
	}
	condition, err := s.condition(g["code"], nil)
	return &Lesson{Section: "filters", Key: name, Value: condition, Condition: true}, err
}

// same is "clients and users are the same": the one that is known gives the other its meaning.
func (s *Student) same(g map[string]string) (*Lesson, error) {
	name, meaning := g["a"], g["b"]
	if s.written(clean(name)) {
		name, meaning = meaning, name
	}
	if target := s.target(meaning); target != "" && !s.written(clean(name)) {
		return s.word(name, target)
	}
	return nil, nil
}

// fresh is a definition in few words ("EU is Germany, France and Spain"), which only a name that means nothing yet may have.
func (s *Student) fresh(g map[string]string) (*Lesson, error) {
	name, meaning := clean(g["name"]), g["meaning"]
	words := strings.Fields(name)
	figure := computes.MatchString(meaning)
	if len(words) > 3 || len(s.Index.Values(name)) > 0 || slices.ContainsFunc(words, func(w string) bool { return structural[w] && (w != "per" || !figure) }) {
		return nil, nil
	}
	target := s.target(meaning)
	other := s.Unasked && s.exactTable(name) == nil && s.exactTable(meaning) != nil // what only columns are called may be another's name
	if s.named(name) && (target == "" || s.written(name)) && !other {
		return nil, nil
	}
	ofRate := figure && s.exactTable(words[len(words)-1]) == nil // a figure, whatever its last word is another word for
	if adjective, home := s.withoutNoun(name); home != nil && !ofRate && len(s.Index.Values(adjective)) > 0 {
		return nil, nil // of rows of which something is asked
	}
	if s.table(name) != nil && target == "" && !figure && (!s.Unasked || s.exactTable(name) != nil) {
		return nil, nil // another word for a table, likewise
	}
	return s.define(g)
}

// computes are words of figures.
var computes = regexp.MustCompile(`(?i)\b(?:sum|total|average|mean|maximum|highest|minimum|lowest|number|count|share|percentage|proportion|ratio) of\b| (?:times|minus|plus|divided by|multiplied by|over|per|x) | [*/+-] |how many|\w\(`)

// named says that a name is that of something here.
func (s *Student) named(name string) bool {
	said := schema.Words(name)
	return s.exactTable(name) != nil || slices.ContainsFunc(s.Index.Phrases(said), func(m schema.Match) bool {
		return m.From == 0 && m.To == len(said) && m.Exact() && (m.Column == nil || m.Column.Metric == nil)
	})
}

// written says that a table or column is called so as it is written, not by another word for that.
func (s *Student) written(name string) bool {
	said := Lemmas(name)
	return slices.ContainsFunc(s.Index.Tables, func(t *schema.Table) bool {
		return Lemmas(t.Name) == said || slices.ContainsFunc(t.Columns, func(c *schema.Column) bool { return Lemmas(c.Name) == said })
	})
}

// known says that a name means something here already.
func (s *Student) known(name string) bool {
	return s.named(name) || s.table(name) != nil || len(s.Index.Values(name)) > 0
}

// structural are words that a refinement or a question has and a name does not.
var structural = func() map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(`only also and but or with without show sort order by from in of those these that this which who where when then now
		don't dont do does doesn't than whose whom not no all every each per for to as like limit top first last they it there he she we i you them ones what how why group filter just`) {
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
	if lesson == nil && err == nil && certain.MatchString(input) {
		supposing := *s
		supposing.supposing = true
		lesson, _ = supposing.Listen(input)
	}
	return lesson != nil || err != nil
}

// certain is the form of a definition, whatever its parts are: a name, and what it is.
var certain = regexp.MustCompile(`(?i)^[\w' -]{2,40}(?: (?:is|are|means?) (?:the |an? |our )?|: )\w+.* (?:over|divided by|as an? (?:share|percentage) of|that|which|who|whose|with|without|where|out of) `)

// triggers are words without which nothing is taught.
var triggers = regexp.MustCompile(`(?i)\b(mean|means|meant|is|are|has|have|say|should|must|call|called|use|never|always|default|count|counts|define|let|treat|read|understand|interpret|stands?|refers?|denotes?|equals?|includes?|consists?|comprises?|covers?|contains?|starts?|begins?|hide|date|dates|go by|label|calculate|compute|measure|work out|from now on|unless|shorthand|cost|costs|was|were|belongs?|join|joins|link|links|connect|matches|references|points?|divide|multiply|regard|consider|classify|only|exclude|ignore|skip|omit|leave out|from now on|in future)\b|[=:]`)

// define says what a name means: a figure, a condition, a table or a column.
func (s *Student) define(g map[string]string) (*Lesson, error) {
	name, meaning := clean(g["name"]), strings.TrimSpace(g["meaning"])
	if _, explained := explained(meaning); explained != "" {
		if lesson, err := s.define(map[string]string{"name": g["name"], "meaning": explained}); err == nil {
			return lesson, nil
		}
	}
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
	if err == nil || errors.As(err, new(*certainError)) {
		return &Lesson{Section: "filters", Key: name, Value: condition, Condition: true}, err
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
