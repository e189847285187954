package profile

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"parley/db"
	"parley/workflow/schema"
)

// What was read of a database's rows is kept, so that opening it again reads nothing: in a private file of the user's, for a
// catalogue that is still the same, and for a day. It holds values of the database.

const (
	// keptFor is how old a kept profile may be.
	keptFor = 24 * time.Hour
	// largest bounds the file, in bytes.
	largest = 64 << 20
	// version is that of what the file holds: 2 since tables of codes are tested as keys by what they list.
	version = 2
)

// Shelf is where profiles are kept; the zero value keeps nothing.
type Shelf struct {
	Folder string
	Clock  func() time.Time
}

// kept is the file. Print is of the catalogue that the facts belong to.
type kept struct {
	Version int
	Print   string
	Facts   keptFacts
}

// keptFacts are schema.Facts with values that say what they are.
type keptFacts struct {
	Taken  time.Time
	Took   time.Duration
	Tables []keptTable
	Tests  []schema.ReferenceFact
	Codes  []schema.CodeFacts
}

type keptTable struct {
	Table   db.TableName
	Columns []keptColumn
}

type keptColumn struct {
	Column          string
	Values          []keptValue
	Complete        bool
	Looked, Nulls   int64
	Whole           bool
	Least, Greatest keptValue
}

// keptValue is a letter for its kind, and its text; empty for NULL.
type keptValue string

// Print is the same for the same catalogue of the same database: what it is, and further what it depends on.
func Print(s *db.Schema, what ...string) string {
	hash := sha256.New()
	if err := json.NewEncoder(hash).Encode(struct {
		What   []string
		Tables []db.Table
	}{what, s.Tables}); err != nil {
		return ""
	}
	return base64.RawURLEncoding.EncodeToString(hash.Sum(nil))
}

func (s Shelf) path(name string) string { return filepath.Join(s.Folder, name+".json") }

// Load gives what is kept under a name, if it belongs to the catalogue; else nil.
func (s Shelf) Load(name, print string) *schema.Facts {
	if s.Folder == "" || print == "" {
		return nil
	}
	info, err := os.Lstat(s.path(name))
	if err != nil || !info.Mode().IsRegular() || info.Size() > largest {
		return nil
	}
	text, err := os.ReadFile(s.path(name))
	if err != nil {
		return nil
	}
	var k kept
	if json.Unmarshal(text, &k) != nil || k.Version != version || k.Print != print {
		return nil
	}
	if age := s.Clock().Sub(k.Facts.Taken); age < 0 || age > keptFor {
		return nil
	}
	return k.Facts.facts()
}

// Save keeps facts under a name; those that were broken off are not kept.
func (s Shelf) Save(name, print string, f *schema.Facts) error {
	if s.Folder == "" || print == "" || f == nil || f.Partial {
		return nil
	}
	text, err := json.Marshal(kept{version, print, keptOf(f, s.Clock())})
	if err != nil || len(text) > largest {
		return err
	}
	if err := os.MkdirAll(s.Folder, 0o700); err != nil {
		return fmt.Errorf("keep the profile: %w", err)
	}
	temporary, err := os.CreateTemp(s.Folder, ".profile-") // private from the beginning
	if err != nil {
		return fmt.Errorf("keep the profile: %w", err)
	}
	_, err = temporary.Write(text)
	if err = errors.Join(err, temporary.Close()); err == nil {
		err = os.Rename(temporary.Name(), s.path(name))
	}
	if err != nil {
		os.Remove(temporary.Name())
		return fmt.Errorf("keep the profile: %w", err)
	}
	return nil
}

func keptOf(f *schema.Facts, now time.Time) keptFacts {
	out := keptFacts{Taken: now, Took: f.Took, Tests: f.Tests, Codes: f.Codes}
	for _, t := range f.Tables {
		table := keptTable{Table: t.Table}
		for _, c := range t.Columns {
			column := keptColumn{Column: c.Column, Complete: c.Complete, Looked: c.Looked, Nulls: c.Nulls, Whole: c.Whole,
				Least: keep(c.Least), Greatest: keep(c.Greatest)}
			for _, v := range c.Values {
				column.Values = append(column.Values, keep(v))
			}
			table.Columns = append(table.Columns, column)
		}
		out.Tables = append(out.Tables, table)
	}
	return out
}

func (k keptFacts) facts() *schema.Facts {
	out := &schema.Facts{Taken: k.Taken, Took: k.Took, Tests: k.Tests, Codes: k.Codes}
	for _, t := range k.Tables {
		table := schema.TableFacts{Table: t.Table}
		for _, c := range t.Columns {
			column := db.ColumnSample{Column: c.Column, Complete: c.Complete, Looked: c.Looked, Nulls: c.Nulls, Whole: c.Whole,
				Least: c.Least.value(), Greatest: c.Greatest.value()}
			for _, v := range c.Values {
				column.Values = append(column.Values, v.value())
			}
			table.Columns = append(table.Columns, column)
		}
		out.Tables = append(out.Tables, table)
	}
	return out
}

// keep writes a value; bytes are never sampled.
func keep(v db.Value) keptValue {
	switch v := v.(type) {
	case bool:
		return keptValue("b" + strconv.FormatBool(v))
	case int64:
		return keptValue("i" + strconv.FormatInt(v, 10))
	case float64:
		return keptValue("f" + strconv.FormatFloat(v, 'g', -1, 64))
	case string:
		return keptText('s', v)
	case db.Exact:
		return keptText('e', string(v))
	}
	return ""
}

// keptText keeps a text to the byte: JSON has no bytes that are no UTF-8.
func keptText(kind byte, text string) keptValue {
	if encoded, err := json.Marshal(text); err == nil {
		var back string
		if json.Unmarshal(encoded, &back) == nil && back == text {
			return keptValue(string(kind) + text)
		}
	}
	return keptValue(string(kind-'a'+'A') + base64.StdEncoding.EncodeToString([]byte(text)))
}

func (k keptValue) value() db.Value {
	if k == "" {
		return nil
	}
	text := string(k[1:])
	switch k[0] {
	case 'b':
		return text == "true"
	case 'i':
		if n, err := strconv.ParseInt(text, 10, 64); err == nil {
			return n
		}
	case 'f':
		if f, err := strconv.ParseFloat(text, 64); err == nil {
			return f
		}
	case 's':
		return text
	case 'e':
		return db.Exact(text)
	case 'S', 'E':
		if raw, err := base64.StdEncoding.DecodeString(text); err == nil && k[0] == 'S' {
			return string(raw)
		} else if err == nil {
			return db.Exact(raw)
		}
	}
	return nil
}
