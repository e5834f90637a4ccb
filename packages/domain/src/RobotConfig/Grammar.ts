import { Schema } from "effect"
import { Slug } from "../Slug.ts"
import { AnyMap, Rule, Text } from "../Wire.ts"

const rosName = /^\/[A-Za-z_][A-Za-z0-9_]*(?:\/[A-Za-z_][A-Za-z0-9_]*)*$/u
const fieldPath = /^[a-z_][a-z0-9_]*(?:\[\d+\])?(?:\.[a-z_][a-z0-9_]*(?:\[\d+\])?)*$/u
const placeholder = /^\$\{([a-z][a-z0-9]*(?:_[a-z0-9]+)*)\}$/u

const format = (pattern: RegExp, expected: string) => Schema.isPattern(pattern, { rule: Rule.format, expected })

/** The absolute name of a topic, a service or an action. */
export const RosName = Text(1, 255).check(format(rosName, "an absolute ROS name such as /battery"))

/** A type in the ROS 2 spelling, with the middle segment that says what it is. */
export const RosType = <const Segment extends "msg" | "srv" | "action">(...segments: ReadonlyArray<Segment>) =>
  Text(1, 255).check(
    format(
      new RegExp(`^[a-z][a-z0-9_]*/(?:${segments.join("|")})/[A-Za-z][A-Za-z0-9]*$`, "u"),
      `a ROS 2 type such as ${segments.map((segment) => `package/${segment}/Name`).join(" or ")}`
    )
  )

export const AnyRosType = RosType("msg", "srv", "action")

/** A dotted path into a message, at most one array index per segment. */
export const FieldPath = Text(1, 255).check(format(fieldPath, "a field path such as pose.position.x or ranges[0]"))

/** `${name}`: a shared body where it stands at `message:`, a parameter where it is a value inside a body. */
export const Placeholder = Schema.String.check(format(placeholder, "a placeholder such as ${name}"))

/** The name inside a placeholder, null for any other value. A placeholder is the whole string or none at all. */
export const placeholderName = (value: unknown): string | null =>
  typeof value === "string" ? (placeholder.exec(value)?.[1] ?? null) : null

/** A ROS message as JSON, with placeholders where parameters go. */
export const MessageBody = AnyMap
export type MessageBody = typeof MessageBody.Type

/** What stands at `message:`: a body, or the name of a shared one. */
export const Message = Schema.Union([Placeholder, MessageBody]).annotate({ expected: "a message body or ${shared}" })
export type Message = typeof Message.Type

/** A map of 0 to `max` entries whose keys follow the slug grammar. */
export const SlugMap = <Value extends Schema.Constraint>(value: Value, max = Infinity) => {
  const map = Schema.Record(Schema.String, value).check(Schema.isPropertyNames(Slug))
  return max === Infinity ? map : map.check(Schema.isMaxProperties(max, { rule: Rule.tooLong }))
}

export const Description = Text(1, 2000)
