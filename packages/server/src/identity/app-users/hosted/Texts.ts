/** A page of a title and one sentence. */
export interface Said {
  readonly title: string
  readonly body: string
}

/** What led to the last page. */
export type HostedAction = "signed_in" | "verified" | "reset" | "joined" | "password_lost"

/** Every text of the hosted pages. */
export interface Texts {
  readonly email: string
  readonly password: string
  readonly newPassword: string
  readonly displayName: string
  readonly displayNameHint: string
  readonly passwordHint: string
  readonly code: string
  readonly otherAddress: string
  /** Below a page that waits for a mail. */
  readonly noMail: string
  readonly toSignIn: string
  readonly signIn: {
    readonly title: string
    readonly submit: string
    readonly byCode: string
    readonly byCodeHint: string
    readonly sendCode: string
    readonly forgot: string
    readonly signUp: string
    /** After every refusal. */
    readonly unproven: string
  }
  /** Signing in with an identity provider. */
  readonly provider: {
    readonly with: (name: string) => string
    /** The title above each of the others. */
    readonly failed: string
    readonly noAccess: string
    readonly emailTaken: string
    readonly emailUnverified: string
    readonly noEmail: string
    readonly unavailable: string
    readonly cancelled: string
  }
  readonly codeSent: Said & { readonly submit: string; readonly again: string }
  readonly signUp: {
    readonly title: string
    readonly submit: string
    readonly hasAccount: string
    readonly sent: Said
    readonly resend: string
  }
  readonly verify: Said & { readonly submit: string; readonly dead: Said }
  readonly forgot: Said & { readonly submit: string; readonly back: string; readonly sent: Said }
  readonly reset: { readonly title: string; readonly submit: string; readonly dead: Said; readonly fresh: string }
  readonly invite: {
    readonly title: (app: string) => string
    readonly body: string
    readonly submit: string
    readonly dead: Said
  }
  readonly twoFactor: Said & {
    readonly account: string
    readonly otherAccount: string
    readonly submit: string
    readonly byRecovery: string
    readonly recoveryCode: string
    readonly recoveryHint: string
    readonly dead: Said
  }
  readonly setup: {
    readonly intro: Said & { readonly submit: string }
    readonly title: string
    readonly scan: string
    readonly qr: string
    readonly type: string
    readonly enter: string
    readonly submit: string
    readonly off: Said
    readonly dead: Said
  }
  readonly recovery: Said & {
    readonly keep: string
    readonly download: string
    readonly file: string
    readonly submit: string
  }
  readonly done: Readonly<Record<HostedAction, Said>> & {
    readonly plain: Said
    readonly toApp: (app: string) => string
    readonly setPassword: string
    readonly close: string
  }
  readonly unknownApp: Said
  readonly unknownPage: Said
  readonly expired: Said
  readonly unread: Said
  readonly notOffered: {
    readonly signIn: Said
    readonly password: Said
    readonly signUp: Said
    readonly method: Said
  }
  readonly refusals: {
    readonly domain: string
    readonly taken: string
    readonly full: string
    readonly gone: string
  }
}
