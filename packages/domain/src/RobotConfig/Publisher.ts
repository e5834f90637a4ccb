import { Schema } from "effect"
import { closed, Int } from "../Wire.ts"
import { Description, Message, RosName, RosType } from "./Grammar.ts"
import { ParameterMap } from "./Parameter.ts"

/** What the bridge sends by itself, once, when the holder has been silent for `timeout_ms`. */
export const Failsafe = closed({ timeout_ms: Int(1, 60_000), message: Message })
export type Failsafe = typeof Failsafe.Type

/** A topic that one caller at a time may write to, and loses after `quiet_timeout_ms` of silence. */
export const Publisher = closed({
  topic: RosName,
  type: RosType("msg"),
  message: Message,
  parameters: Schema.optionalKey(ParameterMap),
  failsafe: Failsafe,
  quiet_timeout_ms: Int(0, 600_000),
  description: Schema.optionalKey(Description)
}).annotate({ identifier: "publisher" })
export type Publisher = typeof Publisher.Type
