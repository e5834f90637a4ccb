// Types, with the Effect diagnostics: puts the compiler that has them in the place of TypeScript's own, then runs it.
import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { repository } from "./install.mjs"

const run = (binary, args, stdio) => {
  const file = join(repository, "node_modules", binary)
  return spawnSync(process.execPath, [file, ...args], { cwd: repository, stdio, encoding: "utf8" })
}

const patch = run("@effect/tsgo/dist/effect-tsgo.cjs", ["patch", "--typescript"], "pipe")
if (patch.status !== 0) {
  console.error(`The Effect diagnostics cannot be switched on:\n${patch.stdout}${patch.stderr}`)
  process.exit(1)
}
process.exit(run("typescript/bin/tsc", ["--noEmit", "-p", "tsconfig.json"], "inherit").status ?? 1)
