package archive

import (
	"net/url"
	"regexp"
	"strings"
)

// Passwords are never written (requirements §5). What is done here holds for targets, and for
// whatever else comes along: a URL typed into a question, a driver's message.

var (
	// passwordInURL is the userinfo of a URL in running text.
	passwordInURL = regexp.MustCompile(`([A-Za-z][A-Za-z0-9+.-]*://[^\s:/@]*):[^\s@]+@`)
	// passwordSetting is a setting of a connection string: password='x' or &password=x.
	passwordSetting = regexp.MustCompile(`(?i)\b((?:ssl)?password\s*=\s*)('(?:\\.|[^'])*'|[^\s&;']+)`)
)

const masked = "****"

// withoutPasswords masks passwords of URLs and connection strings in running text.
func withoutPasswords(text string) string {
	if !strings.Contains(text, "://") && !strings.Contains(strings.ToLower(text), "password") {
		return text
	}
	text = passwordInURL.ReplaceAllString(text, "${1}:"+masked+"@")
	return passwordSetting.ReplaceAllString(text, "${1}"+masked)
}

// bare are targets without their passwords.
func bare(targets []string) []string {
	var kept []string
	for _, t := range targets {
		kept = append(kept, withoutPassword(t))
	}
	return kept
}

// withoutPassword is a URL that opens the same database once the password is given another way.
func withoutPassword(target string) string {
	u, err := url.Parse(target)
	if err != nil || u.Scheme == "" || u.Host == "" {
		return strings.TrimSpace(passwordSetting.ReplaceAllString(target, ""))
	}
	if u.User != nil {
		u.User = url.User(u.User.Username())
	}
	query := u.Query()
	for _, secret := range []string{"password", "sslpassword"} {
		query.Del(secret)
	}
	if u.RawQuery != "" {
		u.RawQuery = query.Encode()
	}
	return u.String()
}
