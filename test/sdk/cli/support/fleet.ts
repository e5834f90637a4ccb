import { Effect, type Scope } from "effect"
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process"
import { until } from "../../../e2e/support/until.ts"
import { bundledProgram } from "../../../support/bundledProgram.ts"
import { temporaryFolder } from "../../../support/Temporary.ts"

export interface Outcome {
  readonly code: number | null
  readonly output: string
  readonly errors: string
}

/** The command while it runs. */
export interface Running {
  readonly output: () => string
  readonly errors: () => string
  readonly write: (text: string) => void
  readonly interrupt: () => void
  readonly process: ChildProcessWithoutNullStreams
  readonly ended: Effect.Effect<Outcome>
  /** Waits for a line of either output. */
  readonly says: (pattern: RegExp) => Effect.Effect<RegExpExecArray>
}

/** A person's own folder, in which `fleet` runs and keeps its session. */
export interface Desk {
  readonly folder: string
  readonly start: (args: ReadonlyArray<string>, env?: NodeJS.ProcessEnv) => Effect.Effect<Running, never, Scope.Scope>
  /** As `start`, in a terminal of its own, where all is output. */
  readonly terminal: Desk["start"]
  /** Runs a command to its end; `input` is all that it can read. */
  readonly fleet: (
    args: ReadonlyArray<string>,
    options?: { input?: string; env?: NodeJS.ProcessEnv }
  ) => Effect.Effect<Outcome>
}

const observe = (child: ChildProcessWithoutNullStreams): Running => {
  let output = ""
  let errors = ""
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text))
  child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text))
  child.stdin.on("error", () => undefined)
  const closed = new Promise<Outcome>((resolve) => child.once("close", (code) => resolve({ code, output, errors })))
  return {
    output: () => output,
    errors: () => errors,
    write: (text) => void child.stdin.write(text),
    interrupt: () => void child.kill("SIGINT"),
    process: child,
    ended: Effect.promise(() => closed),
    says: (pattern) =>
      Effect.raceFirst(
        until(
          `${pattern} of fleet`,
          Effect.sync(() => pattern.exec(output) ?? pattern.exec(errors)),
          60
        ),
        Effect.flatMap(
          Effect.promise(() => closed),
          () =>
            Effect.sync(() => pattern.exec(output) ?? pattern.exec(errors)).pipe(
              Effect.flatMap((found) =>
                found === null
                  ? Effect.die(new Error(`fleet ended without ${pattern}:\n${output}\n${errors}`))
                  : Effect.succeed(found)
              )
            )
        )
      )
  }
}

/** A desk, with these in its environment. Its `fleet` is one file, as in the package. */
export const aDesk = Effect.fnUntraced(function* (env: NodeJS.ProcessEnv = {}) {
  const folder = yield* temporaryFolder
  const program = yield* Effect.promise(() => bundledProgram("client-sdk", "cli/main"))
  const launch = (command: string, args: ReadonlyArray<string>, more: NodeJS.ProcessEnv = {}) =>
    Effect.acquireRelease(
      Effect.sync(() =>
        observe(
          spawn(command, args, {
            cwd: folder,
            env: {
              PATH: process.env["PATH"],
              NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
              XDG_CONFIG_HOME: folder,
              HOME: folder,
              ...env,
              ...more
            }
          })
        )
      ),
      (running) =>
        Effect.andThen(
          Effect.sync(() => running.process.kill("SIGKILL")),
          running.ended
        )
    )
  const start: Desk["start"] = (args, more) => launch(process.execPath, [program, ...args], more)
  const terminal: Desk["start"] = (args, more) => {
    const line = [process.execPath, program, ...args].map((word) => `'${word}'`).join(" ")
    return launch("script", ["--quiet", "--return", "--command", line, "/dev/null"], { TERM: "xterm", ...more })
  }
  const fleet: Desk["fleet"] = (args, options = {}) =>
    Effect.scoped(
      Effect.gen(function* () {
        const running = yield* start(args, options.env)
        running.process.stdin.end(options.input ?? "")
        return yield* running.ended
      })
    )
  return { folder, start, terminal, fleet } satisfies Desk as Desk
})

/** A desk at which a developer has signed in. */
export const aSignedInDesk = Effect.fnUntraced(function* (
  baseUrl: string,
  tokens: { readonly token: string; readonly refreshToken: string }
) {
  const desk = yield* aDesk()
  const input = JSON.stringify({ access_token: tokens.token, refresh_token: tokens.refreshToken, expires_in: 900 })
  const { code, errors } = yield* desk.fleet(["login", "--url", baseUrl, "--tokens", "-"], { input })
  if (code !== 0) return yield* Effect.die(new Error(errors))
  return desk
})
