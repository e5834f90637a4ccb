import { Stryker } from "@stryker-mutator/core"
import { fileURLToPath } from "node:url"
import type { Module } from "./modules.ts"

interface Run {
  readonly concurrency: number
  /** Forgets what an earlier run found out. */
  readonly fresh: boolean
  /** What earlier runs found out of mutants whose code and tests are as they were. */
  readonly incrementalFile: string
}

export type Mutants = Awaited<ReturnType<Stryker["runMutationTest"]>>

/** Every mutant of a module, with what became of it. */
export const mutate = (module: Module, { concurrency, fresh, incrementalFile }: Run): Promise<Mutants> => {
  process.env["MUTATION_TESTS"] = JSON.stringify(module.tests)
  process.env["NODE_COMPILE_CACHE"] ??= fileURLToPath(new URL("../../node_modules/.cache/compiled", import.meta.url))
  return new Stryker({
    mutate: [module.file],
    plugins: ["@stryker-mutator/vitest-runner", import.meta.resolve("./annotations.ts")],
    ignorers: ["annotations"],
    testRunner: "vitest",
    vitest: { configFile: "test/mutation.vitest.config.ts", related: false },
    coverageAnalysis: "perTest",
    concurrency,
    incremental: true,
    incrementalFile,
    force: fresh,
    ignorePatterns: ["/.fleet", "/bench-results", "/mutation-results", "/packages/client-sdk/dist"],
    // Node erases the types and nothing compiles them; a tsconfig that is there is read with an API that TypeScript 7 lacks.
    tsconfigFile: "none",
    disableTypeChecks: false,
    checkers: [],
    reporters: [],
    timeoutMS: 10_000,
    cleanTempDir: "always",
    allowConsoleColors: false,
    logLevel: "error"
  } as ConstructorParameters<typeof Stryker>[0]).runMutationTest()
}
