import { Option, Schema } from "effect"
import { goalIdFromBytes } from "../GoalIds.ts"
import type { GoalId, GoalStatus } from "../RosGateway.ts"
import { commonType } from "../TypeLibrary.ts"
import { readCdr } from "../readCdr.ts"
import { readRaw } from "./RawMessage.ts"

/** Every goal a server lists, by id. */
export type GoalList = ReadonlyMap<GoalId, GoalStatus>

export const statusType = "action_msgs/msg/GoalStatusArray"

const GoalInfo = Schema.Struct({ goal_id: Schema.Struct({ uuid: Schema.Union([Schema.Uint8Array, Schema.String]) }) })
const decodeList = Schema.decodeUnknownOption(
  Schema.Struct({ status_list: Schema.Array(Schema.Struct({ goal_info: GoalInfo, status: Schema.Int })) })
)

/** Reads a message of an action's status topic, as CDR or JSON; undefined when it is something else. */
export const readGoalList = (msg: unknown): GoalList | undefined => {
  const raw = readRaw(msg)
  const type = commonType(statusType)
  if (type === undefined) return undefined
  try {
    const decoded = Option.getOrUndefined(decodeList(raw === undefined ? msg : readCdr(type, raw.bytes)))
    return (
      decoded &&
      new Map(
        decoded.status_list.map(({ goal_info: { goal_id }, status }) => {
          const { uuid } = goal_id
          return [typeof uuid === "string" ? goalIdFromBase64(uuid) : goalIdFromBytes(uuid), status]
        })
      )
    )
  } catch {
    return undefined
  }
}

/** A goal's id as rosbridge's JSON has it: 16 bytes in base64. */
export const goalIdFromBase64 = (text: string): GoalId => goalIdFromBytes(Buffer.from(text, "base64"))

const base64Id = Schema.Struct({ uuid: Schema.String })
const decodeFeedback = Schema.decodeUnknownOption(Schema.Struct({ goal_id: base64Id, feedback: Schema.Unknown }))

/** Reads a message of an action's feedback topic, which comes as JSON; undefined when it is something else. */
export const readFeedback = (msg: unknown): { readonly goalId: GoalId; readonly feedback: unknown } | undefined => {
  const decoded = Option.getOrUndefined(decodeFeedback(msg))
  return decoded && { goalId: goalIdFromBase64(decoded.goal_id.uuid), feedback: decoded.feedback }
}

const snake = (name: string): string =>
  name
    .replace(/(.)([A-Z][a-z]+)/g, "$1_$2")
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()

/**
 * How an action's feedback type is spelled to rosbridge: older servers find it only in its Python module, newer ones by
 * its name. A server says nothing to the spelling it does not know, so both are sent.
 */
export const feedbackSpellings = (type: string): ReadonlyArray<string> => {
  const [pack = "", , name = ""] = type.split("/")
  return [`${pack}/action._${snake(name)}/${name}_FeedbackMessage`, `${type}_FeedbackMessage`]
}
