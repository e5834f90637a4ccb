import { Schema } from "effect"
import { AnyRosType } from "./RobotConfig/Grammar.ts"
import { RosGraph, TypeDefinition } from "./RobotConfig/RosGraph.ts"
import { closed, Rule, Timestamp } from "./Wire.ts"

/** What a robot's ROS graph offered when it was read last; `stale` while the robot is offline. */
export const Introspection = Schema.Struct({
  graph: RosGraph,
  fetched_at: Timestamp,
  stale: Schema.Boolean
}).annotate({ identifier: "introspection" })
export type Introspection = typeof Introspection.Type

export const TypeListResponse = Schema.Struct({ types: Schema.Array(TypeDefinition) }).annotate({
  identifier: "type-list-response"
})

/** Type names that one request, or one question to a bridge, may have. */
export const maxTypeNames = 50

export const FetchTypesRequest = closed({
  type_names: Schema.Array(AnyRosType).check(
    Schema.isMinLength(1, { rule: Rule.tooShort }),
    Schema.isMaxLength(maxTypeNames, { rule: Rule.tooLong })
  )
}).annotate({ identifier: "fetch-types-request" })

/** Each name that was asked for is in exactly one of the two. */
export const FetchTypesResponse = Schema.Struct({
  types: Schema.Array(TypeDefinition),
  unresolved: Schema.Array(Schema.String)
}).annotate({ identifier: "fetch-types-response" })
export type FetchTypesResponse = typeof FetchTypesResponse.Type
