import { Effect } from "effect"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { WebSocket } from "ws"
import { bundledProgram } from "../../support/bundledProgram.ts"
import { type Child, startCommand } from "../../support/Child.ts"
import { until } from "./until.ts"

const file = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))

/** What `npm start` runs. */
export const fromSources = file("packages/server/src/main.ts")

/**
 * A server over a data folder and on a free port, of one file unless `main` says otherwise. It is stopped as a person would
 * stop it.
 */
export const startServer = Effect.fnUntraced(function* (
  folder: string,
  args: ReadonlyArray<string> = [],
  env: NodeJS.ProcessEnv = {},
  main?: string
) {
  const program = main ?? (yield* Effect.promise(() => bundledProgram("server", "main")))
  const child = yield* startCommand(
    process.execPath,
    [file("scripts/run.mjs"), program, ...args],
    // Not the test's own environment, which has settings of the same names.
    {
      env: { PATH: process.env.PATH, HOME: process.env.HOME, FLEET_DATA: folder, PORT: "0", LOG_FORMAT: "json", ...env }
    }
  )
  // Killed, it would leave the server behind.
  yield* Effect.addFinalizer(() => child.kill("SIGTERM"))
  return child
})

/** Waits for a child to print something; answers with the match. */
export const prints = (child: Child, pattern: RegExp, seconds = 150) =>
  Effect.gen(function* () {
    const look = Effect.sync(() => pattern.exec(child.output()))
    return yield* Effect.raceFirst(
      until(`${pattern} in what the server prints`, look, seconds),
      Effect.flatMap(child.ended, () =>
        Effect.die(new Error(`The server ended:\n${child.output()}\n${child.errors()}`))
      )
    )
  })

export interface DemoJson {
  readonly base_url: string
  readonly org: { readonly id: string }
  readonly developer: { readonly email: string; readonly access_token: string; readonly refresh_token: string }
  readonly app: { readonly id: string; readonly identifier: string }
  readonly app_user: { readonly email: string; readonly password: string }
  readonly mcp_url: string
  readonly open_app: { readonly identifier: string }
  readonly strict_app: { readonly identifier: string; readonly email: string; readonly password: string }
  readonly server_key: string
  readonly robots: ReadonlyArray<{
    readonly id: string
    readonly name: string
    readonly simulated: boolean
    readonly slugs: Readonly<
      Record<"datapoints" | "actions" | "services" | "publishers" | "cameras", ReadonlyArray<string>>
    >
  }>
}

/** What the demo left in the folder. */
export const readDemo = (folder: string) =>
  Effect.promise(async () => JSON.parse(await readFile(join(folder, "demo.json"), "utf8")) as DemoJson)

/** A server with its demo, once it has printed its page. */
export const startDemo = Effect.fnUntraced(function* (folder: string, env: NodeJS.ProcessEnv = {}, main?: string) {
  const child = yield* startServer(folder, [], env, main)
  yield* prints(child, /Stop with Ctrl-C/)
  return { child, folder, demo: yield* readDemo(folder) }
})

/** A socket that says one frame first; `closed` is the code it is closed with. It is ready once it was answered. */
export const openSocket = (url: string, first: object) =>
  Effect.acquireRelease(
    Effect.callback<{ readonly closed: Promise<number>; readonly socket: WebSocket }>((resume) => {
      const socket = new WebSocket(url)
      const closed = new Promise<number>((done) => socket.once("close", done))
      socket.once("open", () => socket.send(JSON.stringify(first)))
      socket.once("message", (data) => {
        const { type } = JSON.parse(String(data)) as { readonly type: string }
        resume(
          type.endsWith("_ok") ? Effect.succeed({ closed, socket }) : Effect.die(new Error(`Refused: ${String(data)}`))
        )
      })
      socket.once("error", (error) => resume(Effect.die(error)))
    }),
    ({ socket }) => Effect.sync(() => socket.terminate())
  )
