#!/bin/sh
# Runs every fuzz target for a time, two at a time, each in one process:
#
#	tools/fuzz.sh TIME [SKIP]
#
# SKIP is a regular expression of names to leave out. Of a target that fails it
# prints what the go command says, the input, and how to run that input again.
# What fails once and then no more is told, but is no failure: on a busy machine
# the go command takes a process that got no time for one that hangs.
set -eu
cd "$(dirname "$0")/.."
GO=${GO:-go}

one() { # TIME PACKAGE TARGET
	log=$(mktemp)
	trap 'rm -f "$log"' EXIT
	if $GO test -run '^$' -fuzz "^$3\$" -fuzztime "$1" -fuzzminimizetime 10x -parallel 1 "$2" >"$log" 2>&1; then
		echo "ok   $2 $3, $(grep -o 'execs: [0-9]*' "$log" | tail -n 1)"
		return
	fi
	input=$(sed -n 's/^ *Failing input written to //p' "$log" | head -n 1)
	if [ -z "$input" ] && ! grep -qE 'panic|seed corpus|minimiz|build failed|setup failed' "$log" && grep -q '^ *context deadline exceeded' "$log"; then
		echo "ok   $2 $3, cut off by the end of its time" # the go command at times takes that for a failure
		return
	fi
	if [ -n "$input" ]; then
		file=$($GO list -f '{{.Dir}}' "$2")/$input
		if $GO test -count 3 -run "^$3\$/^${input##*/}\$" "$2" >/dev/null 2>&1; then
			echo "ok   $2 $3, but once it failed on this input, and not again:"
			cat "$log" "$file"
			rm -f "$file"
			return
		fi
	fi
	cat "$log"
	echo "FAIL $2 $3"
	if [ -n "$input" ]; then
		echo "The input, ${file#"$PWD"/}, which is to be committed with the mending:"
		cat "$file"
		echo "To run it again, with that file in place:"
		echo "	go test $2 -run '^$3\$/^${input##*/}\$'"
	fi
	return 1
}

if [ "$1" = --one ]; then
	shift
	one "$@"
	exit
fi

skip=${2:-'^$'}
targets=$(
	for package in $($GO list -f '{{if or .TestGoFiles .XTestGoFiles}}{{.ImportPath}}{{end}}' ./...); do
		names=$($GO test -list '^Fuzz' "$package")
		echo "$names" | grep '^Fuzz' | grep -vE "$skip" | sed "s,^,$1 $package ,"
	done
)
echo "$targets" | xargs -n 3 -P 2 tools/fuzz.sh --one || {
	echo "A fuzz target failed" >&2
	exit 1
}
