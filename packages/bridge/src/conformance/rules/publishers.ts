import { Effect } from "effect"
import { holdPublishers } from "../documents.ts"
import type { Rule } from "../Rule.ts"
import { NotSupported } from "../Verdicts.ts"

const turn = { topic: "/odom", type: "nav_msgs/msg/Odometry", field: "twist.twist.angular.z" }

/** What stops a robot whose driver has gone. */
export const publisherRules: ReadonlyArray<Rule> = [
  {
    id: "publish.failsafe",
    section: "13.2",
    sentence:
      "failsafe sends failsafe.message now and ends the hold; a bridge that does not know it sends it after timeout_ms.",
    needs: ["robot"],
    check: Effect.fnUntraced(function* (kit) {
      yield* kit.configure({ publishers: holdPublishers, datapoints: { turn } })
      const from = kit.mark
      const turns = (since: number) =>
        kit.cloud.all("datapoint", since).flatMap(({ slug, value }) => (slug === "turn" ? [Number(value)] : []))
      kit.cloud.send({ type: "publish", slug: "drive", message: { turn: 1 } })
      yield* kit.until("turn to the left", () => turns(from).some((value) => value > 0.2))
      const asked = kit.mark
      kit.cloud.send({ type: "failsafe", slug: "drive" })
      const isRight = () => turns(asked).some((value) => value < -0.2)
      const prompt = yield* Effect.result(kit.until("failsafe turn to the right", isRight, 3000))
      if (prompt._tag === "Failure") {
        yield* kit.until("failsafe turn to the right, neither asked for nor after timeout_ms", isRight, 6000)
        return yield* new NotSupported({ message: "The bridge does not know failsafe, and keeps timeout_ms." })
      }
      yield* kit.until("stand after it", () => turns(asked).at(-1) === 0)
      const still = kit.mark
      yield* Effect.sleep("5500 millis")
      const again = turns(still).some((value) => value < -0.2)
      yield* kit.must(!again, "The failsafe message was sent again after timeout_ms: failsafe ends the hold.")
    })
  }
]
