import { RobotId } from "@fleet/domain/Ids"
import { OrgId } from "@fleet/domain/Ids"
import type { Datapoint } from "@fleet/domain/RobotConfig/Datapoint"
import { nothingPublished } from "@fleet/server/robots/config/PublishedConfigs"
import { RobotHome } from "@fleet/server/robots/home/RobotHome"
import { AlertQueue } from "@fleet/server/robots/alerts/AlertQueue"
import { AlertsPart } from "@fleet/server/robots/alerts/AlertsPart"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"

/** What alerts add to the path of a sample, in nanoseconds of processor time. Run it with node; it asks for no database. */

const samples = 5_000_000
const runs = 5
const plain: Datapoint = { topic: "/a", type: "std_msgs/msg/Float32", field: "data" }
const below = { condition: { fire_at: 20, resolve_at: 30 } }
const cases: Readonly<Record<string, Datapoint>> = {
  "without an alert": plain,
  "with a threshold": { ...plain, alerts: { low: below } },
  "with an equality of text": { ...plain, alerts: { off: { condition: { fire_at: "off" } } } },
  "with ten thresholds": {
    ...plain,
    alerts: Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`low_${index}`, below]))
  }
}

const robot = {
  robotId: RobotId.make(randomUUID()),
  orgId: OrgId.make(randomUUID()),
  robotName: "Rover"
}
const values = Array.from({ length: 1024 }, (_, index) => String(31 + (index % 69) + 0.5))

const measure = (datapoint: Datapoint): number => {
  const queue = new AlertQueue(
    () => 0,
    () => undefined
  )
  const context = { queue, load: () => Effect.succeed([]), reload: () => undefined, flush: () => Effect.void }
  const home = new RobotHome(robot, [(opened) => new AlertsPart(opened, context)])
  const doc = { datapoints: { battery: datapoint, other: { ...plain, alerts: { low: below } } } }
  home.configure({ ...nothingPublished, version: 1, doc })
  const texts = datapoint.alerts?.["off"] === undefined ? values : values.map((text) => `"state ${text}"`)
  const before = process.cpuUsage()
  for (let index = 0; index < samples; index++) {
    const sample = {
      type: "sample",
      robotId: robot.robotId,
      slug: "battery",
      json: texts[index & 1023]!,
      timestampMs: index
    } as const
    home.sample(sample, datapoint, false, index)
  }
  const { system, user } = process.cpuUsage(before)
  return ((system + user) * 1000) / samples
}

/** The same loop over a home without parts. */
const floor = (): number => {
  const home = new RobotHome(robot, [])
  const before = process.cpuUsage()
  for (let index = 0; index < samples; index++) {
    const sample = {
      type: "sample",
      robotId: robot.robotId,
      slug: "battery",
      json: values[index & 1023]!,
      timestampMs: index
    } as const
    home.sample(sample, plain, false, index)
  }
  const { system, user } = process.cpuUsage(before)
  return ((system + user) * 1000) / samples
}

const median = (run: () => number) => Array.from({ length: runs }, run).toSorted((a, b) => a - b)[runs >> 1]!
console.log(`the loop alone: ${median(floor).toFixed(1)} ns`)
for (const [name, datapoint] of Object.entries(cases))
  console.log(`${name}: ${median(() => measure(datapoint)).toFixed(1)} ns`)
