// Package config reads declared values from where people write them: a
// discovery.toml, the [params.discovery] table of a Hugo TOML configuration, a
// saved answer of the Pages API, CI variables (only when asked to), and
// raw-manifest.json. Each value keeps the place where it was written.
//
// It does not decide between sources: Sources.Declared orders them and keeps
// every declaration, so that ghpages.Close can report those that contradict
// each other.
package config
