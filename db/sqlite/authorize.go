package sqlite

import (
	"strings"

	driver "modernc.org/sqlite"
)

// authorize is asked by SQLite, while it compiles a statement, about each thing that the statement would do. It allows
// reading and nothing else: whatever is not named here (ATTACH, every write, VACUUM INTO, transactions, virtual tables)
// is denied, new actions of later versions too.
func authorize(action driver.AuthorizerActionCode, arg1, arg2, _, _ string) driver.AuthorizerReturnCode {
	var allowed bool
	switch action {
	case driver.AuthSelect, driver.AuthRecursive:
		allowed = true
	case driver.AuthRead:
		allowed = !deniedTables[strings.ToLower(arg1)]
	case driver.AuthFunction:
		allowed = !deniedFunctions[strings.ToLower(arg2)]
	case driver.AuthPragma:
		allowed = readingPragmas[strings.ToLower(arg1)]
	default:
		allowed = false
	}
	if allowed {
		return driver.AuthorizerOK
	}
	return driver.AuthorizerDeny
}

// deniedFunctions load code, touch files, or take as much memory as a number says.
var deniedFunctions = map[string]bool{
	"load_extension": true, "zeroblob": true, "randomblob": true, "fts3_tokenizer": true,
	"edit": true, "readfile": true, "writefile": true,
}

// deniedTables show the file's pages as they are, or what the engine is at; a view of the file may name them.
var deniedTables = map[string]bool{"sqlite_dbpage": true, "sqlite_dbdata": true, "sqlite_dbptr": true, "sqlite_stmt": true}

// readingPragmas describe the schema, and have no form that changes anything.
var readingPragmas = map[string]bool{
	"table_info": true, "table_xinfo": true, "table_list": true,
	"foreign_key_list": true, "index_list": true, "index_info": true,
	"data_version": true, // full text search asks for it
}
