import { assert, describe, it } from "@effect/vitest"
import { defaultLetter, type Facts } from "@fleet/server/mail/DefaultLetters"
import { asHtml, asText } from "@fleet/server/mail/Letter"
import type { MailKind } from "@fleet/server/mail/MailContents"
import { Effect, Schema } from "effect"

const plain: Facts = {
  sender: "Warehouse",
  org: "Example Robotics",
  name: "Ada",
  role: "operate",
  link: "https://example.com/a?b=1&c=2",
  code: "012345",
  notice: { limit: "app_users", used: 20, max: 25, percent: 80, hard: true }
}

const kinds: ReadonlyArray<MailKind> = [
  "invite",
  "verify",
  "reset",
  "login_code",
  "team_invitation",
  "portal_code",
  "plan_notice"
]

/** Characters that a name would want to be more than a name. */
const Hostile = Schema.Array(
  Schema.Literals(["\r", "\n", "\u2028", "\u0085", "<", ">", '"', "'", "&", "&lt;", "]]>", "-->", "a", " ", "\0", "ß"])
)

const marks = (html: string) => html.replaceAll(/[^<>"']/g, "")

describe("a letter", () => {
  it.effect.prop("a letter has the lines and the markup it has, whatever the names in it", [Hostile], ([pieces]) =>
    Effect.sync(() => {
      const name = pieces.join("")
      const named = { ...plain, sender: `S${name}`, org: `O${name}`, name: `N${name}`, role: `R${name}` }
      for (const kind of kinds) {
        for (const locale of ["en", "de"] as const) {
          const [usual, letter] = [plain, named].map((facts) => defaultLetter(kind, locale, facts)) as [
            ReturnType<typeof defaultLetter>,
            ReturnType<typeof defaultLetter>
          ]
          const lines = (text: string) => text.split(/[\r\n\u2028\u2029\u0085]/).length
          assert.strictEqual(lines(asText(letter)), lines(asText(usual)))
          assert.strictEqual(lines(letter.subject), 1)
          assert.strictEqual(marks(asHtml(letter, "#7a1fa2")), marks(asHtml(usual, "#7a1fa2")))
        }
      }
    })
  )
})
