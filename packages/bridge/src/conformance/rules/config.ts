import { Effect } from "effect"
import { actions, datapoints, publishers, services } from "../documents.ts"
import type { Rule } from "../Rule.ts"

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
      const { errors } = yield* kit.sees(
        "config_applied",
        from,
        (message) => message.version === version && !message.ok,
        15_000
      )
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
      // Some ROS servers do not say what type an action has: the configuration does.
      yield* kit.configure({ actions, services })
      const from = kit.mark
      kit.cloud.send({ type: "introspect_request", request_id: "introspect-1" })
      const { graph } = yield* kit.sees("introspect", from, ({ request_id }) => request_id === "introspect-1")
      yield* kit.must(graph?.topics.some(({ name }) => name === "/odom") === true, "The graph has no /odom.")
      yield* kit.must(graph?.actions.some(({ name }) => name === "/dock") === true, "The graph has no action /dock.")
      yield* kit.must(
        graph?.services.some(({ name }) => name === "/reset") === true,
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
    id: "types.most",
    section: "13.2",
    sentence: "type_request has up to 50 names, and each is answered.",
    needs: ["robot"],
    check: Effect.fnUntraced(function* (kit) {
      const from = kit.mark
      const names = Array.from({ length: 49 }, (_, index) => `nobody_msgs/msg/Nothing${index}`)
      const request_id = "types-2"
      kit.cloud.send({ type: "type_request", request_id, type_names: ["nav_msgs/msg/Odometry", ...names] })
      const answer = yield* kit.sees("type_definitions", from, (frame) => frame.request_id === request_id, 20_000)
      yield* kit.must(
        answer.unresolved.length === 49,
        `Of 49 unknown names ${answer.unresolved.length} were unresolved.`
      )
      yield* kit.must(
        answer.definitions.some(({ name }) => name === "nav_msgs/msg/Odometry"),
        "Odometry was not resolved."
      )
    })
  },
  {
    id: "config.unknown_section",
    section: "13.2",
    sentence: "Sections of a document that are not known are ignored, and the rest runs.",
    needs: ["robot"],
    check: Effect.fnUntraced(function* (kit) {
      const recorder = { topics: [{ topic: "/odom", type: "nav_msgs/msg/Odometry" }] }
      const from = kit.mark
      const doc = { recorder, weather: { clouds: [1, null] }, datapoints: { speed: datapoints.speed } }
      const { version } = yield* kit.configure(doc)
      const fits = yield* Effect.result(
        kit.sees("config_applied", from, (message) => message.version === version && message.ok)
      )
      const { errors } = kit.cloud.all("config_applied", from).at(-1)!
      const words = errors.map(({ kind, slug }) => `${kind} ${slug}`).join(", ")
      yield* kit.must(fits._tag === "Success", `Leave out sections that are not known. The errors were of: ${words}.`)
      yield* kit.sees("datapoint", from)
    })
  },
  {
    id: "config.memory",
    section: "13.2",
    sentence: "The bridge keeps the configuration in memory only: after a restart nothing runs before the next config.",
    needs: ["robot", "restart"],
    check: Effect.fnUntraced(function* (kit) {
      yield* kit.configure({ datapoints: { speed: datapoints.speed } })
      yield* kit.sees("datapoint", kit.mark)
      const { session } = kit.cloud
      yield* kit.settings.restart!
      yield* kit.until("new connection", () => kit.cloud.session > session, 65_000)
      yield* kit.connected
      const from = kit.mark
      yield* Effect.sleep("3 seconds")
      const live = kit.cloud.all("datapoint", from).filter(({ backfill }) => backfill !== true).length
      yield* kit.must(live === 0, `${live} samples came before the first config.`)
    })
  }
]
