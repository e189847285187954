package text

import "strings"

// Readings of one question are much alike. Where there is no room for them, what they have in common is what gives way.

// Apart shortens texts to what tells them apart: long runs of words that all of them have become an ellipsis.
func Apart(texts []string) []string {
	if len(texts) < 2 {
		return texts
	}
	common := strings.Fields(texts[0])
	for _, t := range texts[1:] {
		common = commonWords(common, strings.Fields(t))
	}
	out := make([]string, len(texts))
	for i, t := range texts {
		if out[i] = without(strings.Fields(t), common); out[i] == Ellipsis {
			out[i] = t // the others say more than this one
		}
	}
	return out
}

// commonWords is the longest list of words that both have in this order.
func commonWords(a, b []string) []string {
	length := make([][]int, len(a)+1) // of the longest list in a[i:] and b[j:]
	for i := range length {
		length[i] = make([]int, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if length[i][j] = max(length[i+1][j], length[i][j+1]); a[i] == b[j] {
				length[i][j] = length[i+1][j+1] + 1
			}
		}
	}
	var out []string
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] == b[j]:
			out = append(out, a[i])
			i, j = i+1, j+1
		case length[i+1][j] >= length[i][j+1]:
			i++
		default:
			j++
		}
	}
	return out
}

// without writes words without long runs of those in common; a word on either side of a gap stays, to be read with the rest.
func without(words, common []string) string {
	const least = 2 // words that a gap stands for
	shared := make([]bool, len(words)+2)
	for i, next := 0, 0; i < len(words); i++ {
		if next < len(common) && words[i] == common[next] {
			shared[i+1] = true
			next++
		}
	}
	shared[0], shared[len(words)+1] = true, true
	var out []string
	for i := 0; i < len(words); {
		end := i
		for end < len(words) && shared[end] && shared[end+1] && shared[end+2] {
			end++
		}
		switch {
		case end-i >= least:
			out, i = append(out, Ellipsis), end
		default:
			out, i = append(out, words[i]), i+1
		}
	}
	return strings.Join(out, " ")
}

// InLines wraps a text into at most n lines of w cells: whole where it fits, else its short form, with what is left cut off.
func InLines(whole, short string, w, n int) []string {
	lines := Wrap(whole, w)
	if len(lines) > n {
		lines = Wrap(short, w)
	}
	if len(lines) > n {
		lines[n-1] = Cut(strings.Join(lines[n-1:], " "), w)
		lines = lines[:n]
	}
	return lines
}
