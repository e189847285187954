package english

// AddedTo are words of amounts that come on top of what things come to, or off it.
var AddedTo = list("addedTo")

// AmountAgain ask for amounts where something else was shown last: "dollars again".
var AmountAgain = set("amountAgain")

// AmountNouns are mere words for the figures in force where these are sums.
var AmountNouns = set("amountNouns")

// Amounts are words for how much a row comes to, likeliest first.
var Amounts = list("amounts")

// AnyAmount are mere words for what rows come to, whatever it is called.
var AnyAmount = set("anyAmount")

// BilledWords are words of tables of what others are to pay.
var BilledWords = list("billedWords")

// Bookkeeping are words of dates that say when somebody wrote the row, and nothing of what it is about.
var Bookkeeping = list("bookkeeping")

// BoughtWords are words of tables of what was bought rather than sold.
var BoughtWords = list("boughtWords")

// BulkMoney are words of the amounts by which things are big that are no trade: the premium of a policy, the budget of a project.
var BulkMoney = list("bulkMoney")

// CashWords are words for money that came in.
var CashWords = set("cashWords")

// CostVerbs ask for the price of a thing.
var CostVerbs = set("costVerbs")

// Creditors are words of tables of those to whom something is owed.
var Creditors = list("creditors")

// DueWords are words of moments by which something is to be done.
var DueWords = list("dueWords")

// Earnings are verbs of money that comes in or goes out.
var Earnings = set("earnings")

// GiftWords are words of tables of gifts that came.
var GiftWords = list("giftWords")

// LossWords are the words of what is lost on the way: it is a part of what went in, and not of what came out.
var LossWords = list("lossWords")

// MoneyOf are words behind what the rows of a table are, for what these come to: the amount of fuel is the "fuel cost".
var MoneyOf = set("moneyOf")

// MoneyTables are tables whose name stands for what their rows come to.
var MoneyTables = list("moneyTables")

// MoneyWords are units of money that a number may carry.
var MoneyWords = set("moneyWords")

// OutlayWords are words for money that went out.
var OutlayWords = set("outlayWords")

// UnpaidWords are words for rows that ask for money which nobody paid, the likeliest first.
var UnpaidWords = list("unpaid")

// OwedNets are words of amounts that were paid already.
var OwedNets = list("owedNets")

// Payable are words of tables of what is owed to others (see Creditors).
var Payable = list("payable")

// Paying are words for that money came.
var Paying = list("paying")

// PaymentWords are words of tables of payments, which come for what was billed.
var PaymentWords = list("paymentWords")

// PledgeWords are words of tables of gifts that were promised, and GiftWords of those that came.
var PledgeWords = list("pledgeWords")

// PricedWords are words of columns that say what something costs.
var PricedWords = list("pricedWords")

// PrincipalWords are words of the amount that says what a row comes to, before others of the same row: the first weighs most.
var PrincipalWords = list("principalWords")

// TradeAmounts are further words for what was charged.
var TradeAmounts = set("tradeAmounts")

// TradeDeeds are what was done with goods, as a participle: it stands for the rows of trade.
var TradeDeeds = set("tradeDeeds")

// TradeNouns are words for what was sold, whatever it is called.
var TradeNouns = set("tradeNouns")

// TradeVerbs are words for having traded: who bought is who has rows of trade.
var TradeVerbs = set("tradeVerbs")

// WorthDeeds are deeds that a row's own worth answers: "what did they bring in".
var WorthDeeds = set("worthDeeds")

// Worths are words for what something comes to.
var Worths = set("worths")

// WorthWords stand for what rows come to, whatever their number is called.
var WorthWords = set("worthWords")

// Takings are words for what rows come to by what belongs to them, the surest first: an order by its lines.
var Takings = list("takings")
