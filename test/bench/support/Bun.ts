import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** The version that is compared with. */
export const bunVersion = "1.4.5"
const { arch, platform } = process
const os = platform === "win32" ? "windows" : platform
const names = ["", "-musl"].map((libc) => `@oven/bun-${os}-${arch}${libc}`)
/** Outside the repository: its 100 MB would be part of everybody's first start. */
const folder = join(tmpdir(), `fleet-bench-bun-${bunVersion}`)

const binaryOf = (name: string) => join(folder, "node_modules", name, "bin", platform === "win32" ? "bun.exe" : "bun")

const runs = (binary: string) => existsSync(binary) && spawnSync(binary, ["--version"]).status === 0

const install = (name: string): boolean => {
  console.log(`Installing ${name} ${bunVersion} in ${folder}`)
  const args = ["install", "--prefix", folder, "--no-save", "--no-audit", "--no-fund", "--ignore-scripts"]
  return (
    spawnSync("npm", [...args, `${name}@${bunVersion}`], { encoding: "utf8", shell: os === "windows" }).status === 0
  )
}

const find = (): string | null => {
  const installed = names.map(binaryOf).find(runs)
  if (installed !== undefined) return installed
  for (const name of names) if (install(name) && runs(binaryOf(name))) return binaryOf(name)
  return null
}

let found: string | null | undefined

/** Bun's binary, installed at its first use; null where it cannot be had, and `bunNotes` says why. */
export const bunBinary = (): string | null => (found === undefined ? (found = find()) : found)

/** Why a table has no row of Bun. */
export const bunNotes = (): ReadonlyArray<string> =>
  bunBinary() === null ? [`no Bun: npm brought no ${names.join(" or ")} of version ${bunVersion} that runs here`] : []
