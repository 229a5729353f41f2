#!/usr/bin/env node
// `a2a-conformance ADDRESS` is `loupe conform ADDRESS`: the official `a2a` command runs it as its
// `conformance` command.
process.argv.splice(2, 0, "conform");
await import("./loupe.mjs");
