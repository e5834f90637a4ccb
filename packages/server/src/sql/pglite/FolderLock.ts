import { Effect } from "effect"
import { mkdir, readFile, writeFile } from "node:fs/promises"
import { dirname } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { DatabaseUnavailable } from "../DatabaseUnavailable.ts"

const describeHolder = (file: string) =>
  readFile(file, "utf8").then(
    (pid) => `process ${pid.trim()}`,
    () => "another process"
  )

/**
 * Holds a folder for this process until the scope closes. The lock is the operating system's (through an empty SQLite
 * file), so it goes with the process however that ends and a reused process id means nothing; the `.pid` file beside it
 * only names the holder in the refusal.
 */
export const lockFolder = Effect.fnUntraced(function* (folder: string) {
  const file = `${folder}.lock`
  const pidFile = `${folder}.pid`
  yield* Effect.promise(() => mkdir(dirname(file), { recursive: true }))
  yield* Effect.acquireRelease(
    Effect.try({
      try: () => {
        const lock = new DatabaseSync(file)
        try {
          lock.exec("BEGIN EXCLUSIVE")
        } catch (cause) {
          lock.close()
          throw cause
        }
        return lock
      },
      catch: (cause) => cause
    }).pipe(
      Effect.catch((cause) =>
        Effect.flatMap(
          Effect.promise(() => describeHolder(pidFile)),
          (holder) =>
            new DatabaseUnavailable({
              message:
                `The database folder ${folder} is in use by ${holder}. Only one server can use it at a time: ` +
                "stop that one, or give this one its own FLEET_DATA.",
              cause
            })
        )
      )
    ),
    (lock) => Effect.sync(() => lock.close())
  )
  yield* Effect.promise(() => writeFile(pidFile, `${process.pid}\n`))
})
