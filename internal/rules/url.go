package rules

var urlRules = []Rule{}
