import { spawnSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { cpus, loadavg, release, totalmem } from "node:os"
import { fileURLToPath } from "node:url"
import { bunVersion } from "./Bun.ts"
import { startsBusy } from "./Others.ts"
import { pinning } from "./Program.ts"

const require = createRequire(import.meta.url)
export const natsServer = "/usr/sbin/nats-server"

const versionOf = (name: string): string => {
  const folder = require.resolve.paths(name)!.find((path) => existsSync(`${path}/${name}/package.json`))
  return folder === undefined ? "absent" : JSON.parse(readFileSync(`${folder}/${name}/package.json`, "utf8")).version
}

const git = (...args: ReadonlyArray<string>): string => {
  const cwd = fileURLToPath(new URL("../../..", import.meta.url))
  return spawnSync("git", args, { cwd, encoding: "utf8" }).stdout?.trim() ?? ""
}

/** What the figures depend on. */
export const machine = () => ({
  processors: cpus().length,
  model: cpus()[0]?.model ?? "unknown",
  memory_bytes: totalmem(),
  kernel: release(),
  load_average: loadavg(),
  /** Whether it had other work when the bench began. */
  busy_at_start: startsBusy(),
  commit: git("rev-parse", "--short=12", "HEAD") || "unknown",
  /** Whether the work tree differs from the commit. */
  dirty: git("status", "--porcelain") !== "",
  pinned: pinning,
  versions: {
    node: process.version,
    effect: versionOf("effect"),
    ws: versionOf("ws"),
    bun: bunVersion,
    "socket.io": versionOf("socket.io"),
    fastify: versionOf("fastify"),
    postgres: versionOf("postgres"),
    pglite: versionOf("@electric-sql/pglite"),
    "nats-server": existsSync(natsServer) ? spawnSync(natsServer, ["--version"]).stdout.toString().trim() : "absent"
  }
})
