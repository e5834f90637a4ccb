import { ownBridge, restartable, type StartBridge } from "@fleet/bridge/conformance/BridgeUnderTest"
import { rules } from "@fleet/bridge/conformance/rules/index"
import { runRules } from "@fleet/bridge/conformance/runRules"
import { type ScriptedCloud, startScriptedCloud } from "@fleet/bridge/conformance/ScriptedCloud"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Fiber, type Scope } from "effect"
import { TestClock } from "effect/testing"
import { WebSocket } from "ws"
import { assertFailed, failures, onTestClock, token } from "./support.ts"

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
      robot: undefined,
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

/** A bridge that judges the link by the lag of pings, which it forgets after so long. */
const judgingBridge = (cloud: ScriptedCloud, forgetsAfterMs: number) =>
  Effect.gen(function* () {
    const clock = yield* Clock.Clock
    const now = () => clock.currentTimeMillisUnsafe()
    const start: StartBridge = Effect.gen(function* () {
      const socket = new WebSocket(`${cloud.url.replace("http", "ws")}/bridge`)
      let settings = { enter_lag_ms: Infinity, enter_after_s: 1, exit_lag_ms: 0, exit_after_s: 1 }
      let lag = { ms: 0, atMs: 0 }
      let low = false
      let sinceMs: number | undefined
      const say = (frame: object) => socket.send(JSON.stringify(frame))
      const judge = () => {
        const ms = now() - lag.atMs <= forgetsAfterMs ? lag.ms : 0
        const speaks = low ? ms <= settings.exit_lag_ms : ms > settings.enter_lag_ms
        sinceMs = speaks ? (sinceMs ?? now()) : undefined
        const afterMs = 1000 * (low ? settings.exit_after_s : settings.enter_after_s)
        if (sinceMs === undefined || now() - sinceMs < afterMs) return
        low = !low
        sinceMs = undefined
        say({ type: "link_mode", low_bandwidth: low, reason: low ? "lag" : "recovered", at_ms: now() })
      }
      yield* Effect.addFinalizer(() => Effect.sync(() => socket.terminate()))
      socket.on("error", () => {})
      socket.on("open", () => say({ type: "hello", protocol_version: 5, token, bridge_version: "1" }))
      socket.on("message", (data) => {
        const frame = JSON.parse(String(data))
        if (frame.type === "ping") {
          lag = { ms: frame.lag_ms ?? 0, atMs: now() }
          say({ type: "pong", ts_ms: frame.ts_ms })
        }
        if (frame.type !== "config") return
        settings = { ...settings, ...frame.doc.low_bandwidth }
        if (frame.doc.low_bandwidth.mode === "off")
          Object.assign(settings, { enter_lag_ms: Infinity, exit_lag_ms: Infinity })
        say({ type: "config_applied", version: frame.version, ok: true, errors: [] })
      })
      yield* Effect.forkScoped(Effect.forever(Effect.delay(Effect.sync(judge), "1 second")))
    })
    return start
  })

/** Between half and all of the doubled wait. */
const jittered = (attempt: number) => 1000 * 2 ** attempt * (1 + ((attempt * 7 + 3) % 5) / 10)

const all = [4000, 4004, 4005, 1008]

describe("the rules of the link, on a clock of the test's own", () => {
  it.effect("our bridge keeps the rules that need no robot, those that take minutes among them", () =>
    Effect.gen(function* () {
      const ids = onTestClock.map(({ id }) => id)
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

  it.effect("a broken bridge that takes a close of another kind for final fails reconnect.others", () =>
    Effect.gen(function* () {
      const results = yield* tryLink(["reconnect.others"], (cloud) => plainBridge(cloud, jittered, [...all, 1009]))
      assertFailed(results, { "reconnect.others": "no new connection" })
    })
  )

  it.effect(
    "a broken bridge that gives up after any refusal fails reconnect.org_locked and reconnect.invalid_frame",
    () =>
      Effect.gen(function* () {
        for (const id of ["reconnect.org_locked", "reconnect.invalid_frame"]) {
          const results = yield* tryLink([id], (cloud) => plainBridge(cloud, jittered, all))
          assertFailed(results, { [id]: "no return of the bridge" })
        }
      })
  )

  it.effect("a broken bridge whose waits double past 30 s fails reconnect.longest", () =>
    Effect.gen(function* () {
      const waits = (attempt: number) => Math.min(jittered(attempt), 50_000)
      const results = yield* tryLink(["reconnect.longest"], (cloud) => plainBridge(cloud, waits, all))
      assertFailed(results, { "reconnect.longest": "30 s, and stays there" })
    })
  )

  it.effect(
    "a bridge that forgets a lag after 30 s keeps the rules of its age, one that never or sooner does not",
    () =>
      Effect.gen(function* () {
        const ids = ["link_mode.lag_counts", "link_mode.lag_age", "link_mode.lag_forgotten"]
        assertFailed(yield* tryLink(ids, (cloud) => judgingBridge(cloud, 30_000)), {})
        assertFailed(yield* tryLink(ids, (cloud) => judgingBridge(cloud, 20_000)), {
          "link_mode.lag_counts": "no entry",
          "link_mode.lag_forgotten": "its lag counts for 30 s"
        })
        assertFailed(yield* tryLink(ids, (cloud) => judgingBridge(cloud, Infinity)), {
          "link_mode.lag_age": "after the only ping",
          "link_mode.lag_forgotten": "no end of the mode"
        })
      })
  )
})
