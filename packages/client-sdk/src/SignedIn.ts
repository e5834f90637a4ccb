import type { Session } from "./session/Session.ts"

/** The sign-in is complete. */
export interface SignedIn {
  readonly status: "signed_in"
  readonly session: Session
  /** Given once, right after an authenticator was set up: show them, they are not stored here. */
  readonly recoveryCodes: ReadonlyArray<string> | undefined
  /**
   * The account's password opens nothing: it was chosen before the address was proved, and a mailed code proved it. Offer
   * `requestPasswordReset`.
   */
  readonly passwordResetNeeded: boolean
}
