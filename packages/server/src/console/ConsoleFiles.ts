import { Context, Data, Effect, Layer, Option, Semaphore } from "effect"
import { execFile } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync } from "node:fs"
import { readdir, readFile } from "node:fs/promises"
import { extname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { Settings } from "../platform/settings/Settings.ts"

const home = fileURLToPath(new URL("../../../console", import.meta.url))
const buildTimeoutMs = 120_000

const mediaTypes: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
  ".wasm": "application/wasm",
  ".json": "application/json"
}

/** A file of the console, whole and compressed. */
export interface ConsoleFile {
  readonly mediaType: string
  readonly etag: string
  readonly bytes: { readonly plain: Uint8Array; readonly br?: Uint8Array; readonly gzip?: Uint8Array }
}

export interface BuiltConsole {
  /** The page that every address of the console answers. */
  readonly page: string
  /** By their name below /assets. */
  readonly assets: ReadonlyMap<string, ConsoleFile>
}

/** The console could not be built or read; the message says why. */
export class ConsoleNotBuilt extends Data.TaggedError("ConsoleNotBuilt")<{ readonly message: string }> {}

const optional = (path: string) => readFile(path).catch(() => undefined)

const fileOf = async (path: string): Promise<ConsoleFile | undefined> => {
  const mediaType = mediaTypes[extname(path)]
  if (mediaType === undefined) return undefined
  const [plain, br, gzip] = await Promise.all([readFile(path), optional(`${path}.br`), optional(`${path}.gz`)])
  const etag = `"${createHash("sha256").update(plain).digest("base64url").slice(0, 22)}"`
  return { mediaType, etag, bytes: { plain, ...(br && { br }), ...(gzip && { gzip }) } }
}

const readConsole = async (folder: string): Promise<BuiltConsole> => {
  const names = await readdir(join(folder, "assets"))
  const files = await Promise.all(
    names.map(async (name) => [name, await fileOf(join(folder, "assets", name))] as const)
  )
  return {
    page: await readFile(join(folder, "index.html"), "utf8"),
    assets: new Map(files.flatMap(([name, file]) => (file === undefined ? [] : [[name, file] as const])))
  }
}

/** What packages/console says of its sources. */
interface Sources {
  readonly builtFrom: string
  readonly hashOfSources: () => Promise<string>
}

/** Whether the folder was built from the sources beside it. Without sources it is as it was published. */
const isCurrent = async (folder: string): Promise<boolean> => {
  const sources = join(home, "sources.ts")
  if (!existsSync(sources)) return true
  const { builtFrom, hashOfSources } = (await import(sources)) as Sources
  const [built, now] = await Promise.all([optional(join(folder, builtFrom)), hashOfSources()])
  return built?.toString("utf8") === now
}

const buildAnew = (signal: AbortSignal) =>
  promisify(execFile)(process.execPath, [join(home, "build.ts")], { signal, timeout: buildTimeoutMs })

/** The console's files: built by a process of their own where their sources are newer, and then kept in memory. */
export class ConsoleFiles extends Context.Service<
  ConsoleFiles,
  {
    /** None where this service has no console. */
    readonly built: Effect.Effect<Option.Option<BuiltConsole>, ConsoleNotBuilt>
  }
>()("@fleet/server/console/ConsoleFiles") {
  static readonly layer = Layer.effect(
    ConsoleFiles,
    Effect.gen(function* () {
      const { consoleFiles } = yield* Settings
      const given = Option.getOrUndefined(consoleFiles)
      if (given === "none") return { built: Effect.succeedNone }
      const folder = given ?? join(home, "dist")
      const mutex = Semaphore.makeUnsafe(1)
      let kept: BuiltConsole | undefined
      const make = Effect.gen(function* () {
        if (kept !== undefined) return Option.some(kept)
        const attempt = <A>(run: (signal: AbortSignal) => Promise<A>) =>
          Effect.tryPromise({ try: run, catch: (cause) => new ConsoleNotBuilt({ message: String(cause) }) })
        if (given === undefined && !(yield* attempt(() => isCurrent(folder)))) {
          yield* Effect.logInfo("Building the console, once for these sources.")
          yield* attempt(buildAnew)
        }
        kept = yield* attempt(() => readConsole(folder))
        return Option.some(kept)
      })
      return { built: mutex.withPermit(make) }
    })
  )
}
