import { spawnSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { cpus, loadavg, release, totalmem } from "node:os"
import { fileURLToPath } from "node:url"
import { pinning } from "./Program.ts"

const require = createRequire(import.meta.url)
export const natsServer = "/usr/sbin/nats-server"

const versionOf = (name: string): string => {
  const folder = require.resolve.paths(name)!.find((path) => existsSync(`${path}/${name}/package.json`))
  return folder === undefined ? "absent" : JSON.parse(readFileSync(`${folder}/${name}/package.json`, "utf8")).version
}

/** The commit that is checked out, with `+` behind it where the work tree differs. */
const commit = (): string => {
  const cwd = fileURLToPath(new URL("../../..", import.meta.url))
  const git = (...args: ReadonlyArray<string>) => spawnSync("git", args, { cwd, encoding: "utf8" }).stdout?.trim() ?? ""
  return `${git("rev-parse", "--short=12", "HEAD") || "unknown"}${git("status", "--porcelain") === "" ? "" : "+"}`
}

/** What the figures depend on. */
export const machine = () => ({
  processors: cpus().length,
  model: cpus()[0]?.model ?? "unknown",
  memory_bytes: totalmem(),
  kernel: release(),
  load_average: loadavg(),
  commit: commit(),
  pinned: pinning,
  versions: {
    node: process.version,
    effect: versionOf("effect"),
    ws: versionOf("ws"),
    "socket.io": versionOf("socket.io"),
    fastify: versionOf("fastify"),
    postgres: versionOf("postgres"),
    pglite: versionOf("@electric-sql/pglite"),
    "nats-server": existsSync(natsServer) ? spawnSync(natsServer, ["--version"]).stdout.toString().trim() : "absent"
  }
})
