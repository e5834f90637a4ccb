import { Schema } from "effect"
import { Int, Plain } from "./Wire.ts"

/** What a sign-in or a refresh answers: a short access token and the refresh token that renews it, once. */
export const SessionTokens = Schema.Struct({
  access_token: Schema.String,
  refresh_token: Schema.String,
  token_type: Schema.Literal("Bearer"),
  /** Seconds that the access token lives. */
  expires_in: Int(1, Number.MAX_SAFE_INTEGER)
}).annotate({ identifier: "session-tokens" })
export type SessionTokens = typeof SessionTokens.Type

/** The body of refresh and logout of developers. Open: unknown keys are ignored. */
export const RefreshRequest = Schema.Struct({ refresh_token: Plain }).annotate({ identifier: "refresh-request" })
