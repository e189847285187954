package llm

// The table of fields that encoding/json makes of a type at its first use is made before tests run side by side: the race detector takes
// what happens inside the library for a race, now and then.
var _, _ = readAnswer(`{"sql": "SELECT 1"}`)
