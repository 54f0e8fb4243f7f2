package rules

var footerRules = []Rule{}
