import { AppUserId } from "@fleet/domain/Ids"
import { Uuid } from "@fleet/domain/Wire"
import { Schema } from "effect"

/** A command as a person is shown it. */
export const McpCommand = Schema.Struct({
  robot: Schema.String,
  tool: Schema.Literals(["start_action", "call_service", "publish"]),
  slug: Schema.String,
  client: Schema.NullOr(Schema.String),
  parameters: Schema.Record(Schema.String, Schema.Unknown)
})
export type McpCommand = typeof McpCommand.Type

export const ConfirmationKey = Schema.Struct({
  app_user_id: AppUserId,
  client_id: Schema.String,
  arguments_hash: Schema.Uint8Array
})
/** Whose command it is, and of which arguments. */
export type ConfirmationKey = typeof ConfirmationKey.Type

/** The page on which a question is decided, and the secret with which the client that asked it answers. */
export const ConfirmationIds = Schema.Struct({ id: Uuid, state: Uuid })
export type ConfirmationIds = typeof ConfirmationIds.Type

/** A command that waits for a person's yes, or has it. */
export const McpConfirmation = Schema.Struct({
  ...ConfirmationIds.fields,
  ...ConfirmationKey.fields,
  command: McpCommand,
  decision: Schema.NullOr(Schema.Literals(["approve", "deny"])),
  expires_at: Schema.DateTimeUtcFromDate
})
export type McpConfirmation = typeof McpConfirmation.Type
