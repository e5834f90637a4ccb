import { startSimulator } from "@fleet/bridge/simulator/Simulator"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as roslib from "roslib"

interface RosPeer {
  readonly connect: (url: string) => Promise<void>
  readonly close: () => void
  readonly getTopics: (heard: (found: { topics: Array<string>; types: Array<string> }) => void) => void
  readonly getServiceType: (service: string, heard: (type: string) => void) => void
}
interface TopicPeer<A> {
  readonly advertise: () => void
  readonly publish: (message: object) => void
  readonly subscribe: (heard: (message: A) => void) => void
}
interface ServicePeer {
  readonly callService: (request: object, heard: (answer: unknown) => void, failed?: (words: string) => void) => void
}
interface ActionPeer<Feedback> {
  readonly sendGoal: (
    goal: object,
    ended: (result: unknown) => void,
    feedback?: (feedback: Feedback) => void,
    failed?: (words: string) => void
  ) => string | undefined
  readonly cancelGoal: (id: string) => void
}

/** roslib's own types are not found by a compiler that asks for extensions. */
const { Action, Ros, Service, Topic } = roslib as unknown as {
  readonly Ros: new () => RosPeer
  readonly Topic: new <A>(options: object) => TopicPeer<A>
  readonly Service: new (options: object) => ServicePeer
  readonly Action: new <Feedback>(options: object) => ActionPeer<Feedback>
}

/** Waits for an event that fits. */
const event = <A>(register: (heard: (value: A) => void) => void): Effect.Effect<A> =>
  Effect.callback<A>((resume) => register((value) => resume(Effect.succeed(value)))).pipe(
    Effect.timeoutOrElse({ duration: 60_000, orElse: () => Effect.die("The event did not come") })
  )

const connected = Effect.fnUntraced(function* (url: string) {
  const client = yield* Effect.acquireRelease(
    Effect.sync(() => new Ros()),
    (client) => Effect.sync(() => client.close())
  )
  yield* Effect.promise(() => client.connect(url))
  return client
})

/** roslib on a fresh simulator. */
const ros = Effect.fnUntraced(function* (robot: "mobile" | "arm", version: "2.0.0" | "3.1.0") {
  const options = { robot, port: 0, seed: 1, rosbridgePort: 0, rosbridge: { version } }
  const { rosbridgeUrl = "" } = yield* startSimulator(options)
  return { client: yield* connected(rosbridgeUrl), url: rosbridgeUrl }
})

const pick = { name: "/pick", actionType: "fleet_sim_interfaces/action/Pick" }
const dock = { name: "/dock", actionType: "fleet_sim_interfaces/action/Dock" }

interface Pose {
  readonly pose: { readonly position: { readonly x: number } }
}

describe.each(["2.0.0", "3.1.0"] as const)("the simulator's rosbridge %s, seen by roslib", (version) => {
  it.live("the simulator's rosbridge, seen by roslib names its topics and types", () =>
    Effect.gen(function* () {
      const { client } = yield* ros("mobile", version)
      const { topics, types } = yield* event<{ topics: Array<string>; types: Array<string> }>((heard) =>
        client.getTopics(heard)
      )
      assert.strictEqual(types[topics.indexOf("/pose")], "geometry_msgs/msg/PoseStamped")
      const type = yield* event<string>((heard) => client.getServiceType("/light/set", heard))
      assert.strictEqual(type, "std_srvs/srv/SetBool")
    })
  )

  it.live.each(["none", "cbor"] as const)(
    "the simulator's rosbridge, seen by roslib sends messages, compression %s",
    (compression) =>
      Effect.gen(function* () {
        const { client } = yield* ros("mobile", version)
        const options = { ros: client, name: "/light", messageType: "std_msgs/msg/Bool", compression } as const
        const topic = new Topic<{ data: boolean }>(options)
        assert.deepStrictEqual(yield* event<{ data: boolean }>((heard) => topic.subscribe(heard)), { data: false })
      })
  )

  it.live("the simulator's rosbridge, seen by roslib moves when a client publishes a velocity", () =>
    Effect.gen(function* () {
      const { client } = yield* ros("mobile", version)
      const velocity = new Topic({ ros: client, name: "/cmd_vel", messageType: "geometry_msgs/msg/Twist" })
      const poses = new Topic<Pose>({ ros: client, name: "/pose", messageType: "geometry_msgs/msg/PoseStamped" })
      velocity.advertise()
      const publishing = setInterval(() => velocity.publish({ linear: { x: 1 } }), 50)
      yield* Effect.addFinalizer(() => Effect.sync(() => clearInterval(publishing)))
      yield* event<true>((heard) => poses.subscribe(({ pose }) => pose.position.x > 0.2 && heard(true)))
    })
  )

  it.live("the simulator's rosbridge, seen by roslib answers a call, and says why it fails", () =>
    Effect.gen(function* () {
      const { client } = yield* ros("mobile", version)
      const service = new Service({ ros: client, name: "/light/set", serviceType: "std_srvs/srv/SetBool" })
      const answer = yield* event<unknown>((heard) => service.callService({ data: true }, heard))
      assert.deepStrictEqual(answer, { success: true, message: "The light is on." })
      const failure = yield* event<string>((heard) => service.callService({ data: "x" }, () => undefined, heard))
      assert.include(failure, "data")
      const nobody = new Service({ ros: client, name: "/nobody", serviceType: "std_srvs/srv/SetBool" })
      const missing = yield* event<string>((heard) => nobody.callService({}, () => undefined, heard))
      assert.include(missing, "Service /nobody does not exist")
    })
  )

  it.live("the simulator's rosbridge, seen by roslib runs an action with feedback to its result", () =>
    Effect.gen(function* () {
      const { client } = yield* ros("arm", version)
      const action = new Action<{ percent: number }>({ ros: client, ...pick })
      const heard: Array<number> = []
      const result = yield* event<unknown>((done) =>
        action.sendGoal({ shelf: 3 }, done, ({ percent }) => heard.push(percent))
      )
      assert.deepStrictEqual(result, { item: "item from shelf 3" })
      assert.isAbove(heard.length, 3)
    })
  )

  it.live("the simulator's rosbridge, seen by roslib cancels an action, from another connection", () =>
    Effect.gen(function* () {
      const { client, url } = yield* ros("mobile", version)
      // The older one hears nothing on the goal's own connection until the goal has ended.
      const canceller = new Action({ ros: yield* connected(url), ...dock })
      const action = new Action({ ros: client, ...dock })
      const failure = yield* event<string>((heard) => {
        const cancel = () => canceller.cancelGoal(id ?? "")
        const id = action.sendGoal({ speed: 0.05 }, () => heard("a result"), cancel, heard)
      })
      assert.match(failure, /status: 5|cancel/i)
    })
  )
})
