#!/usr/bin/env node
// The command from its sources, within this repository; the package that is published has it as one file.
process.argv.splice(2, 0, "packages/client-sdk/src/cli/main.ts")
await import("../../../scripts/run.mjs")
