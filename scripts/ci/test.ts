// npm test -- [arguments of vitest]: runs what the arguments name, of any lane, or the plain lane where they name nothing.
import { parseCLI } from "vitest/node"

const args = process.argv.slice(2)
const { filter, options } = parseCLI(["vitest", "run", ...args])
const lane = filter.length > 0 || options.project !== undefined ? [] : ["--project", "plain"]
process.argv.splice(2, args.length, "run", "--config", "test/vitest.config.ts", ...lane, ...args)
await import(new URL("../../node_modules/vitest/vitest.mjs", import.meta.url).href)
