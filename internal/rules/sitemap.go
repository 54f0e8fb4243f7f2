package rules

var sitemapRules = []Rule{}
