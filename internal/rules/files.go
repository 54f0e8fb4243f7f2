package rules

var filesRules = []Rule{}
