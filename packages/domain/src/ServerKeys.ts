import { Schema } from "effect"
import { AppId, ServerKeyId } from "./Ids.ts"
import { closed, Name, Text, Timestamp } from "./Wire.ts"

/** A backend's credential for one app. */
export const ServerKey = Schema.Struct({
  id: ServerKeyId,
  app_id: AppId,
  name: Text(1, 120),
  created_at: Timestamp,
  /** At most a minute old. */
  last_used_at: Schema.NullOr(Timestamp)
}).annotate({ identifier: "server-key" })
export type ServerKey = typeof ServerKey.Type

export const ServerKeyListResponse = Schema.Struct({ server_keys: Schema.Array(ServerKey) }).annotate({
  identifier: "server-key-list-response"
})
export const CreateServerKeyRequest = closed({ name: Name(120) }).annotate({ identifier: "create-server-key-request" })

/** The secret `key` is answered here and never again. */
export const ServerKeyResponse = Schema.Struct({
  server_key: ServerKey,
  key: Schema.String.annotate({ description: "The server key. It is answered once." })
}).annotate({
  identifier: "server-key-response"
})
export type ServerKeyResponse = typeof ServerKeyResponse.Type
