import { FleetError } from "./FleetError.ts"
import type { CallOptions, RouteAnswer } from "./Http.ts"
import { challengeOf, randomText } from "./pkce.ts"
import type { RedirectContext } from "./RedirectContext.ts"
import type { Request } from "./Request.ts"
import type { SessionStorage } from "./session/Storage.ts"

/** Which identity provider, and where the browser comes back to. */
export interface ProviderOptions {
  /** The provider's slug, as `signInMethods` lists it. */
  readonly provider: string
  /** A page of one of the app's allowed origins. */
  readonly redirectUri: string
}

interface Pending {
  readonly state: string
  readonly verifier: string
}

const interrupted = (message: string) => new FleetError("sign_in_interrupted", message)

/** An app user's sign-in with an identity provider: there and back, with PKCE. */
export class ProviderSignIn {
  readonly #request: Request
  readonly #baseUrl: string
  readonly #storage: SessionStorage
  readonly #key: string

  constructor(options: RedirectContext) {
    this.#request = options.request
    this.#baseUrl = options.baseUrl
    this.#storage = options.storage
    this.#key = `${options.key}:provider`
  }

  /** The address to send the browser to. What is needed on the way back is kept in the client's storage. */
  async url(app: string, { provider, redirectUri }: ProviderOptions): Promise<string> {
    const pending: Pending = { state: randomText(), verifier: randomText() }
    const challenge = await challengeOf(pending.verifier)
    await this.#storage.set(this.#key, JSON.stringify(pending))
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
    const kept = await this.#storage.get(this.#key)
    await this.#storage.remove(this.#key)
    const given = new URL(callbackUrl).searchParams
    if (kept === null) throw interrupted("No sign-in is under way in this storage.")
    const { state, verifier } = JSON.parse(kept) as Pending
    if (given.get("state") !== state) throw interrupted("The answer belongs to another sign-in.")
    const error = given.get("error")
    if (error !== null)
      throw new FleetError("sign_in_refused", `The sign-in with the provider failed: ${error}.`, { details: { error } })
    const code = given.get("code")
    if (code === null) throw interrupted("No code came back.")
    return this.#request("clientOidc.exchange", { ...options, body: { code, code_verifier: verifier } })
  }
}
