import { Data, Effect, Semaphore } from "effect"
import { execFile } from "node:child_process"
import { readdir, readFile } from "node:fs/promises"
import { extname, join, sep } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"

const build = fileURLToPath(new URL("../../../client-sdk/examples/build.ts", import.meta.url))
const buildTimeoutMs = 120_000

const mediaTypes: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8"
}

export interface ExampleFile {
  readonly bytes: Uint8Array
  readonly mediaType: string
}

/** By their path, as `model/main.js`. */
export type ExampleFiles = ReadonlyMap<string, ExampleFile>

/** The example pages could not be bundled; the message says why. */
export class ExamplesNotBuilt extends Data.TaggedError("ExamplesNotBuilt")<{ readonly message: string }> {}

const readFiles = async (folder: string): Promise<ExampleFiles> => {
  const files = new Map<string, ExampleFile>()
  for (const name of await readdir(folder, { recursive: true })) {
    const mediaType = mediaTypes[extname(name)]
    if (mediaType !== undefined) {
      files.set(name.split(sep).join("/"), { bytes: await readFile(join(folder, name)), mediaType })
    }
  }
  return files
}

/** The example pages, bundled to a folder by a process of its own when they are first asked for, and kept in memory then. */
export const makeExampleFiles = (folder: string): Effect.Effect<ExampleFiles, ExamplesNotBuilt> => {
  const turn = Semaphore.makeUnsafe(1)
  let built: ExampleFiles | null = null
  const make = Effect.tryPromise({
    try: async (signal) => {
      await promisify(execFile)(process.execPath, [build, folder], { signal, timeout: buildTimeoutMs })
      return readFiles(folder)
    },
    catch: (error) => new ExamplesNotBuilt({ message: error instanceof Error ? error.message : String(error) })
  }).pipe(Effect.tap((files) => Effect.sync(() => void (built = files))))
  return turn.withPermit(Effect.suspend(() => (built === null ? make : Effect.succeed(built))))
}
