package rules

var llmsRules = []Rule{}
