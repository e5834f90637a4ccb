import type { RecordingRequest } from "@fleet/bridge-protocol/CloudMessages"
import { RecordingId } from "@fleet/domain/Recordings"
import { Clock, Effect } from "effect"
import type { Kit } from "../Kit.ts"
import type { Rule } from "../Rule.ts"
import { NotSupported } from "../Verdicts.ts"

const recorder = { topics: [{ topic: "/odom", type: "nav_msgs/msg/Odometry" }], after_seconds: 0 }

/** The ids of what is asked for, one for each rule. */
const idOf = (rule: number) => RecordingId.make(`aaaaaaaa-0000-4000-8000-00000000000${rule}`)

/** Asks for a recording of now, with an upload address without a server. */
const ask = Effect.fnUntraced(function* (kit: Kit, id: RecordingId, agoMs = 0) {
  const request: RecordingRequest = {
    type: "recording_request",
    recording_id: id,
    cause: "request",
    at_ms: (yield* Clock.currentTimeMillis) - agoMs,
    upload_url: "http://127.0.0.1:9/",
    upload_token: "token",
    max_bytes: 1_000_000
  }
  kit.cloud.send(request)
})

const answered = (kit: Kit, from: number, id: RecordingId) =>
  kit
    .sees("recording_state", from, ({ recording_id }) => recording_id === id)
    .pipe(
      Effect.catchTag("Broken", () =>
        Effect.fail(new NotSupported({ message: "The bridge says nothing of recordings." }))
      )
    )

/** Recording is optional: a bridge that knows nothing of it ignores the section and the frames. */
export const recordings: ReadonlyArray<Rule> = [
  {
    id: "recording.answer",
    section: "13.1",
    sentence: "recording_request is answered by recording_state, once more when it is asked again.",
    needs: ["robot"],
    check: Effect.fnUntraced(function* (kit) {
      yield* kit.configure({ recorder })
      const id = idOf(1)
      let from = kit.mark
      yield* ask(kit, id)
      const first = yield* answered(kit, from, id)
      yield* kit.must(first.state !== "failed" || first.error !== null, "It failed without an error.")
      yield* kit.must(first.error === null, `It failed: ${first.error?.message}`)
      from = kit.mark
      yield* ask(kit, id)
      yield* kit.sees("recording_state", from, ({ recording_id }) => recording_id === id)
      kit.cloud.send({ type: "recording_cancel", recording_id: id })
    })
  },
  {
    id: "recording.gone",
    section: "13.1",
    sentence: "A recording of a time that is not kept fails with recording_gone.",
    needs: ["robot"],
    check: Effect.fnUntraced(function* (kit) {
      yield* kit.configure({ recorder })
      const id = idOf(2)
      const from = kit.mark
      yield* ask(kit, id, 3_600_000)
      const { error, state } = yield* answered(kit, from, id)
      yield* kit.must(state === "failed" && error?.code === "recording_gone", `Its end was ${state} ${error?.code}.`)
    })
  },
  {
    id: "recording.cancel",
    section: "13.1",
    sentence: "A recording_cancel of what a bridge does not hold changes nothing.",
    needs: [],
    check: Effect.fnUntraced(function* (kit) {
      kit.cloud.send({ type: "recording_cancel", recording_id: idOf(3) })
      yield* kit.isAlive
    })
  }
]
