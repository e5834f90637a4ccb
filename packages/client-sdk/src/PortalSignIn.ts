import { FleetError } from "./FleetError.ts"
import type { CallOptions } from "./Http.ts"
import { challengeOf, randomText } from "./pkce.ts"
import type { RedirectContext } from "./RedirectContext.ts"
import type { Request } from "./Request.ts"
import { type Pending, UnderWay } from "./session/UnderWay.ts"
import type { SessionTokens } from "./types.gen.ts"

/** Where a developer signs in, and where the browser comes back to. */
export interface PortalOptions {
  /** One of the addresses that the service knows the console by, to the letter. */
  readonly redirectUri: string
  /** The portal's origin, where it is not the service's own. */
  readonly portalUrl?: string
  /** Found an organisation instead of signing in. */
  readonly signUp?: boolean
  /** The language of the portal's pages, `en` or `de`; the browser's by default. */
  readonly locale?: string
}

interface PortalPending extends Pending {
  readonly redirectUri: string
}

/** The portal's origin by default, as at the service: a passkey belongs to a name, and a loopback address has one. */
const portalOf = (baseUrl: string): string =>
  baseUrl.replace(/^(https?:\/\/)(?:127\.0\.0\.1|\[::1\])(?=[:/]|$)/, "$1localhost")

const interrupted = (message: string) => new FleetError("sign_in_interrupted", message)

/** The console's sign-in: the portal's page and back, with PKCE. */
export class PortalSignIn {
  readonly #request: Request
  readonly #baseUrl: string
  readonly #underWay: UnderWay<PortalPending>

  constructor(options: RedirectContext) {
    this.#request = options.request
    this.#baseUrl = options.baseUrl
    this.#underWay = new UnderWay(options.storage, `${options.key}:portal`)
  }

  /** The address to send the browser to. What is needed on the way back is kept in the client's storage. */
  async url({
    locale,
    portalUrl = portalOf(this.#baseUrl),
    redirectUri,
    signUp = false
  }: PortalOptions): Promise<string> {
    const pending: PortalPending = { state: randomText(), verifier: randomText(), redirectUri }
    const challenge = await challengeOf(pending.verifier)
    await this.#underWay.begin(pending)
    const query = new URLSearchParams({
      response_type: "code",
      client_id: "console",
      redirect_uri: redirectUri,
      state: pending.state,
      code_challenge: challenge,
      code_challenge_method: "S256",
      ...(signUp ? { prompt: "create" } : {}),
      ...(locale === undefined ? {} : { lang: locale })
    })
    return `${portalUrl.replace(/\/$/, "")}/console/oauth/authorize?${query}`
  }

  /** Takes what the portal added to the redirect address. Good once. */
  async complete(callbackUrl: string, options: CallOptions = {}): Promise<SessionTokens> {
    const given = new URL(callbackUrl).searchParams
    const pending = await this.#underWay.take(given.get("state"))
    if (pending === undefined) throw interrupted("No such sign-in is under way in this storage.")
    const { redirectUri, verifier } = pending
    const code = given.get("code")
    if (code === null) throw interrupted(given.get("error_description") ?? given.get("error") ?? "No code came back.")
    const body = {
      grant_type: "authorization_code",
      client_id: "console",
      redirect_uri: redirectUri,
      code,
      code_verifier: verifier
    } as const
    return this.#request("portal.token", { ...options, body }).catch((error: unknown) => {
      // OAuth's own refusal: the code was used, or came too late.
      throw FleetError.is(error) && error.status === 400 ? interrupted("The code is not good any more.") : error
    })
  }
}
