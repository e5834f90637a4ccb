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

/** The programs of a package that tests start; those of one have most modules in common. */
const programs: Readonly<Record<string, ReadonlyArray<string>>> = {
  server: ["main", "cli"],
  "client-sdk": ["cli/main"]
}

const make = async (name: string, made: string): Promise<void> => {
  const making = `${made}-${randomUUID()}`
  const inputs = programs[name]!.map((program) => [program, join(root, "packages", name, `src/${program}.ts`)])
  try {
    const build = await rolldown({
      input: Object.fromEntries(inputs),
      platform: "node",
      external,
      plugins: [placeOfSource],
      onLog: () => undefined
    })
    await build.write({ format: "esm", dir: making })
    await build.close()
    await rename(making, made)
  } finally {
    await rm(making, { recursive: true, force: true })
  }
}

/** Longer than any build takes: a program that held a lock for so long has been killed. */
const abandonedMs = 180_000

/** Makes what is not there, one process at a time. */
const makeOnce = async (name: string, made: string): Promise<void> => {
  await mkdir(cache, { recursive: true })
  const lock = `${made}.lock`
  while (!(await exists(made))) {
    const isMine = await mkdir(lock).then(
      () => true,
      () => false
    )
    if (isMine) {
      try {
        await removeOld()
        if (!(await exists(made))) await make(name, made)
      } finally {
        await rm(lock, { recursive: true, force: true })
      }
    } else {
      const since = await stat(lock).catch(() => undefined)
      if (since !== undefined && Date.now() - since.mtimeMs > abandonedMs)
        await rm(lock, { recursive: true, force: true })
      else await new Promise((resume) => setTimeout(resume, 100))
    }
  }
}

const known = new Map<string, Promise<string>>()

const folderOf = (name: string): Promise<string> => {
  const there = known.get(name)
  if (there !== undefined) return there
  const making = (async () => {
    const made = join(cache, `${name}-${fingerprint()}`)
    await makeOnce(name, made)
    const now = new Date()
    await utimes(made, now, now)
    return made
  })()
  known.set(name, making)
  return making
}

/**
 * A program of `packages` as a file that starts in a third of the processor time of its sources, which are a thousand
 * modules. It is made once for these sources, and kept for later runs.
 */
export const bundledProgram = async (name: "client-sdk" | "server", program: string): Promise<string> =>
  join(await folderOf(name), `${program}.js`)
