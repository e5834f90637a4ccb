/** The texts of the portal's pages in English. */
export const english = {
  brand: "Robot Fleet Cloud",
  email: "E-mail address",
  code: "Six-digit code",
  newCode: "Send a new code",
  newCodeIn: "New code in {time}",
  otherAddress: "Change",
  noMail: "No mail after a minute? Look in spam.",

  signIn: "Sign in to the console",
  signInLead: "Your robots are where you left them.",
  demo: "This is a demo.",
  demoAccounts: "Its accounts",
  demoOutbox: "The code is in its outbox",
  sendCode: "Continue with a code",
  withPasskey: "Use a passkey",
  newHere: "New here?",
  found: "Create an organisation",
  known: "Already have an account?",
  toSignIn: "Sign in",

  checkMail: "Check your mail",
  codeMailed: "If this address has an account, a code is on its way. It is good for ten minutes.",
  codeSent: "A code is on its way. It is good for ten minutes.",
  enter: "Continue",
  codeDead: "This code is no longer good. Ask for a new one.",

  second: "Second factor",
  account: "Your account",
  otherAccount: "Not you?",
  authenticatorCode: "Code of your authenticator app",
  passkeySecond: "Use your passkey",
  passkeyNeedsScript: "A passkey needs JavaScript in this browser.",
  withRecovery: "Use a recovery code",
  recovery: "Recovery code",
  recoveryHint: "One of the ten you kept, like abcde-fghij. Each is good once.",
  otherFactor: "Use another second factor",

  setup: "Set up a second factor",
  setupWhy: "Your organisation asks everybody for a second factor. It takes a minute, once.",
  setupTotp: "Use an authenticator app",
  setupPasskey: "Create a passkey",
  passkeyName: "Name of the passkey",
  passkeyNameHint: "So that you recognise it later, like “Laptop”.",
  scan: "Scan this with your authenticator app",
  qr: "QR code of the key",
  typed: "Or enter this key by hand:",
  confirm: "Confirm",
  otherWay: "Choose another way",

  codes: "Keep your recovery codes",
  codesWhy: "If you lose your second factor, each of these lets you in once. They are shown only now.",
  codesKept: "I kept them, continue",
  enrolled: "Your second factor is set up",
  enrolledWhy: "Continue to the console. Recovery codes can be made anew in your account.",
  onward: "Continue to the console",

  signUp: "Create an organisation",
  signUpLead: "We mail you a code, and you are in. No password, no card.",
  displayName: "Your name (optional)",
  organization: "What is your organisation called?",
  orgName: "Name of the organisation",
  orgHint: "Your team sees it. You can change it later.",
  create: "Create it",
  emailTaken: "This address has an account already. Sign in instead.",
  closed: "Sign-up is closed",
  closedWhy: "We let new organisations in step by step. Leave your address and we will write when it is your turn.",
  join: "Join the waitlist",
  listed: "You are on the waitlist",
  listedWhy: "We will write when it is your turn.",

  invited: (org: string) => `Join ${org}`,
  invitedWhy: (org: string, email: string, isOwner: boolean) =>
    `${email} is invited to ${org} as ${isOwner ? "an owner" : "a developer"}. Accepting makes your account.`,
  accept: "Accept the invitation",
  accepted: "Welcome",
  acceptedWhy: "Your account is ready. Sign in with your e-mail address.",
  deadInvitation: "This invitation is no longer good",
  deadInvitationWhy:
    "It was used, replaced, withdrawn, or is older than seven days. If you accepted it already, sign in to the console with your e-mail address; else ask for a new one.",

  dead: "This sign-in is over",
  deadWhy:
    "It was finished, or took more than ten minutes, or a code was wrong too often. Begin again from the console.",
  wrongBrowser: "Continue where you began",
  wrongBrowserWhy:
    "This sign-in belongs to another browser, or this one keeps no cookies. Begin again from the console.",
  expired: "This page is over",
  expiredWhy:
    "It could be shown for ten minutes, in the browser that sent the form. If that was just now, this browser keeps no cookies: allow them for this site. Then begin again from the console.",
  refused: "This could not be done",
  badClient: "This link does not lead to the console",
  badClientWhy: "The address it was to return to is not known here.",
  toConsole: "To the console",

  passkeyRefused: "This passkey was not accepted.",
  passkeyCancelled: "This was cancelled or took too long. Try again, or take another way.",
  passkeyExists: "This device holds a passkey of yours already.",
  passkeyFailed: "The passkey could not be used. Try again in a moment."
}

export type Texts = typeof english
