import { it } from "@effect/vitest"
import { Effect } from "effect"
import { assertFailed, describeBroken, nightly, tryOwn } from "./support.ts"

describeBroken("a bridge that waits or holds wrongly", () => {
  it.live(
    "a broken bridge that sends what waits by age, says nothing of a slow link or keeps a hold fails their rules",
    () =>
      Effect.gen(function* () {
        // The proxy reads everything at once, so that nothing waits in the bridge for long.
        const [order, dwell, failsafe] = yield* Effect.all(
          [
            tryOwn(["order.lanes"], {}),
            tryOwn(["link_mode.dwell"], { up: (frame) => (frame.type === "link_mode" ? [] : [frame]) }),
            tryOwn(["publish.message", "publish.failsafe"], {
              down: (frame) =>
                frame.type === "failsafe" ? [{ type: "publish", slug: "drive", message: { turn: -1 } }] : [frame]
            })
          ],
          { concurrency: 3 }
        )
        assertFailed(order, { "order.lanes": "by importance, not by age" })
        assertFailed(dwell, { "link_mode.dwell": "no link_mode that fits" })
        assertFailed(failsafe, { "publish.failsafe": "failsafe ends the hold" })
      })
  )

  nightly("a bridge that does not know failsafe is told so, and does not fail", () =>
    Effect.gen(function* () {
      const results = yield* tryOwn(["publish.failsafe"], {
        down: (frame) => (frame.type === "failsafe" ? [] : [frame])
      })
      assertFailed(results, {})
    })
  )
})
