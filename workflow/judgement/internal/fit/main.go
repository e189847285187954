// Command fit fits the weights of the judgement, and measures it.
//
//	go run ./workflow/judgement/internal/fit -analyst 'DIR/*_dialogues.jsonl,DIR/*_first.jsonl' -url postgres://… [-aside a,b] [-worked c,d] \
//	    -plain 'DIR/spider.jsonl,DIR/cosql.jsonl' -databases DIR [-stride N] [-write workflow/judgement/weights.txt]
//
// A file holds one conversation a line: {"id", "db", "turns": [{"input", "sql", "also", "open_limit"}]}. Each turn is answered
// after the accepted SQL of the turns before it, and its statement is right when its rows are those of an accepted one, further
// columns allowed. Weights are fitted on the databases that are not kept aside (-aside, and of the plain ones a fifth by the
// hash of the name); the calibration is reported on those kept aside, and on the others each database judged by the rest.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
)

type options struct {
	analyst, plain, url, databases, aside, worked, write, dump string
	samples                                                    string
	stride                                                     int
	standing                                                   bool
	business                                                   float64
}

func main() {
	var o options
	flag.StringVar(&o.analyst, "analyst", "", "files of conversations on PostgreSQL, with commas")
	flag.StringVar(&o.url, "url", "postgres://postgres@127.0.0.1:5432", "the server without a database")
	flag.StringVar(&o.aside, "aside", "", "databases kept aside, with commas")
	flag.StringVar(&o.worked, "worked", "", "databases that the engine was worked on, with commas: they count less, and nothing is measured on them")
	flag.StringVar(&o.plain, "plain", "", "files of conversations on SQLite, with commas")
	flag.StringVar(&o.databases, "databases", "", "folder of SQLite files")
	flag.IntVar(&o.stride, "stride", 1, "every so many of the plain conversations")
	flag.StringVar(&o.write, "write", "", "write the weights to this file")
	flag.StringVar(&o.samples, "samples", "", "fit on what was written by -dump, instead of answering anew")
	flag.Float64Var(&o.business, "business", 2, "how much the conversations on PostgreSQL count together, against the plain ones: they are what people ask")
	flag.BoolVar(&o.standing, "standing", false, "report the databases kept aside by the weights of the program instead of those fitted")
	flag.StringVar(&o.dump, "dump", "", "write what was judged to this file, databases kept aside left out")
	flag.Parse()
	if err := run(context.Background(), o); err != nil {
		fmt.Fprintln(os.Stderr, "fit:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, o options) error {
	list, err := readSamples(o.samples)
	if o.samples == "" {
		list, err = gather(ctx, o)
	}
	if err != nil {
		return err
	}
	for i, s := range list {
		list[i].Worked = slices.Contains(listOf(o.worked), s.DB)
	}
	if o.dump != "" {
		if err := dump(o.dump, list); err != nil {
			return err
		}
	}
	return fit(o, list)
}

// listOf are the parts of a flag that is a list.
func listOf(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == ',' })
}
