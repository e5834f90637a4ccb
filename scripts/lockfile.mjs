// npm leaves other machines' platform packages out of the lockfile when it cannot see them, and `npm ci` then refuses
// it. Their versions are exact in the package that lists them, so they can be written down. Run after `npm install`.
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { repository } from "./install.mjs"

const systems = new Set(["android", "darwin", "freebsd", "linux", "openharmony", "win32"])
const processors = new Set(["arm", "arm64", "ia32", "loong64", "ppc64", "riscv64", "s390x", "wasm32", "x64"])

/** The entry that `name` resolves to from the package at `path`, as Node walks up the folders. */
const resolved = (packages, path, name) => {
  const found = packages[`${path}/node_modules/${name}`]
  if (found !== undefined || path === "") return found ?? packages[`node_modules/${name}`]
  return resolved(packages, path.slice(0, Math.max(0, path.lastIndexOf("/node_modules/"))), name)
}

const platformOf = (name) => {
  const words = name.slice(name.indexOf("/") + 1).split("-")
  const os = words.filter((word) => systems.has(word))
  const cpu = words.filter((word) => processors.has(word))
  const libc = words.includes("musl") ? ["musl"] : words.includes("gnu") && os[0] === "linux" ? ["glibc"] : []
  return { ...(cpu.length > 0 && { cpu }), ...(libc.length > 0 && { libc }), ...(os.length > 0 && { os }) }
}

const file = join(repository, "package-lock.json")
const lock = JSON.parse(readFileSync(file, "utf8"))
let added = 0
for (const [path, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const present = resolved(lock.packages, path, name)
    const platform = platformOf(name)
    if (present?.version === version || !/^\d/.test(version) || Object.keys(platform).length === 0) continue
    const folder = present === undefined ? "node_modules" : `${path}/node_modules`
    lock.packages[`${folder}/${name}`] = { version, ...(entry.dev && { dev: true }), optional: true, ...platform }
    added++
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, "en")))
if (added > 0) writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
console.log(`Platform packages added to package-lock.json: ${added}.`)
