module github.com/example-user/example-project

go 1.21
