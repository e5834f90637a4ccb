import { actionPart } from "../../ros/ActionParts.ts"
import { isHidden } from "../../ros/GraphNames.ts"
import type { Field, RosType } from "../../ros/RosType.ts"
import { commonType, withoutMsg } from "../../ros/TypeLibrary.ts"
import type { RosGraph } from "../ros/Graph.ts"
import { rosTime } from "../Time.ts"
import { parsed } from "./WriteMessage.ts"

/** Releases of rosbridge_suite whose ways are played. The newer one answers refused goals and calls in threads. */
export type RosbridgeVersion = "2.0.0" | "3.1.0"

/** What the answers are taken from. */
export interface RosapiHost {
  readonly graph: RosGraph
  readonly version: RosbridgeVersion
  /** Whether an action's server is listed, which is no proof that it lives. */
  readonly isListed: (action: string) => boolean
}

const idl: Readonly<Record<string, string>> = {
  bool: "boolean",
  float32: "float",
  float64: "double",
  time: "builtin_interfaces/Time",
  duration: "builtin_interfaces/Duration"
}

const stamp: ReadonlyArray<Field> = [
  { name: "sec", type: "int32" },
  { name: "nanosec", type: "uint32" }
]

const typedef = (type: string, fields: ReadonlyArray<Field>) => ({
  type,
  fieldnames: fields.map(({ name }) => `_${name}`),
  fieldtypes: fields.map((field) => idl[field.type] ?? field.type),
  fieldarraylen: fields.map((field) => (field.isArray === true ? (field.arrayLength ?? 0) : -1)),
  examples: fields.map(() => ""),
  constnames: ["SLOT_TYPES", ...fields.map(({ name }) => name)],
  constvalues: ["(<rosidl_parser.definition.BasicType object at 0x7f1d002ce020>,)", ...fields.map(() => "")]
})

const details = (type: RosType | undefined, name: string) => {
  if (type === undefined) return { typedefs: [] }
  const lists = [type.fields, ...type.nested.values()].flat()
  const times = Object.entries(idl).filter(([short]) => lists.some((field) => field.type === short && short !== "bool"))
  return {
    typedefs: [
      typedef(name, type.fields),
      ...Array.from(type.nested, ([inner, fields]) => typedef(inner, fields)),
      ...times.filter(([, full]) => full.includes("/")).map(([, full]) => typedef(full, stamp))
    ]
  }
}

const withoutPart = (type: RosType): RosType => ({ ...type, fields: type.fields.slice(1) })

/** The answer of one of rosapi's services; undefined when there is no such service. */
export const askRosapi = (
  { graph, isListed, version }: RosapiHost,
  name: string,
  args: unknown
): object | undefined => {
  const asked = args as { readonly [key: string]: string | undefined }
  const topics = Array.from(graph.topics.values()).filter((topic) => !isHidden(topic.name))
  const named = { topics: topics.map((topic) => topic.name), types: topics.map(({ type }) => type) }
  const wanted = asked["type"] ?? ""
  const service = () => Array.from(graph.services.values()).find(({ definition }) => definition.type === wanted)
  const part = (of: "request" | "response", spelled: string) => {
    const definition = service()?.definition
    return details(
      definition && parsed(`${wanted}_${spelled}`, definition[of]),
      `${wanted.replace("/srv/", "/")}_${spelled}`
    )
  }
  const actionPartOf = (suffix: string, of: "request" | "response") => {
    const found = Array.from(graph.services.values()).find(({ definition }) => definition.type === `${wanted}${suffix}`)
    return details(found && withoutPart(parsed(wanted, found.definition[of])), wanted)
  }
  const message = (type: string) => {
    const text = topics.find((topic) => topic.type === type)?.text
    return text === undefined ? commonType(type) : parsed(type, text)
  }
  switch (name) {
    case "topics":
      return named
    case "topics_and_raw_types":
      return { ...named, typedefs_full_text: topics.map(({ text }) => text) }
    case "action_servers":
      return { action_servers: Array.from(graph.actions.keys()).filter(isListed) }
    case "services":
      return { services: [...Array.from(graph.services.keys()).filter((each) => !isHidden(each)), "/rosapi/topics"] }
    case "service_type": {
      const found = graph.services.get(asked["service"] ?? "")
      return { type: found === undefined || isHidden(found.name) ? "" : found.definition.type }
    }
    case "nodes":
      return { nodes: ["/fleet_sim", "/rosapi", "/rosbridge_websocket"] }
    case "get_time":
      return { time: rosTime() }
    case "get_ros_version":
      return { version: 2, distro: version === "2.0.0" ? "humble" : "kilted" }
    case "message_details":
      return details(message(wanted), withoutMsg(wanted))
    case "service_request_details":
      return part("request", "Request")
    case "service_response_details":
      return part("response", "Response")
  }
  if (version === "2.0.0") return undefined
  switch (name) {
    case "action_type": {
      const goal = graph.services.get((asked["action"] ?? "") + actionPart.sendGoal)?.definition.type
      return { type: goal?.replace(/_SendGoal$/, "") ?? "" }
    }
    case "action_goal_details":
      return actionPartOf("_SendGoal", "request")
    case "action_result_details":
      return actionPartOf("_GetResult", "response")
    case "action_feedback_details": {
      const found = Array.from(graph.topics.values()).find(({ type }) => type === `${wanted}_FeedbackMessage`)
      return details(found && withoutPart(parsed(wanted, found.text)), wanted)
    }
  }
  return undefined
}
