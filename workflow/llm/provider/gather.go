package provider

import "strings"

// maxAnswer bounds an answer in bytes: a server that ignores the bound on tokens cannot fill the memory.
const maxAnswer = 512 << 10

// gathered is an answer under way.
type gathered struct {
	text   strings.Builder
	usage  Usage
	finish string
}

// room says whether there is room for more of the answer.
func (g *gathered) room() bool { return g.text.Len() < maxAnswer }

// whole is the reply, or why it is none: a stream that ends without saying that it is finished was cut.
func (g *gathered) whole(t Target, atLimit, refused string) (Reply, error) {
	reply := Reply{Text: g.text.String(), Usage: g.usage}
	switch {
	case g.finish == refused:
		return reply, &Failure{Kind: Refused, Target: t}
	case g.finish == atLimit || !g.room():
		return reply, &Failure{Kind: Rejected, Target: t, Message: "the answer is longer than the bound on tokens"}
	case g.finish == "":
		return reply, &Failure{Kind: Cut, Target: t}
	}
	return reply, nil
}
