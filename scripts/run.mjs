// node scripts/run.mjs <file> [arguments]: runs a file of the repository on the project's own Node, installed first.
import { spawn } from "node:child_process"
import { accessSync, constants } from "node:fs"
import { join, resolve } from "node:path"
import { Mistake, orExplain, ready, repository } from "./install.mjs"

const wanted = 24

/** The npm package `node`, or the Node that runs this where that package has no binary for the machine. */
const projectNode = () => {
  const binary = join(repository, "node_modules", "node", "bin", process.platform === "win32" ? "node.exe" : "node")
  try {
    accessSync(binary, constants.X_OK)
    return binary
  } catch {
    if (Number(process.versions.node.split(".")[0]) >= wanted) return process.execPath
    throw new Mistake(
      `Node ${wanted} is missing: the npm package "node" did not install it (were install scripts switched off?).\n` +
        `Run "npm rebuild node", or start this with Node ${wanted} or newer.`
    )
  }
}

/** npm and its shell can die of a signal without passing it on; the program is then told to stop. */
const endWithParent = (child) => {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    child.kill("SIGTERM")
  }, 250)
}

/** Where Node keeps compiled modules: a start takes a quarter less processor time from the second on. */
const compileCache = join(repository, "node_modules", ".cache", "compiled")

const run = (file, args) => {
  const child = spawn(projectNode(), [resolve(repository, file), ...args], {
    stdio: "inherit",
    env: { NODE_COMPILE_CACHE: compileCache, ...process.env }
  })
  // A terminal sends its interrupt to the whole group, the child included; everything else reaches only this process.
  const forward = (signal) => {
    if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal)
  }
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, forward)
  if (process.env.npm_lifecycle_event !== undefined) endWithParent(child)
  child.on("error", (error) => {
    console.error(`${file} did not start: ${error.message}`)
    process.exit(1)
  })
  child.on("exit", (code, signal) => {
    if (signal === null) process.exit(code)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}

const [file, ...args] = process.argv.slice(2)
await orExplain(async () => {
  if (file === undefined) throw new Mistake("Say which file to run: node scripts/run.mjs <file> [arguments]")
  await ready()
  run(file, args)
})
