package project

// File is a project's parley.toml. The json tags name its keys; parley.schema.json is made from these types.
type File struct {
	Definitions
	// Databases have definitions of their own, by the name of a database, of its file without the ending, or of a connection.
	Databases map[string]Definitions `json:"databases" help:"Definitions for one database each, by its name."`
	// Links are files of other programs, and folders of them, that are read too; see the package semantic.
	Links []string `json:"links" help:"Files or folders of other programs to read too: dbt's models or semantic_manifest.json, Ossie, Cortex. Beside this file, or with a whole path."`
}

// Definitions are what words mean in a database.
type Definitions struct {
	FiscalYear string              `json:"fiscal_year" help:"Month in which the fiscal year begins: april."`
	WeekStart  string              `json:"week_start" help:"Day on which a week begins: sunday."`
	TimeZone   string              `json:"time_zone" help:"Time zone of \"today\": Europe/Riga."`
	Currency   string              `json:"currency" help:"Currency of sums of money: EUR."`
	Words      map[string]string   `json:"words" help:"What a word stands for: a table, a column, or a condition such as status = 'C'."`
	Metrics    map[string]Metric   `json:"metrics" help:"Figures by name: an expression, or a table with one."`
	Filters    map[string]Filter   `json:"filters" help:"Conditions by name: a condition, or a table with one."`
	Joins      []Join              `json:"joins" help:"Keys that the database does not declare, and those to prefer."`
	Time       map[string]string   `json:"time" help:"For a table, the column that says when a row came to be."`
	Labels     map[string][]string `json:"labels" help:"For a table, the columns by which a row is called."`
	Hidden     []string            `json:"hidden" help:"Tables and columns that no question finds."`
	Required   map[string][]string `json:"required" help:"For a table, the columns that a conversation about it must settle."`
}

// Metric is a figure: an expression that aggregates, or one that is summed.
type Metric struct {
	Expression  string   `json:"expression" short:"true" help:"An SQL expression over table.column; one that does not aggregate is summed."`
	Filter      string   `json:"filter" help:"A condition that rows must meet to count."`
	Time        string   `json:"time" help:"The time column that \"last month\" is about."`
	Words       []string `json:"words" help:"Other names."`
	Unit        string   `json:"unit" help:"Unit: EUR, days."`
	Format      string   `json:"format" help:"How figures are shown: percent, two decimals."`
	Owner       string   `json:"owner" help:"Who answers for it."`
	Note        string   `json:"note" help:"What a reader should know."`
	Verified    string   `json:"verified" help:"By whom or when it was checked; empty when it was not."`
	Description string   `json:"description" help:"What it is, in words."`
}

// Filter is a condition on rows.
type Filter struct {
	Condition   string   `json:"condition" short:"true" help:"An SQL condition over columns."`
	Default     string   `json:"default" enum:"only,exclude,include" help:"only: other rows do not count unless asked for; exclude: these rows do not; include: these do, though the database says that they do not."`
	Time        string   `json:"time" help:"The time column that \"last month\" is about when it is said of these rows: when they came to be so."`
	Words       []string `json:"words" help:"Other names."`
	Owner       string   `json:"owner" help:"Who answers for it."`
	Note        string   `json:"note" help:"What a reader should know."`
	Verified    string   `json:"verified" help:"By whom or when it was checked; empty when it was not."`
	Description string   `json:"description" help:"What it is, in words."`
}

// Join is a key: the columns that hold a copy, and those that they refer to.
type Join struct {
	From []string `json:"from" help:"table.column that refers, or several."`
	To   []string `json:"to" help:"table.column that is referred to, as many."`
	Role string   `json:"role" help:"What the other row is to this one: bill-to, ship-to."`
}
