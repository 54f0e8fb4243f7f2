package rules

var robotsRules = []Rule{}
