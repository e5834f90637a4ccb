import { Account } from "./Account.ts"
import { FleetError } from "./FleetError.ts"
import type { CallOptions, RouteAnswer } from "./Http.ts"
import type { PortalOptions, PortalSignIn } from "./PortalSignIn.ts"
import type { ProviderOptions, ProviderSignIn } from "./ProviderSignIn.ts"
import type { RedirectContext } from "./RedirectContext.ts"
import type { Request } from "./Request.ts"
import type { Session, SessionEngine, SessionListener } from "./session/Session.ts"
import type { SignedIn } from "./SignedIn.ts"
import type {
  ClientProviderListResponse,
  ClientSignInResult,
  SessionTokens,
  TwoFactorSetupResponse
} from "./types.gen.ts"

/** The person has an authenticator: ask for its code, or for a recovery code. */
export interface TwoFactor {
  readonly status: "two_factor"
  /** As in `SignedIn`. */
  readonly passwordResetNeeded: boolean
  /** Fails with `invalid_code`, and with `token_spent` once the challenge is dead. */
  readonly verify: (
    proof: { readonly code: string } | { readonly recoveryCode: string },
    options?: CallOptions
  ) => Promise<SignedIn>
}

/** The app requires an authenticator and the person has none yet. */
export interface TwoFactorSetup {
  readonly status: "two_factor_setup"
  /** As in `SignedIn`. */
  readonly passwordResetNeeded: boolean
  /** A new secret, as text and as the address for a QR code. */
  readonly setup: (options?: CallOptions) => Promise<TwoFactorSetupResponse>
  /**
   * Proves that the authenticator holds the secret, and completes the sign-in. After a `network_error` call it again:
   * recovery codes that came are not lost.
   */
  readonly confirm: (proof: { readonly code: string }, options?: CallOptions) => Promise<SignedIn>
}

/** What an answer of a sign-in says of the account's password. */
interface MaybeLost {
  readonly password_reset_needed?: true
}

/** Where a sign-in stands: `status` tells which. */
export type SignInStep = SignedIn | TwoFactor | TwoFactorSetup

/** What an own account begins with. A password, of 12 to 256 characters, exactly where the app's password method is on. */
export interface NewAccount {
  readonly password?: string
  readonly displayName?: string | null
}

const accountOf = ({ displayName, password }: NewAccount) => ({
  ...(password === undefined ? {} : { password }),
  ...(displayName === undefined ? {} : { display_name: displayName })
})

/** Signing in and out. A client with a server key has no use for it. */
export class Auth {
  readonly #request: Request
  readonly #engine: SessionEngine
  readonly #app: string | undefined
  readonly #redirects: RedirectContext
  /** The signed-in app user's password and second factor. */
  readonly account: Account

  constructor(request: Request, engine: SessionEngine, app: string | undefined, redirects: RedirectContext) {
    this.#request = request
    this.#engine = engine
    this.#app = app
    this.#redirects = redirects
    this.account = new Account(request, engine)
  }

  /**
   * Signs an app user in. Answers the session, or the step that is still missing. Fails with `invalid_credentials`, whatever
   * was wrong, and with `method_not_allowed` where the app takes no passwords.
   */
  async signInWithPassword(
    credentials: { readonly email: string; readonly password: string },
    options: CallOptions = {}
  ): Promise<SignInStep> {
    const body = { app_identifier: this.#identifier, ...credentials }
    return this.#step(await this.#request("clientAuth.login", { ...options, body }))
  }

  /** How the app's users may sign in. */
  signInMethods(options: CallOptions = {}): Promise<ClientProviderListResponse> {
    return this.#request("clientAuth.providers", { ...options, query: { app_identifier: this.#identifier } })
  }

  /** Asks for a six-digit code by mail. The answer is the same for every address. */
  requestSignInCode({ email }: { readonly email: string }, options: CallOptions = {}): Promise<void> {
    return this.#request("clientAuth.requestCode", { ...options, body: { app_identifier: this.#identifier, email } })
  }

  /**
   * Signs in with the mailed code of six digits. `invalid_code` says how many tries are left; `token_spent` asks for a new
   * code.
   */
  async signInWithCode(
    { code, email }: { readonly email: string; readonly code: string },
    options: CallOptions = {}
  ): Promise<SignInStep> {
    const body = { app_identifier: this.#identifier, email, code }
    return this.#step(await this.#request("clientAuth.verifyCode", { ...options, body }))
  }

  /** Asks for an account. The answer is the same for every address; the mail that follows has a link. */
  register({ email, ...account }: { readonly email: string } & NewAccount, options: CallOptions = {}): Promise<void> {
    const body = { app_identifier: this.#identifier, email, ...accountOf(account) }
    return this.#request("clientAuth.register", { ...options, body })
  }

  /** Asks for a fresh link, for an account whose address is not proven yet. */
  resendVerification({ email }: { readonly email: string }, options: CallOptions = {}): Promise<void> {
    const body = { app_identifier: this.#identifier, email }
    return this.#request("clientAuth.resendVerification", { ...options, body })
  }

  /** Proves the address with the token of the mailed link, and signs in. Fails with `token_spent` when it is used or old. */
  async verifyEmail({ token }: { readonly token: string }, options: CallOptions = {}): Promise<SignInStep> {
    return this.#step(await this.#request("clientAuth.verifyEmail", { ...options, body: { token } }))
  }

  /** Asks for a link to set a new password. The answer is the same for every address. */
  requestPasswordReset({ email }: { readonly email: string }, options: CallOptions = {}): Promise<void> {
    const body = { app_identifier: this.#identifier, email }
    return this.#request("clientAuth.resetPassword", { ...options, body })
  }

  /**
   * Sets a new password, of 12 to 256 characters, with the token of the mailed link; ends every session of the person and
   * signs in. Fails with `token_spent` when the link is used or old.
   */
  async resetPassword(
    { newPassword, token }: { readonly token: string; readonly newPassword: string },
    options: CallOptions = {}
  ): Promise<SignInStep> {
    const body = { token, new_password: newPassword }
    return this.#step(await this.#request("clientAuth.confirmReset", { ...options, body }))
  }

  /** Takes the place that an invitation keeps, and signs in. Fails with `token_spent` when the link is used or old. */
  async acceptInvitation(
    { token, ...account }: { readonly token: string } & NewAccount,
    options: CallOptions = {}
  ): Promise<SignInStep> {
    const body = { token, ...accountOf(account) }
    return this.#step(await this.#request("clientAuth.acceptInvitation", { ...options, body }))
  }

  /** Where to send a developer's browser to sign in; it comes back to `redirectUri`. Needs a `storage` that survives that. */
  async portalUrl(options: PortalOptions): Promise<string> {
    return (await this.#portal()).url(options)
  }

  /**
   * Ends a developer's sign-in, with the address that the browser came back to. Fails with `sign_in_interrupted` where that
   * does not answer what this storage asked.
   */
  async completePortalSignIn(callbackUrl: string, options: CallOptions = {}): Promise<Session> {
    return this.#engine.begin(await (await this.#portal()).complete(callbackUrl, options))
  }

  /**
   * Where to send the browser of somebody who signs in with an identity provider of the app; it comes back to
   * `redirectUri`. Needs a `storage` that survives that.
   */
  providerUrl(options: ProviderOptions): Promise<string> {
    const app = this.#identifier
    return this.#provider().then((provider) => provider.url(app, options))
  }

  /**
   * Ends a sign-in with an identity provider, with the address that the browser came back to. Fails with
   * `sign_in_refused`, whose details say why, and with `sign_in_interrupted` where it does not answer what this storage asked.
   */
  async completeProviderSignIn(callbackUrl: string, options: CallOptions = {}): Promise<SignedIn> {
    return this.#signedIn(await (await this.#provider()).complete(callbackUrl, options))
  }

  /** Takes up tokens that the service issued by another way. */
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
      this.#request(route, { waitWhenLimited: true, body: { refresh_token: refreshToken } }).catch((error) => {
        if (!FleetError.is(error)) throw error
      })
    )
  }

  /** Sign-ins that leave the page are loaded with the first one. */
  async #portal(): Promise<PortalSignIn> {
    return new (await import("./PortalSignIn.ts")).PortalSignIn(this.#redirects)
  }

  async #provider(): Promise<ProviderSignIn> {
    return new (await import("./ProviderSignIn.ts")).ProviderSignIn(this.#redirects)
  }

  get #identifier(): string {
    if (this.#app === undefined) throw new TypeError("createClient needs `app` to sign its users in.")
    return this.#app
  }

  async #step(result: ClientSignInResult & MaybeLost): Promise<SignInStep> {
    if (!("status" in result)) return this.#signedIn(result)
    const { challenge } = result
    const passwordResetNeeded = result.password_reset_needed === true
    if (result.status === "two_factor_required") {
      return {
        status: "two_factor",
        passwordResetNeeded,
        verify: async (proof, options = {}) => {
          const code = "code" in proof ? { code: proof.code } : { recovery_code: proof.recoveryCode }
          const tokens = await this.#request("clientTwoFactor.verify", { ...options, body: { challenge, ...code } })
          return this.#signedIn(tokens)
        }
      }
    }
    let done: RouteAnswer<"clientTwoFactor.confirm"> | undefined
    return {
      status: "two_factor_setup",
      passwordResetNeeded,
      setup: (options = {}) => this.#request("clientTwoFactor.setup", { ...options, body: { challenge } }),
      confirm: async ({ code }, options = {}) => {
        done ??= await this.#request("clientTwoFactor.confirm", { ...options, body: { challenge, code } })
        return this.#signedIn(done.session, done.recovery_codes)
      }
    }
  }

  async #signedIn(tokens: SessionTokens & MaybeLost, recoveryCodes?: ReadonlyArray<string>): Promise<SignedIn> {
    const passwordResetNeeded = tokens.password_reset_needed === true
    return { status: "signed_in", session: await this.#engine.begin(tokens), recoveryCodes, passwordResetNeeded }
  }
}
