import { Clock, Effect } from "effect"
import { datapoints } from "../documents.ts"
import type { Rule } from "../Rule.ts"

/** Several times what the buffers of a link take. A busy computer takes longer for it: bytes decide, and not time. */
const fillBytes = 40_000_000
const fillMs = 60_000
const settleMs = 1500
const request_id = "order-1"

/** What is sent first when not everything can be sent. */
export const order: ReadonlyArray<Rule> = [
  {
    id: "order.lanes",
    section: "13.3",
    sentence:
      "Of frames that wait, pong goes before config_applied, that before live datapoints, and those before type_definitions.",
    needs: ["robot"],
    check: Effect.fnUntraced(function* (kit) {
      const { cloud, robot } = kit
      const doc = { datapoints: { pictures: datapoints.pictures } }
      yield* kit.configure(doc)
      yield* kit.sees("datapoint", kit.mark, () => true, 20_000)
      cloud.pause()
      const filled = robot.publishedBytes() + fillBytes
      yield* kit.until("picture of the robot's camera", () => robot.publishedBytes() >= filled, fillMs)
      // What the bridge has now is enough: more pictures would only have to be read while the frames are waited for.
      yield* robot.change({ drop: 1 })
      const from = kit.mark
      const ts_ms = (yield* Clock.currentTimeMillis) * 2
      cloud.send({ type: "type_request", request_id, type_names: ["sensor_msgs/msg/Image"] })
      yield* Effect.sleep(settleMs)
      const version = kit.publish(doc)
      yield* Effect.sleep(settleMs)
      cloud.send({ type: "ping", ts_ms, latency_ms: null, lag_ms: null })
      yield* Effect.sleep(settleMs)
      cloud.resume()
      yield* Effect.gen(function* () {
        yield* kit.sees("type_definitions", from, (frame) => frame.request_id === request_id, 20_000)
        yield* kit.sees("pong", from, (frame) => frame.ts_ms === ts_ms, 20_000)
        yield* kit.sees("config_applied", from, (frame) => frame.version === version, 20_000)
      }).pipe(Effect.ensuring(robot.change({ drop: 0 })))
      const messages = cloud.frames.slice(from).map(({ message }) => message)
      const place = {
        pong: messages.findIndex((message) => message?.type === "pong" && message.ts_ms === ts_ms),
        config_applied: messages.findIndex(
          (message) => message?.type === "config_applied" && message.version === version
        ),
        type_definitions: messages.findIndex((message) => message?.type === "type_definitions")
      }
      const words = Object.entries(place)
        .toSorted(([, a], [, b]) => a - b)
        .map(([type]) => type)
        .join(", ")
      yield* kit.must(
        place.pong < place.config_applied && place.config_applied < place.type_definitions,
        `The order was ${words}: what waits is sent by importance, not by age.`
      )
      const live = messages.slice(place.config_applied, place.type_definitions)
      yield* kit.must(
        live.some((message) => message?.type === "datapoint"),
        "The live sample that waited came after type_definitions."
      )
      yield* kit.configure({})
    })
  }
]
