import { assert, layer } from "@effect/vitest"
import { JobId } from "@fleet/domain/Ids"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { grant, makeAppUser } from "../../support/people.ts"
import { connectRealtime } from "../../support/RealtimeClient.ts"
import { TestApp } from "../../support/TestApp.ts"
import { call, invalid, refusal } from "../../support/wire.ts"
import { aLiveStage, aStage } from "../../realtime/world.ts"
import { answerCancels, overRest, surfaces } from "./stopWorld.ts"
import { auditOf, jobOf, start } from "./world.ts"

const person = ({ caller }: { readonly caller: { readonly id: string; readonly kind: string } }) => caller.id

layer(TestApp, { timeout: "60 seconds" })("a stop of a robot", (it) => {
  /** A robot on which a developer docks and sounds the horn, and an app user drives. */
  const aBusyStage = Effect.gen(function* () {
    const stage = yield* aLiveStage
    const { bridge, developer, path, user } = stage
    const dock = yield* start({ as: developer.token, path }, "dock", { params: { speed: 1 } })
    yield* bridge.next("invoke")
    bridge.update({ id: dock.body.job.id, slug: "dock" }, "running")
    const drive = yield* call("POST", `${path}/publishers/drive`, { as: user.token, body: { message: { speed: 1 } } })
    const horn = yield* call("POST", `${path}/publishers/horn`, { as: developer.token, body: {} })
    assert.deepStrictEqual([dock.status, drive.status, horn.status], [202, 204, 204])
    yield* bridge.sync
    return { ...stage, dock: dock.body.job }
  })

  for (const [name, surface] of Object.entries(surfaces)) {
    it.effect(
      `a stop over ${name} cancels the caller's jobs, has their failsafes sent, and leaves those of others`,
      () =>
        Effect.gen(function* () {
          const { bridge, developer, dock, path, robot, user } = yield* aBusyStage
          const asked = answerCancels(bridge)
          assert.deepStrictEqual(yield* surface.stop(user.token, robot.id), {
            code: null,
            result: { cancelled: [], failsafes: ["drive"], warnings: [] }
          })
          assert.strictEqual((yield* bridge.next("failsafe")).slug, "drive")
          const { result } = yield* surface.stop(developer.token, robot.id, { all: false })
          assert.deepStrictEqual(result.cancelled, [{ ...result.cancelled[0], id: dock.id, slug: "dock" }])
          assert.deepStrictEqual([result.failsafes, result.warnings], [["horn"], []])
          assert.strictEqual((yield* bridge.next("failsafe")).slug, "horn")
          assert.deepStrictEqual(asked, [dock.id])
          assert.strictEqual((yield* jobOf({ as: developer.token, path }, "dock")).state, "cancelled")
        })
    )

    it.effect(
      `a stop of all over ${name} stops everybody as far as the caller is granted, and the audit says whom`,
      () =>
        Effect.gen(function* () {
          const { bridge, developer, dock, orgId, robot, user } = yield* aBusyStage
          answerCancels(bridge)
          const external = JobId.make(randomUUID())
          bridge.update({ id: external, slug: "undock" }, "running", { origin: "external" })
          yield* bridge.sync
          const first = yield* surface.stop(user.token, robot.id, { all: true })
          // The user is granted neither the horn nor undock.
          assert.deepStrictEqual(
            first.result.cancelled.map(({ id }: { readonly id: string }) => id),
            [dock.id]
          )
          assert.deepStrictEqual([first.result.failsafes, first.result.warnings], [["drive"], []])
          const second = yield* surface.stop(developer.token, robot.id, { all: true })
          assert.deepStrictEqual(
            second.result.cancelled.map(({ id }: { readonly id: string }) => id),
            [external]
          )
          assert.deepStrictEqual(second.result.failsafes, ["horn"])
          const events = yield* auditOf({ orgId }, "job.cancelled", "publisher.released")
          assert.deepStrictEqual(
            events.map(({ action, actor_id, details, target_id }) => [
              action,
              actor_id,
              target_id,
              (details.started_by ?? details.held_by ?? null)?.id ?? null
            ]),
            [
              ["publisher.released", person(user), "drive", person(user)],
              ["job.cancelled", person(user), dock.id, person(developer)],
              ["publisher.released", person(developer), "horn", person(developer)],
              ["job.cancelled", person(developer), external, null]
            ]
          )
        })
    )

    it.effect(`a stop over ${name} asks for the robot and for no grant, and of another's robot says nothing`, () =>
      Effect.gen(function* () {
        const { app, bridge, observe, owner, robot, user } = yield* aBusyStage
        const stranger = yield* aStage
        for (const token of [stranger.owner.token, stranger.user.token, stranger.key.token]) {
          for (const all of [true, false]) {
            assert.deepStrictEqual(yield* surface.stop(token, robot.id, { all }), { code: "not_found" })
          }
          assert.deepStrictEqual(yield* surface.release(token, robot.id, "drive"), { code: "not_found" })
        }
        yield* grant(owner.caller, app, observe.id, {})
        assert.deepStrictEqual(yield* surface.release(user.token, robot.id, "drive"), { code: "forbidden" })
        const nothing = { code: null, result: { cancelled: [], failsafes: [], warnings: [] } }
        assert.deepStrictEqual(yield* surface.stop(user.token, robot.id, { all: true }), nothing)
        yield* bridge.sync
        assert.isFalse(bridge.frames.some(({ type }) => type === "failsafe" || type === "cancel"))
        // What is the caller's own they may stop whatever their role has become.
        assert.deepStrictEqual((yield* surface.stop(user.token, robot.id)).result.failsafes, ["drive"])
      })
    )

    it.effect(`a stop over ${name} of a robot whose bridge is not connected is refused`, () =>
      Effect.gen(function* () {
        const { developer, robot } = yield* aStage
        for (const fields of [{}, { all: true }]) {
          assert.deepStrictEqual(yield* surface.stop(developer.token, robot.id, fields), { code: "robot_offline" })
        }
        assert.deepStrictEqual(yield* surface.release(developer.token, robot.id, "drive"), { code: "robot_offline" })
        assert.deepStrictEqual(yield* surface.release(developer.token, robot.id, "dock"), { code: "unknown_slug" })
        assert.deepStrictEqual(yield* surface.release(developer.token, robot.id, "gone"), { code: "unknown_slug" })
        // The robot comes before the fields, and they before its presence.
        assert.deepStrictEqual(yield* surface.stop(developer.token, robot.id, { all: "yes" }), {
          code: "validation_error"
        })
        const unknown = randomUUID() as typeof robot.id
        assert.deepStrictEqual(yield* surface.stop(developer.token, unknown, { all: "yes" }), { code: "not_found" })
      })
    )

    it.effect(`two stops over ${name} at once send one failsafe, and neither warns`, () =>
      Effect.gen(function* () {
        const { bridge, developer, dock, robot } = yield* aBusyStage
        answerCancels(bridge)
        const all = { all: true }
        const stops = yield* Effect.all(
          [surface.stop(developer.token, robot.id, all), surface.stop(developer.token, robot.id, all)],
          { concurrency: 2 }
        )
        const results = stops.map(({ result }) => result)
        assert.sameMembers(
          results.flatMap(({ failsafes }) => failsafes),
          ["drive", "horn"]
        )
        assert.deepStrictEqual(
          results.flatMap(({ warnings }) => warnings),
          []
        )
        const cancelled = new Set(results.flatMap(({ cancelled }) => cancelled.map(({ id }: any) => id)))
        assert.deepStrictEqual([...cancelled], [dock.id])
        yield* bridge.sync
        assert.lengthOf(
          bridge.frames.filter(({ type }) => type === "failsafe"),
          2
        )
        assert.deepStrictEqual((yield* surface.stop(developer.token, robot.id, all)).result, {
          cancelled: [],
          failsafes: [],
          warnings: []
        })
      })
    )

    it.effect(`a release over ${name} ends the hold, and another may publish at once`, () =>
      Effect.gen(function* () {
        const { bridge, developer, orgId, path, robot, user } = yield* aBusyStage
        const take = (token: string) =>
          call("POST", `${path}/publishers/drive`, { as: token, body: { message: { speed: 0.5 } } })
        assert.strictEqual((yield* take(developer.token)).body.code, "publisher_busy")
        // Nothing of the developer's is held there, and of others nothing is released.
        assert.deepStrictEqual(yield* surface.release(developer.token, robot.id, "drive"), { code: null })
        assert.strictEqual((yield* take(developer.token)).body.code, "publisher_busy")
        yield* bridge.sync
        assert.isFalse(bridge.frames.some(({ type }) => type === "failsafe"))
        assert.deepStrictEqual(yield* surface.release(user.token, robot.id, "drive"), { code: null })
        assert.deepStrictEqual(yield* bridge.next("failsafe"), { type: "failsafe", slug: "drive" })
        assert.strictEqual((yield* take(developer.token)).status, 204)
        const [event, ...others] = yield* auditOf({ orgId }, "publisher.released")
        assert.deepStrictEqual([event.actor_id, event.target_id, others], [person(user), "drive", []])
      })
    )
  }

  it.effect(
    "a release sends the failsafe until the robot would send it by itself, though others may publish before",
    () =>
      Effect.gen(function* () {
        const { bridge, developer, path, robot } = yield* aLiveStage
        const horn = () => call("POST", `${path}/publishers/horn`, { as: developer.token, body: {} })
        const release = overRest.release(developer.token, robot.id, "horn")
        const sent = Effect.gen(function* () {
          yield* bridge.sync
          const frames = bridge.frames.splice(0)
          return frames.filter(({ type }) => type === "failsafe").length
        })
        // quiet_timeout_ms is 0, timeout_ms is 500.
        yield* horn()
        yield* TestClock.adjust("499 millis")
        yield* release
        assert.strictEqual(yield* sent, 1)
        yield* horn()
        yield* TestClock.adjust("500 millis")
        yield* release
        assert.strictEqual(yield* sent, 0)
      })
  )

  it.effect("a stop names each job that may still run, with the reason", () =>
    Effect.gen(function* () {
      const { bridge, developer, path, robot } = yield* aBusyStage
      const calling = yield* Effect.forkChild(start({ as: developer.token, path }, "reset"))
      yield* bridge.next("invoke")
      answerCancels(bridge, 1)
      const { result } = yield* overRest.stop(developer.token, robot.id)
      assert.deepStrictEqual(result.cancelled, [])
      assert.deepStrictEqual(result.warnings.map((warning: string) => warning.split(":")[0]).sort(), ["dock", "reset"])
      void calling
    })
  )

  it.effect("a stop takes an empty body and refuses other keys", () =>
    Effect.gen(function* () {
      const { developer, path } = yield* aLiveStage
      const stop = (body?: unknown) => call("POST", `${path}/stop`, { as: developer.token, body })
      for (const body of [undefined, {}, { all: false }]) assert.strictEqual((yield* stop(body)).status, 200)
      assert.deepStrictEqual(refusal(yield* stop({ more: 1 })), invalid("more", "unknown"))
      assert.deepStrictEqual(refusal(yield* stop({ all: "true" })), invalid("all", "type"))
      assert.deepStrictEqual(refusal(yield* stop([])), invalid("body", "type"))
      assert.deepStrictEqual(refusal(yield* call("POST", "/api/robots/robot/stop", { as: developer.token })), [
        400,
        "invalid_uuid"
      ])
      assert.strictEqual((yield* call("POST", `${path}/stop`)).status, 401)
    })
  )

  it.effect("commands behind a stop on one socket reach the robot after its failsafe", () =>
    Effect.gen(function* () {
      const { bridge, robot, user } = yield* aLiveStage
      const client = yield* connectRealtime(user.token)
      const at = { robot_id: robot.id, slug: "drive" }
      client.send({ type: "publish", request_id: "1", ...at, message: { speed: 1 } })
      client.send({ type: "stop", request_id: "2", robot_id: robot.id })
      client.send({ type: "publish", request_id: "3", ...at, message: { speed: 0.5 } })
      client.send({ type: "release", request_id: "4", ...at })
      client.send({ type: "publish", request_id: "5", ...at, message: { speed: 0.25 } })
      for (const id of ["1", "2", "3", "4", "5"]) {
        const answer = yield* client.next("command_result", ({ request_id }) => request_id === id)
        assert.isTrue(answer.ok, id)
      }
      yield* bridge.sync
      assert.deepStrictEqual(
        bridge.frames.filter(({ type }) => type === "publish" || type === "failsafe").map(({ type }) => type),
        ["publish", "failsafe", "publish", "failsafe", "publish"]
      )
    })
  )

  it.effect("a stop reaches all of a robot's jobs at once, however many they are", () =>
    Effect.gen(function* () {
      const { bridge, developer, robot } = yield* aLiveStage
      const ids = Array.from({ length: 60 }, () => JobId.make(randomUUID()))
      for (const id of ids) bridge.update({ id, slug: "undock" }, "running", { origin: "external" })
      yield* bridge.sync
      const stopping = yield* Effect.forkChild(overRest.stop(developer.token, robot.id, { all: true }))
      // Not one is answered, and yet each is asked.
      const asked: Array<unknown> = []
      for (const _ of ids) asked.push((yield* bridge.next("cancel")).job_id)
      assert.sameMembers(asked, ids)
      void stopping
    })
  )

  it.effect("a stop of all leaves what a role may not use, also when it was taken away since", () =>
    Effect.gen(function* () {
      const { app, bridge, observe, operate, owner, robot, user } = yield* aBusyStage
      yield* grant(owner.caller, app, operate.id, { [robot.id]: ["horn"] })
      const other = yield* makeAppUser(owner.caller, app, operate.id)
      const client = yield* connectRealtime(user.token)
      yield* grant(owner.caller, app, observe.id, { [robot.id]: ["battery"] })
      client.send({ type: "stop", request_id: "1", robot_id: robot.id, all: true })
      const { result } = yield* client.next("command_result")
      assert.deepStrictEqual(result, { cancelled: [], failsafes: [], warnings: [] })
      assert.deepStrictEqual((yield* overRest.stop(other.token, robot.id, { all: true })).result.failsafes, ["horn"])
      yield* bridge.sync
    })
  )
})
