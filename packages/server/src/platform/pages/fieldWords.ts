import type { Catalogue } from "./Locales.ts"

/** What the script of forms says. `{n}` is a number of characters. */
interface Words {
  /** Below a code's cells. */
  readonly sends: string
  readonly show: string
  readonly hide: string
  readonly short: string
  readonly weak: string
  readonly good: string
  readonly strong: string
  /** Between the first way and the others. */
  readonly or: string
}

export const fieldWords: Catalogue<Words> = {
  en: {
    sends: "Paste works. The code is sent with the last digit.",
    show: "Show the password",
    hide: "Hide the password",
    short: "Too short: {n} to go.",
    weak: "Easy to guess: it repeats itself or runs in order.",
    good: "Good. A few more characters make it strong.",
    strong: "Strong.",
    or: "or"
  },
  de: {
    sends: "Einfügen geht auch. Mit der letzten Ziffer wird der Code gesendet.",
    show: "Passwort anzeigen",
    hide: "Passwort verbergen",
    short: "Zu kurz: {n} fehlen noch.",
    weak: "Leicht zu erraten: Es wiederholt sich oder folgt einer Reihe.",
    good: "Gut. Mit ein paar Zeichen mehr ist es stark.",
    strong: "Stark.",
    or: "oder"
  }
}
