package main

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/alecthomas/kong"

	"parley/db"
	"parley/dialog/bounded"
)

// options are the settings of a run: flags over environment over the settings file over these defaults.
type options struct {
	DB       []string          `sep:"none" placeholder:"URL|PATH|NAME" env:"PARLEY_DB" help:"Database: a name from [connections] of the settings file, postgres://…, service=…, a SQLite or DuckDB file, CSV, TSV, Parquet or JSON files (several with commas, a pattern, or a folder of them), or demo."`
	Password bool              `short:"W" help:"Ask for the database's password before anything else. (It is looked for in ~/.pgpass, PGPASSWORD and the keyring too.)"`
	Format   string            `enum:"table,csv,json,markdown,sql" default:"table" env:"PARLEY_FORMAT" help:"What ask prints: table, csv, json, markdown or sql."`
	Defuse   bool              `env:"PARLEY_DEFUSE" help:"Write a ' before texts of CSV and TSV that a spreadsheet would take for formulas (=, +, -, @ at their beginning)."`
	Keep     *bool             `negatable:"" env:"PARLEY_KEEP" help:"Keep the session on disk, turn by turn. The screen does so unless told otherwise, in the user's data folder; ask does when told to."`
	Private  bool              `env:"PARLEY_PRIVATE" help:"Keep nothing of the conversation: it ends with the program."`
	KeepDays int               `name:"keep-days" default:"30" env:"PARLEY_KEEP_DAYS" help:"Days after which a session goes that nobody asked to keep or gave a name; 0 is for ever."`
	KeepSize int               `name:"keep-size" default:"200" placeholder:"MB" env:"PARLEY_KEEP_SIZE" help:"What all such sessions may take on disk, in MB; the oldest go first. 0 is any size."`
	Profile  string            `enum:"keep,off" default:"keep" env:"PARLEY_PROFILE" help:"Keep what is read of a database's rows (ranges, codes, common values) for a day in a private file of the user's data folder, so that opening it again reads nothing: keep or off."`
	KeepRows bool              `name:"keep-rows" env:"PARLEY_KEEP_ROWS" help:"Write the first rows of results into the kept session too."`
	Session  string            `placeholder:"NAME" env:"PARLEY_SESSION" help:"Session to resume or, with --keep, to create."`
	User     string            `env:"PARLEY_USER" help:"Whose remembered parameters to use (default: the OS user)."`
	Room     string            `env:"PARLEY_ROOM" help:"Room of the remembered parameters (default: the session's or the database's name)."`
	Aliases  string            `enum:"full,short" default:"full" env:"PARLEY_ALIASES" help:"How columns name their tables where a query reads several: full (order_items.quantity) or short (oi.quantity). What you write yourself stays as it is."`
	Intent   string            `enum:"rules,llm,hybrid" default:"rules" env:"PARLEY_INTENT" help:"Who tells a refinement from a new query: rules, llm or hybrid."`
	Timeout  time.Duration     `default:"30s" env:"PARLEY_TIMEOUT" help:"Longest time a statement may run."`
	AskCost  float64           `name:"ask-cost" default:"10000000" env:"PARLEY_ASK_COST" help:"Ask before a statement runs that PostgreSQL estimates at more than this cost; 0 never asks."`
	Allow    []string          `placeholder:"SCHEMA.NAME" env:"PARLEY_ALLOW" help:"Functions, views and tables of PostgreSQL that may run although nobody can say that they only read; the refusal names them."`
	Engine   int               `name:"engine-memory" default:"96" placeholder:"MB" env:"PARLEY_ENGINE_MEMORY" help:"What DuckDB may take to sort, group and join before it goes to disk, in MB; what cannot be done with that gets five times as much, and it is said."`
	Rows     int               `name:"rows-memory" default:"8" placeholder:"MB" env:"PARLEY_ROWS_MEMORY" help:"What rows of a result may take in memory before they go to a temporary file, in MB."`
	ReadRows int               `name:"read-rows" default:"1000000" placeholder:"N" env:"PARLEY_READ_ROWS" help:"Rows of a result that are read ahead; /more reads on, four times as far each time."`
	ReadDisk int               `name:"read-disk" default:"512" placeholder:"MB" env:"PARLEY_READ_DISK" help:"Size of the temporary file at which reading ahead stops, in MB."`
	ReadTime time.Duration     `name:"read-time" default:"10s" env:"PARLEY_READ_TIME" help:"Time from the first row on after which reading ahead stops."`
	Theme    string            `env:"PARLEY_THEME" help:"Colours: dark, light, contrast, 16 or none."`
	ASCII    bool              `name:"ascii" env:"PARLEY_ASCII" help:"Draw with plain letters only."`
	NoMouse  bool              `env:"PARLEY_NO_MOUSE" help:"Leave the mouse to the terminal."`
	Notify   string            `enum:"auto,bell,off" default:"auto" env:"PARLEY_NOTIFY" help:"How work of more than ten seconds says that it has ended while you are elsewhere: auto (a notice where the terminal is known to show one, else the bell), bell or off."`
	Debug    string            `placeholder:"FILE" env:"PARLEY_DEBUG" help:"Write a log to FILE."`
	DebugKey bool              `name:"debug-keys" help:"Show each key as it arrives."`
	Config   string            `placeholder:"FILE" env:"PARLEY_CONFIG" help:"Settings file (default: config.toml in the user's configuration folder, below parley)."`
	Keys     map[string]string `hidden:"" help:"Keys of actions; a table of the settings file."`
	Project  string            `placeholder:"FOLDER" env:"PARLEY_PROJECT" help:"Folder of the project that says what words mean (default: the nearest one upwards with a parley.toml); none for no project."`
	// Projects are the folders of connections' projects.
	Projects map[string]string `hidden:"" help:"Projects of connections, by their names; a table of the settings file."`
	// Connections are databases by name.
	Connections map[string]string `hidden:"" help:"Databases by name; a table of the settings file."`
	// Tunnels are commands that make connections reachable, by the connection's name.
	Tunnels map[string]string `hidden:"" help:"Commands that make connections reachable, by the connection's name; a table of the settings file."`

	Version bool `help:"Print the version."`

	DialogRefinement bool   `name:"dialog-refinement" negatable:"" default:"true" env:"PARLEY_DIALOG_REFINEMENT" help:"Refine the current query; off, every turn is a new query."`
	MaxTurns         int    `name:"max-turns" default:"10" env:"CONVERSATION_MAX_TURNS" help:"Turns of the conversation that a model reads and answers name; at least 2. Undo goes back through all."`
	IntentLLM        bool   `name:"intent-llm" env:"CONVERSATION_INTENT_LLM" help:"The same as --intent hybrid."`
	Now              string `hidden:"" env:"PARLEY_NOW" help:"Fixes the clock (RFC 3339), for scenarios."`
	RedisURL         string `name:"redis-url" env:"REDIS_URL" help:"Redis for remembered parameters: redis:// or rediss://."`
	StateTTL         int    `name:"state-ttl" default:"21600" placeholder:"SECONDS" env:"DIALOG_STATE_TTL_SECONDS" help:"Seconds that a remembered parameter lives after it was said: 21600 are six hours."`
	StateBytes       int    `name:"state-bytes" default:"10000" placeholder:"BYTES" env:"DIALOG_STATE_MAX_SIZE_BYTES" help:"Largest size of what a room remembers; the oldest parameters go first."`
	SessionsDir      string `name:"sessions-dir" hidden:"" env:"PARLEY_SESSIONS_DIR" help:"Folder of kept sessions."`

	modelOptions `group:"Models:"`
}

// commandLine is parley's grammar.
type commandLine struct {
	options
	Screen screenCommand `cmd:"" default:"withargs" hidden:"" help:"Open the screen (the default)."`
	Ask    askCommand    `cmd:"" help:"Ask from the shell: each argument is one turn of one conversation."`
	Batch  batchCommand  `cmd:"" help:"JSON lines in (input or sql; session, db, id), JSON lines out; remembers within a session of its input, and keeps none."`
	Board  boardCommand  `cmd:"" help:"Saved questions under one name, asked together: a figure or rows each, and what changed since the last time."`

	Prove proveCommand `cmd:"" help:"Attack the database on purpose, say what held, and end with 4 when something got through."`
	projectCommands

	ModelOf  modelCommand    `cmd:"" name:"model" help:"Find a language model, try it on the demo, choose what it may see; test says what is wrong with the one that is set."`
	Sessions sessionsCommand `cmd:"" help:"Kept sessions: list, search, show, resume, export, rename, delete."`
}

// newParser builds the parser; settings come from the file of args, the environment or the default place.
func newParser(line *commandLine, files kong.Resolver, stdout, stderr io.Writer, exit func(int)) (*kong.Kong, error) {
	return kong.New(line,
		kong.Name("parley"),
		kong.Description("Talk a SQL query into shape: ask in plain words, see SQL and rows, refine, see what changed. It only reads."),
		kong.Writers(stdout, stderr),
		kong.Exit(exit),
		kong.Resolvers(files),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 110}),
		kong.Vars{"version": version()},
	)
}

// settingsFile resolves flags from the TOML file: its keys are the flags' names. A missing default file is no error.
func settingsFile(path string) (kong.Resolver, error) {
	values := map[string]any{}
	named := path != ""
	if !named {
		path = defaultSettingsPath()
	}
	text, err := settingsText(path)
	if err == nil {
		err = bounded.TOML(string(text), &values)
	}
	if err != nil && (named || !errors.Is(err, os.ErrNotExist)) {
		return nil, usage(fmt.Sprintf("The settings file %s cannot be read: %v.", path, err), "Mend it, or name another with --config FILE.")
	}
	if wrong := unknownKey(values); err == nil && wrong != "" {
		return nil, usage(fmt.Sprintf("The settings file %s has a key that parley does not know: %s.", path, wrong), nearKey(wrong))
	}
	return kong.ResolverFunc(func(_ *kong.Context, _ *kong.Path, flag *kong.Flag) (any, error) {
		return values[flag.Name], nil
	}), nil
}

// settingsText is the text of a settings file, which people write. The null device is how they say that there are none.
func settingsText(path string) ([]byte, error) {
	const most = 1 << 20
	if path == os.DevNull {
		return nil, nil
	}
	return bounded.File(path, most)
}

// unknownKey is the first key, in their order, that is no flag's name; empty when there is none. A key that is ignored may be
// one that was to keep something secret.
func unknownKey(values map[string]any) string {
	known := flagNames()
	for _, key := range slices.Sorted(maps.Keys(values)) {
		if !slices.Contains(known, key) {
			return key
		}
	}
	return ""
}

func nearKey(wrong string) string {
	if near := db.Nearest(wrong, flagNames(), 1); len(near) > 0 {
		return "Did you mean " + near[0] + "? parley --help lists them."
	}
	return "Its keys are the flags' names: parley --help lists them."
}

// flagNames are the names of all flags, as kong derives them.
func flagNames() (names []string) {
	parser, err := kong.New(&commandLine{}, kong.Vars{"version": ""})
	if err != nil {
		return nil
	}
	for _, group := range parser.Model.AllFlags(false) {
		for _, flag := range group {
			names = append(names, flag.Name)
		}
	}
	for _, command := range parser.Model.Children {
		for _, flag := range command.Flags {
			names = append(names, flag.Name)
		}
	}
	return names
}

func defaultSettingsPath() string {
	dir, err := os.UserConfigDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "parley", "config.toml")
}

// configArgument finds --config before the arguments are parsed: the settings it names decide how they parse.
func configArgument(args []string) string {
	for i, a := range args {
		if value, ok := cutFlag(a, "--config"); ok {
			return value
		}
		if a == "--config" && i+1 < len(args) {
			return args[i+1]
		}
	}
	return os.Getenv("PARLEY_CONFIG")
}

func cutFlag(arg, name string) (string, bool) {
	if len(arg) > len(name) && arg[:len(name)] == name && arg[len(name)] == '=' {
		return arg[len(name)+1:], true
	}
	return "", false
}
