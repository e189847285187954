package opener

import (
	"path/filepath"
	"slices"
	"testing"
)

func TestRememberedTargetsOpenFromAnyFolder(t *testing.T) {
	t.Parallel()
	absolute := func(path string) string {
		path, err := filepath.Abs(path)
		if err != nil {
			t.Fatal(err)
		}
		return path
	}
	for _, c := range []struct{ targets, want []string }{
		{nil, []string{"demo"}},
		{[]string{""}, []string{"demo"}},
		{[]string{"demo"}, []string{"demo"}},
		{[]string{"postgres://ana@db/shop"}, []string{"postgres://ana@db/shop"}},
		{[]string{"postgres://ana:s3cret@db/shop"}, []string{"postgres://ana@db/shop"}},
		{[]string{"host=db password=s3cret user=ana"}, []string{"host=db user=ana"}},
		{[]string{"service=shop"}, []string{"service=shop"}},
		{[]string{"x.sqlite"}, []string{absolute("x.sqlite")}},
		{[]string{"sqlite:my%20files/x.db"}, []string{absolute("my files/x.db")}},
		{[]string{"/data/a.csv", "b/*.parquet"}, []string{"/data/a.csv", absolute("b/*.parquet")}},
	} {
		if got := Remembered(c.targets...); !slices.Equal(got, c.want) {
			t.Errorf("%q: %q, want %q", c.targets, got, c.want)
		}
	}
}
