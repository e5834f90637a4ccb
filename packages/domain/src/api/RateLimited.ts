import { Context } from "effect"
import { HttpApiMiddleware } from "effect/unstable/httpapi"
import { RateLimited as Refusal } from "../Errors.ts"

/** Which window a route is counted in, by the caller's address. */
export class RateBucket extends Context.Service<RateBucket, "client_login" | "session">()("@fleet/domain/RateBucket") {}

/** Routes annotated with a bucket. Counted before anything else is looked at. */
export class RateLimited extends HttpApiMiddleware.Service<RateLimited>()("@fleet/domain/RateLimited", {
  error: Refusal
}) {}
