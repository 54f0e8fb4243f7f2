module github.com/discovery-set/hugo-discovery/hugo-module/hooks/mainroad

go 1.21
