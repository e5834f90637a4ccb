import { assert, layer } from "@effect/vitest"
import type { AppId, RobotId } from "@fleet/domain/Ids"
import { JobId } from "@fleet/domain/Ids"
import { Apps } from "@fleet/server/apps/Apps"
import { AppUsers } from "@fleet/server/identity/app-users/AppUsers"
import { DeveloperAuth } from "@fleet/server/identity/developers/DeveloperAuth"
import { Bus } from "@fleet/server/platform/bus/Bus"
import type { JobChanged, ViewersChanged } from "@fleet/server/platform/bus/RobotEvents"
import { Clock, DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { publish } from "../robots/jobs/world.ts"
import { grant } from "../support/people.ts"
import { connectRealtime } from "../support/RealtimeClient.ts"
import { call } from "../support/wire.ts"
import { aConsole, happen } from "./consoles.ts"
import {
  almostOut,
  aRunOut,
  delivered,
  following,
  lock,
  renewed,
  renewedUser,
  runOut,
  ShortTokens
} from "./expiring.ts"
import { aStage, datapoint, pass, plain, refused, sample, type Stage } from "./world.ts"
import { broadcastNow } from "../support/broadcastNow.ts"

/** A change of a job, as its holder tells it. */
const job = (robotId: RobotId, slug: string): JobChanged => ({
  type: "job",
  robotId,
  job: {
    id: JobId.make(randomUUID()),
    robot_id: robotId,
    slug,
    state: "running",
    origin: "platform",
    started_at: DateTime.makeUnsafe(0),
    updated_at: DateTime.makeUnsafe(0),
    seq: 1,
    result: null,
    error: null
  },
  feedback: null,
  progress: 0.5,
  timestampMs: 1
})

const stranger = (appId: AppId): ViewersChanged["viewers"][number] => ({
  viewer: { kind: "server_key", id: randomUUID(), label: "Another" },
  appId,
  named: true
})

layer(ShortTokens, { timeout: "60 seconds" })("a token that expires", (it) => {
  it.effect("a token that expires is renewed in time a second before its end, and no frame is sent", () =>
    Effect.gen(function* () {
      const { robot, user } = yield* aStage
      const client = yield* following(user.token, robot.id, "battery")
      yield* almostOut([client])
      yield* TestClock.adjust("14 seconds")
      assert.strictEqual((yield* client.auth(yield* renewedUser(user.refreshToken))).type, "auth_ok")
      yield* TestClock.adjust("2 seconds")
      yield* sample(robot.id, "battery", 1, 1)
      assert.deepStrictEqual(yield* client.settled, [datapoint(robot.id, "battery", 1, 1)])
    })
  )

  it.effect(
    "a token that expires while its renewal is looked up stops what it follows, and goes on with the renewal",
    () =>
      Effect.gen(function* () {
        const { robot, user } = yield* aStage
        const client = yield* following(user.token, robot.id, "battery")
        yield* almostOut([client])
        const token = yield* renewedUser(user.refreshToken)
        const open = yield* lock("session_families")
        yield* delivered(client, { type: "auth", token })
        yield* TestClock.adjust("15 seconds")
        yield* client.next("auth_error")
        yield* sample(robot.id, "battery", 1, 1)
        yield* open
        yield* client.next("auth_ok")
        assert.deepStrictEqual(yield* client.settled, [datapoint(robot.id, "battery", 1, 1)])
      })
  )

  it.effect("a token that expires is not closed for while a renewal that came in time is looked up", () =>
    Effect.gen(function* () {
      const stage = yield* aStage
      const { robot, user } = stage
      const client = yield* aRunOut(stage, "battery")
      const token = yield* renewedUser(user.refreshToken)
      const open = yield* lock("session_families")
      yield* delivered(client, { type: "auth", token })
      // Unlocked only afterwards, so nothing answers meanwhile.
      yield* TestClock.adjust("61 seconds")
      yield* open
      yield* client.next("auth_ok")
      yield* sample(robot.id, "battery", 1, 1)
      assert.deepStrictEqual(yield* client.settled, [datapoint(robot.id, "battery", 1, 1)])
    })
  )

  it.effect("a token that expires refuses a subscription that was asked for before and is found allowed after", () =>
    Effect.gen(function* () {
      const { robot, user } = yield* aStage
      const client = yield* following(user.token, robot.id)
      yield* almostOut([client])
      const open = yield* lock("role_grants")
      yield* delivered(
        client,
        { type: "subscribe", robot_id: robot.id, slug: "battery" },
        { type: "presence_subscribe", robot_id: robot.id }
      )
      yield* TestClock.adjust("15 seconds")
      yield* client.next("auth_error")
      yield* open
      assert.deepStrictEqual((yield* client.settled).map(plain), [
        refused(robot.id, "battery", "not_authenticated"),
        refused(robot.id, null, "not_authenticated")
      ])
      yield* sample(robot.id, "battery", 1, 1)
      assert.deepStrictEqual(yield* client.settled, [])
    })
  )

  it.effect("a token that expires takes along what waited for a check of access", () =>
    Effect.gen(function* () {
      const { app, robot, user } = yield* aStage
      const bus = yield* Bus
      const client = yield* following(user.token, robot.id, "battery", "dock")
      client.send({ type: "presence_subscribe", robot_id: robot.id })
      yield* client.next("presence")
      yield* almostOut([client])
      const open = yield* lock("session_families")
      broadcastNow(bus, { type: "app_access_changed", appId: app.id })
      yield* sample(robot.id, "battery", 1, 1)
      bus.publishRobot(job(robot.id, "dock"))
      bus.publishRobot({ type: "viewers", robotId: robot.id, node: "another", viewers: [stranger(app.id)] })
      yield* TestClock.adjust("15 seconds")
      yield* open
      assert.deepStrictEqual((yield* client.settled).map(plain), [{ type: "auth_error", code: "token_expired" }])
    })
  )

  for (const [what, end] of [
    ["a logout", ({ user }) => call("POST", "/api/client/logout", { body: { refresh_token: user.refreshToken } })],
    [
      "a block",
      ({ app, owner, user }) =>
        Effect.flatMap(AppUsers, (users) => users.update(owner.caller, app, user.user, { status: "blocked" }))
    ]
  ] as const satisfies ReadonlyArray<readonly [string, (stage: Stage) => Effect.Effect<unknown, unknown, any>]>) {
    it.effect(`a token that expires closes 4001 by ${what} within its 60 seconds`, () =>
      Effect.gen(function* () {
        const stage = yield* aStage
        const client = yield* aRunOut(stage, "battery")
        yield* end(stage)
        assert.strictEqual(yield* client.closeCode, 4001)
        assert.deepStrictEqual(client.frames, [])
      })
    )
  }

  it.effect("a token that expires resumes what is still granted, and ends the rest with subscribe_error", () =>
    Effect.gen(function* () {
      const stage = yield* aStage
      const { app, observe, owner, robot, user } = stage
      const client = yield* aRunOut(stage, "battery", "dock")
      yield* sample(robot.id, "battery", 1, 1)
      yield* grant(owner.caller, app, observe.id, { [robot.id]: ["dock"] })
      assert.deepStrictEqual(yield* client.settled, [])
      yield* client.auth(yield* renewedUser(user.refreshToken))
      assert.deepStrictEqual((yield* client.settled).map(plain), [refused(robot.id, "battery", "forbidden")])
      yield* grant(owner.caller, app, observe.id, { [robot.id]: ["battery", "dock"] })
      yield* sample(robot.id, "battery", 2, 2)
      assert.deepStrictEqual(yield* client.settled, [])
    })
  )

  it.effect("a token that expires resumes nothing of a robot that the app lost meanwhile", () =>
    Effect.gen(function* () {
      const { app, owner, robot, user } = yield* aStage
      const client = yield* following(user.token, robot.id, "battery")
      client.send({ type: "presence_subscribe", robot_id: robot.id })
      yield* client.next("presence")
      yield* runOut(client)
      yield* (yield* Apps).update(owner.caller, app, { robot_ids: [] })
      assert.deepStrictEqual(yield* client.settled, [])
      yield* client.auth(yield* renewedUser(user.refreshToken))
      assert.deepStrictEqual((yield* client.settled).map(plain), [
        refused(robot.id, "battery", "not_found"),
        refused(robot.id, null, "not_found")
      ])
    })
  )

  it.effect("a token that expires resumes what is still published, and names the rest by its kind", () =>
    Effect.gen(function* () {
      const stage = yield* aStage
      const { owner, robot, user } = stage
      const client = yield* aRunOut(stage, "battery", "dock")
      yield* publish(owner.caller, robot.id, "platform: 1\nactions:\n  battery: {ros_name: /b, type: a/action/B}\n")
      yield* client.auth(yield* renewedUser(user.refreshToken))
      assert.deepStrictEqual((yield* client.settled).map(plain), [
        refused(robot.id, "battery", "unknown_datapoint"),
        refused(robot.id, "dock", "unknown_slug")
      ])
    })
  )
})

layer(ShortTokens, { timeout: "60 seconds" })("org activity at a console whose token has expired", (it) => {
  it.effect("org activity at a console whose token has expired waits, and is counted once the console goes on", () =>
    Effect.gen(function* () {
      const { client, developer, orgId } = yield* aConsole
      yield* happen(orgId, "before")
      yield* client.next("org_event")
      yield* runOut(client)
      const expiredMs = yield* Clock.currentTimeMillis
      for (let index = 0; index < 70; index++) yield* happen(orgId, "missed")
      yield* TestClock.adjust("2 seconds")
      yield* happen(orgId, "missed")
      assert.deepStrictEqual(yield* client.settled, [])
      yield* client.auth(yield* renewed(developer.refreshToken))
      assert.deepStrictEqual(yield* client.settled, [{ type: "org_event_dropped", since_ms: expiredMs, dropped: 71 }])
      yield* happen(orgId, "after")
      assert.strictEqual((yield* client.next("org_event")).subject, "after")
    })
  )

  it.effect(
    "org activity at a console whose token has expired sends no dropped count where nothing happened, and resumes",
    () =>
      Effect.gen(function* () {
        const { client, developer, orgId } = yield* aConsole
        yield* runOut(client)
        yield* client.auth(yield* renewed(developer.refreshToken))
        assert.deepStrictEqual(yield* client.settled, [])
        yield* happen(orgId, "after")
        assert.strictEqual((yield* client.next("org_event")).subject, "after")
      })
  )

  it.effect(
    "org activity at a console whose token has expired reaches the org's other consoles, and none that unsubscribed meanwhile",
    () =>
      Effect.gen(function* () {
        const { client, developer, orgId } = yield* aConsole
        yield* pass([client], 15)
        const other = yield* connectRealtime(yield* renewed(developer.refreshToken))
        other.send({ type: "org_event_subscribe" })
        yield* other.next("org_event_replay")
        yield* pass([client, other], 45)
        yield* TestClock.adjust("15 seconds")
        yield* client.next("auth_error")
        yield* happen(orgId, "seen")
        assert.strictEqual((yield* other.next("org_event")).subject, "seen")
        client.send({ type: "org_event_unsubscribe" })
        assert.deepStrictEqual(yield* client.settled, [])
        yield* happen(orgId, "seen")
        yield* client.auth(yield* (yield* DeveloperAuth).mint(developer.email).pipe(Effect.map((t) => t.access_token)))
        assert.deepStrictEqual(yield* client.settled, [])
      })
  )
})
