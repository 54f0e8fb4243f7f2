module github.com/discovery-set/hugo-discovery/hugo-module/hooks/ananke

go 1.21
