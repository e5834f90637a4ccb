import { assert, it } from "@effect/vitest"
import { Unauthorized } from "@fleet/domain/Errors"
import { Credentials } from "@fleet/server/access/Credentials"
import { Bus } from "@fleet/server/platform/bus/Bus"
import { Counters } from "@fleet/server/platform/telemetry/Counters"
import { Meters } from "@fleet/server/org/Meters"
import { HealthEvents } from "@fleet/server/realtime/HealthEvents"
import { OrgActivity } from "@fleet/server/realtime/OrgActivity"
import { RealtimeCommands } from "@fleet/server/realtime/RealtimeCommands"
import { RealtimeHost } from "@fleet/server/realtime/RealtimeHost"
import { Subscriptions } from "@fleet/server/realtime/Subscriptions"
import { Context, Effect, Layer, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { recordMaps } from "../support/recordMaps.ts"
import { aKey, aPeer } from "./fakeSockets.ts"

const count = 10_000
const nothing = () => undefined
const caller = aKey()

const Doubles = Layer.mergeAll(
  Layer.mock(Credentials, {
    proveWithExpiry: (bearer) =>
      Redacted.value(bearer) === "good" ? Effect.succeed({ caller, expiresAt: null }) : Effect.fail(new Unauthorized())
  }),
  Layer.mock(Subscriptions, {
    resume: () => Effect.void,
    suspend: nothing,
    release: nothing,
    unsubscribe: nothing,
    unwatch: nothing
  }),
  Layer.mock(OrgActivity, {
    subscribe: nothing,
    unsubscribe: nothing,
    pause: nothing,
    resume: nothing,
    size: () => ({ streams: 0, numbers: 0 })
  }),
  Layer.mock(HealthEvents, { join: nothing, leave: nothing, pause: nothing, resume: nothing, size: () => 0 }),
  Layer.mock(RealtimeCommands, {})
)

it.effect("of 10,000 sockets that said nothing, spoke, were refused or left, the host keeps none", () =>
  Effect.gen(function* () {
    const layer = RealtimeHost.layer.pipe(
      Layer.provide(Doubles),
      Layer.provideMerge(Layer.mergeAll(Bus.layer, Counters.layer, Meters.layer))
    )
    const { entries, result } = yield* recordMaps(Layer.build(layer))
    const host = Context.get(result, RealtimeHost)
    const counters = Context.get(result, Counters)
    const idle = entries()
    const peers = Array.from({ length: count }, () => aPeer())
    for (const [index, peer] of peers.entries()) {
      host.open(peer.opened)
      if (index % 4 === 1) peer.says({ type: "auth", token: "good" })
      if (index % 4 === 2) peer.says({ type: "auth", token: "bad" })
    }
    assert.strictEqual(counters.realtime_sockets, (count * 3) / 4)
    for (const [index, { connection }] of peers.entries()) if (index % 4 === 3) connection.leave()
    assert.strictEqual(counters.realtime_sockets, count / 2)
    yield* TestClock.adjust("10 seconds")
    assert.strictEqual(counters.realtime_sockets, count / 4)
    assert.deepStrictEqual(peers[0]!.connection.closedWith, [4002, "no auth in time"])
    yield* host.closeAll
    assert.strictEqual(counters.realtime_sockets, 0)
    yield* TestClock.adjust("2 minutes")
    assert.isNull(host.barred("203.0.113.2"))
    assert.strictEqual(entries() - idle, 0)
  }).pipe(Effect.scoped)
)
