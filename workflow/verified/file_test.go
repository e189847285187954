package verified

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

const byHand = `-- Queries of the sales team.
-- question: How many orders were shipped?
-- database: shop
-- confirmed: 2026-01-01
-- asked every Monday
SELECT count(*) -- all of them
FROM orders WHERE status = 'shipped';

-- Not sure about this one yet.

-- question: revenue by country
-- database: shop
SELECT country, sum(amount)
FROM orders GROUP BY country;
-- the end
`

func TestConfirmingKeepsTheFilesCommentsAndOrder(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "golden.sql")
	if err := os.WriteFile(path, []byte(byHand), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := OpenFile(path)
	if err != nil || len(f.Of("shop")) != 2 {
		t.Fatal(f.Of("shop"), err)
	}
	day := time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)
	for _, p := range []Pair{
		{Question: "how many orders were shipped", Database: "shop", SQL: "SELECT 1", Confirmed: day},
		{Question: "all users", Database: "shop", SQL: "SELECT * FROM users", Confirmed: day},
	} {
		if err := f.Confirm(p); err != nil {
			t.Fatal(err)
		}
	}
	const want = `-- Queries of the sales team.
-- asked every Monday
-- question: how many orders were shipped
-- database: shop
-- confirmed: 2026-11-20
SELECT 1;

-- Not sure about this one yet.

-- question: revenue by country
-- database: shop
SELECT country, sum(amount)
FROM orders GROUP BY country;
-- the end

-- question: all users
-- database: shop
-- confirmed: 2026-11-20
SELECT * FROM users;
`
	text, err := os.ReadFile(path)
	if err != nil || string(text) != want {
		t.Errorf("the file is\n%s", text)
	}
	again, err := OpenFile(path)
	if err != nil || len(again.Of("shop")) != 3 || again.Of("shop")[1].SQL != "SELECT country, sum(amount) FROM orders GROUP BY country" {
		t.Errorf("read again: %+v, %v", again.Of("shop"), err)
	}
}

// What was written into the file while parley ran stays.
func TestConfirmingReadsTheFileAnew(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "golden.sql")
	f, err := OpenFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(byHand), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := f.Confirm(Pair{Question: "all users", Database: "shop", SQL: "SELECT * FROM users"}); err != nil || len(f.Of("shop")) != 3 {
		t.Errorf("%+v, %v", f.Of("shop"), err)
	}
}
