import { assert, layer } from "@effect/vitest"
import { freePort } from "@fleet/server/platform/settings/freePort"
import { Effect } from "effect"
import { execFile, spawn } from "node:child_process"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { until } from "../../e2e/support/until.ts"
import { connect } from "../../support/mcp.ts"
import { noBrowser } from "../../pages/browser.ts"
import { aWorld } from "../world.ts"
import { does, openBrowser, press, signIn } from "./person.ts"
import { outsidePackage } from "./outsidePackage.ts"
import { freeOrigin, peerApp } from "./world.ts"

const run = promisify(execFile)
/** It brings a web application along. */
const { file: cli, missing } = outsidePackage("@modelcontextprotocol/inspector", "2.12.0", "mcp-inspector")

/** What the inspector keeps goes when the scope closes. */
const aHome = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "inspector-"))),
  (made) => Effect.promise(() => rm(made, { recursive: true, force: true }))
)

const { origin, port } = await Effect.runPromise(freeOrigin)

layer(peerApp({ origin, port }), { excludeTestServices: true, timeout: "2 minutes" })(
  "the inspector's command",
  (it) => {
    it.effect.skipIf(missing !== null)(
      "the inspector's command lists the tools and calls one",
      () =>
        Effect.gen(function* () {
          const { path, robotId, user } = yield* aWorld()
          const { access } = yield* connect(path, user.token)
          const home = yield* aHome
          const inspect = (...args: ReadonlyArray<string>) =>
            Effect.promise(async () => {
              const all = [
                "--cli",
                `${origin}${path}`,
                "--transport",
                "http",
                "--header",
                `Authorization: Bearer ${access}`
              ]
              const { stdout } = await run(process.execPath, [cli(), ...all, ...args], {
                env: { PATH: process.env["PATH"], HOME: home },
                timeout: 60_000
              })
              return JSON.parse(stdout)
            })
          const { tools } = yield* inspect("--method", "tools/list")
          assert.include(
            tools.map((tool: { name: string }) => tool.name),
            "start_action"
          )
          const called = yield* inspect("--method", "tools/call", "--tool-name", "list_robots")
          assert.deepStrictEqual(
            called.structuredContent.robots.map(({ id }: { id: string }) => id),
            [robotId]
          )
        }).pipe(Effect.scoped),
      200_000
    )

    it.effect.skipIf(missing !== null || noBrowser !== null)(
      "the inspector's command registers itself, and lists the tools once the person has let it in",
      () =>
        Effect.gen(function* () {
          const { path, user } = yield* aWorld()
          const home = yield* aHome
          const args = ["--cli", `${origin}${path}`, "--transport", "http", "--method", "tools/list"]
          const callbackUrl = `http://127.0.0.1:${yield* freePort("127.0.0.1")}/oauth/callback`
          const child = spawn(process.execPath, [cli(), ...args, "--callback-url", callbackUrl], {
            env: { PATH: "/nowhere", HOME: home, MCP_AUTO_OPEN_ENABLED: "true" },
            stdio: ["ignore", "pipe", "pipe"]
          })
          yield* Effect.addFinalizer(() => Effect.sync(() => child.kill("SIGKILL")))
          const printed = { out: "", all: "" }
          child.stdout.on("data", (chunk: Buffer) => {
            printed.out += chunk
            printed.all += chunk
          })
          child.stderr.on("data", (chunk: Buffer) => void (printed.all += chunk))
          const ended = new Promise<number | null>((resolve) => child.on("close", resolve))
          const address = new RegExp(`${origin}${path}/oauth/authorize\\S+`)
          const asked = Effect.sync(() => address.exec(printed.all)?.[0])
          const url = yield* until("the address to sign in at", asked, 30).pipe(
            Effect.onError(() => Effect.sync(() => console.error(printed.all)))
          )
          const { page } = yield* openBrowser(origin)
          yield* signIn(page, url, user.email)
          yield* does(() => press(page, "Allow"))
          assert.strictEqual(yield* does(() => ended), 0, printed.all)
          assert.include(printed.out, '"start_action"')
        }).pipe(Effect.scoped),
      200_000
    )
  }
)
