import { DisplayName, Email } from "@fleet/domain/Wire"
import { firstCharacters } from "@fleet/domain/firstCharacters"
import { Option, Schema } from "effect"

/** What a token or the userinfo endpoint says of a person. Only `iss` and `sub` of a token are known to be texts. */
export interface Claims {
  readonly iss: string
  readonly sub: string
  readonly [claim: string]: unknown
}

/** An address as a provider gives it. */
export interface ClaimedAddress {
  readonly email: string
  /** Whether the provider says that the address is the person's. */
  readonly verified: boolean
}

const decodeEmail = Schema.decodeUnknownOption(Email)
const decodeName = Schema.decodeUnknownOption(DisplayName)

/** What no text column takes. */
const unstorable = (text: string) => text.includes("\u0000") || !text.isWellFormed()

/** Longer subjects are against the standard. */
const maxSubject = 255

/** The subject of a token; null where it must not be kept. */
export const subjectOf = ({ sub }: Claims): string | null =>
  typeof sub === "string" && sub.length > 0 && sub.length <= maxSubject && !unstorable(sub) ? sub : null

/** Some providers write the claim as a text. */
const isTrue = (claim: unknown) => claim === true || claim === "true"

const addressIn = (claims: Claims | null): ClaimedAddress | null => {
  const email = decodeEmail(claims?.["email"])
  return Option.isSome(email) ? { email: email.value, verified: isTrue(claims!["email_verified"]) } : null
}

/** Whether the token says all of the address, so that the userinfo endpoint need not be asked. */
export const saysAddress = (claims: Claims): boolean => addressIn(claims) !== null && "email_verified" in claims

/** The address of the token, or of the userinfo where the token does not say all of it; each with its own word on it. */
export const addressOf = (claims: Claims, userInfo: Claims | null): ClaimedAddress | null =>
  saysAddress(claims) ? addressIn(claims) : (addressIn(userInfo) ?? addressIn(claims))

/** The person's name, cut to what a name may be. */
export const nameOf = (...sources: ReadonlyArray<Claims | null>): string | null => {
  for (const source of sources) {
    const name = source?.["name"]
    if (typeof name !== "string" || unstorable(name)) continue
    const decoded = decodeName(firstCharacters(name.trim(), 120))
    if (Option.isSome(decoded)) return decoded.value
  }
  return null
}

/** Whether a token was refused for having no subject, somewhere among the causes of an error. */
export const subjectIsMissing = (error: unknown): boolean => {
  for (let each = error; typeof each === "object" && each !== null; each = (each as { cause?: unknown }).cause) {
    const { claims } = each as { claims?: unknown }
    if (typeof claims === "object" && claims !== null) return (claims as { sub?: unknown }).sub === undefined
  }
  return false
}
