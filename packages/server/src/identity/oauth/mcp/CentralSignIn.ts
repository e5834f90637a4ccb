import { Context, type Effect } from "effect"
import type { Response } from "../../../platform/pages/Answers.ts"
import type { localeOf } from "../../../platform/pages/Locales.ts"

/** How a developer signs in to decide about a client of the central endpoint. The portal provides it. */
export class CentralSignIn extends Context.Service<
  CentralSignIn,
  {
    /** Sends the browser of a request to the sign-in that leads to the consent of an interaction. */
    readonly begin: (
      request: Parameters<typeof localeOf>[0],
      interaction: { readonly id: string; readonly redirectUri: string; readonly codeChallenge: string }
    ) => Effect.Effect<Response>
  }
>()("@fleet/server/CentralSignIn") {}
