import { Effect, Option, Redacted } from "effect"
import { randomBytes } from "node:crypto"
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"

/** A text shorter than this is no key. */
export const shortestKey = 32

const exists = (error: NodeJS.ErrnoException): void => {
  if (error.code !== "EEXIST") throw error
}

/**
 * The signing key kept in the data folder, made on the first start. The finished file appears under its name in one
 * step, so servers that start together agree on one key and a crash never leaves half of one.
 */
const keptKey = async (folder: string, file: string): Promise<string> => {
  await mkdir(folder, { recursive: true })
  const draft = `${file}.${process.pid}.${randomBytes(4).toString("hex")}`
  await writeFile(draft, `${randomBytes(48).toString("base64url")}\n`, { mode: 0o600, flag: "wx", flush: true })
  try {
    await link(draft, file).catch(exists)
  } finally {
    await rm(draft)
  }
  return (await readFile(file, "utf8")).trim()
}

/** The key that signs access tokens: the given one, or the data folder's own. */
export const signingKey = Effect.fnUntraced(function* (options: {
  readonly given: Option.Option<Redacted.Redacted>
  readonly dataFolder: string
}) {
  if (Option.isSome(options.given)) return options.given.value
  const file = join(options.dataFolder, "secret")
  const key = yield* Effect.tryPromise({
    try: () => keptKey(options.dataFolder, file),
    catch: (cause) => `FLEET_DATA must be a folder that can be written; the signing key cannot be kept there: ${cause}`
  })
  if (key.length >= shortestKey) return Redacted.make(key)
  return yield* Effect.fail(
    `${file} must hold the signing key, at least ${shortestKey} characters, and holds ${key.length}: restore it from a ` +
      "backup. Deleted, it is made anew; what that ends is what another FLEET_SECRET ends."
  )
})
