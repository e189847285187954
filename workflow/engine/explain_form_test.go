package engine_test

import (
	"strings"
	"testing"
)

// TestExplanationsSayTheForm: what is made of an aggregate is said in words, not left out.
func TestExplanationsSayTheForm(t *testing.T) {
	t.Parallel()
	for question, want := range map[string]string{
		"percentage of orders cancelled":                "percentage of orders where status is cancelled",
		"running total of revenue by month this year":   "running total revenue",
		"average number of orders per user":             "number of orders per number of",
		"most expensive product in each category":       "first 1 for each",
		"how long does shipping take on average":        "average days from created at to shipped at",
		"revenue growth by month this year":             "change in percent of total revenue",
		"share of revenue by category":                  "percentage of all in total revenue",
		"revenue this month compared to last month":     "from",
		"users with more than 20 orders in the shop":    "having number of rows over 20",
		"products with an average rating above 4":       "average rating above 4",
		"who wrote the most reviews":                    "name of users",
		"orders per month this year":                    "number of orders per month",
		"latest 5 orders":                               "first 5",
		"reviews containing the word great":             "like %great%",
		"flights to London in business class":           "cabin class is business",
		"average price of electronics vs books":         "average price",
		"what is the busiest day for orders":            "day of created at",
		"top 5 products by quantity sold":               "total quantity",
		"total payments to +254712345678":               "total amount",
		"products out of stock":                         "stock at most 0",
		"how much did we earn yesterday":                "total revenue",
		"best selling products":                         "total quantity downwards",
		"orders not yet shipped":                        "shipped at is missing",
		"monthly revenue in 2026":                       "total revenue per month",
		"how many orders were cancelled in October":     "status is cancelled",
		"3 most expensive products in each category":    "first 3 for each",
		"number of suspended users per country":         "status is suspended",
		"average order value":                           "for each order id, on average",
		"flights from Mombasa to London under 1000":     "price under 1000",
		"cheapest flight from Nairobi to London":        "sorted by price",
		"top 10 customers by total spend":               "first 10",
		"products that cost more than the average":      "price above the average price",
		"users who signed up in 2025 but never ordered": "without orders",
		"all but the five cheapest products":            "all but the first 5",
		"reviews of the most expensive product":         "of the first of products by price downwards",
	} {
		d, err := generate(t, question)
		if err != nil {
			t.Errorf("%q: %v", question, err)
			continue
		}
		if !strings.Contains(d.Explanation, want) {
			t.Errorf("%q: %q, want %q in it", question, d.Explanation, want)
		}
	}
}
