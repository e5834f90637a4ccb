import { Schema } from "effect"
import { ConfigIssue } from "./RobotConfig/Issues.ts"
import { Slug } from "./Slug.ts"
import { AnyMap, closed, Count, Text, Timestamp } from "./Wire.ts"

const Version = Count

/** The text a developer works on. `doc` is null where the text is no configuration document, and `issues` say why: at most 200, and how many `more`. */
export const ConfigDraft = Schema.Struct({
  doc: Schema.NullOr(AnyMap),
  source: Schema.String,
  updated_at: Schema.NullOr(Timestamp),
  issues: Schema.Array(ConfigIssue),
  more: Schema.optionalKey(Count)
}).annotate({ identifier: "config-draft" })
export type ConfigDraft = typeof ConfigDraft.Type

export const PutConfigDraftRequest = closed({ source: Text(0, 1_000_000) }).annotate({
  identifier: "put-config-draft-request"
})

export const ConfigPublished = Schema.Struct({ version: Version, published_at: Timestamp }).annotate({
  identifier: "config-publish-response"
})
export type ConfigPublished = typeof ConfigPublished.Type

export const ConfigVersionList = Schema.Struct({ versions: Schema.Array(ConfigPublished) }).annotate({
  identifier: "config-version-list-response"
})

/** A published version. It never changes, so it was last updated when it was published. */
export const ConfigVersion = Schema.Struct({
  version: Version,
  published_at: Timestamp,
  doc: AnyMap,
  source: Schema.String,
  issues: Schema.Array(ConfigIssue),
  more: Schema.optionalKey(Count),
  updated_at: Timestamp
}).annotate({ identifier: "config-version" })
export type ConfigVersion = typeof ConfigVersion.Type

/** What renaming a slug would touch. */
export const SlugUsage = Schema.Struct({
  grant_count: Count,
  app_identifiers: Schema.Array(Schema.String),
  has_recorded_history: Schema.Boolean,
  alert_count: Count
}).annotate({ identifier: "slug-usage" })
export type SlugUsage = typeof SlugUsage.Type

export const RenameSlugRequest = closed({
  from: Slug.annotate({ description: "The slug until now." }),
  to: Slug.annotate({ description: "The slug from now on." })
}).annotate({ identifier: "rename-slug-request" })
export const RenameSlugResponse = Schema.Struct({
  rewritten_grants: Count,
  history_moved: Schema.Boolean,
  requires_publish: Schema.Literal(true)
}).annotate({ identifier: "rename-slug-response" })
export type RenameSlugResponse = typeof RenameSlugResponse.Type
