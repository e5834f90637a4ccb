import type { ApiError } from "@fleet/domain/Errors"
import { statusOf } from "@fleet/domain/Errors"
import { notice, portalProblem, type Reader, texts } from "./PortalPage.ts"

/** Where somebody begins again whose sign-in is over. */
const beginning = ({ locale, prefix }: Reader): string =>
  prefix === "/mcp/oauth" ? texts[locale].fromProgram : texts[locale].fromConsole

const sentences = (...each: ReadonlyArray<string>) => each.join(" ")

/** Why there is no form to show any more, and the way to begin again. */
export const overPage = (reader: Reader, error: ApiError, consoleOrigin: string, status = statusOf(error)) => {
  const text = texts[reader.locale]
  const [title, why] =
    error._tag === "wrong_browser"
      ? [text.wrongBrowser, sentences(text.wrongBrowserWhy, beginning(reader))]
      : error._tag === "token_spent"
        ? [text.dead, sentences(text.deadWhy, beginning(reader))]
        : [text.refused, portalProblem(error, reader.locale).message]
  return notice(reader, { status, title, why }, consoleOrigin)
}

/** The result of a form that expired, or of another browser. */
export const expiredPage = (reader: Reader, consoleOrigin: string) => {
  const { expired: title, expiredWhy } = texts[reader.locale]
  return notice(reader, { status: 410, title, why: sentences(expiredWhy, beginning(reader)) }, consoleOrigin)
}

/** The client or its redirect address is not known. */
export const badClientPage = (reader: Reader, consoleOrigin: string) => {
  const { badClient: title, badClientWhy: why } = texts[reader.locale]
  return notice(reader, { status: 400, title, why }, consoleOrigin)
}

/** An address under which the portal has no page: a link that was cut off, or the step of a form that is gone. */
export const unknownPage = (reader: Reader, consoleOrigin: string) => {
  const { unknown: title, unknownWhy: why } = texts[reader.locale]
  return notice(reader, { status: 404, title, why }, consoleOrigin)
}
