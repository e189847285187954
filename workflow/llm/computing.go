package llm

import "strings"

// computing are the functions of the engines that compute from their arguments alone, by the names that PostgreSQL, SQLite and
// DuckDB document. Any other may be the database's own, whose body may read whatever it likes: while columns are denied, no
// model's statement calls it.
var computing = func() map[string]bool {
	set := map[string]bool{}
	for _, name := range strings.Fields(`
		count sum avg min max total stddev stddev_pop stddev_samp variance var_pop var_samp median mode quantile quantile_cont quantile_disc
		percentile_cont percentile_disc corr covar_pop covar_samp regr_slope regr_intercept regr_r2 regr_count bool_and bool_or every bit_and bit_or
		string_agg group_concat array_agg list json_agg jsonb_agg json_object_agg jsonb_object_agg first last any_value arg_min arg_max approx_count_distinct
		row_number rank dense_rank percent_rank cume_dist ntile lag lead first_value last_value nth_value grouping
		coalesce nullif greatest least ifnull iif if
		abs ceil ceiling floor round trunc sign sqrt power pow exp ln log log10 log2 mod div pi degrees radians sin cos tan asin acos atan atan2 random
		width_bucket
		length char_length character_length octet_length lower upper initcap trim btrim ltrim rtrim substr substring left right replace translate
		position strpos instr concat concat_ws repeat reverse lpad rpad split_part starts_with ends_with contains format printf quote_literal
		regexp_replace regexp_match regexp_matches regexp_extract regexp_like regexp_count regexp_split_to_array string_to_array array_to_string overlay
		like like_escape ilike similar_to_escape glob chr ascii unicode hex md5 to_hex
		now current_timestamp current_date current_time localtime localtimestamp statement_timestamp transaction_timestamp date time datetime timestamp
		julianday unixepoch strftime strptime timediff date_trunc datetrunc date_part datepart date_diff datediff date_sub date_add date_bin age extract
		make_date make_time make_timestamp make_timestamptz make_interval to_char to_date to_timestamp to_number to_days to_months to_years justify_days
		justify_hours justify_interval timezone year quarter month monthname week weekofyear day dayname dayofmonth dayofweek dayofyear hour minute second
		epoch last_day isfinite overlaps
		cast try_cast typeof
		array_length cardinality unnest array_position array_append generate_series range row
		json_extract json_extract_string json_array_length json_typeof jsonb_typeof json_build_object jsonb_build_object json_valid
		num_nulls num_nonnulls int4 int8 float8 numeric text varchar bool`) {
		set[name] = true
	}
	return set
}()
