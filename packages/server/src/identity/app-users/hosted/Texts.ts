/** A page of a title and one sentence. */
export interface TitledText {
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
  readonly linkAgain: { readonly again: string; readonly wait: string }
  readonly toSignIn: string
  /** Where an app offers no way at all: the same once more. */
  readonly tryAgain: string
  readonly signIn: {
    readonly title: (app: string) => string
    readonly submit: string
    readonly byCodeHint: string
    readonly sendCode: string
    readonly forgot: string
    readonly newHere: string
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
  readonly codeSent: TitledText & { readonly submit: string; readonly again: string; readonly wait: string }
  readonly signUp: {
    readonly title: string
    readonly submit: string
    readonly hasAccount: string
    readonly sent: TitledText
    readonly resend: string
  }
  readonly verify: TitledText & { readonly submit: string; readonly dead: TitledText }
  readonly forgot: TitledText & { readonly submit: string; readonly back: string; readonly sent: TitledText }
  readonly reset: { readonly title: string; readonly submit: string; readonly dead: TitledText; readonly fresh: string }
  readonly invite: {
    readonly title: (app: string) => string
    readonly body: string
    readonly submit: string
    readonly dead: TitledText
  }
  readonly twoFactor: TitledText & {
    readonly account: string
    readonly otherAccount: string
    readonly submit: string
    readonly byRecovery: string
    readonly recoveryCode: string
    readonly recoveryHint: string
    readonly dead: TitledText
  }
  readonly setup: {
    readonly intro: TitledText & { readonly submit: string }
    readonly title: string
    readonly scan: string
    readonly qr: string
    readonly type: string
    readonly enter: string
    readonly submit: string
    readonly off: TitledText
    readonly dead: TitledText
  }
  readonly recovery: TitledText & { readonly submit: string }
  readonly done: Readonly<Record<HostedAction, TitledText>> & {
    readonly plain: TitledText
    readonly toApp: (app: string) => string
    readonly setPassword: string
    readonly close: string
  }
  readonly unknownApp: TitledText
  readonly unknownPage: TitledText
  readonly expired: TitledText
  readonly unread: TitledText
  readonly notOffered: {
    readonly signIn: TitledText
    readonly password: TitledText
    readonly signUp: TitledText
    readonly method: TitledText
  }
  readonly refusals: {
    readonly domain: string
    readonly taken: string
    readonly full: string
    readonly gone: string
  }
}
