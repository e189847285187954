package memory

import "encoding/json"

// Fixed costs of JSON, in bytes: names, quotes, numbers and times at their longest.
const (
	stateFixed     = 300
	parameterFixed = 200
)

// atMost is an upper bound of the stored size in bytes, without encoding: a change is made on the update loop, and
// encoding is only worth its time when the limit is near.
func (s *State) atMost() int {
	size := stateFixed + quoted(s.Service) + quoted(s.Metadata.ConversationID) + quoted(s.Metadata.LastUpdatedBy)
	for subject, list := range s.Subjects {
		size += quoted(subject) + 4
		for _, p := range list {
			size += parameterFixed + quoted(p.Column) + quoted(p.Operator) + quoted(p.Room)
			for _, v := range p.Values {
				size += quoted(v) + 1
			}
		}
	}
	return size
}

// stored is how many bytes a parameter takes where it is stored.
func (p Parameter) stored() int {
	data, err := json.Marshal(p)
	if err != nil {
		return parameterFixed // it cannot fail, for a Parameter is plain data
	}
	return len(data)
}

// quoted is at most how long a text is as a JSON string: what encoding/json escapes takes six bytes for one.
func quoted(text string) int {
	size := len(text) + 2
	for i := range len(text) {
		if c := text[i]; c < ' ' || c >= 0x80 || c == '"' || c == '\\' || c == '<' || c == '>' || c == '&' {
			size += 5
		}
	}
	return size
}
