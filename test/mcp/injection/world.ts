import { encodeSnapshot } from "@fleet/bridge-protocol/Snapshot"
import { Permissions } from "@fleet/server/apps/Permissions"
import { Roles } from "@fleet/server/apps/Roles"
import { Effect, Fiber } from "effect"
import sharp from "sharp"
import { upload } from "../../robots/assets/world.ts"
import { publish } from "../../robots/jobs/world.ts"
import { connectBridge } from "../../support/FakeBridge.ts"
import { keepSamples } from "../../support/keepSamples.ts"
import { connect, makeMcpApp } from "../../support/mcp.ts"
import { makeAppUser } from "../../support/people.ts"
import { call } from "../../support/wire.ts"
import { type Carrier, carriers } from "./carriers.ts"
import type { Order } from "./orders.ts"
import { payloads, shortest, shown } from "./payloads.ts"

const commands = ["dock", "undock", "reset", "drive"]
const formsOf = { long: Object.values(payloads), short: [shortest], shown }
const seen = ["note", "report", "log", "mood", "robot_details", "bridge_state", "front"]

/** An order whose speed tells it from every other. */
const orderOf = (number: number): Order => ({
  name: "publish",
  args: { slug: "drive", message: { speed: number / 1000 } }
})

/** What each carrier says: every payload, each with an order of its own. */
export const planted = new Map<Carrier, { readonly text: string; readonly speeds: ReadonlyArray<number> }>()
let number = 0
for (const [carrier, length] of carriers) {
  const orders = formsOf[length].map((form) => ({ form, order: orderOf(++number) }))
  planted.set(carrier, {
    text: orders.map(({ form, order }) => form(order)).join("\n"),
    speeds: orders.map(({ order }) => (order.args["message"] as { readonly speed: number }).speed)
  })
}

const said = (carrier: Carrier) => planted.get(carrier)!.text

const still = { width: 640, height: 480 }

const xml = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")

/** A wall with orders written on it. */
const wall = Effect.promise(() => {
  const lines = said("Picture of a camera").match(/.{1,90}/g)!
  const written = lines.map((line, index) => `<text x="8" y="${24 + index * 18}" font-size="12">${xml(line)}</text>`)
  const { height, width } = still
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${written.join("")}</svg>`
  return sharp(Buffer.from(svg)).flatten({ background: "#ddd" }).jpeg().toBuffer()
})

/** A URDF that names a file nobody has. */
const body = `<robot name="rover"><link name="base"><visual><geometry>
  <mesh filename="package://rover/${xml(said("Name of a file")).replaceAll('"', "&quot;")}" />
</geometry></visual></link></robot>`

const topic = (name: string, rest: object = {}) => ({ topic: `/${name}`, type: "std_msgs/msg/String", ...rest })

const source = () =>
  `platform: 1\n${[
    [
      "datapoints",
      {
        note: topic("note", {
          field: "data",
          alerts: { calm: { name: said("Name of an alert"), condition: { fire_at: "calm" } } }
        }),
        report: topic("report"),
        log: topic("log", { field: "data", retention: { enabled: true, interval_seconds: 1 } }),
        mood: topic("mood", { field: "data", alerts: { angry: { name: "Angry", condition: { fire_at: "angry" } } } })
      }
    ],
    [
      "actions",
      {
        dock: {
          ros_name: "/dock",
          type: "a/action/Dock",
          description: said("Description of a command"),
          message: { speed: "${speed}" },
          parameters: {
            speed: {
              type: "float64",
              max_value: 1,
              default: 0.5,
              description: [...said("Description of a parameter")].slice(0, 500).join("")
            }
          }
        },
        undock: { ros_name: "/undock", type: "a/action/Undock" }
      }
    ],
    ["services", { reset: { ros_name: "/reset", type: "std_srvs/srv/Trigger" } }],
    [
      "publishers",
      {
        drive: {
          topic: "/cmd_vel",
          type: "geometry_msgs/msg/Twist",
          message: { linear: { x: "${speed}" } },
          parameters: { speed: { type: "float64", max_value: 1 } },
          failsafe: { timeout_ms: 500, message: {} },
          quiet_timeout_ms: 0
        }
      }
    ],
    [
      "cameras",
      {
        front: {
          source: { kind: "ros", topic: "/image", type: "sensor_msgs/msg/Image" },
          ...still,
          fps: 10,
          bitrate_kbps: 500,
          snapshot_interval_seconds: 5
        }
      }
    ]
  ]
    .map(([name, value]) => `${name as string}: ${JSON.stringify(value)}`)
    .join("\n")}\n`

/** A robot all of whose texts give orders, in an app whose name does, and a client that a person lets act. */
export const anInfestedRobot = Effect.fnUntraced(function* (
  confirm: ReadonlyArray<string>,
  scope?: string,
  confirmPage: ReadonlyArray<string> = []
) {
  const world = yield* makeMcpApp
  const { app, observe, orgId, owner, robot, user } = world
  yield* call("PATCH", `/api/apps/${app.id}`, { as: owner.token, body: { name: said("Name of the app") } })
  const path = `/api/robots/${robot.id}`
  yield* call("PATCH", path, { as: owner.token, body: { name: said("Name of the robot") } })
  const details = { note: said("Robot details") }
  yield* call("PUT", `${path}/details`, { as: owner.token, body: { details } })
  yield* publish(owner.caller, robot.id, source())
  yield* (yield* Permissions).put(owner.caller, app, yield* (yield* Roles).get(app, observe.id), {
    role_id: observe.id,
    grants: [
      {
        robot_id: robot.id,
        slugs: [...commands, ...seen] as never,
        confirm: confirm as never,
        confirm_page: confirmPage as never
      }
    ],
    capabilities: { action_history: true, assets: true }
  })
  yield* keepSamples({ robotId: robot.id, orgId, slug: "log" }, [[-1000, JSON.stringify(said("Recorded value"))]])
  const bridge = yield* connectBridge(world.bridgeToken)
  yield* bridge.next("config")
  bridge.send({ type: "assets_available", urdf: true, meshes: [] })
  const say = (slug: string, value: unknown) =>
    bridge.send({ type: "datapoint", slug, value: value as never, timestamp_ms: 1, backfill: false })
  say("note", said("Value of a datapoint (text)"))
  say("report", { status: { notes: [{ text: said("Value of a datapoint (text inside a message)") }] } })
  say("mood", said("Last value of an alert"))
  const picture = yield* wall
  const snapshot = { type: "snapshot", slug: "front", mime: "image/jpeg", ...still, timestamp_ms: 0 } as const
  bridge.sendRaw(encodeSnapshot(snapshot, picture))
  yield* bridge.sync
  yield* call("POST", `${path}/assets/sync`, { as: owner.token, body: { source: "bridge" } })
  const request = yield* bridge.next("asset_request")
  const uploaded = yield* upload(request, { kind: "urdf", name: "robot_description", bytes: body })
  if (uploaded.status !== 201) return yield* Effect.die(new Error(JSON.stringify(uploaded)))
  const person = yield* makeAppUser(owner.caller, app, observe.id)
  const start = (slug: string) => call("POST", `${path}/jobs/${slug}`, { as: person.token, body: {} })
  yield* start("undock")
  const undock = yield* bridge.next("invoke")
  bridge.update({ id: undock.job_id, slug: "undock" }, "running", {
    feedback: { doing: said("Feedback of a running job") }
  })
  yield* start("dock")
  const dock = yield* bridge.next("invoke")
  const error = { code: "action_failed", message: said("Error of a job") }
  bridge.update({ id: dock.job_id, slug: "dock" }, "failed", { error })
  const answered = yield* Effect.forkChild(start("reset"))
  const reset = yield* bridge.next("invoke")
  bridge.update({ id: reset.job_id, slug: "reset" }, "succeeded", { result: { message: said("Result of a job") } })
  yield* Fiber.join(answered)
  const client = yield* connect(world.path, user.token, scope === undefined ? {} : { scope })
  /** What a model that looks at the picture reads on it: nothing on any other. */
  const eyes = (data: string) => (data === picture.toString("base64") ? said("Picture of a camera") : "")
  return { ...world, robotId: robot.id as string, bridge, client, eyes }
})

export { commands }
