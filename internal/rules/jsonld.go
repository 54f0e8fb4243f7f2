package rules

var jsonldRules = []Rule{}
