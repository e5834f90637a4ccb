import { stringify } from "@foxglove/rosmsg"
import { commonType } from "../../ros/TypeLibrary.ts"

/** A service's two definition texts. */
export interface ServiceText {
  readonly type: string
  readonly request: string
  readonly response: string
}

/** The texts of an action's own parts. */
export interface ActionText {
  readonly type: string
  readonly goal: string
  readonly feedback: string
  readonly result: string
}

const divider = "=".repeat(80)

const textOf = (name: string): string => {
  const type = commonType(name)
  if (type === undefined) throw new Error(`${name} is in none of the common packages`)
  const nested = Array.from(type.nested, ([name, fields]) => ({ name, definitions: [...fields] }))
  return stringify([{ definitions: [...type.fields] }, ...nested]).replace(
    /^(time|duration)(\[\S*\])? /gm,
    (_, kind, array = "") => `builtin_interfaces/${kind === "time" ? "Time" : "Duration"}${array} `
  )
}

/** The definition text of a common message type, with everything it contains. */
export const messageText = textOf

/** Appends the text of a contained type to a text that uses it. */
const containing = (text: string, name: string): string =>
  `${text}\n${divider}\nMSG: ${name.replace("/msg/", "/")}\n${textOf(name)}`

const withGoalId = (text: string) =>
  containing(`unique_identifier_msgs/UUID goal_id\n${text}`, "unique_identifier_msgs/msg/UUID")

export const trigger: ServiceText = {
  type: "std_srvs/srv/Trigger",
  request: "",
  response: "bool success\nstring message"
}

export const setBool: ServiceText = {
  type: "std_srvs/srv/SetBool",
  request: "bool data",
  response: "bool success\nstring message"
}

const cancelGoal: ServiceText = {
  type: "action_msgs/srv/CancelGoal",
  request: containing("action_msgs/GoalInfo goal_info", "action_msgs/msg/GoalInfo"),
  response: containing("int8 return_code\naction_msgs/GoalInfo[] goals_canceling", "action_msgs/msg/GoalInfo")
}

/** The hidden services and the feedback topic of an action, flattened as foxglove_bridge writes them. */
export const actionTexts = ({ type, goal, feedback, result }: ActionText) => ({
  sendGoal: {
    type: `${type}_SendGoal`,
    request: withGoalId(goal),
    response: "bool accepted\nbuiltin_interfaces/Time stamp"
  },
  getResult: { type: `${type}_GetResult`, request: withGoalId(""), response: `int8 status\n${result}` },
  cancelGoal,
  feedback: { type: `${type}_FeedbackMessage`, text: withGoalId(feedback) }
})
