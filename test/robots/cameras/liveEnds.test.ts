import { assert, layer } from "@effect/vitest"
import { encodeAck, encodeMediaFrame, MediaKind } from "@fleet/domain/media/MediaFrames"
import { againAfterMs } from "@fleet/server/robots/cameras/live/LiveStream"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { connectBridge } from "../../support/FakeBridge.ts"
import { joinMedia } from "../../support/MediaPeer.ts"
import { connectRealtime } from "../../support/RealtimeClient.ts"
import { TestApp } from "../../support/TestApp.ts"
import { call } from "../../support/wire.ts"
import { publish, source } from "../jobs/world.ts"
import { refusal } from "../world.ts"
import { aWatchedRobot, cameraState, endOf, passes } from "./liveWorld.ts"

const ended = (reason: string, detail: string | null = null) => ({ slug: "front", state: "ended", reason, detail })

/** A watched robot whose viewer is an app user with a realtime socket, beside another caller's. */
const aHolder = Effect.gen(function* () {
  const world = yield* aWatchedRobot
  const holder = yield* connectRealtime(world.app.user)
  const other = yield* connectRealtime(world.as)
  const { publisher, session, viewer } = yield* world.running(world.app.user)
  const told = endOf(holder, session.session_id)
  return { ...world, holder, other, publisher, session, told, viewer }
})

layer(TestApp, { timeout: "60 seconds" })("a live session", (it) => {
  it.effect("a live session that its holder ends is told to the holder alone, by id or all at once", () =>
    Effect.gen(function* () {
      const { app, holder, other, release, session, told, viewer, watch } = yield* aHolder
      const id = session.session_id
      assert.strictEqual((yield* release(app.user, id)).status, 204)
      assert.deepStrictEqual(yield* told, ended("released_by_peer"))
      assert.deepStrictEqual(yield* viewer.closed, [4010, "released_by_peer"])
      assert.strictEqual((yield* release(app.user, id)).status, 204)
      assert.strictEqual((yield* release(app.user)).status, 204)

      const two = [(yield* watch(app.user)).body.session_id, (yield* watch(app.user)).body.session_id]
      const keyed = (yield* watch(app.key)).body.session_id
      yield* release(app.user)
      for (const each of two) assert.deepStrictEqual(yield* endOf(holder, each), ended("released_by_peer"))
      assert.deepStrictEqual(yield* other.settled, [])
      for (const [token, unknown] of [
        [app.user, keyed],
        [app.key, id],
        [app.user, crypto.randomUUID()]
      ] as const)
        assert.strictEqual((yield* release(token, unknown)).status, 404, unknown)
      assert.strictEqual((yield* release(app.user, "no-uuid")).body.code, "validation_error")
      assert.strictEqual((yield* release(app.key, keyed)).status, 204)
    })
  )

  it.effect("a live session ends with its viewer's socket", () =>
    Effect.gen(function* () {
      const { told, viewer } = yield* aHolder
      viewer.socket.close()
      assert.deepStrictEqual(yield* told, ended("released_by_peer"))
    })
  )

  it.effect("a live session of a viewer that reads too slowly ends for a reason of its own", () =>
    Effect.gen(function* () {
      const { bridge, publisher, told, viewer } = yield* aHolder
      yield* passes(bridge, 10_250, publisher, viewer)
      assert.deepStrictEqual(yield* told, ended("unknown", "too_slow"))
    })
  )

  it.effect("a live session that nobody joins expires after a minute", () =>
    Effect.gen(function* () {
      const { app, bridge, holder, watch } = yield* aHolder
      const { session_id } = (yield* watch(app.user)).body
      yield* passes(bridge, 60_250)
      assert.deepStrictEqual(yield* endOf(holder, session_id), ended("expired"))
    })
  )

  it.effect("a live session ends when a publish changes its camera, and not when it changes something else", () =>
    Effect.gen(function* () {
      const { bridge, owner, robot, told, viewer } = yield* aHolder
      yield* publish(owner.caller, robot.id, source.replace("field: data,", ""))
      yield* publish(
        owner.caller,
        robot.id,
        source.replace("snapshot_interval_seconds: 5", "snapshot_interval_seconds: 6")
      )
      yield* viewer.sync
      assert.isNull(viewer.close)
      yield* publish(owner.caller, robot.id, source.replace("fps: 10", "fps: 11"))
      assert.deepStrictEqual(yield* told, ended("config_changed"))
      assert.deepStrictEqual(yield* viewer.closed, [4010, "config_changed"])
      yield* bridge.next("camera_stop")
    })
  )

  it.effect("a live session ends when its camera goes on publishing no more, for the bridge's reason", () =>
    Effect.gen(function* () {
      const { app, bridge, holder, running, told } = yield* aHolder
      const error = { code: "low_bandwidth", message: "The link is slow." }
      cameraState(bridge, null, false, { error, cause: "live_lost" })
      assert.deepStrictEqual(yield* told, ended("publish_failed", "low_bandwidth"))
      const next = yield* running(app.user)
      cameraState(bridge, null, false, { cause: "config_change" })
      assert.deepStrictEqual(yield* endOf(holder, next.session.session_id), ended("config_changed"))
      const last = yield* running(app.user)
      cameraState(bridge, null, false, { slug: "rear" })
      cameraState(bridge, null, true)
      yield* bridge.sync
      assert.isNull(last.viewer.close)
    })
  )

  it.effect(
    "a live session outlives a bridge that is back within 5 s, and is begun again by one that publishes no more",
    () =>
      Effect.gen(function* () {
        const { bridge, bridgeToken, publisher, session, viewer } = yield* aHolder
        viewer.send(encodeAck(1, 1))
        yield* bridge.leave
        publisher.socket.close()
        const back = yield* connectBridge(bridgeToken)
        const { request_id, room, token } = yield* back.next("camera_start")
        assert.strictEqual(room, session.room)
        const again = yield* joinMedia(room, token, "publisher")
        again.config()
        again.picture(9, { isKey: true })
        cameraState(back, request_id, true)
        yield* viewer.until("the new picture", () => viewer.frames.some(({ seq }) => seq === 9))
        yield* passes(back, 6_000, again)
        assert.isNull(viewer.close)
      })
  )

  it.effect("a live session ends when its robot was away for 5 s", () =>
    Effect.gen(function* () {
      const { bridge, told, viewer } = yield* aHolder
      viewer.send(encodeAck(1, 1))
      yield* bridge.leave
      yield* TestClock.adjust("4750 millis")
      yield* viewer.sync
      assert.isNull(viewer.close)
      yield* TestClock.adjust("500 millis")
      assert.deepStrictEqual(yield* told, ended("robot_offline"))
      assert.deepStrictEqual(yield* viewer.closed, [4010, "robot_offline"])
    })
  )

  it.effect("a live session whose publisher is lost is begun again, and ends where the camera does not answer", () =>
    Effect.gen(function* () {
      const { bridge, publisher, told, viewer } = yield* aHolder
      viewer.send(encodeAck(1, 1))
      publisher.socket.close()
      yield* publisher.closed
      yield* passes(bridge, 1_500)
      yield* bridge.next("camera_start")
      yield* passes(bridge, 10_250)
      assert.deepStrictEqual(yield* told, ended("publish_failed"))
    })
  )

  it.effect("a live session goes on where its publisher's network is gone without a word", () =>
    Effect.gen(function* () {
      const { bridge, publisher, session, viewer } = yield* aHolder
      viewer.send(encodeAck(1, 1))
      // It neither answers nor closes, as the other end of a cable that was pulled.
      publisher.socket.pause()
      yield* passes(bridge, 9_000)
      assert.isFalse(bridge.frames.some(({ type }) => type === "camera_start"))
      yield* passes(bridge, 5_000)
      const { request_id, room, token } = yield* bridge.next("camera_start")
      assert.strictEqual(room, session.room)
      const again = yield* joinMedia(room, token, "publisher")
      again.config()
      again.picture(9, { isKey: true })
      cameraState(bridge, request_id, true)
      yield* viewer.until("the new picture", () => viewer.frames.some(({ seq }) => seq === 9))
    })
  )

  it.effect("a live session goes on where its bridge lost the stream's socket, unless it does so again at once", () =>
    Effect.gen(function* () {
      const { bridge, publish, publisher, told, viewer } = yield* aHolder
      const lost = () =>
        cameraState(bridge, null, false, { error: { code: "media_lost", message: "1006" }, cause: "live_lost" })
      viewer.send(encodeAck(1, 1))
      yield* passes(bridge, againAfterMs + 250, publisher)
      lost()
      yield* publish
      yield* bridge.sync
      yield* viewer.sync
      assert.isNull(viewer.close)
      lost()
      assert.deepStrictEqual(yield* told, ended("publish_failed", "media_lost"))
    })
  )

  it.effect("a live session ends at once with its caller's credential: sign-out, block, rotated and deleted key", () =>
    Effect.gen(function* () {
      const { app, owner, running, watch } = yield* aWatchedRobot
      const { session, viewer } = yield* running(app.key)
      const other = (yield* watch(app.user)).body
      const user = yield* joinMedia(other.room, other.token)
      assert.strictEqual(other.room, session.room)
      const keys = `/api/apps/${app.appId}/server-keys`
      const [key] = (yield* call("GET", keys, { as: owner.token })).body.server_keys
      const rotated = yield* call("POST", `${keys}/${key.id}/rotate`, { as: owner.token })
      assert.strictEqual(rotated.status, 200)
      assert.deepStrictEqual(yield* viewer.closed, [4001, "revoked"])
      const third = (yield* watch(rotated.body.key)).body
      const keyed = yield* joinMedia(third.room, third.token)
      yield* call("DELETE", `${keys}/${key.id}`, { as: owner.token })
      assert.deepStrictEqual(yield* keyed.closed, [4001, "revoked"])
      const [{ id }] = (yield* call("GET", `/api/apps/${app.appId}/users`, { as: owner.token })).body.users
      yield* call("PATCH", `/api/apps/${app.appId}/users/${id}`, { as: owner.token, body: { status: "blocked" } })
      assert.deepStrictEqual(yield* user.closed, [4001, "revoked"])
    })
  )

  it.effect(
    "a live session ends with its grant, its role or its app's robot; another change of the app leaves it",
    () =>
      Effect.gen(function* () {
        const { app, owner, robot, told, viewer, watch } = yield* aHolder
        const permit = (slugs: ReadonlyArray<string>) =>
          call("PUT", `/api/apps/${app.appId}/roles/${app.roleId}/permissions`, {
            as: owner.token,
            body: {
              role_id: app.roleId,
              grants: [{ robot_id: robot.id, slugs }],
              capabilities: { action_history: false, assets: false }
            }
          })
        assert.strictEqual((yield* permit(["front"])).status, 200)
        yield* viewer.sync
        assert.isNull(viewer.close)
        yield* permit(["battery"])
        assert.deepStrictEqual(yield* told, ended("revoked"))
        assert.deepStrictEqual(yield* viewer.closed, [4010, "revoked"])

        yield* permit(["front"])
        const next = (yield* watch(app.user)).body
        const user = yield* joinMedia(next.room, next.token)
        const keyed = yield* watch(app.key)
        const backend = yield* joinMedia(keyed.body.room, keyed.body.token)
        const of = `/api/apps/${app.appId}`
        const [{ id }] = (yield* call("GET", `${of}/users`, { as: owner.token })).body.users
        const roles = (yield* call("GET", `${of}/roles`, { as: owner.token })).body.roles
        const role_id = roles.find((role: { readonly id: string }) => role.id !== app.roleId).id
        yield* call("PATCH", `${of}/users/${id}`, { as: owner.token, body: { role_id } })
        assert.deepStrictEqual(yield* user.closed, [4010, "revoked"])
        yield* backend.sync
        assert.isNull(backend.close)
        yield* call("PATCH", of, { as: owner.token, body: { robot_ids: [] } })
        assert.deepStrictEqual(yield* backend.closed, [4010, "revoked"])
      })
  )

  it.effect("a live session ends with its robot, which is deleted only by force while somebody watches", () =>
    Effect.gen(function* () {
      const { owner, path, told, viewer } = yield* aHolder
      const as = owner.token
      const preview = yield* call("GET", `${path}/deletion-preview`, { as })
      assert.isTrue(preview.body.had_live_session)
      assert.deepStrictEqual(yield* refusal("DELETE", path, { as }), [409, { code: "robot_in_use" }])
      assert.isNull(viewer.close)
      assert.strictEqual((yield* call("DELETE", `${path}?force=true`, { as })).status, 204)
      assert.deepStrictEqual(yield* told, ended("robot_deleted"))
      assert.deepStrictEqual(yield* viewer.closed, [4010, "robot_deleted"])
    })
  )

  it.effect("a live session that ends while its camera still starts is refused, and leaves nothing", () =>
    Effect.gen(function* () {
      const { app, at, audited, bridge, owner, robot } = yield* aWatchedRobot
      const refused = yield* Effect.forkChild(refusal("POST", at(), { as: app.user }))
      const { request_id } = yield* bridge.next("camera_start")
      yield* publish(owner.caller, robot.id, source.replace("fps: 10", "fps: 11"))
      const answer = [409, { code: "camera_offline", details: { reason: "config_changed" } }]
      assert.deepStrictEqual(yield* Fiber.join(refused), answer)
      cameraState(bridge, request_id, true)
      yield* bridge.sync
      assert.deepStrictEqual(yield* audited, [])
    })
  )

  it.effect("a live session's end of the stream is passed on to its viewers", () =>
    Effect.gen(function* () {
      const { publisher, viewer } = yield* aHolder
      publisher.send(encodeMediaFrame({ kind: MediaKind.end }))
      yield* viewer.next(MediaKind.end)
      assert.strictEqual((yield* publisher.closed)[0], 4010)
    })
  )
})
