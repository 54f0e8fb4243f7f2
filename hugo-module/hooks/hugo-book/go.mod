module github.com/discovery-set/hugo-discovery/hugo-module/hooks/hugo-book

go 1.21
