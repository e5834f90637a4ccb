import { Effect } from "effect"
import { actions, cameras, datapoints, publishers, services } from "../documents.ts"
import type { Rule } from "../Rule.ts"
import { NotSupported } from "../Verdicts.ts"

export const config: ReadonlyArray<Rule> = [
  {
    id: "config.applied",
    section: "13.1",
    sentence: "Each config is answered by config_applied with its version.",
    needs: [],
    check: Effect.fnUntraced(function* (kit) {
      const { ok } = yield* kit.configure({})
      yield* kit.must(ok, "An empty configuration was not applied.")
      const from = kit.mark
      kit.cloud.send({ type: "config", version: 0, doc: { platform: 1 } })
      yield* kit.sees("config_applied", from, (answer) => answer.version === 0 && answer.ok)
    })
  },
  {
    id: "config.fits",
    section: "13.1",
    sentence: "A configuration that fits the robot is applied without errors.",
    needs: ["robot"],
    check: Effect.fnUntraced(function* (kit) {
      const from = kit.mark
      const { version } = yield* kit.configure({ datapoints, actions, services, publishers })
      // A bridge may answer again when it has seen more of the robot.
      yield* kit.sees("config_applied", from, (answer) => answer.version === version && answer.ok, 15_000)
    })
  },
  {
    id: "config.errors",
    section: "13.1",
    sentence: "What does not fit the robot is told by kind and slug, and the rest runs.",
    needs: ["robot"],
    check: Effect.fnUntraced(function* (kit) {
      const from = kit.mark
      const wrong = { topic: "/odom", type: "std_msgs/msg/Bool" }
      const { version } = yield* kit.configure({ datapoints: { speed: datapoints.speed, wrong } })
      const { errors } = yield* kit.sees("config_applied", from, (told) => told.version === version && !told.ok, 15_000)
      const named = errors.map(({ kind, slug }) => `${kind} ${slug}`).join(", ")
      yield* kit.must(named === "datapoint wrong", `The errors were of: ${named}.`)
      yield* kit.sees("datapoint", from, ({ slug }) => slug === "speed")
    })
  },
  {
    id: "introspect.answer",
    section: "13.1",
    sentence: "introspect_request is answered with its request_id and the ROS graph.",
    needs: ["robot"],
    check: Effect.fnUntraced(function* (kit) {
      const from = kit.mark
      kit.cloud.send({ type: "introspect_request", request_id: "introspect-1" })
      const { graph } = yield* kit.sees("introspect", from, ({ request_id }) => request_id === "introspect-1")
      yield* kit.must(
        graph.topics.some(({ name }) => name === "/odom"),
        "The graph has no /odom."
      )
      yield* kit.must(
        graph.actions.some(({ name }) => name === "/dock"),
        "The graph has no action /dock."
      )
      yield* kit.must(
        graph.services.some(({ name }) => name === "/reset"),
        "The graph has no service /reset."
      )
    })
  },
  {
    id: "types.answer",
    section: "13.1",
    sentence: "type_request is answered with definitions, and with the names that are not known.",
    needs: ["robot"],
    check: Effect.fnUntraced(function* (kit) {
      const from = kit.mark
      const asked = ["nav_msgs/msg/Odometry", "nobody_msgs/msg/Nothing"]
      kit.cloud.send({ type: "type_request", request_id: "types-1", type_names: asked })
      const answer = yield* kit.sees("type_definitions", from, ({ request_id }) => request_id === "types-1")
      yield* kit.must(
        answer.definitions.some(({ name }) => name === asked[0]),
        "Odometry was not resolved."
      )
      yield* kit.must(answer.unresolved.join() === asked[1], `Unresolved were: ${answer.unresolved.join()}`)
    })
  },
  {
    id: "camera.answer",
    section: "13.1",
    sentence: "camera_start is answered by camera_state with cause command and its request_id.",
    needs: [],
    check: Effect.fnUntraced(function* (kit) {
      yield* kit.configure({ cameras })
      const from = kit.mark
      const room = { url: "ws://127.0.0.1:9/media", room: "room", token: "token" }
      kit.cloud.send({ type: "camera_start", slug: "front", ...room, request_id: "camera-1" })
      const state = yield* kit.sees("camera_state", from, ({ request_id }) => request_id === "camera-1", 20_000)
      kit.cloud.send({ type: "camera_stop", slug: "front", request_id: "camera-2" })
      yield* kit.must(state.cause === "command" && state.slug === "front", "Its cause or slug was another.")
      if (state.error?.code === "unsupported") return yield* new NotSupported({ message: state.error.message })
      yield* kit.sees("camera_state", from, ({ request_id }) => request_id === "camera-2", 20_000)
    })
  },
  {
    id: "assets.answer",
    section: "13.1",
    sentence: "assets_available follows hello_ok, where the bridge has assets at all.",
    needs: [],
    check: Effect.fnUntraced(function* (kit) {
      if (kit.cloud.all("assets_available").length === 0) {
        return yield* new NotSupported({ message: "The bridge says nothing of assets." })
      }
      const { session } = kit.cloud
      yield* kit.until("assets_available in this session", () =>
        kit.cloud.frames.some((frame) => frame.session === session && frame.message?.type === "assets_available")
      )
    })
  }
]
