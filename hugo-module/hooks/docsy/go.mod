module github.com/discovery-set/hugo-discovery/hugo-module/hooks/docsy

go 1.21
