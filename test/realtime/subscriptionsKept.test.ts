import { assert, describe, it } from "@effect/vitest"
import { NoData, NotFound } from "@fleet/domain/Errors"
import { RobotId } from "@fleet/domain/Ids"
import type { Exposure } from "@fleet/domain/RobotConfig/Exposures"
import { Access, type AllowedSlug } from "@fleet/server/access/Access"
import { decide } from "@fleet/server/access/decide"
import type { Granted } from "@fleet/server/access/Granted"
import type { Exposures } from "@fleet/server/access/PublishedExposures"
import { Bus } from "@fleet/server/platform/bus/Bus"
import { Jobs } from "@fleet/server/robots/jobs/Jobs"
import { Counters } from "@fleet/server/platform/telemetry/Counters"
import { Fanout } from "@fleet/server/realtime/Fanout"
import { Subscriptions } from "@fleet/server/realtime/Subscriptions"
import { Presence } from "@fleet/server/realtime/Presence"
import { Datapoints } from "@fleet/server/robots/datapoints/Datapoints"
import { Context, Deferred, Effect, Fiber, Layer, Scheduler } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { aKey, aSession, reached } from "./fakeSockets.ts"
import { many as count, manyInWords } from "../support/effort.ts"

const slugs = ["battery", "dock"] as const
const exposures: Exposures = new Map(
  (
    [
      ["battery", "datapoint"],
      ["dock", "action"]
    ] as const
  ).map(([slug, kind]) => [slug, { kind, slug } as Exposure])
)
const everything = (id: RobotId): Granted => ({
  robot: reached(id),
  version: 0,
  confirms: () => false,
  confirmsOnPage: () => false,
  hasNamed: () => true,
  has: () => true,
  any: true,
  capabilities: { action_history: true, assets: true }
})

/** Where a subscribe waits on its way, and where it passes. */
type Place = "grant" | "robot" | "configuration" | "current value" | "current job"

/** Subscriptions of robots that everybody may follow while `open`, each step of which waits for its gate. */
const aWorld = Effect.gen(function* () {
  const access = { open: true }
  const gates = new Map<Place, { readonly asked: Deferred.Deferred<void>; readonly open: Deferred.Deferred<void> }>()
  const pass = (place: Place) =>
    Effect.suspend(() => {
      const gate = gates.get(place)
      return gate === undefined
        ? Effect.void
        : Effect.andThen(Deferred.succeed(gate.asked, undefined), Deferred.await(gate.open))
    })
  const layer = Subscriptions.layer.pipe(
    Layer.provide([
      Layer.mock(Access)({
        resolve: Effect.fnUntraced(function* (_caller, id, asked) {
          yield* pass("grant")
          const granted = { ...everything(id), has: () => access.open }
          if (access.open) yield* pass("configuration")
          const decision = decide(granted, asked, exposures)
          return decision.outcome === "allowed" ? (decision as AllowedSlug) : yield* Effect.fail(decision)
        }),
        requireRobot: (_caller, id) =>
          Effect.andThen(pass("robot"), access.open ? Effect.succeed(everything(id)) : Effect.fail(new NotFound()))
      }),
      Layer.mock(Datapoints)({ latest: () => Effect.andThen(pass("current value"), Effect.fail(new NoData())) }),
      Layer.mock(Jobs)({ current: () => Effect.as(pass("current job"), null) })
    ]),
    Layer.provideMerge(Layer.mergeAll(Fanout.layer, Presence.layer)),
    Layer.provideMerge(Layer.mergeAll(Bus.layer, Counters.layer))
  )
  const services = yield* Layer.build(layer)
  const subscriptions = Context.get(services, Subscriptions)
  const counters = Context.get(services, Counters)
  const sockets: Array<ReturnType<typeof aSocket>> = []
  /** As RealtimeHost does: what closes is released. */
  const aSocket = () => {
    const robotId = RobotId.make(randomUUID())
    const caller = aKey()
    const made = aSession(counters, { onClose: (session) => subscriptions.release(session, caller) })
    const { session } = made
    return {
      ...made,
      robotId,
      subscribe: Effect.forEach(
        slugs,
        (slug) => subscriptions.subscribe(session, caller, { type: "subscribe", robot_id: robotId, slug }),
        { discard: true }
      ),
      unsubscribe: Effect.sync(() => {
        for (const slug of slugs) {
          subscriptions.unsubscribe(session, caller, { type: "unsubscribe", robot_id: robotId, slug })
        }
      }),
      watch: subscriptions.watch(session, caller, { type: "presence_subscribe", robot_id: robotId }),
      unwatch: Effect.sync(() => subscriptions.unwatch(session, robotId)),
      suspend: Effect.sync(() => subscriptions.suspend(session, caller)),
      resume: subscriptions.resume(session, caller),
      recheck: subscriptions.recheck(session, caller)
    }
  }
  return {
    access,
    gates,
    open: () => {
      const socket = aSocket()
      sockets.push(socket)
      return socket
    },
    /** Robots followed, robots looked at, and what the sessions themselves hold. */
    kept: Effect.gen(function* () {
      // Who looks at a robot is told to other processes once a second.
      yield* TestClock.adjust("2 seconds")
      const held = sockets.map(({ session }) => session.subscriptions.size + session.watched.size)
      return {
        fanout: Context.get(services, Fanout).size(),
        viewers: Context.get(services, Presence).size(),
        sessions: held.reduce((sum, size) => sum + size, 0)
      }
    })
  }
})
type World = Effect.Success<typeof aWorld>
type Socket = ReturnType<World["open"]>

const nothing = { fanout: 0, viewers: 0, sessions: 0 }
const leave = ({ leave }: Socket) => Effect.sync(leave)

describe(`of ${manyInWords} sockets nothing is kept`, () => {
  const ways: ReadonlyArray<readonly [what: string, end: (socket: Socket, world: World) => Effect.Effect<void>]> = [
    ["that unsubscribed", (socket) => Effect.andThen(socket.unsubscribe, socket.unwatch)],
    ["that closed", leave],
    ["that closed while their tokens had expired", (socket) => Effect.andThen(socket.suspend, leave(socket))],
    [
      "that were resumed, and closed",
      (socket) => Effect.andThen(Effect.andThen(socket.suspend, socket.resume), leave(socket))
    ],
    [
      "that unsubscribed while their tokens had expired",
      (socket) => Effect.andThen(Effect.andThen(socket.suspend, socket.unsubscribe), socket.unwatch)
    ],
    [
      "whose access was gone when they were resumed",
      (socket, { access }) =>
        Effect.gen(function* () {
          yield* socket.suspend
          access.open = false
          yield* socket.resume
          access.open = true
        })
    ],
    [
      "whose access was taken",
      (socket, { access }) =>
        Effect.gen(function* () {
          access.open = false
          yield* socket.recheck
          access.open = true
        })
    ]
  ]

  it.effect(ways.map(([what]) => what).join("; "), () =>
    Effect.gen(function* () {
      const world = yield* aWorld
      const sockets = Array.from({ length: count }, world.open)
      for (const socket of sockets) yield* Effect.andThen(socket.subscribe, socket.watch)
      assert.deepStrictEqual(yield* world.kept, { fanout: count, viewers: count, sessions: 3 * count })
      for (const [index, socket] of sockets.entries()) {
        const [what, end] = ways[index % ways.length]!
        yield* end(socket, world)
        assert.strictEqual(socket.session.subscriptions.size + socket.session.watched.size, 0, what)
      }
      assert.deepStrictEqual(yield* world.kept, nothing)
    })
  )
})

describe("of a socket that closes meanwhile nothing is kept", () => {
  const works: ReadonlyArray<
    readonly [work: "subscribe" | "watch" | "resume" | "recheck", place: Place, kept: number]
  > = [
    ["subscribe", "grant", 0],
    ["subscribe", "configuration", 0],
    ["subscribe", "current value", 1],
    ["watch", "robot", 0],
    ["resume", "grant", 3],
    ["resume", "current value", 3],
    ["resume", "current job", 3],
    ["resume", "robot", 3],
    ["recheck", "configuration", 3],
    ["recheck", "robot", 3]
  ]

  for (const [work, place, held] of works) {
    it.effect(`of a socket that closes meanwhile nothing is kept while a ${work} waits for the ${place}`, () =>
      Effect.gen(function* () {
        const world = yield* aWorld
        const socket = world.open()
        if (work === "resume" || work === "recheck") yield* Effect.andThen(socket.subscribe, socket.watch)
        if (work === "resume") yield* socket.suspend
        const gate = { asked: yield* Deferred.make<void>(), open: yield* Deferred.make<void>() }
        world.gates.set(place, gate)
        const working = yield* Effect.forkChild(socket[work])
        yield* Deferred.await(gate.asked)
        assert.strictEqual((yield* world.kept).sessions, held)
        socket.leave()
        yield* Deferred.succeed(gate.open, undefined)
        yield* Fiber.join(working)
        assert.deepStrictEqual(yield* world.kept, nothing)
      })
    )
  }

  it.effect("of a socket that closes meanwhile nothing is kept at any step of a subscribe, a watch, a resume", () =>
    Effect.gen(function* () {
      const world = yield* aWorld
      let joined = 0
      for (const work of ["subscribe", "watch", "resume"] as const) {
        for (let operations = 3; operations < 12; operations++) {
          for (let steps = 0; steps < 30; steps++) {
            const socket = world.open()
            if (work === "resume") {
              yield* Effect.andThen(socket.subscribe, socket.watch)
              yield* socket.suspend
            }
            const working = yield* Effect.forkChild(
              Effect.provideService(socket[work], Scheduler.MaxOpsBeforeYield, operations)
            )
            for (let step = 0; step < steps; step++) yield* Effect.yieldNow
            joined += socket.session.subscriptions.size + socket.session.watched.size
            socket.leave()
            yield* Fiber.join(working)
            const { subscriptions, watched } = socket.session
            assert.strictEqual(subscriptions.size + watched.size, 0, `${work}: ${steps} times ${operations} operations`)
          }
        }
      }
      assert.isAbove(joined, 0)
      assert.deepStrictEqual(yield* world.kept, nothing)
    })
  )
})
