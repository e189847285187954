package schema

// abbreviations are the short forms that people give to columns, in general use. A word may stand for several.
var abbreviations = map[string][]string{
	"num": {"number"}, "no": {"number"}, "nbr": {"number"}, "nr": {"number"}, "cnt": {"count"},
	"qty": {"quantity"}, "amt": {"amount"}, "dt": {"date"}, "yr": {"year"}, "hr": {"hour"}, "hrs": {"hours"},
	"min": {"minimum", "minute"}, "max": {"maximum"}, "avg": {"average"}, "pct": {"percent", "percentage"},
	"percent": {"percentage"}, "desc": {"description"}, "descr": {"description"}, "dept": {"department"},
	"cust": {"customer"}, "emp": {"employee"}, "stu": {"student"}, "prof": {"professor"}, "mgr": {"manager"},
	"addr": {"address"}, "acc": {"account"}, "acct": {"account"}, "bal": {"balance"}, "org": {"organization"},
	"univ": {"university"}, "loc": {"location"}, "lat": {"latitude"}, "long": {"longitude"}, "lng": {"longitude"},
	"lon": {"longitude"}, "tel": {"telephone", "phone"}, "ph": {"phone"}, "fax": {"fax"}, "sal": {"salary"},
	"fac": {"faculty"}, "crs": {"course"}, "info": {"information"}, "cat": {"category"}, "ref": {"reference"},
	"doc": {"document"}, "prod": {"product"}, "trans": {"transaction"}, "temp": {"temperature"},
	"pop": {"population"}, "gov": {"government"}, "govt": {"government"}, "img": {"image"}, "pic": {"picture"},
	"lang": {"language"}, "msg": {"message"}, "std": {"standard"}, "tot": {"total"}, "ttl": {"total"},
	"wt": {"weight"}, "ht": {"height"}, "len": {"length"}, "dur": {"duration"}, "cap": {"capacity"},
	"cert": {"certificate"}, "lic": {"license"}, "veh": {"vehicle"}, "mfr": {"manufacturer"}, "mfg": {"manufacturer"},
	"src": {"source"}, "dst": {"destination"}, "dest": {"destination"}, "arr": {"arrival"}, "dep": {"departure"},
	"grp": {"group"}, "pos": {"position"}, "ppl": {"people"}, "sec": {"section", "second"}, "cred": {"credit"},
	"enr": {"enrollment"}, "div": {"division"}, "conf": {"conference"}, "comp": {"company"}, "rec": {"record"},
	"dob": {"date", "birth"}, "ssn": {"social", "security", "number"}, "fname": {"first", "name"},
	"lname": {"last", "name"}, "mname": {"middle", "name"}, "forename": {"first", "name"}, "surname": {"last", "name"},
	"firstname": {"first", "name"}, "lastname": {"last", "name"}, "username": {"user", "name"},
	"id": {"identifier"}, "ids": {"identifier"}, "identification": {"identifier"},
	"init": {"initial"}, "attr": {"attribute"}, "val": {"value"}, "stat": {"statistic"}, "stats": {"statistics"},
	"hosp": {"hospital"}, "nation": {"country"}, "zip": {"postcode", "postal"}, "sch": {"school"}, "rm": {"room"},
	"bldg": {"building"}, "apt": {"apartment"}, "st": {"street", "state"}, "mgmt": {"management"}, "ins": {"insurance"},
	"med": {"medication", "medicine"}, "proc": {"procedure"}, "rep": {"representative"}, "vend": {"vendor"},
	"inv": {"invoice"}, "ord": {"order"}, "pmt": {"payment"}, "pay": {"payment"}, "exp": {"experience", "expense"},
	"cc": {"credit", "card"}, "capt": {"captain"}, "mins": {"minutes"}, "secs": {"seconds"}, "ms": {"milliseconds"},
	"lbs": {"pounds"}, "km": {"kilometers"}, "mi": {"miles"}, "mph": {"speed"}, "gpa": {"grade", "point", "average"},
	"hp": {"horsepower"}, "mpg": {"miles", "gallon"}, "gdp": {"gross", "domestic", "product"}, "sq": {"square"},
}

// Expand gives the full words that a short form may stand for; for anything else nothing.
func Expand(word string) []string { return abbreviations[word] }
