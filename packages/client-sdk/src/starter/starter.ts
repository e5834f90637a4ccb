import { stringify } from "yaml"
import type { RosGraph, TypeDefinition, TypeField } from "../types.gen.ts"
import { shapeOf } from "./datapoint.ts"
import { goalOf } from "./goal.ts"
import { isHeavy, isNoise, isSayable } from "./noise.ts"
import { Slugs } from "./Slugs.ts"

type Section = Record<string, unknown>

/** What a section may hold. */
const most = { datapoints: 200, actions: 200, services: 200, publishers: 200, cameras: 50 } as const

const twist = { linear: { x: "${forward}" }, angular: { z: "${turn}" } }
const still = { linear: { x: 0 }, angular: { z: 0 } }
const bodies: { readonly [type: string]: (twist: object) => object } = {
  "geometry_msgs/msg/Twist": (twist) => twist,
  "geometry_msgs/msg/TwistStamped": (twist) => ({ twist })
}

/** Whether a message has these fields, with a number wherever the body has a value. */
const takes = (fields: ReadonlyArray<TypeField>, body: object): boolean =>
  Object.entries(body).every(([name, value]: [string, unknown]) => {
    const field = fields.find((each) => each.name === name)
    if (field === undefined || field.array) return false
    if (typeof value !== "object" || value === null) return /^float(?:32|64)$/.test(field.type)
    return field.fields !== null && takes(field.fields, value)
  })

/** The graph does not say who listens: a velocity command is known by its type and name. */
const publisherOf = (topic: string, type: string, definition: TypeDefinition | undefined): object | undefined => {
  const body = bodies[type]
  if (body === undefined || !/cmd|command|teleop|joy/.test(topic)) return undefined
  if (definition?.kind === "msg" && !takes(definition.fields, body(still))) return undefined
  return {
    topic,
    type,
    message: body(twist),
    parameters: {
      forward: { type: "float64", default: 0, min_value: -0.5, max_value: 0.5 },
      turn: { type: "float64", default: 0, min_value: -1, max_value: 1 }
    },
    failsafe: { timeout_ms: 500, message: body(still) },
    quiet_timeout_ms: 2000
  }
}

const cameraTypes: ReadonlySet<string> = new Set(["sensor_msgs/msg/Image", "sensor_msgs/msg/CompressedImage"])

/** What a camera's driver adds to its name: `/front/image_raw/compressed` is of the camera `/front`. */
const pictureEndings = /(?<=[^/])(?:\/image(?:_(?:raw|color|mono|rect|rect_color))?)?(?:\/compressed)?$/

const cameraOf = (topic: string, type: string): object => ({
  source: { kind: "ros", topic, type },
  width: 640,
  height: 480,
  fps: 10,
  bitrate_kbps: 1000,
  snapshot_interval_seconds: 10
})

/** A first configuration text for what a robot's ROS graph offers. The same graph gives the same text. */
export const starterOf = (robotName: string, graph: RosGraph, definitions: ReadonlyArray<TypeDefinition>): string => {
  const types = new Map(definitions.map((definition) => [definition.name, definition]))
  const slugs = new Slugs()
  const left: Array<string> = []
  const sections: Record<keyof typeof most, Section> = {
    datapoints: {},
    actions: {},
    services: {},
    publishers: {},
    cameras: {}
  }

  const add = (section: keyof typeof most, name: string, lead: string, value: object) => {
    if (Object.keys(sections[section]).length >= most[section]) left.push(`${name}: the section is full`)
    else sections[section][slugs.take(name, lead)] = value
  }
  const offers = (kind: "topics" | "services" | "actions") =>
    graph[kind]
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      .flatMap(({ name, types: [type] }) => {
        if (type === undefined || isNoise(kind, name, type)) return []
        if (!isSayable(name, type)) {
          left.push(`${name}: ${type} cannot be written in a configuration`)
          return []
        }
        return [{ name, type }]
      })

  for (const { name, type } of offers("actions")) {
    const definition = types.get(type)
    const goal = definition?.kind === "action" ? goalOf(definition.goal) : {}
    add("actions", name, "action", { ros_name: name, type, ...goal })
  }
  for (const { name, type } of offers("services")) {
    const definition = types.get(type)
    const request = definition?.kind === "srv" ? goalOf(definition.request) : {}
    add("services", name, "service", { ros_name: name, type, ...request })
  }
  const names = new Set(graph.topics.map(({ name }) => name))
  for (const { name, type } of offers("topics")) {
    const publisher = publisherOf(name, type, types.get(type))
    if (publisher !== undefined) add("publishers", name, "topic", publisher)
    else if (name.endsWith("/compressedDepth")) left.push(`${name}: depths are no pictures`)
    else if (cameraTypes.has(type) && names.has(`${name}/compressed`))
      left.push(`${name}: the same as JPEG is beside it`)
    else if (cameraTypes.has(type)) {
      add("cameras", name.replace(pictureEndings, ""), "camera", cameraOf(name, type))
    } else if (isHeavy(type)) left.push(`${name}: a ${type} is too large to watch`)
    else add("datapoints", name, "topic", { topic: name, type, ...shapeOf(type, types.get(type)) })
  }

  const filled = Object.entries(sections).filter(([, section]) => Object.keys(section).length > 0)
  const body = stringify(Object.fromEntries(filled), { lineWidth: 0, aliasDuplicateObjects: false })
  const notes = [
    `A first configuration of ${robotName.replaceAll(/\s+/g, " ")}, from what it offers. Delete what no app needs, and give names`,
    "and units to what stays. The range of every parameter is yours to set: the service holds callers to it.",
    ...(left.length === 0 ? [] : ["Left out:", ...left.map((line) => `  ${line}`)])
  ]
  // The service knows a configuration by its first line.
  return `platform: 1\n${notes.map((line) => `# ${line}\n`).join("")}${filled.length === 0 ? "" : body}`
}
