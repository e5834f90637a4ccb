import { spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const wanted = 24
const here = dirname(fileURLToPath(import.meta.url))

const installedNode = () => {
  const binary = join("node_modules", "node", "bin", process.platform === "win32" ? "node.exe" : "node")
  for (let folder = here; ; folder = dirname(folder)) {
    if (existsSync(join(folder, binary))) return join(folder, binary)
    if (dirname(folder) === folder) return undefined
  }
}

/** Runs a source file on a Node that reads TypeScript: the one that runs this, or the one npm installed beside the package. */
export const launch = (file) => {
  const node = Number(process.versions.node.split(".")[0]) >= wanted ? process.execPath : installedNode()
  if (node === undefined) {
    process.stderr.write(`This needs Node ${wanted} or newer; this is ${process.version}.\n`)
    process.exit(1)
  }

  const child = spawn(node, [join(here, "..", "src", file), ...process.argv.slice(2)], { stdio: "inherit" })
  // A terminal sends its interrupt to the whole group, the child included; everything else reaches only this process.
  const forward = (signal) => {
    if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal)
  }
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, forward)
  // npx does not always pass its own end on: without whoever started it, the bridge ends too.
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && child.kill("SIGTERM"), 250).unref()
  child.on("error", (error) => {
    process.stderr.write(`${file} did not start: ${error.message}\n`)
    process.exit(1)
  })
  child.on("exit", (code, signal) => {
    if (signal === null) process.exit(code)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}
