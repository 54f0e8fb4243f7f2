package rules

var linksRules = []Rule{}
