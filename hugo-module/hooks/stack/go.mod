module github.com/discovery-set/hugo-discovery/hugo-module/hooks/stack

go 1.21
