module github.com/discovery-set/hugo-discovery/hugo-module/hooks/terminal

go 1.21
