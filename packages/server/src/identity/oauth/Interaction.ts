import { DeveloperId } from "@fleet/domain/Ids"
import { Uuid } from "@fleet/domain/Wire"
import { Schema } from "effect"

/** `open`: nothing is proven. `consent`: all is, and the person is asked. `ended`: nothing more can be done with it. */
export const Step = Schema.Literals(["open", "two_factor", "setup", "enrolled", "organization", "consent", "ended"])
export type Step = typeof Step.Type

/** What a mailed code is for. */
export const Purpose = Schema.Literals(["sign_in", "sign_up"])
export type Purpose = typeof Purpose.Type

/** How a sign-in was done. */
export const Method = Schema.Literals(["email_code", "passkey"])
export type Method = typeof Method.Type

/** What a client asked for: checked by the caller. */
export const AuthorizationRequest = Schema.Struct({
  client_id: Schema.String,
  redirect_uri: Schema.String,
  state: Schema.String,
  code_challenge: Schema.String
})
export type AuthorizationRequest = typeof AuthorizationRequest.Type

/** A sign-in of a developer under way, bound to the browser that holds the cookie. */
export const Interaction = Schema.Struct({
  ...AuthorizationRequest.fields,
  id: Uuid,
  cookie_hash: Schema.Uint8Array,
  step: Step,
  purpose: Schema.NullOr(Purpose),
  email: Schema.NullOr(Schema.String),
  display_name: Schema.NullOr(Schema.String),
  developer_id: Schema.NullOr(DeveloperId),
  token_version: Schema.NullOr(Schema.Int),
  method: Schema.NullOr(Method),
  factor_attempts_left: Schema.Int,
  /** What the setup of a second factor shows: the key of the authenticator, then the recovery codes. */
  sealed_one_time_secret: Schema.NullOr(Schema.Uint8Array),
  expires_at: Schema.DateTimeUtcFromDate
})
export type Interaction = typeof Interaction.Type

export type InteractionChange = Partial<
  Omit<Interaction, "id" | "cookie_hash" | "expires_at" | keyof AuthorizationRequest>
>

/** The change that ends an interaction. */
export const endedInteraction = {
  step: "ended",
  sealed_one_time_secret: null
} as const satisfies InteractionChange
