import { existsSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"

const support = import.meta.dirname

/** What a helper's export must not be for its importer to reach no database of the run's, by the helper. */
const harmless: Readonly<Record<string, RegExp>> = {
  // An embedded database of the test's own, whatever the run is about.
  [join(support, "Database.ts")]: /^(?:embeddedFolder|migratedData|onPostgres|type \w+)$/,
  [join(support, "Template.ts")]: /^templateFolder$/,
  [join(support, "Temporary.ts")]: /^(?:temporaryFolder|temporaryName|type \w+)$/
}

const statement = /^(?:import|export)\s+(type\s+)?([^"']*?)\s*from\s+"(\.[^"]+)"/gm

interface Import {
  readonly file: string
  readonly names: ReadonlyArray<string>
}

const importsOf = (file: string): ReadonlyArray<Import> =>
  [...readFileSync(file, "utf8").matchAll(statement)].flatMap(([, erased, names, to]) =>
    erased === undefined
      ? [
          {
            file: join(dirname(file), to!),
            names: names!
              .replaceAll(/[{}]/g, "")
              .split(",")
              .map((name) => name.trim())
              .filter(Boolean)
          }
        ]
      : []
  )

const known = new Map<string, boolean>()

/**
 * Whether a test file, or a helper that it imports, imports what makes a database on the server that the run is about.
 * Product code makes none by itself.
 */
export const reachesDatabase = (file: string): boolean => {
  const found = known.get(file)
  if (found !== undefined) return found
  known.set(file, false)
  const reaches = importsOf(file).some(({ file, names }) => {
    const allowed = harmless[file]
    if (allowed !== undefined) return names.some((name) => !allowed.test(name))
    return existsSync(file) && file.includes("/test/") && reachesDatabase(file)
  })
  known.set(file, reaches)
  return reaches
}
