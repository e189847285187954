package engine

import (
	_ "embed"
	"slices"

	"parley/workflow/schema"
)

// talked is what a conversation is about: the generator prefers its tables and columns when a question leaves open
// which are meant. The zero value is no conversation.
type talked struct {
	tables   []*schema.Table
	shown    []*schema.Column
	filtered []*schema.Column
	// near are the tables one join away.
	near []*schema.Table
}

// talkedWeights follow the generator's own in the same form, and win over them.
//
//go:embed refine_talked.txt
var talkedWeights string

var (
	fTalkedTable    = feat("table: in the conversation")
	fTalkedNear     = feat("table: one join from the conversation")
	fTalkedColumn   = feat("column: of a table in the conversation")
	fTalkedFirst    = feat("column: of the first table in the conversation")
	fTalkedColNear  = feat("column: of a table one join from the conversation")
	fTalkedShown    = feat("column: shown in the conversation")
	fTalkedValue    = feat("value: of a table in the conversation")
	fTalkedValNear  = feat("value: of a table one join from the conversation")
	fTalkedFiltered = feat("value: of a column filtered in the conversation")
)

// subject is the table that "they" are; nil without a conversation.
func (t talked) subject() *schema.Table {
	if len(t.tables) == 0 {
		return nil
	}
	return t.tables[0]
}

func (t talked) table(table *schema.Table) []valued {
	if len(t.tables) == 0 {
		return nil
	}
	return []valued{when(fTalkedTable, slices.Contains(t.tables, table)), when(fTalkedNear, slices.Contains(t.near, table))}
}

func (t talked) column(c *schema.Column) []valued {
	if len(t.tables) == 0 {
		return nil
	}
	return []valued{when(fTalkedColumn, slices.Contains(t.tables, c.Table)), when(fTalkedFirst, t.tables[0] == c.Table),
		when(fTalkedColNear, slices.Contains(t.near, c.Table)), when(fTalkedShown, slices.Contains(t.shown, c))}
}

func (t talked) value(c *schema.Column) []valued {
	if len(t.tables) == 0 {
		return nil
	}
	return []valued{when(fTalkedValue, slices.Contains(t.tables, c.Table)), when(fTalkedValNear, slices.Contains(t.near, c.Table)),
		when(fTalkedFiltered, slices.Contains(t.filtered, c))}
}
