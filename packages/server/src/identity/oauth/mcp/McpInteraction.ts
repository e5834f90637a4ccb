import { AppId } from "@fleet/domain/Ids"
import { McpScope } from "@fleet/domain/Mcp"
import { Uuid } from "@fleet/domain/Wire"
import { Schema } from "effect"

/** What a client asked for: checked by the caller. */
export const NewMcpInteraction = Schema.Struct({
  app_id: Schema.NullOr(AppId),
  client_id: Schema.String,
  client_name: Schema.NullOr(Schema.String),
  /** Where the answer goes. */
  redirect_uri: Schema.String,
  state: Schema.NullOr(Schema.String),
  code_challenge: Schema.String,
  scopes: Schema.Array(McpScope),
  expires_at: Schema.DateTimeUtcFromDate
})
/** A client that asks for consent. */
export const McpInteraction = Schema.Struct({
  ...NewMcpInteraction.fields,
  id: Uuid,
  decided_at: Schema.NullOr(Schema.DateTimeUtcFromDate)
})

export type McpInteraction = typeof McpInteraction.Type
