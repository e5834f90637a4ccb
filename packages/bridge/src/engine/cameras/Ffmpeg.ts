import { Context, Deferred, Effect, Fiber, Layer, Option } from "effect"
import { execFile, spawn } from "node:child_process"
import { CameraFault, withoutCredentials } from "./CameraFault.ts"

/** An ffmpeg that was found. */
export interface FoundFfmpeg {
  readonly path: string
  readonly version: string
  /** What encodes H.264 here, with what it needs before and after it. */
  readonly encoder: Encoder
}

export interface Encoder {
  readonly name: string
  readonly global: ReadonlyArray<string>
  readonly filter: string
  readonly options: ReadonlyArray<string>
}

const oldest = 4

const software: Encoder = {
  name: "libx264",
  global: [],
  filter: "format=yuv420p",
  options: ["-preset", "ultrafast", "-tune", "zerolatency", "-profile:v", "baseline", "-sc_threshold", "0"]
}
const vaapi = "/dev/dri/renderD128"
/** In the order in which they are tried: each encodes a test picture first. */
const hardware: ReadonlyArray<Encoder> = [
  {
    name: "h264_nvenc",
    global: [],
    filter: "format=yuv420p",
    // Without -forced-idr no viewer could begin with a key picture that is asked for.
    options: ["-preset", "p1", "-tune", "ull", "-zerolatency", "1", "-forced-idr", "1"]
  },
  { name: "h264_rkmpp", global: [], filter: "format=nv12", options: [] },
  {
    name: "h264_vaapi",
    global: ["-vaapi_device", vaapi],
    filter: "format=nv12,hwupload",
    options: ["-profile:v", "578"]
  },
  { name: "h264_v4l2m2m", global: [], filter: "format=yuv420p", options: [] }
]

const run = (path: string, args: ReadonlyArray<string>) =>
  Effect.callback<Option.Option<string>>((resume) => {
    const child = execFile(path, [...args], { timeout: 10_000, maxBuffer: 4_194_304 }, (error, stdout) =>
      resume(Effect.succeed(error === null ? Option.some(stdout) : Option.none()))
    )
    return Effect.sync(() => void child.kill("SIGKILL"))
  })

/** Whether the encoder turns a second of test pictures into something. */
const works = (path: string, { filter, global, name, options }: Encoder) =>
  Effect.map(
    run(path, [
      "-hide_banner",
      "-loglevel",
      "error",
      ...global,
      "-f",
      "lavfi",
      "-i",
      "testsrc2=size=320x240:rate=10:duration=1",
      "-vf",
      filter,
      "-c:v",
      name,
      ...options,
      "-bf",
      "0",
      "-f",
      "null",
      "-"
    ]),
    Option.isSome
  )

const choose = Effect.fnUntraced(function* (path: string, offered: string) {
  for (const encoder of [...hardware, software]) {
    if (offered.includes(` ${encoder.name} `) && (yield* works(path, encoder))) return Option.some(encoder)
  }
  return Option.none<Encoder>()
})

const missing = (message: string) => new CameraFault({ code: "ffmpeg_missing", message })

/** The ffmpeg of this computer, looked for once. */
export class Ffmpeg extends Context.Service<
  Ffmpeg,
  {
    /** Fails where ffmpeg is missing, too old, or encodes no H.264. */
    readonly find: Effect.Effect<FoundFfmpeg, CameraFault>
  }
>()("@fleet/bridge/Ffmpeg") {
  static readonly layer = (path: string) =>
    Layer.effect(
      Ffmpeg,
      Effect.gen(function* () {
        const look = Effect.gen(function* () {
          const printed = yield* run(path, ["-version"])
          if (Option.isNone(printed)) return yield* missing("ffmpeg is not installed here: apt install ffmpeg.")
          const version = /^ffmpeg version n?(\S+)/.exec(printed.value)?.[1] ?? "unknown"
          const major = /^(\d+)\./.exec(version)?.[1]
          if (major !== undefined && Number(major) < oldest)
            return yield* missing(`ffmpeg ${version} is too old: ${oldest} or newer is needed.`)
          const offered = Option.getOrElse(yield* run(path, ["-hide_banner", "-encoders"]), () => "")
          const encoder = yield* choose(path, offered)
          if (Option.isNone(encoder)) return yield* missing("This ffmpeg encodes no H.264.")
          yield* Effect.logInfo(`ffmpeg ${version} encodes video with ${encoder.value.name}`)
          return { path, version, encoder: encoder.value }
        })
        // The caller may give up. The search goes on, or a slow computer would begin it anew each time.
        const search = yield* Effect.cached(Effect.forkIn(look, yield* Effect.scope))
        return Ffmpeg.of({ find: Effect.flatMap(search, Fiber.join) })
      })
    )
}

const kept = 4096

const faultOf = (printed: string, code: number | null): CameraFault => {
  const message = withoutCredentials(printed.trim().split("\n").at(-1) ?? "") || `ffmpeg ended with code ${code}.`
  if (/401|403|Unauthorized|Forbidden/i.test(printed)) return new CameraFault({ code: "auth_failed", message })
  if (
    /refused|timed out|No route|Network is unreachable|No such (?:file|device)|404|Server returned|resolve|Input\/output/i.test(
      printed
    )
  )
    return new CameraFault({ code: "unreachable", message })
  return new CameraFault({ code: "encoder_failed", message })
}

/** An ffmpeg that runs until the scope closes: asked to end, and killed after two seconds. */
export const runFfmpeg = Effect.fnUntraced(function* (path: string, args: ReadonlyArray<string>) {
  const unstarted = yield* Deferred.make<never, CameraFault>()
  const child = yield* Effect.acquireRelease(
    Effect.sync(() => {
      const started = spawn(path, ["-hide_banner", "-loglevel", "error", ...args], { stdio: ["pipe", "pipe", "pipe"] })
      // Without a listener from the first moment, an ffmpeg that cannot be started would end the bridge.
      started.on("error", () => Deferred.doneUnsafe(unstarted, Effect.fail(missing("ffmpeg could not be started."))))
      return started
    }),
    (started) =>
      Effect.callback<void>((resume) => {
        if (started.exitCode !== null || started.signalCode !== null || started.pid === undefined)
          return resume(Effect.void)
        started.once("exit", () => resume(Effect.void))
        started.kill("SIGTERM")
      }).pipe(
        Effect.timeoutOrElse({ duration: "2 seconds", orElse: () => Effect.sync(() => void started.kill("SIGKILL")) })
      )
  )
  // Too many files or processes: there are no pipes then.
  if (child.pid === undefined) return yield* Deferred.await(unstarted)
  let printed = ""
  child.stderr.setEncoding("utf8").on("data", (text: string) => (printed = (printed + text).slice(-kept)))
  child.stdin.on("error", () => undefined)
  const ended = Effect.callback<never, CameraFault>((resume) => {
    const onEnd = (code: number | null) => resume(Effect.fail(faultOf(printed, code)))
    if (child.exitCode !== null) onEnd(child.exitCode)
    child.once("close", onEnd)
    return Effect.sync(() => child.off("close", onEnd))
  })
  return { stdin: child.stdin, stdout: child.stdout, ended, pid: child.pid }
})
