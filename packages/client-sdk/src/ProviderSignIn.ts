import { FleetError } from "./FleetError.ts"
import type { CallOptions, RouteAnswer } from "./Http.ts"
import { challengeOf, randomText } from "./pkce.ts"
import type { RedirectContext } from "./RedirectContext.ts"
import type { Request } from "./Request.ts"
import { type Pending, UnderWay } from "./session/UnderWay.ts"

/** Which identity provider, and where the browser comes back to. */
export interface ProviderOptions {
  /** The provider's slug, as `signInMethods` lists it. */
  readonly provider: string
  /** A page of one of the app's allowed origins. */
  readonly redirectUri: string
}

const interrupted = (message: string) => new FleetError("sign_in_interrupted", message)

/** An app user's sign-in with an identity provider: there and back, with PKCE. */
export class ProviderSignIn {
  readonly #request: Request
  readonly #baseUrl: string
  readonly #underWay: UnderWay<Pending>

  constructor(options: RedirectContext) {
    this.#request = options.request
    this.#baseUrl = options.baseUrl
    this.#underWay = new UnderWay(options.storage, `${options.key}:provider`)
  }

  /** The address to send the browser to. What is needed on the way back is kept in the client's storage. */
  async url(app: string, { provider, redirectUri }: ProviderOptions): Promise<string> {
    const pending: Pending = { state: randomText(), verifier: randomText() }
    const challenge = await challengeOf(pending.verifier)
    await this.#underWay.begin(pending)
    const query = new URLSearchParams({
      app_identifier: app,
      redirect_uri: redirectUri,
      state: pending.state,
      code_challenge: challenge
    })
    return `${this.#baseUrl}/api/client/oidc/${encodeURIComponent(provider)}/start?${query}`
  }

  /** Takes what was added to the redirect address. Good once. */
  async complete(callbackUrl: string, options: CallOptions = {}): Promise<RouteAnswer<"clientOidc.exchange">> {
    const given = new URL(callbackUrl).searchParams
    const pending = await this.#underWay.take(given.get("state"))
    if (pending === undefined) throw interrupted("No such sign-in is under way in this storage.")
    const { verifier } = pending
    const error = given.get("error")
    if (error !== null)
      throw new FleetError("sign_in_refused", `The sign-in with the provider failed: ${error}.`, { details: { error } })
    const code = given.get("code")
    if (code === null) throw interrupted("No code came back.")
    return this.#request("clientOidc.exchange", { ...options, body: { code, code_verifier: verifier } })
  }
}
