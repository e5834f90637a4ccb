import { Context, Effect, FileSystem, Layer, Path, Schema, Semaphore } from "effect"
import { JobFile, type JobRecord } from "./JobRecord.ts"

const decode = Schema.decodeUnknownEffect(JobFile)
const encode = Schema.encodeSync(JobFile)

/** Where the map from jobs to goals is kept, so that own jobs survive a restart. */
export class JobFiles extends Context.Service<
  JobFiles,
  {
    /** What an earlier run left; empty where there is nothing readable. */
    readonly load: Effect.Effect<ReadonlyArray<JobRecord>>
    /** Writes what `current` holds by then. Saves that wait for the disk together are written once. */
    readonly save: (current: () => ReadonlyArray<JobRecord>) => Effect.Effect<void>
  }
>()("@fleet/bridge/JobFiles") {
  /** In `jobs.json` of this directory. */
  static readonly layer = (directory: string) =>
    Layer.effect(
      JobFiles,
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        const path = yield* Path.Path
        const file = path.join(directory, "jobs.json")
        const lock = yield* Semaphore.make(1)
        let wanted = 0
        let written = 0
        let failed = false

        const load = Effect.gen(function* () {
          if (!(yield* fs.exists(file))) return []
          return (yield* decode(yield* fs.readFileString(file))).jobs
        }).pipe(
          Effect.catch((error) =>
            Effect.as(Effect.logWarning(`${file} cannot be read, earlier jobs are forgotten: ${error.message}`), [])
          )
        )

        // Written beside and renamed: a loss of power leaves the old map or the new one, never half of one.
        const write = (text: string) =>
          Effect.gen(function* () {
            yield* fs.makeDirectory(directory, { recursive: true, mode: 0o700 })
            const beside = yield* fs.open(`${file}.new`, { flag: "w", mode: 0o600 })
            yield* beside.writeAll(new TextEncoder().encode(text))
            yield* beside.sync
            yield* fs.rename(`${file}.new`, file)
            failed = false
          }).pipe(
            Effect.scoped,
            Effect.catch((error) => {
              if (failed) return Effect.void
              failed = true
              return Effect.logError(`${file} cannot be written, jobs will not survive a restart: ${error.message}`)
            })
          )

        return JobFiles.of({
          load,
          save: (current) =>
            Effect.suspend(() => {
              const mine = ++wanted
              return lock.withPermits(1)(
                Effect.suspend(() => {
                  if (written >= mine) return Effect.void
                  const upTo = wanted
                  const text = encode({ version: 1, jobs: current() })
                  return Effect.andThen(
                    write(text),
                    Effect.sync(() => {
                      written = upTo
                    })
                  )
                })
              )
            })
        })
      })
    )
}
