import { Context } from "effect"
import { HttpApiMiddleware } from "effect/http-api"
import { RateLimited as Refusal } from "../Errors.ts"

/** The windows that routes are counted in by the caller's address. */
export type AddressBucket =
  | "client_login"
  | "login_code"
  | "login_code_verify"
  | "register"
  | "resend_verification"
  | "password_reset"
  | "verify_email"
  | "reset_confirm"
  | "accept"
  | "team_accept"
  | "session"
  | "oidc_start"
  | "oidc_callback"
  | "oidc_exchange"
  | "portal_identify"
  | "portal_code"
  | "portal_passkey"
  | "portal_sign_up"
  | "console_token"
  | "waitlist"
  | "billing_webhook"

/** Which window a route is counted in, by the caller's address. */
export class RateBucket extends Context.Service<RateBucket, AddressBucket>()("@fleet/domain/RateBucket") {}

/** Routes annotated with a bucket. Counted before anything else is looked at. */
export class RateLimited extends HttpApiMiddleware.Service<RateLimited>()("@fleet/domain/RateLimited", {
  error: Refusal
}) {}
