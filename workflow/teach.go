package workflow

import (
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"parley/db"
	"parley/db/statement"
	"parley/dialog"
	"parley/workflow/project"
)

// A person teaches in a sentence ("late means shipped after required"). What was understood is shown as the change of a file
// with what the database says of it, and kept on a yes. Nothing that a model or a database says is ever taken for a lesson:
// only what is typed comes here.

// taughtLesson is a definition that waits for a yes.
type taughtLesson struct {
	*project.Lesson
	scope project.Scope
}

// The commands by which plans of this file are known.
const (
	teachCommand  = "teach"
	keepCommand   = "keep"
	taughtCommand = "taught"
	trustCommand  = "trust"
)

// Teaching says that a definition waits for a yes.
func (o *Orchestrator) Teaching() bool { return o.lesson != nil }

// Lasts says that the answer of a command is about what was said, and is read with it: what was not understood of a lesson, and why.
func (r *Reply) Lasts() bool { return r.Detection.Command == teachCommand }

// beginTaught is the turn of an input that teaches, answers a lesson, or asks what a word means; nil for all others.
func (o *Orchestrator) beginTaught(input string) *Plan {
	source := o.opening.Ready()
	if source == nil || source.Project == nil || source.Index == nil {
		return nil
	}
	waiting := o.lesson
	o.lesson = nil
	if waiting != nil {
		if scope, keep, ok := verdict(input, waiting.scope); ok {
			plan := o.hostPlan(input, keepCommand, "")
			plan.lesson = &taughtLesson{waiting.Lesson, scope}
			if !keep {
				plan.lesson = nil
			}
			return plan
		}
	}
	if word, ok := project.AsksMeaning(input); ok {
		return o.hostPlan(input, taughtCommand, "explain "+word)
	}
	if source.Keeper == nil || strings.HasPrefix(strings.TrimSpace(input), "/") {
		return nil
	}
	student := project.Student{Index: source.Index, Dialect: source.dialect(), Project: source.Project, Unasked: o.session.Current() == nil}
	sql := typist{source.dialect(), source.Names, source.Vocabulary} // "call x()" is no name for x
	if !student.Teaches(input) || sql.judge(input) == certain {
		return nil
	}
	return o.hostPlan(input, teachCommand, input)
}

func (o *Orchestrator) hostPlan(input, command, argument string) *Plan {
	plan := o.snapshot(input)
	plan.Detection = dialog.Detection{Route: dialog.RouteCommand, Command: command, Argument: argument, Confidence: dialog.High}
	return plan
}

// verdict reads the answer to a lesson: where to keep it, or not at all.
func verdict(input string, suggested project.Scope) (scope project.Scope, keep, ok bool) {
	said := strings.Trim(strings.ToLower(strings.TrimSpace(input)), ".! ")
	switch {
	case slices.Contains([]string{"y", "yes", "ok", "okay", "sure", "keep", "keep it", "yes please", "right", "correct"}, said):
		return suggested, true, true
	case slices.Contains([]string{"p", "project", "in this project", "in the project", "for all", "for everybody", "share it"}, said):
		return project.Shared, true, true
	case slices.Contains([]string{"m", "me", "for me", "for me alone", "mine", "just me", "only me", "private"}, said):
		return project.Mine, true, true
	case slices.Contains([]string{"s", "session", "for this session", "this session", "for now", "just now", "only now"}, said):
		return project.Session, true, true
	case slices.Contains([]string{"n", "no", "nope", "cancel", "never mind", "don't", "wrong", "forget it"}, said):
		return 0, false, true
	}
	return 0, false, false
}

// teach reads the lesson of an input and says what would be kept.
func (p *Plan) teach(ctx context.Context, s *Source) (string, *taughtLesson) {
	student := project.Student{Index: s.Index, Dialect: s.dialect(), Project: s.Project, Unasked: p.current == nil, Ask: func(question string) (*statement.Statement, error) {
		draft, err := s.Generator.Generate(ctx, Request{Question: question, Now: p.settings.Clock()})
		if err != nil || len(draft.Ignored) > 0 {
			return nil, errors.Join(err, &NotUnderstood{})
		}
		return draft.Statement, nil
	}}
	told, err := student.Listen(p.Input)
	if err != nil {
		return sentence(err.Error()), nil
	}
	if told == nil {
		return "That was not understood as something to learn.", nil
	}
	l := &taughtLesson{told, s.Project.Scope()}
	change, err := s.Keeper.Change(l.scope, l.With)
	if err != nil {
		return sentence(err.Error()), nil
	}
	lines := []string{told.Describe()}
	if what, err := p.tried(ctx, s, told); err != nil {
		return strings.Join(append(lines, "It does not run here: "+explain(err).Message), "\n"), nil
	} else if what != "" {
		lines = append(lines, what)
	}
	if d := s.Project.Find(told.Key); d != nil {
		lines = append(lines, fmt.Sprintf("So far: %s (%s).", d, d.Whose()))
	}
	lines = append(lines, "In "+placeOf(l.scope, change.Path)+":")
	lines = append(lines, change.Diff()...)
	return strings.Join(append(lines, keepQuestion(l.scope, s.Project.Places)), "\n"), l
}

func keepQuestion(scope project.Scope, places project.Places) string {
	where := "for you alone"
	if scope == project.Shared {
		where = "in this project"
	}
	list := []string{"y keeps it " + where}
	if scope == project.Shared {
		list = append(list, "me: for you alone")
	} else if places.New != "" {
		list = append(list, "project: in "+filepath.Join(places.New, project.FileName))
	}
	return strings.Join(append(list, "session: until parley ends", "n: not at all"), " · ")
}

// tried is what the database says of a lesson: how many rows meet a condition, what a figure comes to.
func (p *Plan) tried(ctx context.Context, s *Source, told *project.Lesson) (string, error) {
	trial, err := s.Project.Trial(told, s.Index)
	if trial == nil || err != nil || p.settings.NoExecute {
		return "", err
	}
	rows, err := s.Database.Query(ctx, trial)
	if err != nil {
		return "", err
	}
	defer rows.Close()
	if !rows.Next(ctx) {
		return "", rows.Err()
	}
	values := rows.Row()
	if told.Condition && len(values) == 2 {
		return fmt.Sprintf("Checked: %s of %s rows.", db.Format(values[0]), db.Format(values[1])), nil
	}
	return fmt.Sprintf("Checked: %s over all rows.", rounded(values[0])), nil
}

// rounded is a number as one glances at it: a share with four places.
func rounded(v db.Value) string {
	if f, ok := v.(float64); ok && math.Abs(f) >= 0.001 {
		return strconv.FormatFloat(math.Round(f*1e4)/1e4, 'f', -1, 64)
	}
	return db.Format(v)
}

// keep writes a lesson that was said yes to, and reads the project again.
func (p *Plan) keep(ctx context.Context, s *Source) string {
	if p.lesson == nil {
		return "Not kept."
	}
	change, err := s.Keeper.Change(p.lesson.scope, p.lesson.With)
	if err == nil {
		err = s.Keeper.Write(change)
	}
	if err != nil {
		return sentence(err.Error())
	}
	fresh, err := p.opening.Refresh(ctx)
	if err != nil {
		return explain(err).Message
	}
	where := placeOf(p.lesson.scope, change.Path)
	for _, problem := range fresh.Project.Problems {
		if strings.Contains(problem.Text, p.lesson.Key) {
			return "Kept in " + where + ",\nbut " + problem.Text + "."
		}
	}
	what := p.lesson.Key
	if p.lesson.Section == "time" {
		what = "the dates of " + what
	}
	return fmt.Sprintf("Kept in %s: %s.\n/taught lists what was taught, /taught forget %s takes it back.", where, what, p.lesson.Key)
}

// placeOf is how one speaks of where a lesson is kept: what is the user's own lies in a folder whose name says nothing.
func placeOf(scope project.Scope, path string) string {
	switch {
	case path == "":
		return "this session"
	case scope == project.Mine:
		return "your own words for this database"
	}
	return path
}

// taught lists definitions, explains one, or takes one back.
func (p *Plan) taught(ctx context.Context, s *Source) string {
	verb, what, _ := strings.Cut(strings.TrimSpace(p.Detection.Argument), " ")
	switch verb {
	case "explain":
		return s.Project.Explain(what, s.Index)
	case "forget", "drop", "remove":
		return p.takeBack(ctx, s, what)
	case "":
		return s.Project.List()
	}
	return s.Project.Explain(p.Detection.Argument, s.Index)
}

func (p *Plan) takeBack(ctx context.Context, s *Source, name string) string {
	d := s.Project.Find(name)
	if d == nil {
		return fmt.Sprintf("Nothing is called %q: /taught lists what was taught.", name)
	}
	if s.Keeper == nil || d.Scope < project.Shared {
		return fmt.Sprintf("%s is from %s: it is changed there.", d.Name, d.Origin())
	}
	change, err := s.Keeper.Change(d.Scope, func(text string) string {
		for _, section := range []string{"words", "metrics", "filters", "time", "labels"} {
			text = project.Without(text, section, d.Name)
		}
		return text
	})
	if err == nil {
		err = s.Keeper.Write(change)
	}
	if err != nil {
		return sentence(err.Error())
	}
	if _, err := p.opening.Refresh(ctx); err != nil {
		return explain(err).Message
	}
	return fmt.Sprintf("Taken back: %s (%s).", d, d.Origin())
}

// trust uses a project that somebody else may have made, or leaves it out for good.
func (p *Plan) trust(ctx context.Context, s *Source) string {
	folder := s.Project.Places.Untrusted
	if folder == "" || s.Trust == nil {
		return "No project here waits to be asked about."
	}
	yes := strings.ToLower(strings.TrimSpace(p.Detection.Argument)) != "no"
	if err := s.Trust(yes); err != nil {
		return sentence(err.Error())
	}
	fresh, err := p.opening.Refresh(ctx)
	switch {
	case err != nil:
		return explain(err).Message
	case !yes:
		return "The project in " + folder + " is left out."
	}
	return fmt.Sprintf("The project in %s is used: %d definitions. /taught lists them.", folder, len(fresh.Project.Definitions))
}

// greeting is what there is to say of the project once: one that waits to be asked about, and what in it has no effect.
func (o *Orchestrator) greeting() []string {
	source := o.opening.Ready()
	if source == nil || source.Project == nil || o.greeted {
		return nil
	}
	o.greeted = true
	const shown = 3
	var notices []string
	if folder := source.Project.Places.Untrusted; folder != "" {
		notices = append(notices, "There is a project in "+folder+" that you were not asked about: /trust uses its words, /trust no leaves them out.")
	}
	problems := source.Project.Problems
	for _, p := range problems[:min(shown, len(problems))] {
		notices = append(notices, p.String()+".")
	}
	if more := len(problems) - shown; more > 0 {
		notices = append(notices, fmt.Sprintf("%d more lines of the project have no effect: parley check lists them.", more))
	}
	return notices
}
