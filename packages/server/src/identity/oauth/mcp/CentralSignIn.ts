import { Context, type Effect } from "effect"
import type { HttpServerRequest, HttpServerResponse } from "effect/http"

/** How a developer signs in to decide about a client of the central endpoint. The portal provides it. */
export class CentralSignIn extends Context.Service<
  CentralSignIn,
  {
    /** Sends the browser to the sign-in that leads to the consent of an interaction. */
    readonly begin: (interaction: {
      readonly id: string
      readonly redirectUri: string
      readonly codeChallenge: string
    }) => Effect.Effect<HttpServerResponse.HttpServerResponse, never, HttpServerRequest.HttpServerRequest>
  }
>()("@fleet/server/CentralSignIn") {}
