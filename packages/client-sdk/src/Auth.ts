import { FleetError } from "./FleetError.ts"
import type { CallOptions } from "./Http.ts"
import type { Request } from "./Request.ts"
import type { Session, SessionEngine, SessionListener } from "./session/Session.ts"
import type { ClientSignInResult, SessionTokens, TwoFactorSetupResponse } from "./types.gen.ts"

/** The sign-in is complete. */
export interface SignedIn {
  readonly status: "signed_in"
  readonly session: Session
  /** Given once, right after an authenticator was set up: show them, they are not stored here. */
  readonly recoveryCodes: ReadonlyArray<string> | undefined
}

/** The person has an authenticator: ask for its code, or for a recovery code. */
export interface TwoFactor {
  readonly status: "two_factor"
  /** Fails with `invalid_code`, and with `token_spent` once the challenge is dead. */
  readonly verify: (
    proof: { readonly code: string } | { readonly recoveryCode: string },
    options?: CallOptions
  ) => Promise<SignedIn>
}

/** The app requires an authenticator and the person has none yet. */
export interface TwoFactorSetup {
  readonly status: "two_factor_setup"
  /** A new secret, as text and as the address for a QR code. */
  readonly setup: (options?: CallOptions) => Promise<TwoFactorSetupResponse>
  /** Proves that the authenticator holds the secret, and completes the sign-in. */
  readonly confirm: (proof: { readonly code: string }, options?: CallOptions) => Promise<SignedIn>
}

export type SignInStep = SignedIn | TwoFactor | TwoFactorSetup

/** Signing in and out. A client with a server key has no session: every method here fails for it. */
export class Auth {
  readonly #request: Request
  readonly #engine: SessionEngine
  readonly #app: string | undefined

  constructor(request: Request, engine: SessionEngine, app: string | undefined) {
    this.#request = request
    this.#engine = engine
    this.#app = app
  }

  /** Signs an app user in. Answers the session, or the step that is still missing. */
  async signInWithPassword(
    credentials: { readonly email: string; readonly password: string },
    options: CallOptions = {}
  ): Promise<SignInStep> {
    if (this.#app === undefined) throw new TypeError("createClient needs `app` to sign its users in.")
    const body = { app_identifier: this.#app, ...credentials }
    return this.#step(await this.#request("clientAuth.login", { ...options, body }))
  }

  /** Takes up tokens that the service issued by another way, through a provider for instance. */
  async useTokens(tokens: SessionTokens): Promise<Session> {
    return this.#engine.begin(tokens)
  }

  /** Who is signed in, or null. */
  session(): Promise<Session | null> {
    return this.#engine.current()
  }

  /** Calls back on sign-in, refresh and sign-out, those of other tabs included. Answers how to stop. */
  onChange(listener: SessionListener): () => void {
    return this.#engine.onChange(listener)
  }

  /** Ends the session here even where the service cannot be reached; then its tokens run out by themselves. */
  async signOut(): Promise<void> {
    const route = this.#app === undefined ? "auth.logout" : "clientAuth.logout"
    await this.#engine.signOut((refreshToken) =>
      this.#request(route, { body: { refresh_token: refreshToken } }).catch((error) => {
        if (!FleetError.is(error)) throw error
      })
    )
  }

  async #step(result: ClientSignInResult): Promise<SignInStep> {
    if (!("status" in result)) return this.#signedIn(result)
    const { challenge } = result
    if (result.status === "two_factor_required") {
      return {
        status: "two_factor",
        verify: async (proof, options = {}) => {
          const code = "code" in proof ? { code: proof.code } : { recovery_code: proof.recoveryCode }
          const tokens = await this.#request("clientTwoFactor.verify", { ...options, body: { challenge, ...code } })
          return this.#signedIn(tokens)
        }
      }
    }
    return {
      status: "two_factor_setup",
      setup: (options = {}) => this.#request("clientTwoFactor.setup", { ...options, body: { challenge } }),
      confirm: async ({ code }, options = {}) => {
        const done = await this.#request("clientTwoFactor.confirm", { ...options, body: { challenge, code } })
        return this.#signedIn(done.session, done.recovery_codes)
      }
    }
  }

  async #signedIn(tokens: SessionTokens, recoveryCodes?: ReadonlyArray<string>): Promise<SignedIn> {
    return { status: "signed_in", session: await this.#engine.begin(tokens), recoveryCodes }
  }
}
