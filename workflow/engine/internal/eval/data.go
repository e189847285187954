package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"os"
	"regexp"
	"strings"
)

// posed is one question with its gold SQL.
type posed struct {
	ID, DB, Input, Gold string
}

// aside says whether a database is kept aside from tuning: a fifth of them, by the hash of the name.
func aside(database string) bool {
	if strings.HasPrefix(database, casesOf) {
		return false
	}
	h := fnv.New32a()
	h.Write([]byte(database))
	return h.Sum32()%5 == 0
}

// readQuestions reads the first turns of a data file.
func readQuestions(path string) ([]posed, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var out []posed
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var r struct {
			ID, DB string
			Turns  []struct {
				Input string
				SQL   *string
			}
		}
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			return nil, fmt.Errorf("read %s: %w", path, err)
		}
		if len(r.Turns) > 0 && r.Turns[0].SQL != nil {
			out = append(out, posed{r.ID, r.DB, r.Turns[0].Input, *r.Turns[0].SQL})
		}
	}
	return out, lines.Err()
}

var setOperation = regexp.MustCompile(`\b(union|intersect|except)\b`)

// class is the kind of a gold query, as the scorer names it.
func class(sql string) string {
	s := strings.ToLower(sql)
	join := ""
	if strings.Contains(s, " join ") {
		join = " + join"
	}
	switch {
	case setOperation.MatchString(s):
		return "set operation"
	case strings.Count(s, "select") > 1:
		return "nested"
	case strings.Contains(s, " group by "):
		return "group" + join
	case strings.Contains(s, " order by "):
		return "order" + join
	case join != "":
		return "join"
	case strings.Contains(s, " where "):
		return "filter"
	}
	return "simple"
}
