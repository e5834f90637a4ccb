import { Schema } from "effect"
import { RobotId, RoleId } from "./Ids.ts"
import { ExposureKind, Slug } from "./Slug.ts"
import { AnyMap, Int } from "./Wire.ts"

/** A slug that can be granted. */
export const Exposed = Schema.Struct({ slug: Slug, kind: ExposureKind, builtin: Schema.Boolean }).annotate({
  identifier: "exposure"
})
export type Exposed = typeof Exposed.Type

export const ExposureListResponse = Schema.Struct({ exposures: Schema.Array(Exposed) }).annotate({
  identifier: "exposure-list-response"
})

/** What one exposure is for. `input_schema` is the flat parameter map as JSON Schema, null without parameters. */
export const DescribedExposure = Schema.Struct({
  slug: Slug,
  kind: ExposureKind,
  description: Schema.NullOr(Schema.String),
  unit: Schema.NullOr(Schema.String),
  decimals: Schema.NullOr(Schema.Finite),
  input_schema: Schema.NullOr(AnyMap),
  failsafe_timeout_ms: Schema.optionalKey(Schema.NullOr(Int(1, 60_000))).annotateKey({
    description:
      "Of publishers: after so many milliseconds without a message of its holder the robot is sent the failsafe message.",
    examples: [500]
  })
}).annotate({ identifier: "described-exposure" })
export type DescribedExposure = typeof DescribedExposure.Type

/** What a caller may do with a robot, in a form that a program or a model can use. Granted exposures only. */
export const RobotDatasheet = Schema.Struct({
  robot_id: RobotId,
  robot_name: Schema.String,
  capabilities: Schema.Struct({ action_history: Schema.Boolean, assets: Schema.Boolean }),
  exposures: Schema.Array(DescribedExposure)
}).annotate({ identifier: "mcp-robot-datasheet" })
export type RobotDatasheet = typeof RobotDatasheet.Type

/** What a role may do with each robot that its app lists; without a grant, nothing. */
export const RoleDatasheetResponse = Schema.Struct({
  role_id: RoleId,
  robots: Schema.Array(RobotDatasheet)
}).annotate({ identifier: "role-datasheet-response" })
export type RoleDatasheetResponse = typeof RoleDatasheetResponse.Type
