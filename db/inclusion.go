package db

import (
	"context"
	"fmt"
	"time"
)

// Reference says that the values of a column may be keys of another table.
type Reference struct {
	From   TableName
	Column string
	To     TableName
	Key    string
}

// Inclusion is what some of the data say about a Reference.
type Inclusion struct {
	// Known says that the database answered in time.
	Known bool
	// Looked is how many different values of the column were looked at, Missing how many of them the key lacks.
	Looked, Missing int64
	// Repeated says that a value of the key stands in several rows.
	Repeated bool
}

// Referrer is a database that can test references: in bounded samples, and never on more than the tables that are named.
type Referrer interface {
	// Inclusions tests references; the answers are in their order. One that takes too long stays unknown.
	Inclusions(ctx context.Context, refs []Reference) []Inclusion
}

// Bounds of the sample that tests a reference: rows read of the column, different values of it, rows read of the key.
const (
	InclusionRows   = 5000
	InclusionValues = 200
	InclusionKeys   = 20_000
)

// inclusionTime bounds the test of one reference in an engine inside the process.
const inclusionTime = time.Second

// InclusionsOf tests references one after the other, each within its time; those that a cancel leaves out stay unknown.
func InclusionsOf(ctx context.Context, refs []Reference, test func(context.Context, Reference) Inclusion) []Inclusion {
	out := make([]Inclusion, len(refs))
	for i, ref := range refs {
		if ctx.Err() != nil {
			break
		}
		out[i] = timed(ctx, ref, test)
	}
	return out
}

func timed(ctx context.Context, ref Reference, test func(context.Context, Reference) Inclusion) Inclusion {
	ctx, cancel := context.WithTimeout(ctx, inclusionTime)
	defer cancel()
	return test(ctx, ref)
}

// InclusionSQL is the question that tests a reference, for engines inside the process. Names are quoted already.
func InclusionSQL(from, column, to, key string) string {
	return fmt.Sprintf(`SELECT count(*), count(CASE WHEN NOT EXISTS (SELECT 1 FROM %[3]s AS b WHERE b.%[4]s = s.v) THEN 1 END),
		(SELECT count(*) - count(DISTINCT u.k) FROM (SELECT b.%[4]s AS k FROM %[3]s AS b WHERE b.%[4]s IS NOT NULL LIMIT %[7]d) AS u)
		FROM (SELECT DISTINCT q.v FROM (SELECT a.%[2]s AS v FROM %[1]s AS a WHERE a.%[2]s IS NOT NULL LIMIT %[5]d) AS q LIMIT %[6]d) AS s`,
		from, column, to, key, InclusionRows, InclusionValues, InclusionKeys)
}
