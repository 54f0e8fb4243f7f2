module github.com/discovery-set/hugo-discovery

go 1.26.0
