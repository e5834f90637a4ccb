import { assert, describe, it } from "@effect/vitest"
import type { AppId } from "@fleet/domain/Ids"
import { ClientActivity } from "@fleet/server/identity/oauth/mcp/ClientActivity"
import {
  type ActivityRow,
  ClientActivityStore,
  type NewActivity
} from "@fleet/server/identity/oauth/mcp/ClientActivityStore"
import { mostWaiting } from "@fleet/server/identity/oauth/mcp/WaitingActivity"
import { DateTime, Deferred, Effect, Fiber, Layer } from "effect"

const appId = "3f2b8c1e-5a4d-4c6f-9e0a-7b1d2c3e4f50" as AppId

/** Keeps what was written last, once `gate` lets it. */
const makeStore = () => {
  const state: { gate: Effect.Effect<void>; written: ReadonlyArray<NewActivity>; begun: number } = {
    gate: Effect.void,
    written: [],
    begun: 0
  }
  const layer = Layer.succeed(
    ClientActivityStore,
    ClientActivityStore.of({
      write: (activity) =>
        Effect.suspend(() => {
          state.begun++
          return state.gate
        }).pipe(Effect.andThen(Effect.sync(() => void (state.written = activity)))),
      list: () =>
        Effect.map(DateTime.now, (now) =>
          state.written.map(({ client_id, client_name, user_agent }): ActivityRow => ({
            client_id,
            client_name,
            user_agent,
            requests: {},
            first_seen_at: now,
            last_seen_at: now
          }))
        ),
      deleteBefore: () => Effect.void
    })
  )
  return { state, activity: ClientActivity.layer.pipe(Layer.provide(layer)) }
}

const note = (activity: ClientActivity["Service"], rest: Partial<Parameters<typeof activity.note>[0]> = {}) =>
  activity.note({
    appId,
    clientId: null,
    userAgent: "Agent/1",
    kind: "document",
    ok: true,
    detail: null,
    proven: false,
    ...rest
  })

describe("activity of MCP clients", () => {
  it.effect("is listed with what another list is still writing", () =>
    Effect.gen(function* () {
      const { activity: layer, state } = makeStore()
      yield* Effect.gen(function* () {
        const activity = yield* ClientActivity
        const gate = yield* Deferred.make<void>()
        state.gate = Deferred.await(gate)
        yield* note(activity)
        const first = yield* Effect.forkChild(activity.list(appId), { startImmediately: true })
        const second = yield* Effect.forkChild(activity.list(appId), { startImmediately: true })
        assert.deepStrictEqual([state.begun, yield* activity.size], [1, 0])
        yield* Deferred.succeed(gate, undefined)
        const listed = [yield* Fiber.join(first), yield* Fiber.join(second)]
        assert.deepStrictEqual(
          listed.map((rows) => rows.map(({ user_agent }) => user_agent)),
          [["Agent/1"], ["Agent/1"]]
        )
        assert.strictEqual(state.begun, 1)
      }).pipe(Effect.provide(layer))
    })
  )

  it.effect("waits again when its write fails or is given up, beside what came since", () =>
    Effect.gen(function* () {
      const { activity: layer, state } = makeStore()
      yield* Effect.gen(function* () {
        const activity = yield* ClientActivity
        yield* note(activity, { clientName: "Agent", kind: "token", proven: true })
        yield* note(activity, { kind: "call", detail: "older" })
        state.gate = Effect.never
        const given = yield* Effect.forkChild(activity.list(appId), { startImmediately: true })
        assert.strictEqual(yield* activity.size, 0)
        yield* note(activity, { kind: "call", detail: "newer" })
        yield* Fiber.interrupt(given)
        assert.strictEqual(yield* activity.size, 1)
        state.gate = Effect.die("the database is away")
        assert.strictEqual((yield* Effect.exit(activity.list(appId)))._tag, "Failure")
        assert.strictEqual(yield* activity.size, 1)
        state.gate = Effect.void
        yield* activity.list(appId)
        const [{ client_name, proven, requests }] = state.written as readonly [NewActivity]
        assert.deepStrictEqual([client_name, proven, requests.call?.detail], ["Agent", true, "newer"])
        assert.isTrue(requests.token?.ok)
      }).pipe(Effect.provide(layer))
    })
  )

  it.effect("is taken back within the bounds of what waits", () =>
    Effect.gen(function* () {
      const { activity: layer, state } = makeStore()
      yield* Effect.gen(function* () {
        const activity = yield* ClientActivity
        const fill = (of: string) =>
          Effect.forEach(
            Array.from({ length: mostWaiting.ofApp }, (_, index) => index),
            (index) => note(activity, { userAgent: `${of}/${index}` }),
            { discard: true }
          )
        yield* fill("Old")
        state.gate = Effect.never
        const given = yield* Effect.forkChild(activity.list(appId), { startImmediately: true })
        yield* fill("New")
        yield* Fiber.interrupt(given)
        assert.strictEqual(yield* activity.size, mostWaiting.ofApp)
        state.gate = Effect.void
        const listed = yield* activity.list(appId)
        assert.isTrue(listed.every(({ user_agent }) => user_agent?.startsWith("New/")))
      }).pipe(Effect.provide(layer))
    })
  )
})
