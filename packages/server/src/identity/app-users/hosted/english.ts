import type { Texts } from "./Texts.ts"

export const english: Texts = {
  email: "E-mail address",
  password: "Password",
  newPassword: "New password",
  displayName: "Name (optional)",
  displayNameHint: "How others in this app see you.",
  passwordHint: "At least 12 characters. A few unrelated words work well.",
  code: "Six-digit code",
  otherAddress: "Change",
  noMail: "No mail after a minute? Look in spam.",
  linkAgain: { again: "Mail the link again", wait: "New link in {time}" },
  toSignIn: "Sign in",
  tryAgain: "Try again",
  signIn: {
    title: (app) => `Sign in to ${app}`,
    submit: "Sign in",
    byCodeHint: "We mail a six-digit code to this address.",
    sendCode: "Mail me a code",
    forgot: "Forgot your password?",
    newHere: "New here?",
    signUp: "Create an account",
    unproven: "Did you just sign up? Your account opens once you follow the link that we mailed you."
  },
  provider: {
    with: (name) => `Continue with ${name}`,
    failed: "You are not signed in",
    noAccess: "This account cannot be used at the moment. Ask whoever runs the app.",
    emailTaken: "Your e-mail address has an account here already. Sign in the way you did before.",
    emailUnverified:
      "The provider does not confirm that your e-mail address is yours. Confirm it there, and sign in once more.",
    noEmail: "The provider did not tell your e-mail address, which this app needs.",
    unavailable: "The provider cannot be reached, or is not set up correctly. Try again later, or sign in another way.",
    cancelled: "The sign-in at the provider was cancelled or failed. Sign in once more."
  },
  codeSent: {
    title: "Check your mail",
    body: "If there is an account for this address, we have mailed a code to it. It works for 10 minutes.",
    submit: "Sign in",
    again: "Mail a new code",
    wait: "New code in {time}"
  },
  signUp: {
    title: "Create an account",
    submit: "Create the account",
    hasAccount: "Have an account?",
    sent: {
      title: "Check your mail",
      body: "If this address can have a new account here, we have mailed a link to it. Open the link to finish."
    },
    resend: "Mail the link again"
  },
  verify: {
    title: "Confirm your address",
    body: "Did you create an account here with this address? If it was not you, close this page: no account becomes active.",
    submit: "Yes, confirm it",
    dead: {
      title: "This link no longer works",
      body: "It was used already, replaced by a newer one, or is older than 24 hours. If you have confirmed your address, just sign in. Otherwise ask for a new link."
    }
  },
  forgot: {
    title: "Forgot your password?",
    body: "Enter your e-mail address, and we mail you a link to choose a new password.",
    submit: "Mail me a link",
    back: "Back to sign-in",
    sent: {
      title: "Check your mail",
      body: "If there is an account with a password for this address, we have mailed a link to it. It works for one hour."
    }
  },
  reset: {
    title: "Choose a new password",
    submit: "Set the password",
    dead: {
      title: "This link no longer works",
      body: "It was used already, replaced by a newer one, or is older than one hour. If you have just set a new password, sign in with it. Otherwise ask for a new link."
    },
    fresh: "Mail me a new link"
  },
  invite: {
    title: (app) => `Join ${app}`,
    body: "You have been invited. Accept the invitation to get your account.",
    submit: "Accept the invitation",
    dead: {
      title: "This invitation no longer works",
      body: "It was accepted already, withdrawn, replaced by a newer one, or is older than 7 days. If you have accepted it, just sign in. Otherwise ask the person who invited you for a new one."
    }
  },
  twoFactor: {
    title: "Second step",
    account: "Your account",
    otherAccount: "Not you?",
    body: "Enter the code that your authenticator app shows for this account.",
    submit: "Continue",
    byRecovery: "Use a recovery code",
    recoveryCode: "Recovery code",
    recoveryHint: "One of the ten codes you kept when you set the second step up. Each works once.",
    dead: {
      title: "This sign-in is over",
      body: "It was finished already, it took longer than five minutes, or too many codes were wrong. Sign in once more."
    }
  },
  setup: {
    intro: {
      title: "Set up a second step",
      body: "This app asks for a second step at sign-in: a code from an authenticator app on your phone. Have the authenticator app at hand.",
      submit: "Set it up now"
    },
    title: "Add this account to your authenticator app",
    scan: "Scan this QR code with your authenticator app.",
    qr: "QR code for your authenticator app. The key below says the same.",
    type: "Or type this key into it:",
    enter: "The six-digit code that it shows",
    submit: "Continue",
    off: { title: "No second step here", body: "This app does not use a second step. Sign in once more." },
    dead: {
      title: "This set-up is over",
      body: "The second step is set up already, it took longer than five minutes, or too many codes were wrong. Sign in once more."
    }
  },
  recovery: {
    title: "Keep these recovery codes",
    body: "Without your phone, each of these codes replaces the second step once. They are shown only now.",
    submit: "I have kept them"
  },
  done: {
    signed_in: {
      title: "Your sign-in works",
      body: "Your account is in order. The app itself will ask you to sign in once more."
    },
    verified: { title: "Your address is confirmed", body: "Your account is ready." },
    reset: {
      title: "Your password is changed",
      body: "You were signed out everywhere. Sign in with the new password from now on."
    },
    joined: { title: "Welcome", body: "Your account is ready." },
    password_lost: {
      title: "Your password no longer works",
      body: "Your account is in order, and so is signing in with codes. But the password was chosen before this address was confirmed, so somebody else could have chosen it. Set a new one, or go on with codes."
    },
    setPassword: "Set a new password",
    plain: { title: "All done", body: "There is nothing more to do here." },
    toApp: (app) => `Go to ${app}`,
    close: "You can close this tab and sign in to the app."
  },
  unknownApp: { title: "No such page", body: "There is no app at this address. Check the link you were given." },
  unknownPage: {
    title: "No such page",
    body: "There is nothing at this address. If you came by a link in a mail, it may have been cut off: copy all of it. In the middle of a sign-in, begin it again."
  },
  expired: {
    title: "This page is over",
    body: "It could be shown for ten minutes, in the browser that sent the form. If that was just now, this browser keeps no cookies: allow them for this site. Then begin again."
  },
  unread: { title: "That did not work", body: "Go back in your browser and try again." },
  notOffered: {
    signIn: {
      title: "No sign-in here",
      body: "This app offers no way to sign in on this page. Ask whoever runs the app."
    },
    password: { title: "No passwords here", body: "This app does not use passwords." },
    signUp: {
      title: "No sign-up here",
      body: "This app takes only people who are invited. Ask whoever runs the app for an invitation."
    },
    method: { title: "Not offered here", body: "This app does not offer this way to sign in." }
  },
  refusals: {
    domain: "This app does not take addresses of this domain. Use another address, or ask whoever runs the app.",
    taken: "This address has an account already. Sign in with it.",
    full: "This app can take no new accounts at the moment. Ask whoever runs the app.",
    gone: "This code no longer works. Ask for a new one."
  }
}
