package command_test

import (
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/discovery-set/hugo-discovery/internal/command"
)

// TestMain lets the scripts run the program as a command of its own.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"discovery-helper": func() {
			c := command.Command{Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr}
			os.Exit(c.Main(os.Args[1:]))
		},
	})
}

// TestScripts runs testdata/script/*.txtar, each a few commands and what they
// print. "status N COMMAND ARG..." runs a command that has to end with exit
// code N; it sets stdout and stderr as exec does.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"status": status,
		},
		RequireExplicitExec: true,
	})
}

func status(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N COMMAND ARG...")
	}
	got := "0"
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		got = err.Error() // "exit status N"
	}
	if want := args[0]; got != want && got != "exit status "+want {
		ts.Fatalf("%s ends with %s, not %s", args[1], got, want)
	}
}
