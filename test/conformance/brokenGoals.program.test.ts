import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { assertFailed, describeBroken, nightly, tryOwn } from "./support.ts"

describeBroken("a bridge that is wrong about goals of others", () => {
  it.live("a broken bridge that mixes up its own goals and those of others fails the rules of external goals", () =>
    Effect.gen(function* () {
      const held = new Set<string>()
      let connections = 0
      const results = yield* tryOwn(
        ["job.external", "job.external_cancel", "job.own_only", "job.cancel_unknown", "job.external_stable"],
        {
          down: (frame) => {
            if (frame.type === "invoke") held.add(frame.job_id)
            if (frame.type !== "cancel") return [frame]
            const { own_only: _, ...cancel } = frame
            return [held.has(frame.job_id ?? "") ? cancel : { ...cancel, job_id: null }]
          },
          up: (frame) => {
            if (frame.type === "hello") connections += 1
            if (frame.type !== "job_update" || frame.origin !== "external") return [frame]
            return [{ ...frame, job_id: `${frame.job_id.slice(0, -1)}${connections % 10}` }]
          }
        }
      )
      assertFailed(results, {
        "job.own_only": "With own_only it reached goals of others",
        "job.cancel_unknown": "look for external goals alone",
        "job.external_stable": "derive it from robot, slug and goal id"
      })
    })
  )

  nightly("a broken bridge that says nothing of goals that others started fails job.external", () =>
    Effect.gen(function* () {
      const results = yield* tryOwn(["job.service", "job.external"], {
        up: (frame) => (frame.type === "job_update" && frame.origin === "external" ? [] : [frame])
      })
      assertFailed(results, { "job.external": "no job_update that fits" })
    })
  )

  nightly("a broken bridge that makes new ids of external goals at each start fails job.external_restart", () =>
    Effect.gen(function* () {
      let connections = 0
      const results = yield* tryOwn(["job.external_restart"], {
        up: (frame) => {
          if (frame.type === "hello") connections += 1
          return frame.type === "job_update" && frame.origin === "external"
            ? [{ ...frame, job_id: `${frame.job_id.slice(0, -1)}${connections % 10}` }]
            : [frame]
        }
      })
      assertFailed(results, { "job.external_restart": "with job_id" })
      assert.isAbove(connections, 1)
    })
  )
})
