module github.com/discovery-set/hugo-discovery/hugo-module/hooks/hextra

go 1.21
