module github.com/discovery-set/hugo-discovery/hugo-module/hooks/blowfish

go 1.21
