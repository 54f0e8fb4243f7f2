// Package ghpages holds what is known about GitHub Pages as pure values: the
// closed deployment of a site, URL arithmetic under its roots, and the way in
// which the server resolves a path of the published tree.
//
// Nothing here reads a file or touches the network. The numbers R…, E… and A…
// in the comments are those of the rule ledger (docs/coverage.md).
//
//   - Declared: values as somebody wrote them, each with the place where it was
//     written. Close turns them into a Deployment and the list of Problems.
//   - NormRoot, Join, SameURL, ResolveRef: URL arithmetic (RFC 3986).
//   - Deployment.TreePath and URLOf: between URLs and files of the tree.
//   - Resolve: a path of the tree to the answer of the server.
//   - Resolver: a raw reference of a page to what it points at, without
//     allocating in the usual cases.
package ghpages
