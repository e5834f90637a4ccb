import { Context, Schema } from "effect"

/** The languages of pages and default mails. */
export const Locale = Schema.Literals(["en", "de"])
export type Locale = typeof Locale.Type

/** The language of an answer; a hosted page sets it, a JSON route keeps the default. */
export const CurrentLocale = Context.Reference<Locale>("@fleet/server/CurrentLocale", { defaultValue: () => "en" })
