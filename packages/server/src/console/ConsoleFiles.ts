import { Console, Context, Data, Effect, Exit, Layer, Option, Semaphore } from "effect"
import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { stat } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify, stripVTControlCharacters } from "node:util"
import { Settings } from "../platform/settings/Settings.ts"
import { type BuiltConsole, readConsole } from "./readConsole.ts"

const home = fileURLToPath(new URL("../../../console", import.meta.url))
const buildTimeoutMs = 120_000

/** Of what a failed build prints so many characters are kept. */
const keptCharacters = 4_000

/** The console could not be built or read; the message says why. */
export class ConsoleNotBuilt extends Data.TaggedError("ConsoleNotBuilt")<{ readonly message: string }> {}

/** What a failed program printed, without colours and without the folder of the service. */
const reasonOf = (cause: unknown): string => {
  const { message, stderr } = cause as { readonly message?: string; readonly stderr?: string }
  const text = stripVTControlCharacters(stderr?.trim() || message || String(cause))
  return text.replaceAll(join(home, "../.."), ".").slice(0, keptCharacters)
}

const attempt = <A>(run: (signal: AbortSignal) => Promise<A>) =>
  Effect.tryPromise({ try: run, catch: (cause) => new ConsoleNotBuilt({ message: reasonOf(cause) }) })

/** What packages/console says of its sources. */
interface Sources {
  readonly hashOfSources: () => Promise<string>
  readonly hashOfBuild: (folder: string) => Promise<string | null>
}

/** Whether the folder was built from the sources beside it. Without sources it is as it was published. */
const isCurrent = async (folder: string): Promise<boolean> => {
  const sources = join(home, "sources.ts")
  if (!existsSync(sources)) return true
  const { hashOfBuild, hashOfSources } = (await import(sources)) as Sources
  const [built, now] = await Promise.all([hashOfBuild(folder), hashOfSources()])
  return built === now
}

const buildAnew = (signal: AbortSignal) =>
  promisify(execFile)(process.execPath, [join(home, "build.ts")], { signal, timeout: buildTimeoutMs })

/** Tells one build from the next; null without a build. */
const stampOf = (folder: string): Promise<number | null> =>
  stat(join(folder, "index.html")).then(
    ({ mtimeMs }) => mtimeMs,
    () => null
  )

/** The console's files, in memory: built once where their sources are newer, and read anew when another build wrote them. */
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
      const { consoleFiles, logFormat } = yield* Settings
      const given = Option.getOrUndefined(consoleFiles)
      if (given === "none") return { built: Effect.succeedNone }
      const folder = given ?? join(home, "dist")
      // What reads lines of JSON reads nothing else.
      const say = (line: string) => (logFormat === "json" ? Effect.logInfo(line) : Console.log(line))

      const current = Effect.gen(function* () {
        if (given !== undefined || (yield* attempt(() => isCurrent(folder)))) return
        yield* say("Building the console, once for these sources.")
        yield* attempt(buildAnew)
      })
      const alone = Semaphore.makeUnsafe(1)
      let kept: { readonly stamp: number | null; readonly outcome: Exit.Exit<BuiltConsole, ConsoleNotBuilt> } | null =
        null
      /** What was read or why it could not be, until a build writes the folder anew. */
      const newest = Effect.gen(function* () {
        const before = yield* Effect.promise(() => stampOf(folder))
        if (kept !== null && kept.stamp === before) return yield* kept.outcome
        const read = Effect.andThen(
          kept === null ? current : Effect.void,
          Effect.suspend(() => attempt(() => readConsole(folder)))
        )
        const outcome = yield* Effect.exit(
          Effect.tapError(read, ({ message }) => Effect.logError("the console could not be built", message))
        )
        kept = { stamp: yield* Effect.promise(() => stampOf(folder)), outcome }
        return yield* outcome
      })
      return { built: alone.withPermit(Effect.asSome(newest)) }
    })
  )
}
