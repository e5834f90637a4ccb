import { it } from "@effect/vitest"
import { Effect } from "effect"
import { assertFailed, describeBroken, nightly, tryOwn } from "./support.ts"

describeBroken("a bridge that is wrong about time", () => {
  it.live("a broken bridge that tells ends with its reports, and modes that did not change, fails their rules", () =>
    Effect.gen(function* () {
      const held: Array<object> = []
      const results = yield* tryOwn(["job.service", "job.end_at_once", "link_mode.changes"], {
        up: (frame) => {
          if (frame.type === "link_mode") return [frame, frame]
          if (frame.type === "pong") return [frame, ...held.splice(0)]
          if (frame.type !== "job_update") return [frame]
          held.push(frame)
          return []
        }
      })
      assertFailed(results, { "job.end_at_once": "took over", "link_mode.changes": "recovered" })
    })
  )

  nightly("a broken bridge that stamps what it replays anew fails backlog.replayed", () =>
    Effect.gen(function* () {
      let stamp = Date.now()
      const results = yield* tryOwn(["backlog.replayed"], {
        up: (frame) => [frame.type === "datapoint" && frame.backfill ? { ...frame, timestamp_ms: (stamp += 1) } : frame]
      })
      assertFailed(results, { "backlog.replayed": "keep the time of capture" })
    })
  )

  nightly("a broken bridge that stamps samples in seconds fails sample.flows", () =>
    Effect.gen(function* () {
      const results = yield* tryOwn(["sample.flows"], {
        up: (frame) =>
          frame.type === "datapoint" ? [{ ...frame, timestamp_ms: Math.round(frame.timestamp_ms / 1000) }] : [frame]
      })
      assertFailed(results, { "sample.flows": "send milliseconds since 1970" })
    })
  )

  it.live("a broken bridge that stamps samples with whole seconds fails sample.flows", () =>
    Effect.gen(function* () {
      const results = yield* tryOwn(["sample.flows"], {
        up: (frame) =>
          frame.type === "datapoint"
            ? [{ ...frame, timestamp_ms: Math.floor(frame.timestamp_ms / 1000) * 1000 }]
            : [frame]
      })
      assertFailed(results, { "sample.flows": "capture times move" })
    })
  )
})
