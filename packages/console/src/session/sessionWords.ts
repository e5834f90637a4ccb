import { defineWords } from "../i18n/words.ts"

export const sessionWords = defineWords({
  en: {
    signIn: "Sign in",
    signUp: "Create an organisation",
    signOut: "Sign out",
    going: "Going to the sign-in page…",
    completing: "Signing you in…",
    interrupted: "The sign-in was interrupted.",
    interruptedHint: "Nothing was changed. The link may have been opened twice, in another browser, or too late.",
    welcome: "Robot Fleet Cloud",
    welcomeHint: "Sign in to see and steer your robots.",
    ended: "You were signed out.",
    endedHint:
      "Your session ended on another device, was withdrawn, or took too long. What you typed stays on this page while you sign in again.",
    again: "Sign in again"
  },
  de: {
    signIn: "Anmelden",
    signUp: "Organisation anlegen",
    signOut: "Abmelden",
    going: "Weiter zur Anmeldung …",
    completing: "Sie werden angemeldet …",
    interrupted: "Die Anmeldung wurde unterbrochen.",
    interruptedHint:
      "Nichts wurde geändert. Der Link wurde vielleicht zweimal, in einem anderen Browser oder zu spät geöffnet.",
    welcome: "Robot Fleet Cloud",
    welcomeHint: "Melden Sie sich an, um Ihre Roboter zu sehen und zu steuern.",
    ended: "Sie wurden abgemeldet.",
    endedHint:
      "Ihre Sitzung wurde auf einem anderen Gerät beendet, entzogen oder dauerte zu lange. Was Sie getippt haben, bleibt auf dieser Seite, während Sie sich neu anmelden.",
    again: "Erneut anmelden"
  }
})
