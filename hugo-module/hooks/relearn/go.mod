module github.com/discovery-set/hugo-discovery/hugo-module/hooks/relearn

go 1.21
