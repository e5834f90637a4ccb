import type { CameraState } from "@fleet/bridge-protocol/BridgeMessages"
import { Effect } from "effect"
import { cameras, liveCameras } from "../documents.ts"
import type { Kit } from "../Kit.ts"
import type { Rule } from "../Rule.ts"
import { NotSupported } from "../Verdicts.ts"

/** The cloud waits so long for the answer to a camera_start. */
const answerMs = 10_000
/** Pictures that show that live video goes on, at 5 a second. */
const enough = 5

let started = 0

/** Asks for live video, and waits for the answer. */
const start = Effect.fnUntraced(function* (kit: Kit, slug: string, url: string) {
  const from = kit.mark
  const request_id = `camera-${++started}`
  const room = { room: `room-${request_id}`, token: `token-${request_id}` }
  kit.cloud.send({ type: "camera_start", slug, url, ...room, request_id })
  const state = yield* kit.sees("camera_state", from, (frame) => frame.request_id === request_id, answerMs)
  if (state.error?.code === "unsupported") return yield* new NotSupported({ message: state.error.message })
  return { state, room }
})

const stop = Effect.fnUntraced(function* (kit: Kit) {
  const from = kit.mark
  const request_id = `camera-${++started}`
  kit.cloud.send({ type: "camera_stop", slug: "front", request_id })
  return yield* kit.sees("camera_state", from, (frame) => frame.request_id === request_id, answerMs)
})

/** Live video of the simulated robot's camera, as the cloud has it. */
const live = Effect.fnUntraced(function* (kit: Kit) {
  yield* kit.configure({ cameras: liveCameras(kit.robot.cameraUrl) })
  const before = kit.cloud.media.streams.length
  const { room, state } = yield* start(kit, "front", kit.cloud.mediaUrl)
  yield* kit.must(state.publishing, `It does not publish: ${state.error?.code}, ${state.error?.message}`)
  const stream = kit.cloud.media.streams[before]
  if (stream === undefined) return yield* kit.broken("It says that it publishes, and never opened the media socket.")
  return { room, stream }
})

/** That a source works may be reported at any time: at the first still, and after a fault. */
const isHealthySource = ({ cause, error }: Pick<typeof CameraState.Type, "cause" | "error">): boolean =>
  cause === "source" && error === null

/** The next camera_state that was not requested, but for a healthy source. */
const unasked = (kit: Kit, from: number) =>
  kit.sees("camera_state", from, (frame) => frame.request_id === null && !isHealthySource(frame), 15_000)

export const cameraRules: ReadonlyArray<Rule> = [
  {
    id: "camera.answer",
    section: "13.1",
    sentence: "camera_start is answered by camera_state with cause command and its request_id.",
    needs: [],
    check: Effect.fnUntraced(function* (kit) {
      yield* kit.configure({ cameras })
      const { state } = yield* start(kit, "front", kit.cloud.mediaUrl)
      yield* kit.must(state.cause === "command" && state.slug === "front", "Its cause or slug was another.")
      yield* kit.must(!state.publishing && state.error !== null, "It publishes a camera that is nowhere.")
      yield* stop(kit)
    })
  },
  {
    id: "camera.unknown",
    section: "13.1",
    sentence: "camera_start of a camera that is not configured is answered with an error.",
    needs: [],
    check: Effect.fnUntraced(function* (kit) {
      yield* kit.configure({})
      const { state } = yield* start(kit, "nothing_here", kit.cloud.mediaUrl)
      yield* kit.must(!state.publishing && state.error !== null, "There is no such camera, and no error.")
    })
  },
  {
    id: "camera.live",
    section: "10.1",
    sentence:
      "Live video joins its room as publisher, then sends a config and pictures, the first of them a key picture.",
    needs: ["robot"],
    check: Effect.fnUntraced(function* (kit) {
      const { room, stream } = yield* live(kit)
      const { config, join } = stream
      const joined = join?.room === room.room && join.token === room.token && join.role === "publisher"
      if (joined) yield* kit.until(`${enough} pictures`, () => stream.pictures >= enough, 15_000)
      yield* stop(kit)
      yield* kit.must(joined, `It joined with ${JSON.stringify(join)}.`)
      yield* kit.must(config !== undefined, "No config came before the first picture.")
      yield* kit.must(stream.beginsWithKey, "The first picture was no key picture.")
      yield* kit.must(stream.odd === 0, `${stream.odd} frames were no frames of live video.`)
    })
  },
  {
    id: "camera.stop",
    section: "13.1",
    sentence: "camera_stop is answered by camera_state with cause command, and the stream ends.",
    needs: ["robot"],
    check: Effect.fnUntraced(function* (kit) {
      const { stream } = yield* live(kit)
      const { cause, publishing } = yield* stop(kit)
      yield* kit.must(cause === "command" && !publishing, `Its cause was ${cause}, publishing ${publishing}.`)
      yield* kit.until("end of the media socket", () => !stream.isOpen)
    })
  },
  {
    id: "camera.live_lost",
    section: "13.1",
    sentence: "A stream that the cloud ends is told by camera_state with cause live_lost and without request_id.",
    needs: ["robot"],
    check: Effect.fnUntraced(function* (kit) {
      const { stream } = yield* live(kit)
      const from = kit.mark
      stream.socket.close(1012)
      const { cause, publishing } = yield* unasked(kit, from)
      yield* kit.must(cause === "live_lost" && !publishing, `Its cause was ${cause}, publishing ${publishing}.`)
    })
  },
  {
    id: "camera.config_change",
    section: "13.1",
    sentence: "A live camera that a config removes is told by camera_state with cause config_change.",
    needs: ["robot"],
    check: Effect.fnUntraced(function* (kit) {
      const { stream } = yield* live(kit)
      const from = kit.mark
      yield* kit.configure({})
      const { cause, publishing } = yield* unasked(kit, from)
      yield* kit.must(cause === "config_change" && !publishing, `Its cause was ${cause}, publishing ${publishing}.`)
      yield* kit.until("end of the media socket", () => !stream.isOpen)
    })
  },
  {
    id: "camera.low_bandwidth",
    section: "10.1",
    sentence: "A stream that low bandwidth stops is told with cause live_lost and the code low_bandwidth.",
    needs: ["robot"],
    check: Effect.fnUntraced(function* (kit) {
      const { stream } = yield* live(kit)
      const from = kit.mark
      yield* kit.configure({
        cameras: liveCameras(kit.robot.cameraUrl),
        low_bandwidth: { mode: "on", camera: "stop" }
      })
      const { cause, error } = yield* unasked(kit, from)
      yield* kit.must(
        cause === "live_lost" && error?.code === "low_bandwidth",
        `Its cause was ${cause}, its code ${error?.code}.`
      )
      yield* kit.until("end of the media socket", () => !stream.isOpen)
      yield* kit.configure({})
    })
  },
  {
    id: "camera.source",
    section: "13.1",
    sentence: "A camera that gives no stills is told by camera_state with cause source, once and not at each interval.",
    needs: [],
    check: Effect.fnUntraced(function* (kit) {
      yield* kit.configure({})
      const from = kit.mark
      yield* kit.configure({ cameras })
      const { cause, error, publishing } = yield* unasked(kit, from)
      if (error?.code === "unsupported") return yield* new NotSupported({ message: error.message })
      yield* kit.must(cause === "source" && !publishing && error !== null, `Its cause was ${cause}.`)
      yield* Effect.sleep("3500 millis")
      const count = kit.cloud.all("camera_state", from).filter((frame) => !isHealthySource(frame)).length
      yield* kit.must(count === 1, `It was told ${count} times, and nothing had changed: tell changes alone.`)
    })
  }
]
