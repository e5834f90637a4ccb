import { defineWords } from "../i18n/words.ts"

/** What is said to whoever is not signed in. */
export const gateWords = defineWords({
  en: {
    signIn: "Sign in",
    signUp: "Create an organisation",
    going: "Going to the sign-in page…",
    completing: "Signing you in…",
    interrupted: "The sign-in was interrupted.",
    interruptedHint: "Nothing was changed. The link may have been opened twice, in another browser, or too late.",
    brokenHint: "Nobody was signed in, and nothing was changed.",
    refused: "The sign-in was refused.",
    refusedHint: "Nobody was signed in, and nothing was changed. The sign-in page gave this reason:",
    takesLong: "This takes longer than usual.",
    anothers: "Somebody else has signed in.",
    anothersHint:
      "Another window of this browser is signed in as another person now. What stood here was read for the one before; load the page for the one who is there.",
    forbidden: "This browser keeps nothing for the console.",
    forbiddenHint:
      "A sign-in goes to another page and comes back, and needs something kept on the way. Allow this address to store data, or make room, and load the page again.",
    reload: "Load the page again",
    welcome: "Robot Fleet Cloud",
    welcomeHint: "Sign in to see and steer your robots."
  },
  de: {
    signIn: "Anmelden",
    signUp: "Organisation anlegen",
    going: "Weiter zur Anmeldung …",
    completing: "Sie werden angemeldet …",
    interrupted: "Die Anmeldung wurde unterbrochen.",
    interruptedHint:
      "Nichts wurde geändert. Der Link wurde vielleicht zweimal, in einem anderen Browser oder zu spät geöffnet.",
    brokenHint: "Niemand wurde angemeldet, und nichts wurde geändert.",
    refused: "Die Anmeldung wurde abgelehnt.",
    refusedHint: "Niemand wurde angemeldet, und nichts wurde geändert. Die Anmeldeseite nannte diesen Grund:",
    takesLong: "Das dauert länger als sonst.",
    anothers: "Jemand anderes hat sich angemeldet.",
    anothersHint:
      "In einem anderen Fenster dieses Browsers ist jetzt eine andere Person angemeldet. Was hier stand, war für die vorige gelesen; laden Sie die Seite für die jetzige.",
    forbidden: "Dieser Browser bewahrt für die Konsole nichts auf.",
    forbiddenHint:
      "Eine Anmeldung führt auf eine andere Seite und zurück; dazwischen muss etwas aufbewahrt werden. Erlauben Sie dieser Adresse, Daten zu speichern, oder schaffen Sie Platz, und laden Sie die Seite neu.",
    reload: "Seite neu laden",
    welcome: "Robot Fleet Cloud",
    welcomeHint: "Melden Sie sich an, um Ihre Roboter zu sehen und zu steuern."
  }
})
