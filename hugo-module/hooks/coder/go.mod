module github.com/discovery-set/hugo-discovery/hugo-module/hooks/coder

go 1.21
