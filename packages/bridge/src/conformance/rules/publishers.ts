import { Clock, Effect } from "effect"
import { holdMs, holdPublishers } from "../documents.ts"
import type { Rule } from "../Rule.ts"
import { NotSupported } from "../Verdicts.ts"

const turn = { topic: "/odom", type: "nav_msgs/msg/Odometry", field: "twist.twist.angular.z" }

/** What is asked for now comes within this; what timeout_ms brings comes later. */
const promptlyMs = 3000

const isLeft = (turn: number) => turn > 0.2
const isRight = (turn: number) => turn < -0.2

/** What stops a robot whose driver has gone. */
export const publisherRules: ReadonlyArray<Rule> = [
  {
    id: "publish.failsafe",
    section: "13.2",
    sentence:
      "failsafe sends failsafe.message now and ends the hold; a bridge that does not know it sends it after timeout_ms.",
    needs: ["robot"],
    check: Effect.fnUntraced(function* (kit) {
      // As late as answers may be, and within the bound of a document.
      const heldMs = Math.min(kit.patient(holdMs), 60_000)
      yield* kit.configure({ publishers: holdPublishers(heldMs), datapoints: { turn } })
      const from = kit.mark
      const turns = (since: number) =>
        kit.cloud.all("datapoint", since).flatMap(({ slug, value }) => (slug === "turn" ? [Number(value)] : []))
      const heldFromMs = yield* Clock.currentTimeMillis
      kit.cloud.send({ type: "publish", slug: "drive", message: { turn: 1 } })
      yield* kit.until("turn to the left", () => turns(from).some(isLeft))
      const asked = kit.mark
      const askedAtMs = yield* Clock.currentTimeMillis
      kit.cloud.send({ type: "failsafe", slug: "drive" })
      yield* kit.until("failsafe turn to the right, neither asked for nor after timeout_ms", () =>
        turns(asked).some(isRight)
      )
      const turnedAtMs = yield* Clock.currentTimeMillis
      if (turnedAtMs - heldFromMs >= heldMs || turnedAtMs - askedAtMs >= kit.patient(promptlyMs)) {
        return yield* new NotSupported({ message: "The bridge does not know failsafe, and keeps timeout_ms." })
      }
      yield* kit.until("stand after it", () => turns(asked).at(-1) === 0)
      yield* Effect.sleep(heldMs + kit.patient(500))
      const begun = turns(asked).filter((value, at, all) => isRight(value) && (at === 0 || !isRight(all[at - 1]!)))
      yield* kit.must(
        begun.length === 1,
        "The failsafe message was sent again after timeout_ms: failsafe ends the hold."
      )
    })
  }
]
