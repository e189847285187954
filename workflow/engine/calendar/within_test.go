package calendar_test

import (
	"testing"
	"time"

	"parley/workflow/engine/calendar"
)

func TestTheSameDaysOfAnotherUnit(t *testing.T) {
	t.Parallel()
	day := func(y int, m time.Month, d int) time.Time { return time.Date(y, m, d, 0, 0, 0, 0, time.UTC) }
	year := calendar.Period{From: day(2025, 1, 1), To: day(2026, 1, 1), Grain: "year"}
	got, ok := calendar.Period{From: day(2026, 1, 1), To: day(2026, 11, 26), Grain: "day"}.Within(year)
	if !ok || !got.From.Equal(day(2025, 1, 1)) || !got.To.Equal(day(2025, 11, 26)) {
		t.Errorf("this year so far lies in last year as %s, %t", got, ok)
	}
	if _, ok := (calendar.Period{From: day(2025, 11, 1), To: day(2026, 3, 1), Grain: "month"}).Within(year); ok {
		t.Error("what lies in two years lies in none")
	}
}
