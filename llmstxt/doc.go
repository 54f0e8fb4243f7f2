// Package llmstxt reads, compares and writes llms.txt files.
//
// The format (https://llmstxt.org, version 2 of August 2026) is a Markdown file with a heading of level 1, a block quote as
// summary, details without headings, and headings of level 2 over lists of links. Tools do not read it alike, so this
// package reads it three ways:
//
//   - [Parse] reads it as the text describes it, with the rules of CommonMark 0.31, and gives every element with its line
//     and column, those included that do not belong. It judges nothing.
//   - [AsPython] gives exactly what the Python reference parser gives, and an error where that raises.
//   - [AsJavaScript] gives exactly what the JavaScript sample parser gives.
//
// [Write] writes a file that all three read back intact.
//
// All of them take time that is linear in the size of the input, on any input, and none panics. Nothing here does I/O but
// Write, which writes to the writer it is given.
package llmstxt
