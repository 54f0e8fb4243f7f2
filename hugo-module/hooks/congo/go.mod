module github.com/discovery-set/hugo-discovery/hugo-module/hooks/congo

go 1.21
