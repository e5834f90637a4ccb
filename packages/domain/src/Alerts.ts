import { Schema } from "effect"
import { Moment } from "./Datapoints.ts"
import { AlertId, RobotId } from "./Ids.ts"
import { Condition } from "./RobotConfig/Datapoint.ts"
import { Slug } from "./Slug.ts"
import { AnyJson, closed, Count, EpochMs, Int, QueryInt, Rule, Text, Timestamp } from "./Wire.ts"

export const AlertStateName = Schema.Literals(["ok", "firing"])
export const AlertSeverity = Schema.Literals(["warning", "error"])
export type AlertSeverity = typeof AlertSeverity.Type

const Threshold = Schema.Struct({
  kind: Schema.Literals(["above", "below"]),
  threshold: Schema.Finite,
  resolve_hysteresis: Schema.Finite
})
const Equality = Schema.Struct({
  kind: Schema.Literal("equals"),
  value: Schema.Union([Schema.Finite, Schema.String, Schema.Boolean])
})

/** What an alert fires at. `above` fires at a value of `threshold` or more; `resolve_hysteresis` back from there it ends. */
export const AlertCondition = Schema.Union([Threshold, Equality]).annotate({ identifier: "alert-condition" })
export type AlertCondition = typeof AlertCondition.Type

const alert = {
  id: AlertId,
  robot_id: RobotId,
  /** The datapoint's. */
  slug: Slug,
  name: Text(1, 120),
  enabled: Schema.Boolean,
  severity: AlertSeverity,
  condition: AlertCondition,
  state: AlertStateName,
  /** When the sample that moved it was captured, or when a publish reset it; null before. */
  state_since: Schema.NullOr(Timestamp),
  /** The newest evaluated sample, null before the first. */
  last_value: Schema.NullOr(AnyJson),
  created_at: Timestamp
}

/** A published alert and its state. */
export const Alert = Schema.Struct(alert).annotate({ identifier: "alert" })
export type Alert = typeof Alert.Type

export const AlertListResponse = Schema.Struct({ alerts: Schema.Array(Alert) }).annotate({
  identifier: "alert-list-response"
})

export const OrgAlert = Schema.Struct({ ...alert, robot_name: Text(1, 63) }).annotate({ identifier: "org-alert" })
export type OrgAlert = typeof OrgAlert.Type

export const orgAlertPageSize = 500

export const OrgAlertQuery = closed({
  state: Schema.optionalKey(AlertStateName),
  before: Schema.optionalKey(Text(1, 200)),
  limit: Schema.optionalKey(QueryInt(1, orgAlertPageSize))
})
export type OrgAlertQuery = typeof OrgAlertQuery.Type

/** The newest `state_since` first, null last; `next_cursor` goes into `before`, null is the end. */
export const OrgAlertPage = Schema.Struct({
  alerts: Schema.Array(OrgAlert),
  next_cursor: Schema.NullOr(Schema.String).annotate({
    description: "What the next page is asked for with, as `before`; null where there is none.",
    examples: [null]
  })
}).annotate({ identifier: "org-alert-list-response" })
export type OrgAlertPage = typeof OrgAlertPage.Type

const Seq = Int(1, Number.MAX_SAFE_INTEGER)

/** A move of an alert. `value` is the sample's, null where a publish moved it; `at_ms` is when either was. */
export const AlertTransition = Schema.Struct({
  seq: Seq,
  alert_id: AlertId,
  slug: Slug,
  name: Text(1, 120),
  state: AlertStateName,
  value: AnyJson,
  at_ms: EpochMs
}).annotate({ identifier: "alert-transition" })
export type AlertTransition = typeof AlertTransition.Type

export const alertPageSize = { default: 100, max: 200 }

export const AlertHistoryQuery = closed({
  before_seq: Schema.optionalKey(QueryInt(1, Number.MAX_SAFE_INTEGER)),
  limit: Schema.optionalKey(QueryInt(1, alertPageSize.max))
})
export type AlertHistoryQuery = typeof AlertHistoryQuery.Type

/** Newest first; `next_cursor` goes into `before_seq`, null is the end. */
export const AlertHistoryPage = Schema.Struct({
  transitions: Schema.Array(AlertTransition),
  next_cursor: Schema.NullOr(Seq)
}).annotate({ identifier: "alert-history-page" })
export type AlertHistoryPage = typeof AlertHistoryPage.Type

const PreviewCondition = Condition.check(
  Schema.makeFilter(
    ({ fire_at, resolve_at }) =>
      resolve_at === undefined ||
      typeof fire_at === "number" || { path: ["resolve_at"], issue: "belongs to a threshold" },
    { rule: Rule.notAllowed }
  ),
  Schema.makeFilter(
    ({ fire_at, resolve_at }) => resolve_at !== fire_at || { path: ["resolve_at"], issue: "must differ from fire_at" },
    { rule: Rule.invalidValue }
  )
)

/** Bounds of one preview. */
export const previewLimits = { samples: 100_000, transitions: 1000 }

/** A condition to try on what a datapoint recorded in the half-open range [from, to), the last hour by default. */
export const AlertPreviewRequest = closed({
  slug: Slug,
  condition: PreviewCondition,
  from: Schema.optionalKey(Moment),
  to: Schema.optionalKey(Moment)
})
export type AlertPreviewRequest = typeof AlertPreviewRequest.Type

/**
 * The moves of an alert that began with `ok`, oldest first. Samples closer together than `sample_gap_ms` are not recorded.
 * `truncated` where there was more than a preview reads or answers.
 */
export const AlertPreview = Schema.Struct({
  transitions: Schema.Array(Schema.Struct({ state: AlertStateName, at_ms: EpochMs, value: AnyJson })),
  sample_gap_ms: Count,
  truncated: Schema.Boolean
}).annotate({ identifier: "alert-preview" })
export type AlertPreview = typeof AlertPreview.Type

/** The wire's form of a document's condition. */
export const alertConditionOf = ({ fire_at, resolve_at }: Condition): AlertCondition =>
  resolve_at === undefined || typeof fire_at !== "number"
    ? { kind: "equals", value: fire_at }
    : {
        kind: fire_at > resolve_at ? "above" : "below",
        threshold: fire_at,
        // Between the ends of what a number can be the distance is more than a number can be.
        resolve_hysteresis: Math.min(Math.abs(fire_at - resolve_at), Number.MAX_VALUE)
      }
