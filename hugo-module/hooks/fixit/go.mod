module github.com/discovery-set/hugo-discovery/hugo-module/hooks/fixit

go 1.21
