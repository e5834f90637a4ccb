import { Effect, Option, Redacted } from "effect"
import { randomBytes } from "node:crypto"
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"

const exists = (error: NodeJS.ErrnoException): void => {
  if (error.code !== "EEXIST") throw error
}

/**
 * The signing key kept in the data folder, made on the first start. The finished file appears under its name in one
 * step, so servers that start together agree on one key and a crash never leaves half of one.
 */
const keptKey = async (folder: string): Promise<string> => {
  const file = join(folder, "secret")
  await mkdir(folder, { recursive: true })
  const draft = `${file}.${process.pid}.${randomBytes(4).toString("hex")}`
  await writeFile(draft, `${randomBytes(48).toString("base64url")}\n`, { mode: 0o600, flag: "wx" })
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
  /** Several servers may use the database, and each would have its own key. */
  readonly sharedDatabase: boolean
}) {
  if (Option.isSome(options.given)) return options.given.value
  if (options.sharedDatabase) {
    yield* Effect.logWarning(
      `FLEET_SECRET is not set: this server signs with the key in ${join(options.dataFolder, "secret")}, ` +
        "and tokens will not be accepted by other servers on the same database."
    )
  }
  return yield* Effect.tryPromise({
    try: () => keptKey(options.dataFolder).then((key) => Redacted.make(key)),
    catch: (cause) => `FLEET_DATA must be a folder that can be written; the signing key cannot be kept there: ${cause}`
  })
})
