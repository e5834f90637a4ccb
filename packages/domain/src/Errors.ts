import { Effect, Schema } from "effect"
import { Tier } from "./Caller.ts"
import { CancelledGoal, Job, ParameterViolations } from "./Jobs.ts"
import { ConfigIssue } from "./RobotConfig/Issues.ts"
import { Count, EpochMs } from "./Wire.ts"

/**
 * The fields and the status of one refusal. `_tag` serves `Effect.catchTag` and stays off the wire, where `code` says
 * the same.
 */
const refusal = <const Code extends string, const Details extends Schema.Struct.Fields = {}>(
  code: Code,
  status: number,
  message: string,
  details: Details = {} as Details
) =>
  [
    {
      _tag: Schema.tagDefaultOmit(code),
      code: Schema.tag(code),
      message: Schema.String.pipe(Schema.withConstructorDefault(Effect.succeed(message))),
      ...details
    },
    { httpApiStatus: status }
  ] as const

/** What every conflict and every validation failure names: the field, and the rule it broke. */
const FieldRule = { details: Schema.Struct({ field: Schema.String, rule: Schema.String }) }
const nullable = Schema.NullOr

// 400

export class ValidationError extends Schema.Error<ValidationError>("validation_error")(
  ...refusal("validation_error", 400, "The request is not valid.", FieldRule)
) {}
export class InvalidUuid extends Schema.Error<InvalidUuid>("invalid_uuid")(
  ...refusal("invalid_uuid", 400, "An id in the path is not a uuid.")
) {}
export class InvalidCode extends Schema.Error<InvalidCode>("invalid_code")(
  ...refusal("invalid_code", 400, "The code is not right.", {
    details: Schema.optionalKey(Schema.Struct({ attempts_left: Count }))
  })
) {}
export class BadRequest extends Schema.Error<BadRequest>("bad_request")(
  ...refusal("bad_request", 400, "The request's headers or transfer cannot be read.")
) {}
export class ParameterInvalid extends Schema.Error<ParameterInvalid>("parameter_invalid")(
  ...refusal("parameter_invalid", 400, "The parameters do not fit the configuration.", {
    details: ParameterViolations
  })
) {}
export class InvalidRange extends Schema.Error<InvalidRange>("invalid_range")(
  ...refusal("invalid_range", 400, "The range ends before it begins, or holds too many windows.")
) {}
export class InvalidRedirectUri extends Schema.Error<InvalidRedirectUri>("invalid_redirect_uri")(
  ...refusal("invalid_redirect_uri", 400, "The redirect address is not allowed.")
) {}

// 401

export class Unauthorized extends Schema.Error<Unauthorized>("unauthorized")(
  ...refusal("unauthorized", 401, "A valid credential is required.")
) {}
export class TokenExpired extends Schema.Error<TokenExpired>("token_expired")(
  ...refusal("token_expired", 401, "The session token has expired.")
) {}
export class TokenRevoked extends Schema.Error<TokenRevoked>("token_revoked")(
  ...refusal("token_revoked", 401, "The session was ended.")
) {}
export class InvalidCredentials extends Schema.Error<InvalidCredentials>("invalid_credentials")(
  ...refusal("invalid_credentials", 401, "The sign-in was refused.")
) {}
export class WrongBrowser extends Schema.Error<WrongBrowser>("wrong_browser")(
  ...refusal("wrong_browser", 401, "Continue in the browser that began the sign-in.")
) {}

// 403

export class Forbidden extends Schema.Error<Forbidden>("forbidden")(
  ...refusal("forbidden", 403, "The role does not grant this.")
) {}
export class MethodNotAllowed extends Schema.Error<MethodNotAllowed>("method_not_allowed")(
  ...refusal("method_not_allowed", 403, "The app does not offer this way to sign in.")
) {}
export class RegistrationClosed extends Schema.Error<RegistrationClosed>("registration_closed")(
  ...refusal("registration_closed", 403, "The app takes no registrations.")
) {}
export class DomainNotAllowed extends Schema.Error<DomainNotAllowed>("domain_not_allowed")(
  ...refusal("domain_not_allowed", 403, "The app does not take addresses of this domain.")
) {}
export class SignupClosed extends Schema.Error<SignupClosed>("signup_closed")(
  ...refusal("signup_closed", 403, "Sign-up is closed.")
) {}
export class PlanRequired extends Schema.Error<PlanRequired>("plan_required")(
  ...refusal("plan_required", 403, "The plan does not include this feature.", {
    details: Schema.Struct({ feature: Schema.String, plan: Schema.String, required_plan: Schema.String })
  })
) {}
export class OrgLocked extends Schema.Error<OrgLocked>("org_locked")(
  ...refusal("org_locked", 403, "The organisation is locked.", {
    details: Schema.Struct({ reason: Schema.tag("payment") })
  })
) {}
export class TierRequired extends Schema.Error<TierRequired>("tier_required")(
  ...refusal("tier_required", 403, "A higher tier is required.", {
    details: Schema.Struct({
      required: Tier.annotate({ description: "The tier that the call needs." }),
      actual: Tier.annotate({ description: "The tier of the caller." })
    })
  })
) {}
export class ProviderDisabled extends Schema.Error<ProviderDisabled>("provider_disabled")(
  ...refusal("provider_disabled", 403, "The sign-in provider is disabled.")
) {}
export class ConfirmationRequired extends Schema.Error<ConfirmationRequired>("confirmation_required")(
  ...refusal("confirmation_required", 403, "A person has to allow this first. Open the address, then call again.", {
    details: Schema.Struct({ url: Schema.String })
  })
) {}
export class CapabilityRequired extends Schema.Error<CapabilityRequired>("capability_required")(
  ...refusal("capability_required", 403, "The role lacks a capability.", {
    details: Schema.Struct({ capability: Schema.Literals(["action_history", "assets"]) })
  })
) {}

// 404

export class NotFound extends Schema.Error<NotFound>("not_found")(...refusal("not_found", 404, "No such resource.")) {}
export class UnknownDatapoint extends Schema.Error<UnknownDatapoint>("unknown_datapoint")(
  ...refusal("unknown_datapoint", 404, "The published configuration has no such datapoint.")
) {}
export class NoData extends Schema.Error<NoData>("no_data")(
  ...refusal("no_data", 404, "The datapoint has no sample yet.")
) {}
export class UnknownSlug extends Schema.Error<UnknownSlug>("unknown_slug")(
  ...refusal("unknown_slug", 404, "The configuration has no such slug.")
) {}
export class NoSnapshotYet extends Schema.Error<NoSnapshotYet>("no_snapshot_yet")(
  ...refusal("no_snapshot_yet", 404, "The camera has sent no image yet.")
) {}
export class AssetMissing extends Schema.Error<AssetMissing>("asset_missing")(
  ...refusal("asset_missing", 404, "The file was never uploaded.")
) {}

// 409

export class TargetStateConflict extends Schema.Error<TargetStateConflict>("target_state_conflict")(
  ...refusal("target_state_conflict", 409, "The target is not in a state that allows this.", {
    details: Schema.Struct({
      field: Schema.String,
      rule: Schema.String,
      reason: Schema.optionalKey(Schema.String.annotate({ description: "Why a payment failed, as the provider says." }))
    })
  })
) {}
export class EmailTaken extends Schema.Error<EmailTaken>("email_taken")(
  ...refusal("email_taken", 409, "The address has an account already.")
) {}
export class IdentifierTaken extends Schema.Error<IdentifierTaken>("identifier_taken")(
  ...refusal("identifier_taken", 409, "The identifier is taken.")
) {}
export class LastOwner extends Schema.Error<LastOwner>("last_owner")(
  ...refusal("last_owner", 409, "An organisation keeps at least one owner.")
) {}
export class QuotaExceeded extends Schema.Error<QuotaExceeded>("quota_exceeded")(
  ...refusal("quota_exceeded", 409, "A protection quota is reached.", {
    details: Schema.Struct({ quota: Schema.String, limit: Count })
  })
) {}
export class PlanLimit extends Schema.Error<PlanLimit>("plan_limit")(
  ...refusal("plan_limit", 409, "The plan's limit is reached.", {
    details: Schema.Struct({
      limit: Schema.String,
      used: Count,
      max: Count,
      plan: Schema.String,
      lifted_by: Schema.Struct({ plan: nullable(Schema.String), addon: nullable(Schema.String) }),
      store_bytes: Schema.optionalKey(Count),
      used_bytes: Schema.optionalKey(Count),
      size_bytes: Schema.optionalKey(Count)
    })
  })
) {}
export class RobotInUse extends Schema.Error<RobotInUse>("robot_in_use")(
  ...refusal("robot_in_use", 409, "The robot has a live session open; delete with force=true.")
) {}
export class CancelRejected extends Schema.Error<CancelRejected>("cancel_rejected")(
  ...refusal("cancel_rejected", 409, "The robot refused to cancel.", {
    details: Schema.Struct({ goals: Schema.Array(CancelledGoal) })
  })
) {}
export class Busy extends Schema.Error<Busy>("busy")(
  ...refusal("busy", 409, "A job is running on this slug already.", { details: Schema.Struct({ running: Job }) })
) {}
export class SyncBusy extends Schema.Error<SyncBusy>("sync_busy")(
  ...refusal("busy", 409, "The robot's files are being uploaded.", {
    details: Schema.Struct({ sync_id: Schema.String, started_at_ms: EpochMs })
  })
) {}
export class RecordingsBusy extends Schema.Error<RecordingsBusy>("recordings_busy")(
  ...refusal("busy", 409, "The robot has as many recordings under way as it may.", {
    details: Schema.Struct({
      open: Count.annotate({ description: "How many recordings of the robot are under way." }),
      limit: Count
    })
  })
) {}
export class RobotOffline extends Schema.Error<RobotOffline>("robot_offline")(
  ...refusal("robot_offline", 409, "The robot is not connected.")
) {}
export class CameraOffline extends Schema.Error<CameraOffline>("camera_offline")(
  ...refusal("camera_offline", 409, "The camera is not available.", {
    details: Schema.Struct({ reason: nullable(Schema.String) })
  })
) {}
export class PublisherBusy extends Schema.Error<PublisherBusy>("publisher_busy")(
  ...refusal("publisher_busy", 409, "Somebody else holds the publisher.", {
    details: Schema.Struct({ quiet_timeout_ms: Count, retry_after_ms: Count })
  })
) {}
export class NotRecorded extends Schema.Error<NotRecorded>("not_recorded")(
  ...refusal("not_recorded", 409, "The datapoint keeps no history.")
) {}
export class NotAggregatable extends Schema.Error<NotAggregatable>("not_aggregatable")(
  ...refusal("not_aggregatable", 409, "The values are not numbers.")
) {}
export class ReservedSlug extends Schema.Error<ReservedSlug>("reserved_slug")(
  ...refusal("reserved_slug", 409, "The slug is reserved.")
) {}
export class DuplicateSlug extends Schema.Error<DuplicateSlug>("duplicate_slug")(
  ...refusal("duplicate_slug", 409, "The slug is in use.")
) {}
export class ConfigConflict extends Schema.Error<ConfigConflict>("config_conflict")(
  ...refusal("config_conflict", 409, "The draft changed since it was read.", {
    details: Schema.Struct({ etag: Schema.String })
  })
) {}
export class DraftNotADocument extends Schema.Error<DraftNotADocument>("draft_not_a_document")(
  ...refusal("draft_not_a_document", 409, "The draft is not a configuration document.")
) {}
export class RoleNameTaken extends Schema.Error<RoleNameTaken>("role_name_taken")(
  ...refusal("role_name_taken", 409, "The app has a role of this name.")
) {}
export class RoleInUse extends Schema.Error<RoleInUse>("role_in_use")(
  ...refusal("role_in_use", 409, "The role is in use; name another with move_to.", {
    details: Schema.Struct({ users: Count, invitations: Count, is_default: Schema.Boolean })
  })
) {}
export class LastRole extends Schema.Error<LastRole>("last_role")(
  ...refusal("last_role", 409, "An app keeps at least one role.")
) {}

// 410, 413, 415, 422, 429

export class TokenSpent extends Schema.Error<TokenSpent>("token_spent")(
  ...refusal("token_spent", 410, "The link or code is no longer valid.")
) {}
export class InteractionExpired extends Schema.Error<InteractionExpired>("interaction_expired")(
  ...refusal("interaction_expired", 410, "The request is no longer open.")
) {}
export class FileTooLarge extends Schema.Error<FileTooLarge>("file_too_large")(
  ...refusal("file_too_large", 413, "The file is too large.", {
    details: Schema.Struct({ max_bytes: Count, size_bytes: nullable(Count) })
  })
) {}
export class UnsupportedMediaType extends Schema.Error<UnsupportedMediaType>("unsupported_media_type")(
  ...refusal("unsupported_media_type", 415, "The content type is not supported.")
) {}
export class TemplateInvalid extends Schema.Error<TemplateInvalid>("template_invalid")(
  ...refusal("template_invalid", 422, "The template does not render.", {
    details: Schema.Struct({ part: Schema.Literals(["subject", "text", "html"]), message: Schema.String })
  })
) {}
export class InvalidYaml extends Schema.Error<InvalidYaml>("invalid_yaml")(
  ...refusal("invalid_yaml", 422, "The text is not YAML.", {
    details: Schema.Struct({
      parse_error: Schema.String,
      line: nullable(Count),
      column: nullable(Count),
      issues: Schema.Array(ConfigIssue),
      more: Schema.optionalKey(Count)
    })
  })
) {}
export class UnstorableYaml extends Schema.Error<UnstorableYaml>("unstorable_yaml")(
  ...refusal("unstorable_yaml", 422, "An anchor of the text refers to itself.")
) {}
export class NothingToPublish extends Schema.Error<NothingToPublish>("draft_not_a_document_on_publish")(
  ...refusal("draft_not_a_document", 422, "The draft is not a configuration document.", {
    details: Schema.Struct({ issues: Schema.Array(ConfigIssue), more: Schema.optionalKey(Count) })
  })
) {}
export class ConfigInvalid extends Schema.Error<ConfigInvalid>("validation_error_on_publish")(
  ...refusal("validation_error", 422, "The configuration has errors.", {
    details: Schema.Struct({ issues: Schema.Array(ConfigIssue), more: Schema.optionalKey(Count) })
  })
) {}
export class NotCancellable extends Schema.Error<NotCancellable>("not_cancellable")(
  ...refusal("not_cancellable", 422, "A service call cannot be cancelled.")
) {}
export class ProviderMisconfigured extends Schema.Error<ProviderMisconfigured>("provider_misconfigured")(
  ...refusal("provider_misconfigured", 422, "The provider's discovery document does not fit.")
) {}
export class RateLimited extends Schema.Error<RateLimited>("rate_limited")(
  ...refusal("rate_limited", 429, "Too many requests.", { details: Schema.Struct({ retry_after_ms: Count }) })
) {}

// 500 and above

export class RobotDeletionPartial extends Schema.Error<RobotDeletionPartial>("robot_deletion_partial")(
  ...refusal("robot_deletion_partial", 500, "The robot is deleted in part; delete it again to go on.", {
    details: Schema.Struct({ done: Schema.Array(Schema.String), failed: Schema.String })
  })
) {}
export class InternalError extends Schema.Error<InternalError>("internal_error")(
  ...refusal("internal_error", 500, "Something went wrong.")
) {}
export class PaymentProviderUnavailable extends Schema.Error<PaymentProviderUnavailable>(
  "payment_provider_unavailable"
)(
  ...refusal("payment_provider_unavailable", 502, "The payment provider did not answer; nothing was applied.", {
    details: Schema.Struct({ provider: Schema.String, status: nullable(Count) })
  })
) {}
export class IdpUnavailable extends Schema.Error<IdpUnavailable>("idp_unavailable")(
  ...refusal("idp_unavailable", 502, "The sign-in provider did not answer.")
) {}
export class LiveUnavailable extends Schema.Error<LiveUnavailable>("live_unavailable")(
  ...refusal("live_unavailable", 502, "Live video is not available.")
) {}
export class BillingUnavailable extends Schema.Error<BillingUnavailable>("billing_unavailable")(
  ...refusal("billing_unavailable", 503, "No payment provider is configured.")
) {}
export class AtCapacity extends Schema.Error<AtCapacity>("at_capacity")(
  ...refusal("at_capacity", 503, "This server is at its capacity. Come back later.", {
    details: Schema.Struct({ retry_after_ms: Count })
  })
) {}
export class Unavailable extends Schema.Error<Unavailable>("unavailable")(
  ...refusal("unavailable", 503, "The database or the store of files does not answer. Come back later.", {
    details: Schema.Struct({ retry_after_ms: Count })
  })
) {}
export class BridgeTimeout extends Schema.Error<BridgeTimeout>("bridge_timeout")(
  ...refusal("bridge_timeout", 504, "The robot did not answer in time.")
) {}

/** What the robot itself answered: the code of a service that failed, or of a cancel the bridge could not carry out. */
export class RobotFailure extends Schema.Error<RobotFailure>("robot_failure")(
  {
    _tag: Schema.tagDefaultOmit("robot_failure"),
    code: Schema.String,
    message: Schema.String,
    details: Schema.optionalKey(Schema.Unknown)
  },
  { httpApiStatus: 502 }
) {}

/** Every refusal the service can answer, in one list: the conformance test and the error reference read it. */
export const ApiErrors = [
  ValidationError,
  InvalidUuid,
  InvalidCode,
  BadRequest,
  ParameterInvalid,
  InvalidRange,
  InvalidRedirectUri,
  Unauthorized,
  TokenExpired,
  TokenRevoked,
  InvalidCredentials,
  WrongBrowser,
  Forbidden,
  MethodNotAllowed,
  RegistrationClosed,
  DomainNotAllowed,
  SignupClosed,
  PlanRequired,
  OrgLocked,
  TierRequired,
  ProviderDisabled,
  CapabilityRequired,
  ConfirmationRequired,
  NotFound,
  UnknownDatapoint,
  NoData,
  UnknownSlug,
  NoSnapshotYet,
  AssetMissing,
  TargetStateConflict,
  EmailTaken,
  IdentifierTaken,
  LastOwner,
  QuotaExceeded,
  PlanLimit,
  RobotInUse,
  CancelRejected,
  Busy,
  SyncBusy,
  RecordingsBusy,
  RobotOffline,
  CameraOffline,
  PublisherBusy,
  NotRecorded,
  NotAggregatable,
  ReservedSlug,
  DuplicateSlug,
  ConfigConflict,
  DraftNotADocument,
  RoleNameTaken,
  RoleInUse,
  LastRole,
  TokenSpent,
  InteractionExpired,
  FileTooLarge,
  UnsupportedMediaType,
  TemplateInvalid,
  InvalidYaml,
  UnstorableYaml,
  NothingToPublish,
  ConfigInvalid,
  NotCancellable,
  ProviderMisconfigured,
  RateLimited,
  RobotDeletionPartial,
  InternalError,
  PaymentProviderUnavailable,
  IdpUnavailable,
  LiveUnavailable,
  BillingUnavailable,
  AtCapacity,
  Unavailable,
  BridgeTimeout,
  RobotFailure
] as const

/** Any refusal. */
export const ApiError = Schema.Union(ApiErrors)
export type ApiError = typeof ApiError.Type

/** The HTTP status a refusal is answered with. */
export const statusOf = (error: ApiError): number =>
  (Schema.resolveAnnotations(error.constructor as (typeof ApiErrors)[number])?.httpApiStatus as number | undefined) ??
  500

/** The envelope `{code, message, details?}` of a refusal: the same in an answer, a realtime reply and a tool result. */
export const envelopeOf = (error: ApiError): { code: string; message: string; details?: unknown } => encodeError(error)
const encodeError = Schema.encodeUnknownSync(Schema.toCodecJson(ApiError)) as (error: ApiError) => {
  code: string
  message: string
  details?: unknown
}

// Codes that are never HTTP answers.

/** Codes of `auth_error`, `subscribe_error`, `error` and `hello_error` frames, beside the ones above. */
export const FrameCode = Schema.Literals([
  "invalid_token",
  "protocol_mismatch",
  "bridge_too_old",
  "invalid_frame",
  "unknown_command",
  "not_authenticated",
  "wrong_kind",
  "not_subscribable",
  "limit_reached"
])
export type FrameCode = typeof FrameCode.Type

/** Codes that the cloud and the reference bridge put into `job.error`. Readers accept others. */
export const JobErrorCode = Schema.Literals([
  "job_queue_full",
  "bridge_timeout",
  "bridge_disconnected",
  "action_failed",
  "goal_rejected",
  "goal_send_failed",
  "goal_timeout",
  "result_failed",
  "service_timeout",
  "internal_error",
  "unknown_slug",
  "job_unknown_to_bridge",
  "action_server_lost",
  "goal_uncontrollable",
  "job_lost",
  "config_changed"
])
export type JobErrorCode = typeof JobErrorCode.Type
