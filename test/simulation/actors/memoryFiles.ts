import { Effect, FileSystem, Layer, Path } from "effect"

/** Files that outlive the process that wrote them, as far as a bridge uses files. */
export type Files = Map<string, string>

export const memoryFiles = (files: Files) =>
  Layer.mergeAll(
    Path.layer,
    FileSystem.layerNoop({
      exists: (path) => Effect.sync(() => files.has(path)),
      readFileString: (path) => Effect.sync(() => files.get(path) ?? ""),
      makeDirectory: () => Effect.void,
      open: (path) =>
        Effect.succeed({
          writeAll: (bytes: Uint8Array) => Effect.sync(() => void files.set(path, Buffer.from(bytes).toString())),
          sync: Effect.void
        } as unknown as FileSystem.File),
      rename: (from, to) =>
        Effect.sync(() => {
          files.set(to, files.get(from) ?? "")
          files.delete(from)
        })
    })
  )
