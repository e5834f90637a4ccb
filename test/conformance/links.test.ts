import { ownBridge, restartable, type StartBridge } from "@fleet/bridge/conformance/BridgeUnderTest"
import { rules } from "@fleet/bridge/conformance/rules/index"
import { runRules } from "@fleet/bridge/conformance/runRules"
import { type ScriptedCloud, startScriptedCloud } from "@fleet/bridge/conformance/ScriptedCloud"
import { NodeServices } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Fiber, type Scope } from "effect"
import { TestClock } from "effect/testing"
import { WebSocket } from "ws"
import { assertFailed, failures, token } from "./support.ts"

/** Tries rules of the link on the test's clock, which passes as soon as nothing is left to do. */
const tryLink = Effect.fnUntraced(function* (
  ids: ReadonlyArray<string>,
  make: (cloud: ScriptedCloud) => Effect.Effect<StartBridge, unknown, Scope.Scope>
) {
  const cloud = yield* startScriptedCloud("127.0.0.1", 0)
  const restart = yield* restartable(yield* Effect.orDie(make(cloud)))
  const running = yield* Effect.forkScoped(
    runRules(cloud, {
      token,
      restart,
      change: undefined,
      hasRobot: false,
      slow: true,
      rules: rules.filter(({ id }) => ids.includes(id)),
      onResult: () => Effect.void
    })
  )
  while (running.pollUnsafe() === undefined) {
    yield* TestClock.adjust("50 millis")
    yield* turn
  }
  return yield* Fiber.join(running)
})

const turn = Effect.promise(() => new Promise((resume) => setTimeout(resume, 1)))

/** A bridge that says hello and answers pings, comes back after these waits, and may be wrong about when. */
const plainBridge = (cloud: ScriptedCloud, waitMs: (attempt: number) => number, final: ReadonlyArray<number>) =>
  Effect.gen(function* () {
    const clock = yield* Clock.Clock
    const session = Effect.callback<number>((resume) => {
      const socket = new WebSocket(`${cloud.url.replace("http", "ws")}/bridge`)
      const hello = { type: "hello", protocol_version: 5, token, bridge_version: "1" }
      socket.on("open", () => socket.send(JSON.stringify(hello)))
      socket.on("message", (data) => {
        const { ts_ms, type } = JSON.parse(String(data))
        if (type === "ping") socket.send(JSON.stringify({ type: "pong", ts_ms }))
      })
      socket.on("error", () => {})
      socket.on("close", (code) => resume(Effect.succeed(code)))
      return Effect.sync(() => socket.terminate())
    })
    const start: StartBridge = Effect.gen(function* () {
      for (let attempt = 0; ; attempt++) {
        const openedMs = clock.currentTimeMillisUnsafe()
        if (final.includes(yield* session)) return
        if (clock.currentTimeMillisUnsafe() - openedMs >= 10_000) attempt = 0
        yield* Effect.sleep(waitMs(attempt))
      }
    }).pipe(Effect.forkScoped, Effect.asVoid)
    return start
  })

/** Between half and all of the doubled wait. */
const jittered = (attempt: number) => 1000 * 2 ** attempt * (1 + ((attempt * 7 + 3) % 5) / 10)

const all = [4000, 4004, 4005, 1008]

describe("the rules of the link, on a clock of the test's own", () => {
  it.effect("our bridge keeps the rules that take minutes", () =>
    Effect.gen(function* () {
      const ids = [
        "hello.first",
        "hello.waits",
        "reconnect.backoff",
        "reconnect.silence",
        "reconnect.bridge_too_old",
        "reconnect.protocol_mismatch",
        "final.superseded",
        "final.deleted",
        "final.invalid_token",
        "final.rotated"
      ]
      const results = yield* tryLink(ids, ({ url }) =>
        Effect.provide(ownBridge({ url, token, ros: "ws://127.0.0.1:9" }), NodeServices.layer)
      )
      assert.deepStrictEqual(failures(results), [])
      assert.isTrue(results.every(({ verdict }) => verdict === "passed"))
    })
  )

  it.effect("a plain bridge with jitter keeps the rules of coming back", () =>
    Effect.gen(function* () {
      const ids = ["reconnect.backoff", "final.rotated"]
      assertFailed(yield* tryLink(ids, (cloud) => plainBridge(cloud, jittered, all)), {})
    })
  )

  it.effect("a broken bridge without jitter fails reconnect.backoff", () =>
    Effect.gen(function* () {
      const waits = (attempt: number) => 1000 * 2 ** attempt
      const results = yield* tryLink(["reconnect.backoff", "final.rotated"], (cloud) => plainBridge(cloud, waits, all))
      assertFailed(results, { "reconnect.backoff": "no jitter" })
    })
  )

  it.effect("a broken bridge that comes back at once, or doubles nothing, fails reconnect.backoff", () =>
    Effect.gen(function* () {
      for (const waits of [() => 50, (attempt: number) => 1000 + attempt]) {
        const results = yield* tryLink(["reconnect.backoff"], (cloud) => plainBridge(cloud, waits, all))
        assertFailed(results, { "reconnect.backoff": "The waits were" })
      }
    })
  )

  it.effect("a broken bridge that comes back after each end fails the rules of final ones", () =>
    Effect.gen(function* () {
      const ids = ["final.superseded", "final.deleted", "final.invalid_token", "final.rotated"]
      const results = yield* tryLink(ids, (cloud) => plainBridge(cloud, jittered, []))
      assertFailed(results, Object.fromEntries(ids.map((id) => [id, "It came back."])))
    })
  )

  it.effect("a broken bridge that waits for an answer without end fails hello.waits and reconnect.silence", () =>
    Effect.gen(function* () {
      const results = yield* tryLink(["hello.waits", "reconnect.silence"], (cloud) => plainBridge(cloud, jittered, all))
      assertFailed(results, {
        "hello.waits": "no end of the connection",
        "reconnect.silence": "no end of the connection"
      })
    })
  )
})
