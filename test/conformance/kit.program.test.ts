import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { fileURLToPath } from "node:url"
import { WebSocket } from "ws"
import { startCommand } from "../support/Child.ts"
import { until } from "../e2e/support/until.ts"

const program = fileURLToPath(new URL("../../packages/bridge/bin/fleet-bridge-conformance.mjs", import.meta.url))

/** Connects where it is told, and says hello with a token. */
const connect = (url: string, token: string) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const socket = new WebSocket(url)
      socket.on("error", () => {})
      socket.on("open", () =>
        socket.send(JSON.stringify({ type: "hello", protocol_version: 5, token, bridge_version: "1" }))
      )
      return socket
    }),
    (socket) => Effect.sync(() => socket.terminate())
  )

describe("fleet-bridge-conformance", () => {
  it.live("fleet-bridge-conformance waits for a bridge, says who came to another path, and ends with 0 or 1", () =>
    Effect.gen(function* () {
      for (const [isRight, code] of [
        [true, 0],
        [false, 1]
      ] as const) {
        const args = [program, "--listen", "127.0.0.1:0", "--only", "hello.f"]
        const kit = yield* startCommand(process.execPath, args, { env: { PATH: process.env["PATH"] } })
        yield* kit.lines(2)
        const [, address, token] = /at http:\/\/(\S+), the robot's token is (\S+)/.exec(kit.output())!
        yield* connect(`ws://${address}/ws`, token!)
        const hasTold = Effect.sync(() => (kit.output().includes("bridges connect to /bridge") ? true : null))
        yield* until("the word about the path", hasTold, 20)
        yield* connect(`ws://${address}/bridge`, isRight ? token! : "rbt_another")
        assert.deepInclude(yield* kit.ended, { code })
        assert.include(kit.output(), isRight ? "2 passed, 0 failed" : "1 passed, 1 failed")
        if (!isRight) assert.include(kit.output(), "The token was another than the bridge was given.")
      }
    }).pipe(Effect.scoped)
  )

  it.live("fleet-bridge-conformance says how much patience it may be given", () =>
    Effect.gen(function* () {
      for (const [patience, isFit] of [
        ["0", false],
        ["1", true],
        ["20", true],
        ["21", false]
      ] as const) {
        const args = [program, "--listen", "127.0.0.1:0", "--only", "none", "--patience", patience]
        const kit = yield* startCommand(process.execPath, args, { env: { PATH: process.env["PATH"] } })
        if (isFit) {
          yield* kit.lines(2)
          yield* kit.kill("SIGTERM")
        } else {
          assert.notStrictEqual((yield* kit.ended).code, 0)
          assert.include(kit.output() + kit.errors(), "patience")
        }
      }
    }).pipe(Effect.scoped)
  )

  it.live("fleet-bridge-conformance waits for answers as many times as long as it was told", () =>
    Effect.gen(function* () {
      const args = [program, "--listen", "127.0.0.1:0", "--only", "ping.pong", "--patience", "2"]
      const kit = yield* startCommand(process.execPath, args, { env: { PATH: process.env["PATH"] } })
      yield* kit.lines(2)
      const [, address, token] = /at http:\/\/(\S+), the robot's token is (\S+)/.exec(kit.output())!
      yield* connect(`ws://${address}/bridge`, token!)
      assert.deepInclude(yield* kit.ended, { code: 1 })
      assert.include(kit.output(), "within 16 s")
    }).pipe(Effect.scoped)
  )
})
