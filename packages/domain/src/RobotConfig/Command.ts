import { Schema } from "effect"
import { closed } from "../Wire.ts"
import { Description, Message, RosName, RosType } from "./Grammar.ts"
import { ParameterMap } from "./Parameter.ts"

const command = <Type extends Schema.Constraint>(type: Type) => ({
  ros_name: RosName,
  type,
  message: Schema.optionalKey(Message),
  parameters: Schema.optionalKey(ParameterMap),
  description: Schema.optionalKey(Description)
})

/** An action the robot serves. Without `message` its goal is the type's defaults. */
export const Action = closed(command(RosType("action"))).annotate({ identifier: "action" })
export type Action = typeof Action.Type

/** A service the robot serves. Without `message` its request is the type's defaults. */
export const Service = closed(command(RosType("srv"))).annotate({ identifier: "service" })
export type Service = typeof Service.Type
