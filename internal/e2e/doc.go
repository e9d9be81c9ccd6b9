// Package e2e runs the real Claude Code, with the plugin, against a stand-in for the
// Messages API and a Prism server, all on this machine. It is tests alone: see
// scripts/e2e.sh.
package e2e
