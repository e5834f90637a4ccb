import { Clock, Context, Effect, FileSystem, Layer, Option, Path, type PlatformError, type Stream } from "effect"

/** A file with what was received from `fromMs` to `toMs`. */
export interface RecordingFile {
  readonly path: string
  readonly fromMs: number
  readonly toMs: number
  readonly size: number
}

/** What is between the ids of recordings and cuts, and the names of their files. */
const fileName = (id: string, { fromMs, toMs }: Pick<RecordingFile, "fromMs" | "toMs">) =>
  `${id}_${fromMs}_${toMs}.mcap`
const readName = (name: string) => {
  const [, id, from, to] = /^([0-9a-z-]{1,64})_(\d{1,15})_(\d{1,15})\.mcap$/.exec(name) ?? []
  return id === undefined ? undefined : { id, fromMs: Number(from), toMs: Number(to) }
}
const unfinished = ".part"
/** Bytes that are read and sent at once. */
export const partBytes = 65_536

type PlatformFault = PlatformError.PlatformError

/** Recordings that were cut and are not stored yet, each in a file that only this user reads. */
export class RecordingFiles extends Context.Service<
  RecordingFiles,
  {
    readonly folder: string
    /** What an earlier run left, newest first. What it had not finished is removed. */
    readonly load: Effect.Effect<
      ReadonlyArray<{ readonly id: string; readonly ageMs: number; readonly file: RecordingFile }>
    >
    /** A file that is there once all of it is written. A failure or an interruption leaves nothing. */
    readonly write: <E, R>(
      id: string,
      write: (file: FileSystem.File) => Effect.Effect<Pick<RecordingFile, "fromMs" | "toMs">, E, R>
    ) => Effect.Effect<RecordingFile, E | PlatformFault, R>
    readonly rename: (file: RecordingFile, id: string) => Effect.Effect<RecordingFile, PlatformFault>
    readonly read: (file: RecordingFile) => Stream.Stream<Uint8Array, PlatformFault>
    readonly exists: (file: RecordingFile) => Effect.Effect<boolean>
    readonly remove: (file: RecordingFile) => Effect.Effect<void>
  }
>()("@fleet/bridge/RecordingFiles") {
  static readonly layer = (folder: string) =>
    Layer.effect(
      RecordingFiles,
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        const path = yield* Path.Path

        const removePath = (file: string) =>
          Effect.catch(fs.remove(file, { force: true }), (error) =>
            Effect.logWarning(`${file} cannot be removed: ${error.message}`)
          )

        const found = Effect.fnUntraced(function* (name: string) {
          const file = path.join(folder, name)
          if (name.endsWith(unfinished)) {
            yield* removePath(file)
            return []
          }
          const read = readName(name)
          if (read === undefined) return []
          const { mtime, size } = yield* fs.stat(file)
          const now = yield* Clock.currentTimeMillis
          const ageMs = Option.match(mtime, { onNone: () => 0, onSome: (at) => Math.max(0, now - at.getTime()) })
          const { fromMs, id, toMs } = read
          return [{ id, ageMs, file: { path: file, fromMs, toMs, size: Number(size) } }]
        })

        return RecordingFiles.of({
          folder,
          load: fs.readDirectory(folder).pipe(
            Effect.flatMap((names) => Effect.forEach(names, (name) => Effect.orElseSucceed(found(name), () => []))),
            Effect.map((files) => files.flat().toSorted((a, b) => a.ageMs - b.ageMs)),
            Effect.orElseSucceed(() => [])
          ),
          write: (id, write) => {
            const part = path.join(folder, `${id}${unfinished}`)
            return Effect.gen(function* () {
              yield* fs.makeDirectory(folder, { recursive: true, mode: 0o700 })
              const window = yield* Effect.scoped(
                Effect.gen(function* () {
                  const file = yield* fs.open(part, { flag: "w", mode: 0o600 })
                  const written = yield* write(file)
                  yield* file.sync
                  return written
                })
              )
              const whole = path.join(folder, fileName(id, window))
              const { size } = yield* fs.stat(part)
              yield* fs.rename(part, whole)
              return { path: whole, size: Number(size), fromMs: window.fromMs, toMs: window.toMs }
            }).pipe(Effect.onError(() => removePath(part)))
          },
          rename: (file, id) => {
            const renamed = path.join(folder, fileName(id, file))
            return Effect.as(fs.rename(file.path, renamed), { ...file, path: renamed })
          },
          read: (file) => fs.stream(file.path, { chunkSize: partBytes }),
          exists: (file) => Effect.orElseSucceed(fs.exists(file.path), () => false),
          remove: (file) => removePath(file.path)
        })
      })
    )
}
