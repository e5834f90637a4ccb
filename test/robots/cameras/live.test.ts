import { assert, layer } from "@effect/vitest"
import { encodeAck, encodeMediaFrame, MediaKind } from "@fleet/domain/media/MediaFrames"
import { DateTime, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { joinMedia, openMedia } from "../../support/MediaPeer.ts"
import { TestApp, testApp } from "../../support/TestApp.ts"
import { call } from "../../support/wire.ts"
import { aRobot, publish, source } from "../jobs/world.ts"
import { anApp, refusal } from "../world.ts"
import { aWatchedRobot, cameraState, passes } from "./liveWorld.ts"

const offline = (reason: string | null) => [409, { code: "camera_offline", details: { reason } }]

layer(TestApp, { timeout: "60 seconds" })("live video", (it) => {
  it.effect("live video starts with its first viewer: camera_start, the camera's answer, a token for a minute", () =>
    Effect.gen(function* () {
      const { app, publish, watch } = yield* aWatchedRobot
      const now = yield* DateTime.now
      const [{ body, status }, started] = yield* Effect.all([watch(app.user), publish], { concurrency: 2 })
      assert.strictEqual(status, 201)
      assert.match(body.session_id, /^[0-9a-f-]{36}$/)
      assert.match(body.token, /^[\w-]{43}$/)
      assert.deepStrictEqual(
        [body.url, body.room, body.expires_at],
        ["ws://127.0.0.1:8787/media", started.room, DateTime.formatIso(DateTime.add(now, { minutes: 1 }))]
      )
      assert.strictEqual(started.url, body.url)
      assert.sameMembers(Object.keys(body), ["session_id", "url", "room", "token", "expires_at"])
    })
  )

  it.effect("live video goes to its viewers as it came, from the last key picture on", () =>
    Effect.gen(function* () {
      const { app, as, running, watch } = yield* aWatchedRobot
      const { publisher, viewer } = yield* running(app.user)
      const payload = Buffer.alloc(100_000, 7)
      publisher.picture(2, { ptsMs: 40, capturedUs: 123_456_789n, payload })
      publisher.picture(3, { more: true, payload: Uint8Array.of(1) })
      publisher.picture(3, { payload: Uint8Array.of(2) })
      const { body } = yield* watch(as)
      const late = yield* joinMedia(body.room, body.token)
      for (const peer of [viewer, late]) {
        const config = yield* peer.next(MediaKind.config)
        assert.deepInclude(JSON.parse(Buffer.from(config.payload).toString()), { codec: "mjpeg", avcc: null })
        assert.deepInclude(yield* peer.next(MediaKind.picture), { seq: 1, isKey: true })
        const second = yield* peer.next(MediaKind.picture)
        assert.deepInclude(second, { seq: 2, isKey: false, ptsMs: 40, capturedUs: 123_456_789n })
        assert.strictEqual(Buffer.compare(second.payload, payload), 0)
        assert.deepInclude(yield* peer.next(MediaKind.picture), { seq: 3, more: true })
        assert.deepInclude(yield* peer.next(MediaKind.picture), { seq: 3, more: false })
      }
      const acks = [yield* publisher.next(MediaKind.ack), yield* publisher.next(MediaKind.ack)]
      assert.deepStrictEqual(
        acks.map(({ seq }) => seq),
        [1, 2]
      )
    })
  )

  it.effect("live video is started once for two viewers, and stopped 10 s after the last has left", () =>
    Effect.gen(function* () {
      const { app, as, bridge, publish, watch } = yield* aWatchedRobot
      const both = yield* Effect.forkChild(Effect.all([watch(app.user), watch(as)], { concurrency: 2 }))
      const { publisher } = yield* publish
      const [one, two] = yield* Fiber.join(both)
      assert.deepStrictEqual([one.status, two.status, one.body.room], [201, 201, two.body.room])
      assert.isFalse(bridge.frames.some(({ type }) => type === "camera_start"))
      const viewers = [yield* joinMedia(one.body.room, one.body.token), yield* joinMedia(two.body.room, two.body.token)]
      viewers[0]!.socket.close()
      yield* viewers[0]!.closed
      viewers[1]!.send(encodeAck(1, 1))
      yield* passes(bridge, 9_750, publisher)
      viewers[1]!.socket.close()
      yield* viewers[1]!.closed
      yield* passes(bridge, 9_750, publisher)
      assert.isNull(publisher.close)
      assert.isFalse(bridge.frames.some(({ type }) => type === "camera_stop"))
      yield* passes(bridge, 500, publisher)
      assert.strictEqual((yield* bridge.next("camera_stop")).slug, "front")
      assert.deepStrictEqual(yield* publisher.closed, [4010, "stopped"])
      // The next viewer starts it anew.
      const again = yield* Effect.forkChild(watch(as))
      const { room } = yield* publish
      assert.notStrictEqual(room, one.body.room)
      assert.strictEqual((yield* Fiber.join(again)).status, 201)
    })
  )

  it.effect("live video that is wanted again within 10 s goes on", () =>
    Effect.gen(function* () {
      const { as, bridge, release, running, watch } = yield* aWatchedRobot
      const { publisher, session } = yield* running(as)
      yield* release(as)
      yield* passes(bridge, 9_000, publisher)
      assert.strictEqual((yield* watch(as)).body.room, session.room)
      yield* passes(bridge, 11_000, publisher)
      assert.isFalse(bridge.frames.some(({ type }) => type === "camera_stop"))
    })
  )

  it.effect("live video is refused with the camera's own reason, and null after 10 s of silence", () =>
    Effect.gen(function* () {
      const { as, at, bridge } = yield* aWatchedRobot
      const refused = yield* Effect.forkChild(refusal("POST", at(), { as }))
      const { request_id } = yield* bridge.next("camera_start")
      cameraState(bridge, crypto.randomUUID(), true)
      cameraState(bridge, request_id, false, { error: { code: "auth_failed", message: "401" } })
      assert.deepStrictEqual(yield* Fiber.join(refused), offline("auth_failed"))

      const silent = yield* Effect.forkChild(refusal("POST", at(), { as }))
      yield* bridge.next("camera_start")
      yield* passes(bridge, 9_750)
      assert.isUndefined(silent.pollUnsafe())
      yield* passes(bridge, 500)
      assert.deepStrictEqual(yield* Fiber.join(silent), offline(null))
      yield* bridge.next("camera_stop")
    })
  )

  it.effect("live video is refused by robot, grant and slug, then while the robot or its link is not up to it", () =>
    Effect.gen(function* () {
      const { app, as, at, bridge, robot, ...world } = yield* aWatchedRobot
      const blind = yield* anApp(world, [robot.id], { [robot.id]: ["battery"] })
      const stranger = yield* anApp(world, [], {})
      assert.strictEqual((yield* call("POST", at())).status, 401)
      assert.deepStrictEqual(yield* refusal("POST", at(), { as: stranger.user }), [404, { code: "not_found" }])
      assert.deepStrictEqual(yield* refusal("POST", at(), { as: blind.user }), [403, { code: "forbidden" }])
      for (const slug of ["gone", "battery"])
        assert.deepStrictEqual(yield* refusal("POST", at(slug), { as }), [404, { code: "unknown_slug" }])
      bridge.send({ type: "link_mode", low_bandwidth: true, reason: "lag", at_ms: 1 })
      yield* bridge.sync
      assert.deepStrictEqual(yield* refusal("POST", at(), { as: app.user }), offline("low_bandwidth"))
      yield* bridge.leave
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(yield* refusal("POST", at(), { as }), [409, { code: "robot_offline" }])
      const never = yield* aRobot
      const other = `${never.path}/cameras/front/live`
      assert.deepStrictEqual(yield* refusal("POST", other, { as: never.as }), [409, { code: "robot_offline" }])
    })
  )

  it.effect("live video that runs may be joined while the link is slow", () =>
    Effect.gen(function* () {
      const { app, as, bridge, running, watch } = yield* aWatchedRobot
      yield* running(as)
      bridge.send({ type: "link_mode", low_bandwidth: true, reason: "lag", at_ms: 1 })
      yield* bridge.sync
      assert.strictEqual((yield* watch(app.user)).status, 201)
    })
  )

  it.effect("live video is answered robot_offline where the bridge leaves while the camera starts", () =>
    Effect.gen(function* () {
      const { as, at, bridge } = yield* aWatchedRobot
      const refused = yield* Effect.forkChild(refusal("POST", at(), { as }))
      yield* bridge.next("camera_start")
      yield* bridge.leave
      assert.deepStrictEqual(yield* Fiber.join(refused), [409, { code: "robot_offline" }])
    })
  )

  it.effect("a join token is good once, for its room and role, and a minute", () =>
    Effect.gen(function* () {
      const { as, bridge, publish, watch } = yield* aWatchedRobot
      const [{ body }] = yield* Effect.all([watch(as), publish], { concurrency: 2 })
      const join = Effect.fnUntraced(function* (rest: object) {
        const peer = yield* openMedia
        peer.send(JSON.stringify({ type: "join", room: body.room, token: body.token, role: "viewer", ...rest }))
        return yield* peer.until("an answer", () => peer.close?.code ?? peer.texts[0])
      })
      for (const rest of [{ token: "x" }, { room: "x" }, { role: "publisher" }, { role: "odd" }, { type: "x" }])
        assert.strictEqual(yield* join(rest), 1008)
      assert.deepStrictEqual(yield* join({}), { type: "joined" })
      assert.strictEqual(yield* join({}), 1008)

      const late = (yield* watch(as)).body
      yield* passes(bridge, 59_750)
      const inTime = (yield* watch(as)).body
      yield* passes(bridge, 250)
      assert.strictEqual(yield* join({ token: late.token }), 1008)
      assert.deepStrictEqual(yield* join({ token: inTime.token }), { type: "joined" })
    })
  )

  it.effect("a socket of /media that is silent for 10 s, or speaks out of turn, is closed", () =>
    Effect.gen(function* () {
      const { as, running } = yield* aWatchedRobot
      const [silent, rude] = [yield* openMedia, yield* openMedia]
      rude.send(encodeAck(1, 1))
      assert.strictEqual((yield* rude.closed)[0], 1008)
      const { publisher, viewer } = yield* running(as)
      viewer.send(encodeMediaFrame({ kind: MediaKind.picture, payload: Uint8Array.of(1) }))
      assert.strictEqual((yield* viewer.closed)[0], 1008)
      publisher.send(Uint8Array.of(1, 2, 3))
      assert.strictEqual((yield* publisher.closed)[0], 1008)
      yield* TestClock.adjust("9750 millis")
      yield* silent.sync
      assert.isNull(silent.close)
      yield* TestClock.adjust("250 millis")
      assert.strictEqual((yield* silent.closed)[0], 4002)
    })
  )

  it.effect("a unit of 2 MiB passes, in parts or whole; a larger one closes 1009", () =>
    Effect.gen(function* () {
      const { as, running } = yield* aWatchedRobot
      const { publisher, viewer } = yield* running(as)
      const half = Buffer.alloc(1_048_576)
      publisher.picture(2, { more: true, payload: half })
      publisher.picture(2, { payload: half })
      yield* viewer.until(
        "the first",
        () => viewer.frames.filter(({ kind }) => kind === MediaKind.picture).length === 3
      )
      publisher.picture(3, { payload: Buffer.alloc(2_097_152) })
      yield* viewer.until("all", () => viewer.frames.filter(({ kind }) => kind === MediaKind.picture).length === 4)
      publisher.picture(4, { more: true, payload: half })
      publisher.picture(4, { more: true, payload: half })
      publisher.picture(4, { payload: Uint8Array.of(1) })
      assert.strictEqual((yield* publisher.closed)[0], 1009)
    })
  )

  it.effect("a viewer that wants a key picture, and one for whom none is kept, makes the cloud ask for one", () =>
    Effect.gen(function* () {
      const { as, bridge, running, watch } = yield* aWatchedRobot
      const { publisher, viewer } = yield* running(as)
      viewer.send(encodeAck(1, 1))
      viewer.send(encodeMediaFrame({ kind: MediaKind.keyWanted }))
      viewer.send(encodeMediaFrame({ kind: MediaKind.keyWanted }))
      yield* viewer.sync
      yield* publisher.next(MediaKind.keyWanted)
      yield* publisher.sync
      assert.isFalse(publisher.frames.some(({ kind }) => kind === MediaKind.keyWanted))
      yield* passes(bridge, 1_000, publisher)
      publisher.picture(2, { payload: Buffer.alloc(1_048_576) })
      yield* publisher.sync
      const { body } = yield* watch(as)
      yield* joinMedia(body.room, body.token)
      yield* publisher.next(MediaKind.keyWanted)
    })
  )

  it.effect("a viewer that acknowledges nothing skips after 350 ms and is closed after 10 s; the others go on", () =>
    Effect.gen(function* () {
      const { as, bridge, running, watch } = yield* aWatchedRobot
      const { publisher, viewer: slow } = yield* running(as)
      const { body } = yield* watch(as)
      const quick = yield* joinMedia(body.room, body.token)
      yield* quick.next(MediaKind.picture)
      quick.send(encodeAck(1, 1))
      for (let seq = 2; seq <= 5; seq++) {
        yield* passes(bridge, 250)
        publisher.picture(seq)
        yield* publisher.sync
        assert.strictEqual((yield* quick.next(MediaKind.picture)).seq, seq)
        quick.send(encodeAck(seq, seq))
        yield* quick.sync
      }
      yield* slow.sync
      const seen = slow.frames.filter(({ kind }) => kind === MediaKind.picture).map(({ seq }) => seq)
      assert.deepStrictEqual(seen, [1, 2])
      yield* passes(bridge, 9_250, slow, quick)
      assert.deepStrictEqual(yield* slow.closed, [4008, "reader too slow"])
      assert.isNull(quick.close)
    })
  )
})

layer(testApp({ liveViewers: 2, liveStreams: 1 }), { timeout: "60 seconds" })("ceilings of live video", (it) => {
  it.effect("ceilings of viewers and of streams are refused beyond; a stream without viewers makes room", () =>
    Effect.gen(function* () {
      const { as, at, bridge, owner, path, release, robot, running, watch } = yield* aWatchedRobot
      const rear = source.slice(source.indexOf("  front:")).replace("front", "rear")
      yield* publish(owner.caller, robot.id, source + rear)
      yield* running(as)
      const second = yield* watch(as)
      assert.strictEqual(second.status, 201)
      const over = (quota: string, limit: number) => [409, { code: "quota_exceeded", details: { quota, limit } }]
      assert.deepStrictEqual(yield* refusal("POST", at(), { as }), over("live_viewers", 2))
      const other = `${path}/cameras/rear/live`
      assert.deepStrictEqual(yield* refusal("POST", other, { as }), over("live_streams", 1))
      yield* release(as)
      const started = yield* Effect.forkChild(call("POST", other, { as }))
      assert.strictEqual((yield* bridge.next("camera_stop")).slug, "front")
      const { request_id } = yield* bridge.next("camera_start")
      cameraState(bridge, request_id, true, { slug: "rear" })
      assert.strictEqual((yield* Fiber.join(started)).status, 201)
    })
  )
})

layer(testApp({ liveVideo: "off" }), { timeout: "60 seconds" })("a server without live video", (it) => {
  it.effect("a server without live video answers live_unavailable", () =>
    Effect.gen(function* () {
      const { as, at } = yield* aWatchedRobot
      assert.deepStrictEqual(yield* refusal("POST", at(), { as }), [502, { code: "live_unavailable" }])
    })
  )
})
