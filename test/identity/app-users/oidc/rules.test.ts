import { assert, describe, it } from "@effect/vitest"
import { issuerAddress } from "@fleet/domain/Addresses"
import { addressOf, type Claims, nameOf, saysAddress, subjectOf } from "@fleet/server/identity/app-users/oidc/claims"
import { mayRedirect } from "@fleet/server/identity/app-users/oidc/mayRedirect"
import { Schema } from "effect"

const Word = Schema.Literals([
  "",
  "a",
  "b",
  "evil",
  "cranes.example.com",
  "@",
  ":",
  "/",
  "\\",
  "#",
  "?",
  ".",
  "%00",
  " "
])
const Parts = Schema.Array(Word).check(Schema.isMaxLength(6))
const Scheme = Schema.Literals(["https://", "http://", "https:", "HTTPS://", "//", "javascript:", ""])

const Email = Schema.Union([
  Schema.Null,
  Schema.Undefined,
  Schema.Literals(["ann@example.com", " ann@example.com ", "bob@example.com", "no address", 7])
])
const Verified = Schema.Union([Schema.Null, Schema.Undefined, Schema.Literals([true, false, "true", "false", 1])])
const Said = Schema.Struct({ email: Email, email_verified: Verified, says: Schema.Boolean })

const claimsOf = ({ email, email_verified, says }: typeof Said.Type): Claims => ({
  iss: "https://a.example",
  sub: "s",
  ...(email === undefined ? {} : { email }),
  ...(says ? { email_verified } : {})
})
const isTrue = (value: unknown) => value === true || value === "true"

describe("rules of sign-ins through providers", () => {
  it.prop("a browser goes back only to an origin of the app", [Scheme, Parts], ([scheme, parts]) => {
    const address = scheme + parts.join("")
    const origins = ["https://cranes.example.com", "http://localhost:3000"]
    if (!mayRedirect(address, origins, false)) return
    const { hash, origin, password, username } = new URL(address)
    assert.include(origins, origin)
    assert.deepStrictEqual([hash, username, password], ["", "", ""])
  })

  it.prop("an issuer is http or https, and names no user, query or fragment", [Scheme, Parts], ([scheme, parts]) => {
    const address = scheme + parts.join("")
    if (!issuerAddress(address)) return
    const { hash, password, protocol, search, username } = new URL(address)
    assert.include(["https:", "http:"], protocol)
    assert.deepStrictEqual([hash, search, username, password], ["", "", "", ""])
  })

  it.prop("an address is verified only by the caller that names it", [Said, Said], ([token, info]) => {
    const [claims, userInfo] = [claimsOf(token), claimsOf(info)]
    const address = addressOf(claims, userInfo)
    if (address === null) return
    const sources = [claims, userInfo].filter(
      ({ email }) => typeof email === "string" && email.trim() === address.email
    )
    assert.isAbove(sources.length, 0)
    if (address.verified) assert.isTrue(sources.some(({ email_verified }) => isTrue(email_verified)))
    if (saysAddress(claims)) assert.deepStrictEqual(address, addressOf(claims, null))
  })

  it.prop("a subject is kept as it is or not at all", [Schema.String], ([sub]) => {
    const subject = subjectOf({ iss: "https://a.example", sub })
    assert.include([sub, null], subject)
    if (subject !== null) assert.isTrue(subject.length > 0 && subject.length <= 255 && subject.isWellFormed())
  })

  it.prop("a name has 1 to 120 characters, trimmed", [Schema.String], ([name]) => {
    const kept = nameOf({ iss: "https://a.example", sub: "s", name: name.repeat(30) }, null)
    if (kept === null) return
    assert.strictEqual(kept, kept.trim())
    assert.isTrue([...kept].length >= 1 && [...kept].length <= 120)
  })
})
