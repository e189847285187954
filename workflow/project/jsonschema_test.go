package project

import (
	"encoding/json"
	"flag"
	"os"
	"reflect"
	"testing"
)

var writeSchema = flag.Bool("write-schema", false, "write parley.schema.json anew")

func TestTheJSONSchemaIsThatOfTheTypes(t *testing.T) {
	t.Parallel()
	schema := schemaOf(reflect.TypeFor[File]())
	schema["$schema"], schema["title"] = "https://json-schema.org/draft/2020-12/schema", "parley.toml: what words mean in a database"
	want, err := json.MarshalIndent(schema, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	if *writeSchema {
		if err := os.WriteFile("parley.schema.json", append(want, '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if JSONSchema != string(want)+"\n" {
		t.Error("parley.schema.json is not that of the types: go test ./workflow/project -run JSONSchema -write-schema")
	}
}
