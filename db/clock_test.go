package db_test

import (
	"testing"
	"time"

	"parley/db"
)

func TestTimesAreReadAsTheirClockShowsThem(t *testing.T) {
	t.Parallel()
	at := time.Date(2022, 7, 27, 23, 45, 48, 0, time.UTC)
	for text, want := range map[string]time.Time{
		"2022-07-27 23:45:48": at, "2022-07-27T23:45:48Z": at, "2022-07-27 23:45:48+00": at, "2022-07-27 23:45:48-08": at, "2022-07-27 23:45:48+05:30": at,
		"2022-07-27 23:45:48Z": at, " 2022-07-27T23:45:48+02:00 ": at, "2022-07-27 23:45:48.250+00": at.Add(250 * time.Millisecond), "2022-07-27 23:45": at.Add(-48 * time.Second),
		"2022-07-27": at.Truncate(24 * time.Hour), "1890-07-27 23:45:48+00:53:28": at.AddDate(-132, 0, 0),
	} {
		if got, ok := db.Clock(text); !ok || !got.Equal(want) {
			t.Errorf("%q is %v, %v", text, got, ok)
		}
	}
	for _, v := range []db.Value{"", "soon", "infinity", "2022", int64(20220727), nil, "23:45:48", "0044-03-15 BC"} {
		if got, ok := db.Clock(v); ok {
			t.Errorf("%v is %v", v, got)
		}
	}
	if got, ok := db.Clock(at.In(time.FixedZone("", 3600))); !ok || got.Hour() != 0 || got.Location() != time.UTC {
		t.Errorf("%v, %v", got, ok)
	}
}
