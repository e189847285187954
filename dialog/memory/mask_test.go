package memory

import "testing"

// TestColumnsOfPrivateValuesAreMaskedWhateverTheyHold: each word of a column's name that promises such values does so by itself, and no
// other does.
func TestColumnsOfPrivateValuesAreMaskedWhateverTheyHold(t *testing.T) {
	t.Parallel()
	for _, column := range []string{"phone", "mobile_no", "tel", "telephone", "fax", "cell", "msisdn", "mail", "email", "userEmail", "card", "iban", "account_number",
		"api_token", "secret", "password", "ssn", "passport", "recipient", "ip", "key", "pin", "birth_date", "salary", "address"} {
		if got := Mask(column, "somebody's own"); got != "**** own" {
			t.Errorf("%s is shown as %s", column, got)
		}
		if got := Mask(column, "short"); got != "****" {
			t.Errorf("a short %s is shown as %s", column, got)
		}
	}
	for _, column := range []string{"origin", "hotel", "cardinality", "monkey", "spin", "shipping", "country"} {
		if got := Mask(column, "somebody's own"); got != "somebody's own" {
			t.Errorf("%s is masked: %s", column, got)
		}
	}
}
