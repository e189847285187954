package project

import (
	"path/filepath"
	"slices"
	"strings"
)

// Question is a question with the SQL that answers it, verified by a person: a file of the folder questions, with the
// question as a comment before the statement.
type Question struct {
	Text, SQL, File string
}

// readQuestions reads questions/*.sql beside a project's file.
func readQuestions(folder string) ([]Question, []Problem) {
	files, _ := filepath.Glob(filepath.Join(folder, "questions", "*.sql")) // the pattern is sound
	slices.Sort(files)
	var out []Question
	var problems []Problem
	for _, file := range files {
		text, err := readFile(file)
		if err != nil {
			problems = append(problems, Problem{File: file, Text: "it cannot be read: " + err.Error()})
			continue
		}
		q := questionOf(text)
		q.File = file
		if q.Text == "" || q.SQL == "" {
			problems = append(problems, Problem{File: file, Line: 1, Text: "it wants the question as a comment (-- …) and then its SQL"})
			continue
		}
		out = append(out, q)
	}
	return out, problems
}

// questionOf reads the comments before the statement as the question; "-- key: value" says something about it.
func questionOf(text string) Question {
	var q Question
	var said, sql []string
	for _, line := range strings.Split(text, "\n") {
		trimmed := strings.TrimSpace(line)
		comment, is := strings.CutPrefix(trimmed, "--")
		switch {
		case is && len(sql) == 0:
			comment = strings.TrimSpace(comment)
			if rest, ok := strings.CutPrefix(comment, "question:"); ok {
				comment = strings.TrimSpace(rest)
			} else if key, _, ok := strings.Cut(comment, ":"); ok && !strings.Contains(key, " ") {
				continue
			}
			said = append(said, comment)
		case trimmed != "":
			sql = append(sql, line)
		}
	}
	q.Text = strings.TrimSpace(strings.Join(said, " "))
	q.SQL = strings.TrimSuffix(strings.TrimSpace(strings.Join(sql, "\n")), ";")
	return q
}
