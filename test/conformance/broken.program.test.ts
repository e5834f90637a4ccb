import { it } from "@effect/vitest"
import { Effect } from "effect"
import { assertFailed, describeBroken, nightly, tryOwn } from "./support.ts"

/** A bridge with one fault fails the rule of that fault, and keeps the others that it is tried on. */
describeBroken("a broken bridge", () => {
  nightly("a broken bridge that answers no ping fails ping.pong", () =>
    Effect.gen(function* () {
      const results = yield* tryOwn(["hello.first", "ping.pong", "config.applied"], {
        up: (frame) => (frame.type === "pong" ? [] : [frame])
      })
      assertFailed(results, { "ping.pong": "no pong" })
    })
  )

  nightly("a broken bridge that reports ends twice fails job.once", () =>
    Effect.gen(function* () {
      const results = yield* tryOwn(["job.service", "job.once"], {
        up: (frame) => (frame.type === "job_update" && frame.state !== "running" ? [frame, frame] : [frame])
      })
      assertFailed(results, { "job.once": "reported 2 times" })
    })
  )

  nightly("a broken bridge that ignores cancel fails job.cancel", () =>
    Effect.gen(function* () {
      const results = yield* tryOwn(["job.service", "job.cancel"], {
        down: (frame) => (frame.type === "cancel" ? [] : [frame])
      })
      assertFailed(results, { "job.cancel": "no cancel_result" })
    })
  )

  nightly("a broken bridge that sends samples in pairs, the newer first, fails sample.order", () =>
    Effect.gen(function* () {
      const held: Array<object> = []
      const results = yield* tryOwn(["sample.flows", "sample.order"], {
        up: (frame) => {
          if (frame.type !== "datapoint") return [frame]
          held.push(frame)
          return held.length < 2 ? [] : held.splice(0).toReversed()
        }
      })
      assertFailed(results, { "sample.order": "older than the one before it" })
    })
  )

  it.live("a broken bridge that marks samples wrongly, greets twice or makes frames up fails their rules", () =>
    Effect.gen(function* () {
      const results = yield* tryOwn(["hello.first", "sample.flows", "frames.known"], {
        up: (frame) => {
          if (frame.type === "hello") return [frame, frame]
          return frame.type === "datapoint" ? [{ ...frame, backfill: true }, { type: "dance" }] : [frame]
        }
      })
      assertFailed(results, {
        "hello.first": "2 hellos",
        "sample.flows": "marked as backfill",
        "frames.known": "dance"
      })
    })
  )
})
