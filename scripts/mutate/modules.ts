import { globSync, statSync } from "node:fs"
import { basename } from "node:path"

/** A source file that is mutated, and the tests that judge it: those that start no database, server or browser. */
export interface Module {
  readonly name: string
  readonly file: string
  readonly tests: ReadonlyArray<string>
}

const root = new URL("../../", import.meta.url)

const found = (patterns: ReadonlyArray<string>) =>
  patterns.flatMap((pattern) => globSync(pattern, { cwd: root })).toSorted()

/** Whole folders whose files are judged by the same tests, and files that have tests of their own. */
const groups: ReadonlyArray<{
  readonly folder: string
  readonly files: string
  readonly tests: ReadonlyArray<string>
}> = [
  {
    folder: "jobs",
    files: "packages/server/src/robots/jobs/{RobotJobs,JobStateMachine}.ts",
    tests: ["test/robots/jobs/{robotJobs*,stateMachine*}.test.ts"]
  },
  {
    folder: "realtime",
    files: "packages/server/src/realtime/SocketWriter.ts",
    tests: ["test/realtime/{socketWriter*,writeScheduler,textFrame}.test.ts"]
  },
  {
    folder: "cloud",
    files: "packages/bridge/src/cloud/{CloudLink,CloudSocket,Session}.ts",
    tests: ["test/bridge/cloud{Link,Session,Socket}.test.ts"]
  },
  {
    folder: "cloud",
    files: "packages/bridge/src/cloud/!(CloudLink|CloudSocket|Session).ts",
    tests: ["test/bridge/{cloudBounds,frameHead,outbox*,rates}.test.ts"]
  },
  {
    folder: "RobotConfig",
    files: "packages/domain/src/RobotConfig/*.ts",
    tests: ["test/domain/{bounds,documents,introspection,issues,parameters,yaml}*.test.ts"]
  },
  {
    folder: "billing",
    files: "packages/server/src/billing/rules/!(Order).ts",
    tests: ["test/billing/rules/{attempts,calendar,dunning,prices,quote,states,vat}.test.ts"]
  }
]

const sizeOf = (file: string) => statSync(new URL(file, root)).size

/** Every module, by the name it is asked for: its folder's and its file's. The smallest come first. */
export const modules: ReadonlyArray<Module> = groups
  .flatMap(({ files, folder, tests }) =>
    found([files]).map((file) => ({ name: `${folder}/${basename(file, ".ts")}`, file, tests: found(tests) }))
  )
  .toSorted((left, right) => sizeOf(left.file) - sizeOf(right.file))

/** The modules of a name, of a folder, or all; what nothing is called is a mistake. */
export const chosen = (names: ReadonlyArray<string>): ReadonlyArray<Module> => {
  if (names.length === 0) return modules
  const called = (name: string) => (module: Module) =>
    module.name === name || module.name.startsWith(`${name}/`) || module.name.endsWith(`/${name}`)
  const unknown = names.filter((name) => !modules.some(called(name)))
  if (unknown.length > 0) throw new Error(`No module is called ${unknown.join(" or ")}.`)
  return modules.filter((module) => names.some((name) => called(name)(module)))
}
