import { Schema } from "effect"
import { AppId } from "./Ids.ts"
import { closed, Text, Timestamp, Uuid } from "./Wire.ts"

/** What a client may be let do over MCP: read, and command. */
export const McpScope = Schema.Literals(["robots:read", "robots:control"])
export type McpScope = typeof McpScope.Type

/** Every scope, in the order in which they are written. */
export const mcpScopes: ReadonlyArray<McpScope> = McpScope.literals

/** A client that asks a person's consent. Nobody has verified its name. */
export const ClientMcpInteraction = Schema.Struct({
  id: Uuid,
  app_id: AppId,
  client_name: Schema.NullOr(Schema.String),
  client_name_verified: Schema.Literal(false),
  scopes: Schema.Array(McpScope),
  /** The caller let this client have these scopes before; false without a bearer. */
  already_granted: Schema.Boolean,
  /** Host and port that the answer goes to; of an app that is opened on this device its scheme and `:`. */
  redirect_host: Text(1, 255),
  expires_at: Timestamp
}).annotate({ identifier: "client-mcp-interaction" })
export type ClientMcpInteraction = typeof ClientMcpInteraction.Type

/** Where the browser goes after a decision: back to the client. */
export const McpDecisionResponse = Schema.Struct({ redirect_to: Schema.String }).annotate({
  identifier: "mcp-decision-response"
})
export type McpDecisionResponse = typeof McpDecisionResponse.Type

/** The decision of a page of consent. */
export const McpDecision = closed({ decision: Schema.Literals(["approve", "deny"]) }).annotate({
  identifier: "mcp-decision"
})

/** The decision of the central endpoint's page of consent. */
export const McpConsentRequest = closed({
  interaction: Schema.String,
  decision: Schema.Literals(["approve", "deny"])
}).annotate({ identifier: "mcp-consent-request" })

/** What a person lets a client do, until it is withdrawn. */
export const McpGrant = Schema.Struct({
  client_id: Schema.String,
  client_name: Schema.NullOr(Text(1, 200)),
  client_name_verified: Schema.Literal(false),
  scopes: Schema.Array(McpScope),
  granted_at: Timestamp,
  last_used_at: Schema.NullOr(Timestamp)
}).annotate({ identifier: "mcp-grant" })
export type McpGrant = typeof McpGrant.Type

/** Newest first. */
export const McpGrantListResponse = Schema.Struct({ grants: Schema.Array(McpGrant) }).annotate({
  identifier: "mcp-grant-list-response"
})
