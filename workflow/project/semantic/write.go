package semantic

import (
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"parley/db"
	"parley/workflow/project"
	"parley/workflow/schema"
)

// The types are Ossie's core metadata, as far as a project says it.
type ossieFile struct {
	Version string       `yaml:"version"`
	Models  []ossieModel `yaml:"semantic_model"`
}

type ossieModel struct {
	Name          string              `yaml:"name"`
	Datasets      []ossieDataset      `yaml:"datasets"`
	Relationships []ossieRelationship `yaml:"relationships,omitempty"`
	Metrics       []ossieMetric       `yaml:"metrics,omitempty"`
}

type ossieDataset struct {
	Name        string       `yaml:"name"`
	Source      string       `yaml:"source"`
	Key         []string     `yaml:"primary_key,omitempty,flow"`
	Description string       `yaml:"description,omitempty"`
	Context     *ossieWords  `yaml:"ai_context,omitempty"`
	Fields      []ossieField `yaml:"fields"`
}

type ossieField struct {
	Name        string          `yaml:"name"`
	Expression  ossieExpressed  `yaml:"expression"`
	Dimension   *ossieDimension `yaml:"dimension,omitempty"`
	Description string          `yaml:"description,omitempty"`
	Context     *ossieWords     `yaml:"ai_context,omitempty"`
}

type ossieDimension struct {
	Time bool `yaml:"is_time"`
}

type ossieRelationship struct {
	Name        string   `yaml:"name"`
	From        string   `yaml:"from"`
	To          string   `yaml:"to"`
	FromColumns []string `yaml:"from_columns,flow"`
	ToColumns   []string `yaml:"to_columns,flow"`
}

type ossieMetric struct {
	Name        string         `yaml:"name"`
	Expression  ossieExpressed `yaml:"expression"`
	Description string         `yaml:"description,omitempty"`
	Context     *ossieWords    `yaml:"ai_context,omitempty"`
}

type ossieExpressed struct {
	Dialects []ossieDialect `yaml:"dialects"`
}

type ossieDialect struct {
	Dialect    string `yaml:"dialect"`
	Expression string `yaml:"expression"`
}

type ossieWords struct {
	Synonyms []string `yaml:"synonyms,flow"`
}

// Ossie is a database and what its project says of it as an Ossie file: tables and columns, keys (those that only parley
// inferred are left out), words as synonyms, metrics with their filters within. Names are those of the database.
func Ossie(name string, x *schema.Index, p *project.Project) (string, error) {
	m := ossieModel{Name: name}
	for _, t := range x.Tables {
		m.Datasets = append(m.Datasets, dataset(t, p))
	}
	for _, e := range x.Graph.Edges {
		if !e.Declared {
			continue
		}
		r := ossieRelationship{From: e.From.Name, To: e.To.Name, FromColumns: columnNames(e.FromColumns), ToColumns: columnNames(e.ToColumns)}
		r.Name = strings.Join(append([]string{r.From, "to", r.To, "by"}, r.FromColumns...), "_")
		m.Relationships = append(m.Relationships, r)
	}
	for _, d := range p.Of(project.MetricKind) {
		m.Metrics = append(m.Metrics, ossieMetric{strings.ReplaceAll(d.Name, " ", "_"), expressed(d.Expression().SQL()), d.Description, others(d.Name, d.Words)})
	}
	var b strings.Builder
	encode := yaml.NewEncoder(&b)
	encode.SetIndent(2)
	if err := encode.Encode(ossieFile{"0.2.0.dev0", []ossieModel{m}}); err != nil {
		return "", err
	}
	return b.String(), encode.Close()
}

func dataset(t *schema.Table, p *project.Project) ossieDataset {
	d := ossieDataset{Name: t.Name, Source: t.TableName.String(), Key: slices.Clone(t.Primary), Description: t.Comment, Context: named(p, t, nil)}
	for _, c := range t.Columns {
		if c.Hidden {
			continue
		}
		f := ossieField{Name: c.Name, Expression: expressed(c.Name), Description: c.Comment, Context: named(p, t, c)}
		if c.Type == db.Date || c.Type == db.Timestamp {
			f.Dimension = &ossieDimension{true}
		}
		d.Fields = append(d.Fields, f)
	}
	return d
}

// named are the words that people gave a table or column.
func named(p *project.Project, t *schema.Table, c *schema.Column) *ossieWords {
	var words []string
	for _, d := range p.Of(project.Word) {
		if d.Table == t && d.Column == c {
			words = append(words, d.Words...)
		}
	}
	return others("", words)
}

func others(name string, words []string) *ossieWords {
	words = slices.DeleteFunc(slices.Clone(words), func(w string) bool { return w == name })
	if len(words) == 0 {
		return nil
	}
	return &ossieWords{words}
}

func expressed(sql string) ossieExpressed {
	return ossieExpressed{[]ossieDialect{{"ANSI_SQL", sql}}}
}

func columnNames(columns []*schema.Column) []string {
	var out []string
	for _, c := range columns {
		out = append(out, c.Name)
	}
	return out
}
