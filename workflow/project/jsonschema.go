package project

import (
	_ "embed"
	"reflect"
	"strings"
)

// JSONSchema describes parley.toml for editors that complete and check it; it is made from the types of File.
//
//go:embed parley.schema.json
var JSONSchema string

// schemaOf is the JSON schema of a type of a file.
func schemaOf(t reflect.Type) map[string]any {
	switch t.Kind() {
	case reflect.String:
		return map[string]any{"type": "string"}
	case reflect.Slice:
		list := map[string]any{"type": "array", "items": schemaOf(t.Elem())}
		if t.Elem().Kind() == reflect.String {
			return map[string]any{"oneOf": []any{list, map[string]any{"type": "string"}}}
		}
		return list
	case reflect.Map:
		return map[string]any{"type": "object", "additionalProperties": schemaOf(t.Elem())}
	}
	return objectSchema(t)
}

func objectSchema(t reflect.Type) map[string]any {
	properties, short := map[string]any{}, false
	for _, f := range fieldsOf(t) {
		property := schemaOf(f.Type)
		property["description"] = f.Tag.Get("help")
		if choices := f.Tag.Get("enum"); choices != "" {
			property["enum"] = strings.Split(choices, ",")
		}
		properties[f.Tag.Get("json")] = property
		short = short || f.Tag.Get("short") != ""
	}
	object := map[string]any{"type": "object", "properties": properties, "additionalProperties": false}
	if short {
		return map[string]any{"oneOf": []any{map[string]any{"type": "string"}, object}}
	}
	return object
}
