// Package semantic reads the semantic models that teams keep for other programs, so that parley knows their words: Ossie
// (once OSI) YAML, dbt's models and MetricFlow YAML in both forms or the semantic_manifest.json that dbt writes, and the
// semantic YAML of Snowflake's Cortex Analyst. A project names them in parley.toml (links); the files stay as they are. It
// also writes Ossie.
//
//	read.go     links → files → what form they are of → one model
//	node.go     YAML with the line of each value
//	model.go    what files of any form say, in the words of their logical tables
//	dbt.go, template.go, ossie.go, cortex.go   the forms
//	carry.go    the model → definitions over the columns of the database
//	write.go    a project and its database → Ossie
//
// What cannot be said as a definition (windows, conversions, offsets, expressions of another dialect) is listed as a problem
// with its line, never guessed.
package semantic
