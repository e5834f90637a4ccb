import { Effect } from "effect"
import { execFile } from "node:child_process"
import { join } from "node:path"
import { promisify } from "node:util"
import { hashOfBuild, hashOfSources } from "../../../packages/console/sources.ts"

const home = join(import.meta.dirname, "../../../packages/console")
const dist = join(home, "dist")

/** The folder of the console's files, built when its sources have changed. */
export const builtDist = Effect.promise(async () => {
  if ((await hashOfBuild(dist)) !== (await hashOfSources()))
    await promisify(execFile)(process.execPath, [join(home, "build.ts")])
  return dist
})
