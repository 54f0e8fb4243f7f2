package rules

var manifestRules = []Rule{}
