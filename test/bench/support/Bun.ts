import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { createRequire } from "node:module"

const require = createRequire(import.meta.url)
const { arch, platform } = process
const names = ["", "-musl"].map((libc) => `@oven/bun-${platform === "win32" ? "windows" : platform}-${arch}${libc}`)

const find = (): { readonly binary: string; readonly version: string } | string => {
  const folders = require.resolve.paths("bun") ?? []
  const binaries = names.flatMap((name) =>
    folders
      .map((folder) => `${folder}/${name}/bin/bun${platform === "win32" ? ".exe" : ""}`)
      .filter((file) => existsSync(file))
  )
  if (binaries.length === 0) return `no Bun: the npm package "bun" brought none of ${names.join(", ")}`
  for (const binary of binaries) {
    const ran = spawnSync(binary, ["--version"], { encoding: "utf8" })
    if (ran.status === 0) return { binary, version: ran.stdout.trim() }
  }
  return `no Bun: ${binaries.join(", ")} does not run on this processor`
}

const found = find()

/** Bun's binary, from the platform's package: the install script of `bun`, which would copy it, is not run here. */
export const bunBinary: string | null = typeof found === "string" ? null : found.binary
export const bunVersion: string = typeof found === "string" ? "absent" : found.version
/** Why a table has no row of Bun. */
export const bunNotes: ReadonlyArray<string> = typeof found === "string" ? [found] : []
