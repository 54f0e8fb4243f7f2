package rules

var pagesRules = []Rule{}
