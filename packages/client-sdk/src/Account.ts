import type { CallOptions } from "./Http.ts"
import type { Request } from "./Request.ts"
import type { Session, SessionEngine } from "./session/Session.ts"
import type { SignedIn } from "./SignedIn.ts"
import type { TwoFactorSetupResponse } from "./types.gen.ts"

/** A person waits in front of these, and so does every refresh: a limit is an error, and not waited out. */
const atOnce: CallOptions = { waitWhenLimited: false }

/** What a signed-in app user changes about their own account. */
export class Account {
  readonly #request: Request
  readonly #engine: SessionEngine

  constructor(request: Request, engine: SessionEngine) {
    this.#request = request
    this.#engine = engine
  }

  /**
   * Sets a password of 12 to 256 characters. Ends the person's other sessions; this one goes on with fresh tokens. Fails
   * with `invalid_credentials` where the current one is wrong.
   */
  async changePassword(
    { currentPassword, newPassword }: { readonly currentPassword: string; readonly newPassword: string },
    options: CallOptions = {}
  ): Promise<Session> {
    const body = { current_password: currentPassword, new_password: newPassword }
    return this.#engine.change(async (request) => ({
      tokens: await request("clientAuth.changePassword", { ...atOnce, ...options, body })
    }))
  }

  /** A new secret, as text and as the address for a QR code. An authenticator that stands stays until `confirmTwoFactor`. */
  setUpTwoFactor(options: CallOptions = {}): Promise<TwoFactorSetupResponse> {
    return this.#request("clientTwoFactor.setup", { ...atOnce, ...options, body: {} })
  }

  /**
   * Proves that the authenticator holds the secret, with the six digits it shows. Ends the other sessions; answers the ten
   * recovery codes this once. Fails with `invalid_code`.
   */
  async confirmTwoFactor({ code }: { readonly code: string }, options: CallOptions = {}): Promise<SignedIn> {
    let recoveryCodes: ReadonlyArray<string> | undefined
    const session = await this.#engine.change(async (request) => {
      const done = await request("clientTwoFactor.confirm", { ...atOnce, ...options, body: { code } })
      recoveryCodes = done.recovery_codes
      return { tokens: done.session, user: { two_factor_enabled: true } }
    })
    return { status: "signed_in", session, recoveryCodes, passwordResetNeeded: false }
  }

  /**
   * Takes the authenticator off, with the six digits it shows. Fails with `invalid_code`, and with `target_state_conflict`
   * where the app requires one.
   */
  async removeTwoFactor({ code }: { readonly code: string }, options: CallOptions = {}): Promise<void> {
    await this.#engine.change(async (request) => {
      await request("clientTwoFactor.remove", { ...atOnce, ...options, body: { code } })
      return { user: { two_factor_enabled: false } }
    })
  }
}
