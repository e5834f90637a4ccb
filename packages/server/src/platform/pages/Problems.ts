import type { ApiError, RateLimited, ValidationError } from "@fleet/domain/Errors"
import { Rule } from "@fleet/domain/Wire"
import type { Locale } from "../i18n/Locale.ts"
import type { Catalogue } from "./Locales.ts"

/** What is wrong, in the reader's language, and the field it is about. */
export interface Problem {
  readonly message: string
  readonly field?: string
}

interface Texts {
  readonly missing: string
  readonly email: string
  readonly shortPassword: string
  readonly digits: string
  readonly recoveryCode: string
  readonly long: string
  readonly invalid: string
  readonly wrongCode: (left: number | undefined) => string
  readonly credentials: string
  readonly tooMany: (seconds: number) => string
  readonly foreign: string
  readonly unreadable: string
  readonly locked: string
  readonly busy: string
  readonly again: string
}

const texts: Catalogue<Texts> = {
  en: {
    missing: "Fill this in.",
    email: "Enter an e-mail address like name@example.com.",
    shortPassword: "This is too short.",
    digits: "Enter the six digits of the code.",
    recoveryCode: "Enter a recovery code like abcde-fghij.",
    long: "This is too long.",
    invalid: "This is not valid.",
    wrongCode: (left) => {
      if (left === undefined) return "This code is not right."
      if (left === 0) return "This code is not right, and that was the last attempt."
      return `This code is not right. ${left === 1 ? "One attempt is" : `${left} attempts are`} left.`
    },
    credentials: "The e-mail address or the password is not right.",
    tooMany: (seconds) => `Too many attempts. Try again in ${seconds === 1 ? "one second" : `${seconds} seconds`}.`,
    foreign: "This was sent from another site, so nothing was done.",
    unreadable: "What was sent could not be read.",
    locked: "This is not available at the moment. Its operator has to settle a payment first.",
    busy: "Too many people are signing in at the moment. Try again in a few seconds.",
    again: "This could not be done. Try again."
  },
  de: {
    missing: "Füllen Sie dieses Feld aus.",
    email: "Geben Sie eine E-Mail-Adresse wie name@example.com ein.",
    shortPassword: "Das ist zu kurz.",
    digits: "Geben Sie die sechs Ziffern des Codes ein.",
    recoveryCode: "Geben Sie einen Wiederherstellungscode wie abcde-fghij ein.",
    long: "Das ist zu lang.",
    invalid: "Das ist nicht gültig.",
    wrongCode: (left) => {
      if (left === undefined) return "Dieser Code stimmt nicht."
      if (left === 0) return "Dieser Code stimmt nicht, und das war der letzte Versuch."
      return `Dieser Code stimmt nicht. Sie haben noch ${left === 1 ? "einen Versuch" : `${left} Versuche`}.`
    },
    credentials: "Die E-Mail-Adresse oder das Passwort stimmt nicht.",
    tooMany: (seconds) =>
      `Zu viele Versuche. Versuchen Sie es in ${seconds === 1 ? "einer Sekunde" : `${seconds} Sekunden`} noch einmal.`,
    foreign: "Das wurde von einer anderen Website gesendet. Es wurde nichts ausgeführt.",
    unreadable: "Das Gesendete ließ sich nicht lesen.",
    locked: "Das ist zurzeit nicht möglich. Der Betreiber muss zuerst eine Zahlung begleichen.",
    busy: "Im Moment melden sich zu viele Personen an. Versuchen Sie es in einigen Sekunden noch einmal.",
    again: "Das hat nicht geklappt. Versuchen Sie es noch einmal."
  }
}

const violated = ({ field, rule }: ValidationError["details"], text: Texts): Problem => {
  if (field === "body") return { field, message: text.unreadable }
  if (rule === Rule.required) return { field, message: text.missing }
  if (rule === Rule.tooLong) return { field, message: text.long }
  if (field === "email") return { field, message: text.email }
  if (field === "code") return { field, message: text.digits }
  if (field === "recovery_code") return { field, message: text.recoveryCode }
  if (field.endsWith("password") && rule === Rule.tooShort) return { field, message: text.shortPassword }
  return { field, message: text.invalid }
}

const secondsOf = ({ details }: RateLimited) => Math.ceil(details.retry_after_ms / 1000)

/** What a page says of a refusal that any form can meet. A feature says its own ones itself. */
export const problemOf = (error: ApiError, locale: Locale): Problem => {
  const text = texts[locale]
  switch (error._tag) {
    case "validation_error":
      return "field" in error.details ? violated(error.details, text) : { message: text.invalid }
    case "invalid_code":
      return { field: "code", message: text.wrongCode(error.details?.attempts_left) }
    case "invalid_credentials":
      return { message: text.credentials }
    case "rate_limited":
      return { message: text.tooMany(secondsOf(error)) }
    case "forbidden":
      return { message: text.foreign }
    case "at_capacity":
      return { message: text.busy }
    case "org_locked":
      return { message: text.locked }
    default:
      return { message: text.again }
  }
}
