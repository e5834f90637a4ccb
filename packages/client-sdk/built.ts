import { createHash } from "node:crypto"
import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"

const here = import.meta.dirname
const root = join(here, "../..")
const kept = join(root, "node_modules/.cache/client-sdk.json")

/** What the package is made of. */
const sources = [
  "packages/client-sdk/src",
  "packages/client-sdk/README.md",
  "packages/client-sdk/build.ts",
  "packages/client-sdk/built.ts",
  "packages/client-sdk/package.json",
  "packages/client-sdk/tsconfig.build.json",
  "packages/domain/src",
  "tsconfig.json",
  "package-lock.json"
]

/** The files of a path, or the path where it is one. */
const filesOf = async (path: string): Promise<ReadonlyArray<string>> => {
  if (!(await stat(path)).isDirectory()) return [path]
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

/** A hash of the names and texts of all files below some paths; names are from `from` on. */
const hashOf = async (paths: ReadonlyArray<string>, from: string): Promise<string> => {
  const hash = createHash("sha256")
  for (const file of (await Promise.all(paths.map(filesOf))).flat().toSorted())
    hash
      .update(`${file.slice(from.length)}\0`)
      .update(await readFile(file))
      .update("\0")
  return hash.digest("hex")
}

interface Built {
  readonly sources: string
  readonly files: string
}

const hashOfSources = () =>
  hashOf(
    sources.map((path) => join(root, path)),
    root
  )

/** Whether the folder is what the last build made, of the sources of now. */
export const isBuilt = async (dist: string): Promise<boolean> => {
  try {
    const last = JSON.parse(await readFile(kept, "utf8")) as Built
    return last.sources === (await hashOfSources()) && last.files === (await hashOf([dist], dist))
  } catch {
    return false
  }
}

/** Notes what a folder was built from, so that the same is not built again. */
export const noteBuilt = async (dist: string): Promise<void> => {
  const built: Built = { sources: await hashOfSources(), files: await hashOf([dist], dist) }
  await mkdir(dirname(kept), { recursive: true })
  await writeFile(kept, JSON.stringify(built))
}
