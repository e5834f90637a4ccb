import { Schema } from "effect"
import { Text, Timestamp } from "./Wire.ts"

/** What a client may ask an app's endpoint for, in the order of a connection. */
export const McpRequestKind = Schema.Literals([
  "document",
  "missing_document",
  "registration",
  "authorize",
  "token",
  "refresh",
  "call"
])
export type McpRequestKind = typeof McpRequestKind.Type

/** The last request of a kind: `detail` is the path of a document, why it was refused, or the method that was called. */
export const McpClientRequest = Schema.Struct({
  kind: McpRequestKind,
  at: Timestamp,
  ok: Schema.Boolean,
  detail: Schema.NullOr(Text(0, 300))
})
export type McpClientRequest = typeof McpClientRequest.Type

/** What stands in a client's way, or is known of its kind, and what to do. */
export const McpClientAdvice = Schema.Struct({
  code: Schema.Literals([
    "refused",
    "missing_document",
    "not_registered",
    "no_decision",
    "no_token",
    "no_call",
    "call_refused",
    "known_quirk"
  ]),
  message: Text(1, 500)
})
export type McpClientAdvice = typeof McpClientAdvice.Type

/**
 * How the connection of one client goes. Requests that name no client are shown with the clients that came with the same
 * `user_agent`; where there are none, by themselves, with `client_id` null.
 */
export const McpClientReport = Schema.Struct({
  client_id: Schema.NullOr(Schema.String),
  client_name: Schema.NullOr(Text(1, 200)),
  client_name_verified: Schema.Literal(false),
  user_agent: Schema.NullOr(Text(1, 200)),
  first_seen_at: Timestamp,
  last_seen_at: Timestamp,
  /** At most one of each kind, in the order of a connection. */
  requests: Schema.Array(McpClientRequest),
  advice: Schema.Array(McpClientAdvice)
}).annotate({ identifier: "mcp-client-report" })
export type McpClientReport = typeof McpClientReport.Type

/** Seen last comes first; at most 50 clients, and 50 programs that named none. */
export const McpClientListResponse = Schema.Struct({ clients: Schema.Array(McpClientReport) }).annotate({
  identifier: "mcp-client-list-response"
})
