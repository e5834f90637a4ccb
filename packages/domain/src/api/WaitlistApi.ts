import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { WaitlistRequest } from "../Waitlist.ts"
import { RateBucket, RateLimited } from "./RateLimited.ts"

/** Who asked to be let in while sign-up is closed. The answer is the same whether or not the address was listed. */
export class WaitlistApi extends HttpApiGroup.make("waitlist")
  .add(
    HttpApiEndpoint.post("join", "/api/waitlist", { payload: WaitlistRequest, success: HttpApiSchema.Accepted })
      .annotate(OpenApi.Summary, "Ask to be let in while sign-up is closed")
      .annotate(RateBucket, "waitlist")
      .middleware(RateLimited)
  )
  .annotateMerge(OpenApi.annotations({ title: "Waitlist" })) {}
