package tag

import (
	"maps"
	"slices"

	"parley/workflow/engine/english"
	"parley/workflow/schema"
)

// This file is general knowledge of how values are written for short: states of the USA, months, countries.

// shorts are other ways to write a value.
var shorts = map[string][]string{
	"alabama": {"al"}, "alaska": {"ak"}, "arizona": {"az"}, "arkansas": {"ar"}, "california": {"ca"}, "colorado": {"co"}, "connecticut": {"ct"},
	"delaware": {"de"}, "florida": {"fl"}, "georgia": {"ga"}, "hawaii": {"hi"}, "idaho": {"id"}, "illinois": {"il"}, "indiana": {"in"},
	"iowa": {"ia"}, "kansas": {"ks"}, "kentucky": {"ky"}, "louisiana": {"la"}, "maine": {"me"}, "maryland": {"md"}, "massachusetts": {"ma"},
	"michigan": {"mi"}, "minnesota": {"mn"}, "mississippi": {"ms"}, "missouri": {"mo"}, "montana": {"mt"}, "nebraska": {"ne"}, "nevada": {"nv"},
	"new hampshire": {"nh"}, "new jersey": {"nj"}, "new mexico": {"nm"}, "new york": {"ny"}, "north carolina": {"nc"}, "north dakota": {"nd"},
	"ohio": {"oh"}, "oklahoma": {"ok"}, "oregon": {"or"}, "pennsylvania": {"pa"}, "rhode island": {"ri"}, "south carolina": {"sc"},
	"south dakota": {"sd"}, "tennessee": {"tn"}, "texas": {"tx"}, "utah": {"ut"}, "vermont": {"vt"}, "virginia": {"va"}, "washington": {"wa"},
	"west virginia": {"wv"}, "wisconsin": {"wi"}, "wyoming": {"wy"},
	"usa": {"us", "united states", "united states of america", "u s", "u s a"}, "us": {"usa", "united states"}, "united states": {"usa", "us", "united states of america"},
	"america": {"usa", "us", "united states"}, "uk": {"united kingdom", "gb", "great britain"}, "united kingdom": {"uk", "gb"}, "england": {"uk", "united kingdom"},
	"american": {"usa", "us", "united states"}, "british": {"uk", "united kingdom"},
	"january": {"jan"}, "february": {"feb"}, "march": {"mar"}, "april": {"apr"}, "june": {"jun"}, "july": {"jul"}, "august": {"aug"},
	"september": {"sep", "sept"}, "october": {"oct"}, "november": {"nov"}, "december": {"dec"},
	"monday": {"mon"}, "tuesday": {"tue"}, "wednesday": {"wed"}, "thursday": {"thu"}, "friday": {"fri"}, "saturday": {"sat"}, "sunday": {"sun"},
	"yes": {"y", "true", "t", "1"}, "no": {"n", "false", "f", "0"}, "true": {"t", "y", "yes", "1"}, "false": {"f", "n", "no", "0"},
}

// peoples are adjectives of countries.
var peoples = map[string]string{
	"american": "united states", "argentine": "argentina", "argentinian": "argentina", "australian": "australia", "austrian": "austria", "belgian": "belgium",
	"brazilian": "brazil", "british": "united kingdom", "bulgarian": "bulgaria", "canadian": "canada", "chilean": "chile", "chinese": "china", "colombian": "colombia",
	"croatian": "croatia", "cuban": "cuba", "czech": "czech republic", "danish": "denmark", "dutch": "netherlands", "egyptian": "egypt", "english": "england",
	"ethiopian": "ethiopia", "finnish": "finland", "french": "france", "german": "germany", "ghanaian": "ghana", "greek": "greece", "hungarian": "hungary",
	"indian": "india", "indonesian": "indonesia", "iranian": "iran", "irish": "ireland", "israeli": "israel", "italian": "italy", "jamaican": "jamaica",
	"japanese": "japan", "kenyan": "kenya", "korean": "korea", "malaysian": "malaysia", "mexican": "mexico", "moroccan": "morocco", "nigerian": "nigeria",
	"norwegian": "norway", "pakistani": "pakistan", "peruvian": "peru", "philippine": "philippines", "polish": "poland", "portuguese": "portugal",
	"romanian": "romania", "russian": "russia", "scottish": "scotland", "serbian": "serbia", "singaporean": "singapore", "south african": "south africa",
	"spanish": "spain", "swedish": "sweden", "swiss": "switzerland", "tanzanian": "tanzania", "thai": "thailand", "tunisian": "tunisia", "turkish": "turkey",
	"ugandan": "uganda", "ukrainian": "ukraine", "venezuelan": "venezuela", "vietnamese": "vietnam", "welsh": "wales", "european": "europe", "asian": "asia",
	"african": "africa",
}

// ofCountry gives the values that hold the country for its adjective, and the adjective for its country.
func ofCountry(x *schema.Index, key string) []schema.ValueMatch {
	var out []schema.ValueMatch
	for _, m := range append(slices.Clone(x.Normalised(peoples[key])), adjectives(x, key)...) {
		if m.Column.Has(english.Placed...) {
			out = append(out, m)
		}
	}
	return out
}

func adjectives(x *schema.Index, key string) []schema.ValueMatch {
	var out []schema.ValueMatch
	for _, people := range peoplesOf[key] {
		out = append(out, x.Normalised(people)...)
	}
	return out
}

// peoplesOf are the adjectives by country.
var peoplesOf = func() map[string][]string {
	out := map[string][]string{}
	for _, people := range slices.Sorted(maps.Keys(peoples)) {
		out[peoples[people]] = append(out[peoples[people]], people)
	}
	return out
}()

// aliased gives the stored values that a key stands for by general knowledge.
func aliased(x *schema.Index, key string) []schema.ValueMatch {
	var out []schema.ValueMatch
	out = append(out, ofCountry(x, key)...)
	for _, short := range shorts[key] {
		for _, m := range x.Normalised(short) {
			if len(short) > 1 || m.Column.Complete && m.Column.Distinct <= 4 {
				out = append(out, m)
			}
		}
	}
	return out
}
