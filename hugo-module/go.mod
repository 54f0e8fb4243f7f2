module github.com/discovery-set/hugo-discovery/hugo-module

go 1.21
