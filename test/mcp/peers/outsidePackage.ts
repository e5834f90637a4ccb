import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"

/** A program of npm that is none of this repository's dependencies, for what it would bring along. */
export interface OutsidePackage {
  /** Its file to run; throws where it is missing. */
  readonly file: () => string
  /** Why it cannot be tried here; null where it can. */
  readonly missing: string | null
}

const cache = join(import.meta.dirname, "../../../node_modules/.cache/mcp-peers")

/** Found where `npm run mcp-peers` installs it, or in the folder that MCP_PEERS names. */
export const outsidePackage = (name: string, version: string, command: string): OutsidePackage => {
  const folder = process.env["MCP_PEERS"] ?? cache
  const home = join(folder, "node_modules", name)
  const manifest = () =>
    JSON.parse(readFileSync(join(home, "package.json"), "utf8")) as { version: string; bin: Record<string, string> }
  const isThere = existsSync(join(home, "package.json")) && manifest().version === version
  const missing = isThere ? null : `${name} ${version} is missing: npm run mcp-peers`
  if (missing !== null) console.warn(`Not tried: ${missing}`)
  return { missing, file: () => join(home, manifest().bin[command]!) }
}
