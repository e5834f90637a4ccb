import { execFile } from "node:child_process"
import { delimiter, join } from "node:path"
import { promisify } from "node:util"

/** The first Node 20 of the PATH; undefined where there is none. */
export const findNode20 = async (): Promise<string | undefined> => {
  for (const folder of (process.env["PATH"] ?? "").split(delimiter)) {
    const node = join(folder, "node")
    const version = await promisify(execFile)(node, ["--version"]).catch(() => undefined)
    if (version?.stdout.startsWith("v20.") === true) return node
  }
  return undefined
}
