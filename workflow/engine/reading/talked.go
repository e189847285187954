package reading

import (
	_ "embed"
	"slices"

	"parley/workflow/schema"
)

// Talked is what a conversation is about: the generator prefers its tables and columns when a question leaves open
// which are meant. The zero value is no conversation.
type Talked struct {
	Tables   []*schema.Table
	Shown    []*schema.Column
	Filtered []*schema.Column
	// Near are the tables one join away.
	Near []*schema.Table
}

// TalkedWeights follow the generator's own in the same form, and win over them.
//
//go:embed talked.txt
var TalkedWeights string

var (
	fTalkedTable    = Feat("table: in the conversation")
	fTalkedNear     = Feat("table: one join from the conversation")
	fTalkedColumn   = Feat("column: of a table in the conversation")
	fTalkedFirst    = Feat("column: of the first table in the conversation")
	fTalkedColNear  = Feat("column: of a table one join from the conversation")
	fTalkedShown    = Feat("column: shown in the conversation")
	fTalkedValue    = Feat("value: of a table in the conversation")
	fTalkedValNear  = Feat("value: of a table one join from the conversation")
	fTalkedFiltered = Feat("value: of a column filtered in the conversation")
)

// Subject is the table that "they" are; nil without a conversation.
func (t Talked) Subject() *schema.Table {
	if len(t.Tables) == 0 {
		return nil
	}
	return t.Tables[0]
}

func (t Talked) table(table *schema.Table) []Valued {
	if len(t.Tables) == 0 {
		return nil
	}
	return []Valued{When(fTalkedTable, slices.Contains(t.Tables, table)), When(fTalkedNear, slices.Contains(t.Near, table))}
}

func (t Talked) column(c *schema.Column) []Valued {
	if len(t.Tables) == 0 {
		return nil
	}
	return []Valued{When(fTalkedColumn, slices.Contains(t.Tables, c.Table)), When(fTalkedFirst, t.Tables[0] == c.Table),
		When(fTalkedColNear, slices.Contains(t.Near, c.Table)), When(fTalkedShown, slices.Contains(t.Shown, c))}
}

func (t Talked) value(c *schema.Column) []Valued {
	if len(t.Tables) == 0 {
		return nil
	}
	return []Valued{When(fTalkedValue, slices.Contains(t.Tables, c.Table)), When(fTalkedValNear, slices.Contains(t.Near, c.Table)),
		When(fTalkedFiltered, slices.Contains(t.Filtered, c))}
}
