import { Effect } from "effect"
import type { Page } from "playwright-core"
import { visible } from "../../../packages/console/src/kit/visible.ts"
import { publish, source as acts } from "../../robots/jobs/world.ts"
import { connectBridge } from "../../support/FakeBridge.ts"
import { makeOrg, makeRobot } from "../../support/people.ts"
import { call } from "../../support/wire.ts"
import { longName, longSlug } from "./badDays.ts"
import { consoleRoutes } from "./consoleRoutes.ts"

const sentence = "Waiting at the door of hall 3 until somebody opens it"

const source = acts.replace(
  "battery: {topic: /battery, type: std_msgs/msg/Float32, field: data, retention: {enabled: true, interval_seconds: 1}}",
  `battery:
    topic: /battery
    type: std_msgs/msg/Float32
    field: data
    retention: {enabled: true, interval_seconds: 1}
    numeric: {unit: "%", decimals: 1}
    alerts: {battery_low: {name: "Battery low", condition: {fire_at: 25, resolve_at: 30}, severity: warning}}
  ${longSlug}: {topic: /long, type: std_msgs/msg/String, field: data}
  pose: {topic: /pose, type: geometry_msgs/msg/Pose2D}`
)

/** An organisation with a robot that has some of everything, one with a long name, and one that was never seen. */
export const aFullFleet = Effect.gen(function* () {
  const { owner } = yield* makeOrg
  const { robot, token } = yield* makeRobot(owner.caller, "rover-07")
  yield* makeRobot(owner.caller, longName)
  yield* publish(owner.caller, robot.id, source)
  const bridge = yield* connectBridge(token)
  const { version } = yield* bridge.next("config")
  bridge.send({ type: "config_applied", version, ok: true, errors: [] })
  const path = `/api/robots/${robot.id}`
  const as = owner.token
  const value = (slug: string, value: unknown) =>
    bridge.sendRaw(JSON.stringify({ type: "datapoint", slug, value, timestamp_ms: Date.now(), backfill: false }))
  for (const each of [80, 60, 21.5]) value("battery", each)
  value(longSlug, sentence)
  value("pose", { x: 1.25, y: -3.5, theta: 0.1 })
  const begun = (slug: string, body: object) =>
    Effect.map(call("POST", `${path}/jobs/${slug}`, { as, body }), (made) => made.body)
  const first = yield* begun("dock", { params: { speed: 1 } })
  bridge.update({ id: first.job.id, slug: "dock" }, "succeeded", { result: { docked: true }, timestamp_ms: Date.now() })
  yield* bridge.sync
  const second = yield* begun("undock", {})
  bridge.update({ id: second.job.id, slug: "undock" }, "running", { progress: 0.4, timestamp_ms: Date.now() })
  yield* bridge.sync
  return { owner, robot, run: second.job.id as string, bridge, value }
})
/** Values for what stands in the addresses of routes. Where the portal sends people back to shows nothing by itself. */
export const addressesOf = ({ robot, run }: { readonly robot: { readonly id: string }; readonly run: string }) =>
  consoleRoutes()
    .filter((route) => route !== "/signed-in")
    .flatMap((route) => {
      const address = route.replace("$robotId", robot.id).replace("$version", "1").replace("$runId", run)
      if (/\$(?!step$)/.test(address)) throw new Error(`No value is known for ${route}.`)
      return address.includes("$step") ? ["bridge", "expose"].map((step) => address.replace("$step", step)) : [address]
    })

const slugs = ["battery", "pose", "speed", "lamp", "dock", "undock", "reset", "drive", "horn", "front"]
const saidOfJobs = ['{"docked":true}', "The robot fell silent about this job."]

/** What others named and said in that fleet, where it cannot be set apart: in attributes and options. */
export const namesOf = ({ owner }: Effect.Success<typeof aFullFleet>): ReadonlyArray<string> => [
  "rover-07",
  visible(longName),
  longSlug,
  sentence,
  "Battery low",
  owner.email,
  ...slugs,
  ...saidOfJobs
]

/** From now on what the pages ask for is refused. Who is signed in is known before. */
export const failing = (page: Page, status: number) =>
  page.route("**/api/**", (route) => {
    const request = route.request()
    if (request.method() !== "GET" || /\/me\b/.test(request.url())) return route.fallback()
    const [code, message] =
      status === 403 ? ["forbidden", "Your tier does not allow this."] : ["internal", "It failed."]
    return route.fulfill({
      status,
      contentType: "application/json",
      headers: { "x-request-id": "4f2ab1c0-1111-4222-8333-944455556666" },
      body: JSON.stringify({ code, message, details: {} })
    })
  })
