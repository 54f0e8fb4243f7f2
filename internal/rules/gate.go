package rules

var gateRules = []Rule{}
