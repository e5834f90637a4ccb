// npm run mcp-peers: installs the programs that MCP endpoints are tried with, where they are not there yet. Nothing else
// needs them, and they bring 140 MB along.
import { spawnSync } from "node:child_process"
import { cpSync, mkdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

const root = join(import.meta.dirname, "..")
const from = join(root, "test/mcp/peers/packages")
const to = process.env.MCP_PEERS ?? join(root, "node_modules/.cache/mcp-peers")

const read = (file) => {
  try {
    return readFileSync(file, "utf8")
  } catch {
    return undefined
  }
}

const lock = "package-lock.json"
const wanted = read(join(from, lock))
// npm writes the second file when all is installed.
const isThere = read(join(to, lock)) === wanted && read(join(to, "node_modules/.package-lock.json")) !== undefined
if (!isThere) {
  mkdirSync(to, { recursive: true })
  cpSync(from, to, { recursive: true })
  const npm = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix", to]
  process.exitCode = spawnSync("npm", npm, { stdio: "inherit", shell: process.platform === "win32" }).status ?? 1
}
