module github.com/discovery-set/hugo-discovery/hugo-module/hooks/loveit

go 1.21
