import { assert, describe, it } from "@effect/vitest"
import type { Caller } from "@fleet/domain/Caller"
import { Unauthorized } from "@fleet/domain/Errors"
import { OrgId } from "@fleet/domain/Ids"
import { Credentials } from "@fleet/server/access/Credentials"
import { Bus } from "@fleet/server/platform/bus/Bus"
import { Counters } from "@fleet/server/platform/telemetry/Counters"
import { Meters } from "@fleet/server/org/Meters"
import { HealthEvents } from "@fleet/server/realtime/HealthEvents"
import { OrgActivity } from "@fleet/server/realtime/OrgActivity"
import { makeRealtimeAuth } from "@fleet/server/realtime/RealtimeAuth"
import { Subscriptions } from "@fleet/server/realtime/Subscriptions"
import { Clock, Context, Deferred, Effect, Fiber, Layer, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { ceilings } from "../support/quotas.ts"
import { recordMaps } from "../support/recordMaps.ts"
import { aKey, aSession } from "./fakeSockets.ts"

const count = 10_000
const quota = 3

const nothing = () => undefined
const Doubles = Layer.mergeAll(
  Layer.mock(Subscriptions)({
    resume: () => Effect.void,
    suspend: nothing,
    release: nothing,
    unsubscribe: nothing,
    unwatch: nothing
  }),
  Layer.mock(OrgActivity)({
    subscribe: nothing,
    unsubscribe: nothing,
    pause: nothing,
    resume: nothing,
    size: () => ({ streams: 0, numbers: 0 })
  }),
  Layer.mock(HealthEvents)({ join: nothing, leave: nothing, pause: nothing, resume: nothing, size: () => 0 })
)

/** Sockets of orgs that may have three each. Whoever has a token is who it was made for. */
const aWorld = Effect.gen(function* () {
  const callers = new Map<string, Caller>()
  const state = { gate: Effect.void as Effect.Effect<void> }
  const Proofs = Layer.mock(Credentials)({
    proveWithExpiry: (bearer) =>
      Effect.flatMap(state.gate, () => {
        const caller = callers.get(Redacted.value(bearer))
        return caller === undefined ? Effect.fail(new Unauthorized()) : Effect.succeed({ caller, expiresAt: null })
      })
  })
  const services = yield* Layer.build(
    Layer.mergeAll(
      Proofs,
      Doubles,
      Counters.layer,
      Meters.layer,
      Bus.layer,
      ceilings({ max_realtime_connections: quota })
    )
  )
  const { entries, result: auth } = yield* recordMaps(Effect.provideContext(makeRealtimeAuth, services))
  const clock = yield* Clock.Clock
  const events = { now: () => clock.currentTimeMillisUnsafe(), onExpired: auth.expire, onClose: auth.release }
  return {
    auth,
    entries,
    state,
    tokenOf: (caller: Caller) => {
      const token = randomUUID()
      callers.set(token, caller)
      return token
    },
    open: (ip?: string) => aSession(Context.get(services, Counters), events, ip),
    /** An org's sockets, as its quotas show them. */
    counted: (orgId: OrgId) => Context.get(services, Meters).read("max_realtime_connections", orgId)
  }
})

const anOrg = () => OrgId.make(randomUUID())

describe("an org's sockets", () => {
  it.effect("an org's sockets are at most its quota, and free again after a close", () =>
    Effect.gen(function* () {
      const { auth, counted, open, tokenOf } = yield* aWorld
      const orgId = anOrg()
      const sockets = Array.from({ length: quota + 1 }, () => open())
      for (const { session } of sockets) yield* auth.present(session, tokenOf(aKey(orgId)))
      assert.deepStrictEqual(
        sockets.map(({ connection }) => connection.closedWith),
        [null, null, null, [1008, "quota_exceeded"]]
      )
      assert.include(sockets[quota]!.said(), "too many realtime connections")
      assert.strictEqual(counted(orgId), quota)
      const other = open()
      yield* auth.present(other.session, tokenOf(aKey()))
      assert.isNull(other.connection.closedWith)
      sockets[0]!.leave()
      sockets[0]!.leave()
      assert.strictEqual(counted(orgId), quota - 1)
      const next = open()
      yield* auth.present(next.session, tokenOf(aKey(orgId)))
      assert.isNull(next.connection.closedWith)
      assert.strictEqual(counted(orgId), quota)
    })
  )

  it.effect("an org's sockets count once however often they are renewed, also where there is room for no other", () =>
    Effect.gen(function* () {
      const { auth, counted, open, tokenOf } = yield* aWorld
      const caller = aKey()
      const sockets = Array.from({ length: quota }, () => open())
      for (const { session } of [...sockets, ...sockets]) yield* auth.present(session, tokenOf(caller))
      assert.strictEqual(counted(caller.orgId), quota)
      assert.deepStrictEqual(new Set(sockets.map(({ connection }) => connection.closedWith)), new Set([null]))
      for (const { leave } of sockets) leave()
      assert.strictEqual(counted(caller.orgId), 0)
    })
  )

  it.effect(
    "an org's sockets stay its own when one presents another org's token: it is refused and counts no more",
    () =>
      Effect.gen(function* () {
        const { auth, counted, open, tokenOf } = yield* aWorld
        const [caller, other] = [aKey(), aKey()]
        const { leave, session, connection } = open()
        yield* auth.present(session, tokenOf(caller))
        yield* auth.present(session, tokenOf(other))
        assert.deepStrictEqual(connection.closedWith, [1008, "forbidden"])
        leave()
        assert.deepStrictEqual([counted(caller.orgId), counted(other.orgId)], [0, 0])
      })
  )

  it.effect("an org's sockets count none that was refused, or whose token was", () =>
    Effect.gen(function* () {
      const { auth, counted, open, tokenOf } = yield* aWorld
      const caller = aKey()
      const [never, once] = [open(), open()]
      yield* auth.present(never.session, "of nobody")
      yield* auth.present(once.session, tokenOf(caller))
      assert.strictEqual(counted(caller.orgId), 1)
      yield* auth.present(once.session, "of nobody")
      assert.deepStrictEqual(once.connection.closedWith, [1008, "invalid_token"])
      assert.strictEqual(counted(caller.orgId), 0)
    })
  )

  it.effect("an org's sockets count none that closed while its token was looked up", () =>
    Effect.gen(function* () {
      const { auth, counted, open, state, tokenOf } = yield* aWorld
      const caller = aKey()
      const gate = yield* Deferred.make<void>()
      state.gate = Deferred.await(gate)
      const { leave, session } = open()
      const presented = yield* Effect.forkChild(auth.present(session, tokenOf(caller)), { startImmediately: true })
      leave()
      yield* Deferred.succeed(gate, undefined)
      yield* Fiber.join(presented)
      assert.strictEqual(counted(caller.orgId), 0)
      assert.isNull(session.identity)
    })
  )

  it.effect("an org's sockets are no more than the quota when their tokens are looked up at the same time", () =>
    Effect.gen(function* () {
      const { auth, counted, open, state, tokenOf } = yield* aWorld
      const orgId = anOrg()
      const gate = yield* Deferred.make<void>()
      state.gate = Deferred.await(gate)
      const sockets = Array.from({ length: 2 * quota }, () => open())
      const presented = yield* Effect.forEach(sockets, ({ session }) =>
        Effect.forkChild(auth.present(session, tokenOf(aKey(orgId))), { startImmediately: true })
      )
      yield* Deferred.succeed(gate, undefined)
      yield* Fiber.joinAll(presented)
      assert.strictEqual(counted(orgId), quota)
      assert.lengthOf(
        sockets.filter(({ connection }) => connection.closedWith === null),
        quota
      )
    })
  )
})

describe("of 10,000 orgs' sockets nothing is kept", () => {
  it.effect("nothing is kept of 10,000 orgs whose sockets were counted, renewed, refused and closed", () =>
    Effect.gen(function* () {
      const { auth, counted, entries, open, tokenOf } = yield* aWorld
      const idle = entries()
      const callers = Array.from({ length: count }, () => aKey())
      const sockets = callers.map(() => open())
      for (const [index, { session }] of sockets.entries()) {
        const token = tokenOf(callers[index]!)
        yield* auth.present(session, token)
        if (index % 2 === 0) yield* auth.present(session, token)
      }
      // Of each org its count and its sockets.
      assert.strictEqual(entries() - idle, 2 * count)
      assert.isTrue(callers.every(({ orgId }) => counted(orgId) === 1))
      for (const [index, { leave, session }] of sockets.entries()) {
        if (index % 3 === 0) yield* auth.present(session, tokenOf(callers[(index + 1) % count]!))
        if (index % 3 === 1) auth.expire(session)
        leave()
      }
      assert.strictEqual(entries() - idle, 0)
    })
  )

  it.effect("nothing is kept of 10,000 addresses a minute after their tokens were refused", () =>
    Effect.gen(function* () {
      const { auth, entries, open } = yield* aWorld
      const idle = entries()
      for (let index = 0; index < count; index++) {
        yield* auth.present(open(`198.51.${index >> 8}.${index & 255}`).session, "of nobody")
      }
      assert.strictEqual(entries() - idle, count)
      yield* TestClock.adjust("2 minutes")
      assert.isNull(auth.barred("203.0.113.1"))
      assert.strictEqual(entries() - idle, 0)
    })
  )
})
