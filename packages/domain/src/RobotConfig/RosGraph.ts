import { Schema } from "effect"
import { EpochMs, Text } from "../Wire.ts"
import { AnyRosType, RosName } from "./Grammar.ts"

const Named = Schema.Struct({
  name: RosName,
  types: Schema.Array(AnyRosType).check(Schema.isMinLength(1, { rule: "too_short" }))
})

/** What the robot's ROS graph offered when it was read. */
export const RosGraph = Schema.Struct({
  topics: Schema.Array(Named),
  services: Schema.Array(Named),
  actions: Schema.Array(Named),
  captured_at_ms: EpochMs
}).annotate({ identifier: "ros-graph" })
export type RosGraph = typeof RosGraph.Type

/** A field of a message; `fields` are those of a nested message, null for a primitive. */
export interface TypeField {
  readonly name: string
  readonly type: string
  readonly array: boolean
  readonly fields: ReadonlyArray<TypeField> | null
}

export const TypeField = Schema.Struct({
  name: Text(1, 128),
  type: Text(1, 255),
  array: Schema.Boolean,
  fields: Schema.NullOr(Schema.Array(Schema.suspend((): Schema.Codec<TypeField> => TypeField)))
}).annotate({ identifier: "type-field" })

const Fields = Schema.Array(TypeField)

/** A ROS type with everything nested in it written out. */
export const TypeDefinition = Schema.Union([
  Schema.Struct({ name: AnyRosType, kind: Schema.Literal("msg"), fields: Fields }),
  Schema.Struct({ name: AnyRosType, kind: Schema.Literal("srv"), request: Fields, response: Fields }),
  Schema.Struct({ name: AnyRosType, kind: Schema.Literal("action"), goal: Fields, result: Fields, feedback: Fields })
]).annotate({ identifier: "type-definition" })
export type TypeDefinition = typeof TypeDefinition.Type
