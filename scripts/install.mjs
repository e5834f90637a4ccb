// Runs before anything is installed, on Node 20 or newer: no dependencies, no TypeScript.
import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { delimiter, dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

export const repository = dirname(dirname(fileURLToPath(import.meta.url)))

/** Something the person at the terminal can put right; its message is all they need to see. */
export class Mistake extends Error {}

const read = (path) => (existsSync(path) ? readFileSync(path, "utf8") : undefined)
const digest = (text) => createHash("sha256").update(text).digest("hex")
const pathsOf = (root) => ({
  lockfile: join(root, "package-lock.json"),
  stamp: join(root, "node_modules", ".installed"),
  installed: join(root, "node_modules", ".package-lock.json")
})

const same = (a, b) => a.version === b.version && a.integrity === b.integrity && a.link === b.link

/** Whether an install made by hand has every package of the lockfile, and each at its version. */
const installedByHand = (root) => {
  const paths = pathsOf(root)
  const text = read(paths.installed)
  if (text === undefined) return false
  const installed = JSON.parse(text).packages ?? {}
  const wanted = JSON.parse(readFileSync(paths.lockfile, "utf8")).packages ?? {}
  return (
    Object.entries(wanted).every(
      ([name, entry]) =>
        !name.startsWith("node_modules/") || (installed[name] ? same(installed[name], entry) : entry.optional === true)
    ) && Object.keys(installed).every((name) => wanted[name] !== undefined)
  )
}

const isInstalled = (root) => {
  const paths = pathsOf(root)
  const wanted = digest(readFileSync(paths.lockfile))
  if (read(paths.stamp) === wanted) return true
  if (!installedByHand(root)) return false
  writeFileSync(paths.stamp, wanted)
  return true
}

/** Names that only one process can listen on and that go with it, so nothing is left behind by a killed install. */
const lockName = (root) => {
  const id = digest(root).slice(0, 16)
  if (process.platform === "linux") return { path: `\0fleet-install-${id}` }
  if (process.platform === "win32") return { path: `\\\\.\\pipe\\fleet-install-${id}` }
  return { host: "127.0.0.1", port: 49152 + (Number.parseInt(id.slice(0, 8), 16) % 16384) }
}

const listen = (name) =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once("error", (error) => (error.code === "EADDRINUSE" ? resolve(undefined) : reject(error)))
    server.listen(name, () => resolve(server))
  })

const locked = async (root, work) => {
  const name = lockName(root)
  let lock = await listen(name)
  if (lock === undefined) console.log("Another process is installing the dependencies; waiting for it.")
  while (lock === undefined) {
    await new Promise((resume) => setTimeout(resume, 100))
    lock = await listen(name)
  }
  try {
    return work()
  } finally {
    lock.close()
  }
}

/** npm must not run on the Node that it is about to replace. */
const withoutOwnBinaries = (root) => {
  const own = join(root, "node_modules", ".bin")
  const path = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== own)
  return { ...process.env, PATH: path.join(delimiter) }
}

const npm = (root, args) => {
  const { npm_execpath: cli, npm_node_execpath: node } = process.env
  const options = { cwd: root, env: withoutOwnBinaries(root), stdio: ["ignore", "inherit", "inherit"] }
  if (cli !== undefined && node !== undefined && !node.startsWith(join(root, "node_modules"))) {
    return spawnSync(node, [cli, ...args], options)
  }
  return spawnSync("npm", args, { ...options, shell: process.platform === "win32" })
}

/** Installs what the lockfile says unless that is already there. Answers whether it did. */
export const ready = async (root = repository) => {
  if (Number(process.versions.node.split(".")[0]) < 20) {
    throw new Mistake(`Node ${process.versions.node} is too old: version 20 or newer is needed to start.`)
  }
  if (isInstalled(root)) return false
  return locked(root, () => {
    if (isInstalled(root)) return false
    console.log("Installing the dependencies (npm ci). This is done once, and again when package-lock.json changes.")
    const start = performance.now()
    const { status, error } = npm(root, [
      "ci",
      "--include=dev",
      "--prefer-offline",
      "--no-audit",
      "--no-fund",
      "--loglevel=error"
    ])
    if (status !== 0) {
      throw new Mistake(
        `The dependencies could not be installed: npm ${error ? `did not start (${error.message})` : `ended with code ${status}`}.\n` +
          "It needs the npm registry, or a filled npm cache; `npm ci` shows more. Then run the same command again."
      )
    }
    writeFileSync(pathsOf(root).stamp, digest(readFileSync(pathsOf(root).lockfile)))
    console.log(`Installed in ${((performance.now() - start) / 1000).toFixed(1)} s.`)
    return true
  })
}

/** Runs `work`; a mistake becomes a message and an exit code rather than a stack. */
export const orExplain = async (work) => {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Mistake)) throw error
    console.error(error.message)
    process.exit(1)
  }
}
