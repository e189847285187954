package reading

import (
	"slices"
	"strings"

	"parley/db"
	"parley/tui/text"
	"parley/tui/theme"
	"parley/workflow/profile"
)

// TableHead is a table's name, its comment, and what the profile says of its rows.
func (c Catalogue) TableHead(th *theme.Theme, t *db.Table, w int) []string {
	d := describer{th: th, w: w}
	head := t.String()
	if t.Kind != "" && t.Kind != "table" {
		head += " (" + t.Kind + ")"
	}
	d.head(head)
	d.muted(t.Comment)
	if known := c.Known(t); known != nil {
		d.muted(profile.Table(known))
	}
	return d.lines
}

// Type is a column's type, where its declared key points, and that it is never empty.
func Type(t *db.Table, c *db.Column) string {
	detail := db.Visible(c.Native)
	if target := Reference(t, c.Name); target != "" {
		detail += " " + theme.Arrow + " " + db.Visible(target)
	}
	if !c.Nullable && !IsKey(t, c.Name) {
		detail += " not null"
	}
	return detail
}

// IsKey says that a column is of its table's primary key.
func IsKey(t *db.Table, column string) bool {
	return slices.ContainsFunc(t.Primary, func(k string) bool { return strings.EqualFold(k, column) })
}

// Reference is where a column's foreign key points.
func Reference(t *db.Table, column string) string {
	for _, f := range t.Foreign {
		for i, c := range f.Columns {
			if strings.EqualFold(c, column) && i < len(f.TargetColumns) {
				return f.Target.Name + "." + f.TargetColumns[i]
			}
		}
	}
	return ""
}

// References lists the tables whose declared keys point to one, below a blank line.
func (c Catalogue) References(th *theme.Theme, t *db.Table, w int) []string {
	var out []string
	for i := range c.Schema.Tables {
		other := &c.Schema.Tables[i]
		for _, f := range other.Foreign {
			if strings.EqualFold(f.Target.Name, t.Name) && strings.EqualFold(f.Target.Schema, t.Schema) {
				out = append(out, th.Muted.Render(text.Cut("← "+db.Visible(other.Name+"."+strings.Join(f.Columns, ", ")), w)))
			}
		}
	}
	if len(out) > 0 {
		out = append([]string{""}, out...)
	}
	return out
}
