import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { connectRealtime } from "../../support/RealtimeClient.ts"
import type { FakeBridge } from "../../support/FakeBridge.ts"
import { joinMedia, type MediaPeer } from "../../support/MediaPeer.ts"
import { call } from "../../support/wire.ts"
import { aConnectedRobot, auditOf } from "../jobs/world.ts"
import { anApp } from "../world.ts"

/** What a bridge says of a camera. */
export const cameraState = (
  bridge: FakeBridge,
  request_id: string | null,
  publishing: boolean,
  rest: {
    error?: { code: string; message: string }
    cause?: "source" | "config_change" | "live_lost"
    slug?: string
  } = {}
) =>
  bridge.send({
    type: "camera_state",
    slug: rest.slug ?? "front",
    publishing,
    error: rest.error ?? null,
    cause: request_id === null ? (rest.cause ?? "source") : "command",
    observed_at_ms: 1,
    request_id
  })

/** A connected robot with a camera, and people who may watch. */
export const aWatchedRobot = Effect.gen(function* () {
  const world = yield* aConnectedRobot
  const app = yield* anApp(world, [world.robot.id], { [world.robot.id]: ["front", "battery"] })
  const at = (slug = "front") => `${world.path}/cameras/${slug}/live`
  const watch = (token: string, slug?: string) => call("POST", at(slug), { as: token })
  const release = (token: string, id?: string) =>
    call("DELETE", at() + (id === undefined ? "" : `?session_id=${id}`), { as: token })
  /** Answers camera_start as a bridge whose camera works, which then sends one key picture. */
  const publish = Effect.gen(function* () {
    const { request_id, room, token, url } = yield* world.bridge.next("camera_start")
    const publisher = yield* joinMedia(room, token, "publisher")
    publisher.config()
    publisher.picture(1, { isKey: true })
    yield* publisher.sync
    cameraState(world.bridge, request_id, true)
    return { publisher, room, url }
  })
  /** A camera that sends, with its first viewer. */
  const running = Effect.fnUntraced(function* (token: string) {
    const [{ body, status }, { publisher }] = yield* Effect.all([watch(token), publish], { concurrency: 2 })
    if (status !== 201) return yield* Effect.die(new Error(`${status} ${JSON.stringify(body)}`))
    return { publisher, session: body, viewer: yield* joinMedia(body.room, body.token) }
  })
  const audited = auditOf(world, "camera.live_started", "camera.live_ended")
  return { ...world, app, at, audited, publish, release, running, watch }
})
export type Watched = Effect.Success<typeof aWatchedRobot>

/** Takes the frame that tells the holder of a session's end, without what is random. */
export const endOf = Effect.fnUntraced(function* (
  client: Effect.Success<ReturnType<typeof connectRealtime>>,
  sessionId: string
) {
  const {
    detail,
    reason,
    robot_id: _,
    session_id: __,
    slug,
    state
  } = yield* client.next("live_session", ({ session_id }) => session_id === sessionId)
  return { detail, reason, slug, state }
})

/** Lets the test's time pass while both ends of the robot stay alive. */
export const passes = Effect.fnUntraced(function* (bridge: FakeBridge, ms: number, ...peers: ReadonlyArray<MediaPeer>) {
  for (let passed = 0; passed < ms; passed += 250) {
    yield* TestClock.adjust(Math.min(250, ms - passed))
    yield* bridge.sync
    for (const peer of peers) if (peer.close === null) yield* peer.sync
  }
})
