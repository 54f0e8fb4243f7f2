module github.com/discovery-set/hugo-discovery/hugo-module/hooks/doks

go 1.21
