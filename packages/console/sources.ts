import { createHash } from "node:crypto"
import { readdir, readFile, stat } from "node:fs/promises"
import { join } from "node:path"

const root = join(import.meta.dirname, "../..")

/** What the built files are made of. */
const sources = [
  "packages/console/src",
  "packages/console/index.html",
  "packages/console/build.ts",
  "packages/console/firstScript.ts",
  "packages/console/routeFiles.ts",
  "packages/console/package.json",
  "packages/console/vite.config.ts",
  "packages/client-sdk/src",
  "package-lock.json"
]

const filesOf = async (path: string): Promise<ReadonlyArray<string>> => {
  const full = join(root, path)
  if (!(await stat(full)).isDirectory()) return [path]
  const names = await readdir(full, { recursive: true, withFileTypes: true })
  return names
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
}

/** A hash of everything that the console is built from: the same text gives the same files. */
export const hashOfSources = async (): Promise<string> => {
  const hash = createHash("sha256")
  const files = (await Promise.all(sources.map(filesOf))).flat().toSorted()
  for (const file of files)
    hash
      .update(file)
      .update("\0")
      .update(await readFile(join(root, file)))
      .update("\0")
  return hash.digest("hex").slice(0, 32)
}

/** The file in the built folder that says what it was built from. */
export const builtFrom = "built-from"

/** The hash of the sources that a folder was built from; null where it was not built to its end. */
export const hashOfBuild = (folder: string): Promise<string | null> =>
  readFile(join(folder, builtFrom), "utf8").catch(() => null)
