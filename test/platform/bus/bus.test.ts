import type { OrgId, RobotId, SessionId } from "@fleet/domain/Ids"
import { assert, layer } from "@effect/vitest"
import { Bus } from "@fleet/server/platform/bus/Bus"
import type { OrgMessage } from "@fleet/server/platform/bus/OrgMessages"
import type { Fact, Notice } from "@fleet/server/platform/bus/Facts"
import type { RobotEvent, Sample } from "@fleet/server/platform/bus/RobotEvents"
import { DateTime, Effect, Exit, type Layer, Scope } from "effect"
import { randomUUID } from "node:crypto"
import { until } from "../../e2e/support/until.ts"

/** Every way a Bus is made; each must keep the same promises. */
const layers: ReadonlyArray<readonly [name: string, bus: Layer.Layer<Bus>]> = [["in one process", Bus.layer]]

const aRobotId = () => randomUUID() as RobotId

const sample = (robotId: RobotId, number: number): Sample => ({
  type: "sample",
  robotId,
  slug: "battery",
  json: String(number),
  timestampMs: number
})

const activity = (subject: string): OrgMessage => ({
  type: "activity",
  event: {
    at: DateTime.makeUnsafe(0),
    kind: "job",
    severity: "info",
    robot_id: null,
    subject,
    detail: null
  }
})

/** What a listener heard, in order. */
const ear = <Event>() => {
  const heard: Array<Event> = []
  return { heard, listen: (event: Event) => void heard.push(event) }
}

const numbers = (events: ReadonlyArray<RobotEvent>) =>
  events.map((event) => (event.type === "sample" ? Number(event.json) : Number.NaN))

const hears = (ear: { readonly heard: ReadonlyArray<unknown> }, count: number) =>
  until(
    `${count} events`,
    Effect.sync(() => ear.heard.length >= count)
  )

for (const [name, bus] of layers) {
  layer(bus, { excludeTestServices: true })(`a bus ${name}`, (it) => {
    it.effect("delivers a robot's events in the order they were published, to each follower", () =>
      Effect.gen(function* () {
        const { follow, publishRobot } = yield* Bus
        const robotId = aRobotId()
        const [first, second] = [ear<RobotEvent>(), ear<RobotEvent>()]
        yield* follow(robotId, first.listen)
        yield* follow(robotId, second.listen)
        const sent = Array.from({ length: 500 }, (_, number) => number)
        for (const number of sent) publishRobot(sample(robotId, number))
        yield* hears(first, 500)
        yield* hears(second, 500)
        assert.deepStrictEqual(numbers(first.heard), sent)
        assert.deepStrictEqual(numbers(second.heard), sent)
      })
    )

    it.effect("tells only those who follow the robot", () =>
      Effect.gen(function* () {
        const { follow, publishRobot } = yield* Bus
        const [mine, other] = [aRobotId(), aRobotId()]
        const [near, far] = [ear<RobotEvent>(), ear<RobotEvent>()]
        yield* follow(mine, near.listen)
        yield* follow(other, far.listen)
        publishRobot(sample(mine, 1))
        publishRobot(sample(other, 2))
        publishRobot(sample(mine, 3))
        yield* hears(near, 2)
        yield* hears(far, 1)
        assert.deepStrictEqual(numbers(near.heard), [1, 3])
        assert.deepStrictEqual(numbers(far.heard), [2])
      })
    )

    it.effect("stops at the end of the follower's scope, or at its word", () =>
      Effect.gen(function* () {
        const { follow, followUnsafe, publishRobot } = yield* Bus
        const robotId = aRobotId()
        const [scoped, unsafe, stays] = [ear<RobotEvent>(), ear<RobotEvent>(), ear<RobotEvent>()]
        const scope = yield* Scope.make()
        yield* Scope.provide(follow(robotId, scoped.listen), scope)
        const stop = followUnsafe(robotId, unsafe.listen)
        yield* follow(robotId, stays.listen)
        publishRobot(sample(robotId, 1))
        yield* hears(scoped, 1)
        yield* hears(unsafe, 1)
        yield* Scope.close(scope, Exit.void)
        stop()
        stop()
        publishRobot(sample(robotId, 2))
        yield* hears(stays, 2)
        assert.deepStrictEqual(numbers(scoped.heard), [1])
        assert.deepStrictEqual(numbers(unsafe.heard), [1])
      })
    )

    it.effect("lets a robot be followed again after its last follower left", () =>
      Effect.gen(function* () {
        const { followUnsafe, publishRobot } = yield* Bus
        const robotId = aRobotId()
        const [first, second] = [ear<RobotEvent>(), ear<RobotEvent>()]
        const stop = followUnsafe(robotId, first.listen)
        stop()
        const stopAgain = followUnsafe(robotId, second.listen)
        stop()
        publishRobot(sample(robotId, 1))
        yield* hears(second, 1)
        stopAgain()
        assert.deepStrictEqual(first.heard, [])
      })
    )

    it.effect("keeps nothing of what was published to nobody", () =>
      Effect.gen(function* () {
        const { follow, publishRobot } = yield* Bus
        const robotId = aRobotId()
        publishRobot(sample(robotId, 1))
        const late = ear<RobotEvent>()
        yield* follow(robotId, late.listen)
        publishRobot(sample(robotId, 2))
        yield* hears(late, 1)
        assert.deepStrictEqual(numbers(late.heard), [2])
      })
    )

    it.effect("tells everybody else when listeners come and go while it delivers", () =>
      Effect.gen(function* () {
        const { follow, followUnsafe, publishRobot } = yield* Bus
        const robotId = aRobotId()
        const [joined, leaving, steady] = [ear<RobotEvent>(), ear<RobotEvent>(), ear<RobotEvent>()]
        const stops: Array<() => void> = []
        stops.push(
          followUnsafe(robotId, (event) => {
            leaving.listen(event)
            stops.push(followUnsafe(robotId, joined.listen))
            stops[0]!()
          })
        )
        yield* follow(robotId, steady.listen)
        for (const number of [1, 2, 3]) publishRobot(sample(robotId, number))
        yield* hears(steady, 3)
        for (const stop of stops) stop()
        assert.deepStrictEqual(numbers(steady.heard), [1, 2, 3])
        assert.deepStrictEqual(numbers(leaving.heard), [1])
        // Whether it still hears what is being delivered while it joins is not promised.
        assert.deepStrictEqual(numbers(joined.heard).slice(-2), [2, 3])
      })
    )

    it.effect("facts reach every listener, in order, until its scope ends", () =>
      Effect.gen(function* () {
        const { broadcast, follow, onFact, broadcastAndWait } = yield* Bus
        const [first, second] = [ear<Fact>(), ear<Fact>()]
        const follower = ear<RobotEvent>()
        const robotId = aRobotId()
        const scope = yield* Scope.make()
        yield* Scope.provide(
          onFact(first.listen, () => undefined),
          scope
        )
        yield* onFact(second.listen, () => undefined)
        yield* follow(robotId, follower.listen)
        const ended: Fact = { type: "session_ended", sessionId: randomUUID() as SessionId }
        const published: Notice = { type: "config_published", robotId, version: 2 }
        yield* broadcastAndWait(ended)
        broadcast(published)
        yield* hears(first, 2)
        yield* hears(second, 2)
        yield* Scope.close(scope, Exit.void)
        const deleted: Fact = { type: "robot_deleted", robotId, orgId: randomUUID() as OrgId }
        yield* broadcastAndWait(deleted)
        yield* hears(second, 3)
        assert.deepStrictEqual(first.heard, [ended, published])
        assert.deepStrictEqual(second.heard, [ended, published, deleted])
        assert.deepStrictEqual(follower.heard, [])
      })
    )

    it.effect("broadcastAndWait ends after every listener has acted on a revocation", () =>
      Effect.gen(function* () {
        const { onFact, broadcastAndWait } = yield* Bus
        const heard = ear<Fact>()
        yield* onFact(heard.listen, () => undefined)
        const facts = Array.from({ length: 100 }, (): Fact => ({ type: "token_rotated", robotId: aRobotId() }))
        yield* broadcastAndWait(...facts)
        assert.deepStrictEqual(heard.heard, facts)
      })
    )

    it.effect("an org's messages of a type: they reach its followers alone, in order, until they stop", () =>
      Effect.gen(function* () {
        const { followOrg, isFollowed, publishOrg } = yield* Bus
        const [mine, other] = [randomUUID() as OrgId, randomUUID() as OrgId]
        const [near, far, health] = [ear<OrgMessage>(), ear<OrgMessage>(), ear<OrgMessage>()]
        assert.isFalse(isFollowed(mine, "activity"))
        publishOrg(mine, activity("without a follower"))
        const stop = followOrg(mine, "activity", near.listen)
        const stopOther = followOrg(other, "activity", far.listen)
        const stopHealth = followOrg(mine, "health", health.listen)
        assert.isTrue(isFollowed(mine, "activity"))
        const told = ["one", "two", "three"].map(activity)
        for (const event of told) publishOrg(mine, event)
        const failed: OrgMessage = { type: "health", messages: [] }
        publishOrg(mine, failed)
        yield* hears(near, 3)
        yield* hears(health, 1)
        stop()
        stop()
        publishOrg(mine, activity("late"))
        assert.isFalse(isFollowed(mine, "activity"))
        publishOrg(other, told[0]!)
        yield* hears(far, 1)
        stopOther()
        stopHealth()
        assert.deepStrictEqual(near.heard, told)
        assert.deepStrictEqual(far.heard, [told[0]])
        assert.deepStrictEqual(health.heard, [failed])
      })
    )
  })
}
