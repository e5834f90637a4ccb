import { describe, expect, it } from "@effect/vitest"
import { type BillingNews, billingLetter } from "@fleet/server/billing/documents/billingLetters"
import { asHtml, asText } from "@fleet/server/mail/Letter"

const failed = { number: "RF-2026-0042", amount: "€266.56", retryOn: "1 December 2026", lockOn: "12 December 2026" }
const all: ReadonlyArray<BillingNews> = [
  { kind: "invoice", number: "RF-2026-0042", amount: "€266.56" },
  { kind: "credit_note", number: "RF-2026-0043", amount: "€133.28" },
  { kind: "payment_failed", ...failed },
  { kind: "retry_failed", ...failed, retryOn: null },
  { kind: "locked", number: "RF-2026-0042", amount: "€266.56" },
  { kind: "unlocked" },
  { kind: "plan_ended" },
  { kind: "vat_id_invalid", vatId: "FR40303265045", renewsOn: null },
  { kind: "card_expiring", card: "Visa 4242", expires: "12/26" }
]
const facts = { org: "Acme", sender: "Robot Fleet Cloud", link: "https://fleet.example/settings/billing" }

describe.each(["en", "de"] as const)("mails of billing in %s", (locale) => {
  it("read so", () => {
    const texts = all.map((news) => {
      const letter = billingLetter(news, { ...facts, locale })
      return `${letter.subject}\n\n${asText(letter)}`
    })
    expect(texts.join("\n=====\n\n")).toMatchSnapshot()
  })
})

it("lets no name begin a line or a tag", () => {
  const letter = billingLetter(
    { kind: "locked", number: "1", amount: "1" },
    { ...facts, locale: "en", org: "A\r\nB <i>" }
  )
  expect(letter.subject).not.toMatch(/[\r\n]/)
  expect(asHtml(letter, null)).not.toContain("<i>")
})
