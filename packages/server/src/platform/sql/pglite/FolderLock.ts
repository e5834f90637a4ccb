import { Effect } from "effect"
import { mkdir, readFile, writeFile } from "node:fs/promises"
import { dirname } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { DatabaseUnavailable, inItsWords } from "../DatabaseUnavailable.ts"

const busy = 5

const isBusy = (cause: unknown): boolean => cause instanceof Error && "errcode" in cause && cause.errcode === busy

const take = (file: string): DatabaseSync => {
  const lock = new DatabaseSync(file)
  try {
    lock.exec("BEGIN EXCLUSIVE")
    return lock
  } catch (cause) {
    lock.close()
    throw cause
  }
}

const refusal = (folder: string, holder: string, cause: unknown) =>
  new DatabaseUnavailable({
    message: isBusy(cause)
      ? `The database folder ${folder} is in use by ${holder}. Only one server can use it at a time: ` +
        "stop that one, or give this one its own FLEET_DATA."
      : `The database folder ${folder} cannot be used: ${inItsWords(cause)}`,
    cause
  })

const acquire = async (folder: string): Promise<DatabaseSync> => {
  const pidFile = `${folder}.pid`
  try {
    await mkdir(dirname(folder), { recursive: true })
    const lock = take(`${folder}.lock`)
    await writeFile(pidFile, `${process.pid}\n`).catch(() => {})
    return lock
  } catch (cause) {
    const pid = await readFile(pidFile, "utf8").catch(() => "")
    throw refusal(folder, pid === "" ? "another process" : `process ${pid.trim()}`, cause)
  }
}

/**
 * Holds a folder for this process until the scope closes. The lock is the operating system's (through an empty SQLite
 * file), so it goes with the process however that ends and a reused process id means nothing; the `.pid` file beside it
 * only names the holder in the refusal.
 */
export const lockFolder = (folder: string) =>
  Effect.acquireRelease(
    Effect.tryPromise({
      try: () => acquire(folder),
      catch: (cause) => (cause instanceof DatabaseUnavailable ? cause : refusal(folder, "another process", cause))
    }),
    (lock) => Effect.sync(() => lock.close())
  )
