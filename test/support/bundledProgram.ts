import { createHash, randomUUID } from "node:crypto"
import { globSync, readFileSync } from "node:fs"
import { mkdir, readdir, rename, rm, stat, utimes } from "node:fs/promises"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { rolldown } from "rolldown"

const root = join(import.meta.dirname, "../..")
const cache = join(root, "node_modules/.cache/programs")
const day = 24 * 60 * 60 * 1000

/** Of all that a program is made from: the sources of all packages, and what is installed. */
const fingerprint = (): string => {
  const hash = createHash("sha256")
  const sources = globSync("packages/*/{package.json,src/**/*.{ts,tsx,json}}", { cwd: root }).toSorted()
  for (const file of ["package-lock.json", import.meta.filename.slice(root.length + 1), ...sources])
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update("\0")
  return hash.digest("hex").slice(0, 16)
}

/** A module finds its files, its workers and its templates where its source is. */
const placeOfSource = {
  name: "place-of-source",
  transform: (code: string, id: string) =>
    code.includes("import.meta.url") && id.startsWith(join(root, "packages"))
      ? code.replaceAll("import.meta.url", JSON.stringify(pathToFileURL(id).href))
      : null
}

/** Packages with machine code or data of their own, which are loaded from where they are installed. */
const external = [/^node:/, /^sharp$/, /^@electric-sql\//]

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false
  )

const removeOld = async (): Promise<void> => {
  for (const name of await readdir(cache)) {
    const path = join(cache, name)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs > day) await rm(path, { recursive: true, force: true })
  }
}

const make = async (name: string, input: string, made: string): Promise<void> => {
  await mkdir(cache, { recursive: true })
  await removeOld()
  const making = join(cache, `making-${randomUUID()}`)
  const build = await rolldown({
    input: { [name]: join(root, input) },
    platform: "node",
    external,
    plugins: [placeOfSource],
    onLog: () => undefined
  })
  await build.write({ format: "esm", dir: making })
  await build.close()
  await rename(making, made).catch(async (cause) => {
    await rm(making, { recursive: true, force: true })
    // Another process may have been first.
    if (!(await exists(made))) throw cause
  })
}

const known = new Map<string, Promise<string>>()

/**
 * A program of `packages` as a file that starts in a third of the processor time of its sources, which are a thousand
 * modules. It is made once for these sources, and kept for later runs.
 */
export const bundledProgram = (input: string): Promise<string> => {
  const bundled = known.get(input)
  if (bundled !== undefined) return bundled
  const name = input
    .replace(/^packages\//, "")
    .replace(/\.ts$/, "")
    .replaceAll("/", "-")
  const making = (async () => {
    const made = join(cache, `${name}-${fingerprint()}`)
    if (!(await exists(made))) await make(name, input, made)
    const now = new Date()
    await utimes(made, now, now)
    return join(made, `${name}.js`)
  })()
  known.set(input, making)
  return making
}
