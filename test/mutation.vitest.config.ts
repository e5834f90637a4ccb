import { join } from "node:path"
import { defineConfig } from "vitest/config"

/** The runs of `npm run mutate`: in a copy of the repository, with the tests that judge one module. */
const tests: ReadonlyArray<string> = JSON.parse(process.env["MUTATION_TESTS"] ?? "[]")

export default defineConfig({
  // The copy shares node_modules, whose links lead to the sources that are not mutated.
  resolve: {
    alias: [
      {
        find: /^@fleet\/(server|domain|bridge|bridge-protocol)\/(.+)$/,
        replacement: join(import.meta.dirname, "../packages/$1/src/$2.ts")
      }
    ]
  },
  test: { include: [...tests], pool: "forks", testTimeout: 60_000 }
})
