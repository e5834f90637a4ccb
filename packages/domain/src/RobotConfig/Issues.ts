import { Schema } from "effect"

/** Everything the validator can say of a document. */
export const IssueCode = Schema.Literals([
  "unknown_key",
  "explicit_null",
  "invalid_rate",
  "requires_single_field",
  "invalid_condition",
  "constraint_not_allowed_for_type",
  "value_type_mismatch",
  "failsafe_has_parameters",
  "too_big",
  "too_small",
  "invalid_type",
  "invalid_value",
  "invalid_format",
  "missing_key",
  "custom",
  "reserved_slug",
  "duplicate_slug",
  "undeclared_parameter",
  "unused_parameter",
  "unknown_message",
  "nested_message_reference",
  "unknown_topic",
  "unknown_field_path",
  "type_mismatch",
  "requires_numeric_field",
  "unknown_type",
  "checks_skipped"
])
export type IssueCode = typeof IssueCode.Type

/**
 * One finding. `path` is dotted with `[n]` indices, `(document)` for the whole, a blank key as its JSON string. `slug`
 * is set inside the five exposure sections.
 */
export const ConfigIssue = Schema.Struct({
  path: Schema.String,
  slug: Schema.NullOr(Schema.String),
  code: IssueCode,
  message: Schema.String,
  severity: Schema.Literals(["error", "warning"])
}).annotate({ identifier: "config-issue" })
export type ConfigIssue = typeof ConfigIssue.Type
