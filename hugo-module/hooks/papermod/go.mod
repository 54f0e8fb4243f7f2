module github.com/discovery-set/hugo-discovery/hugo-module/hooks/papermod

go 1.21
