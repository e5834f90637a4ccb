import type { HttpServerResponse } from "effect/http"
import { form } from "../../platform/pages/Form.ts"
import { html, type Html } from "../../platform/pages/html.ts"
import { type Catalogue, inLocale, localeNames } from "../../platform/pages/Locales.ts"
import { page } from "../../platform/pages/Page.ts"
import type { Locale } from "../../platform/i18n/Locale.ts"
import { type Kept, type Payment, remaining } from "./ProviderBook.ts"
import { amountOf } from "./providerJson.ts"

const brand = { name: "Demo payments", logo: null, theme: null }

const words: Catalogue<{
  readonly title: string
  readonly free: string
  readonly lead: string
  readonly with: Readonly<Record<string, string>>
  readonly fail: string
  readonly cancel: string
  readonly over: string
  readonly overLead: string
  readonly back: string
  readonly again: string
}> = {
  en: {
    title: "Pay",
    free: "Save a way to pay",
    lead: "No money moves here: choose what the buyer does.",
    with: { creditcard: "Pay by card", paypal: "Pay by PayPal", applepay: "Pay by Apple Pay" },
    fail: "Let the payment fail",
    cancel: "Cancel",
    over: "This payment is over",
    overLead: "Nothing more can be done with it here.",
    back: "Back to the shop",
    again: "Go on"
  },
  de: {
    title: "Bezahlen",
    free: "Zahlungsart hinterlegen",
    lead: "Hier fließt kein Geld: Wähle, was die kaufende Person tut.",
    with: { creditcard: "Mit Karte zahlen", paypal: "Mit PayPal zahlen", applepay: "Mit Apple Pay zahlen" },
    fail: "Zahlung fehlschlagen lassen",
    cancel: "Abbrechen",
    over: "Diese Zahlung ist abgeschlossen",
    overLead: "Hier ist nichts mehr zu tun.",
    back: "Zurück zum Shop",
    again: "Weiter"
  }
}

const other = (path: string, locale: Locale) => {
  const to: Locale = locale === "en" ? "de" : "en"
  return { href: inLocale(path, to), name: localeNames[to], locale: to }
}

const sumOf = ({ cents, currency }: Payment) => `${amountOf(currency, cents).value} ${currency}`

/** The page on which a person pays, fails or cancels. */
export const checkoutPage = (payment: Payment, locale: Locale): HttpServerResponse.HttpServerResponse => {
  const said = words[locale]
  const path = `/checkout/${payment.id}`
  const leadsTo = [payment.redirectUrl, payment.cancelUrl].filter((each) => each !== null)
  if (payment.status !== "open") {
    return page({
      locale,
      brand,
      icon: "check",
      title: said.over,
      lead: said.overLead,
      body: payment.redirectUrl === null ? html`` : html`<p><a href="${payment.redirectUrl}">${said.back}</a></p>`,
      other: other(path, locale)
    })
  }
  const choice = (act: string, label: string, weight: "first" | "second" | "link") =>
    form({ locale, action: inLocale(path, locale), hidden: { act }, submit: label, weight })
  return page({
    locale,
    brand,
    icon: "shield",
    title: payment.cents === 0 ? said.free : `${said.title}: ${sumOf(payment)}`,
    lead: html`${payment.description}. ${said.lead}`,
    leadsTo,
    body: html`${payment.methods.map((method, at) =>
      choice(method, said.with[method] ?? method, at === 0 ? "first" : "second")
    )}${choice("fail", said.fail, "second")}${choice("cancel", said.cancel, "link")}`,
    other: other(path, locale)
  })
}

/** Reasons for which a charge of a card fails. */
export const reasons = ["insufficient_funds", "card_declined", "card_expired", "refused_by_issuer", "possible_fraud"]

const button = (act: string, label: string, payment?: Payment): Html =>
  form({
    locale: "en",
    action: "/control",
    hidden: { act, ...(payment === undefined ? {} : { payment: payment.id }) },
    submit: label,
    weight: "second"
  })

const shown = (payment: Payment): Html =>
  html`<article>
    <h2>${payment.description}: ${sumOf(payment)}, ${payment.status}</h2>
    <p class="quiet">${payment.id}, ${payment.method ?? "no method yet"}, ${payment.sequence}</p>
    ${remaining(payment) > 0 && html`${button("charge_back", "Charge back", payment)}${button("give_back", "Give back", payment)}`}
    ${payment.chargebacks.some(({ reversedAt }) => reversedAt === null) && button("reverse", "Reverse the chargeback", payment)}
    ${payment.status === "pending" && html`${button("pay", "Let it be paid", payment)}${button("fail", "Let it fail", payment)}`}
    ${payment.webhookUrl !== null && button("tell", "Tell the shop again", payment)}
  </article>`

/** The page on which a person decides what happens to the money. */
export const controlPage = (
  book: Kept,
  webhooks: { readonly mode: string; readonly delayMs: number },
  answers: ReadonlyArray<{ readonly for: string; readonly mode: string }>
): HttpServerResponse.HttpServerResponse =>
  page({
    locale: "en",
    brand,
    title: "Control of the demo's payments",
    wide: true,
    lead: html`What the payment provider of the demo does next. VAT IDs are answered by their last three digits: 200 is
    invalid, 301 is a member state that is down, 601 is busy, 999 stays silent; 201, 202, 300, 302, 400, 401, 500, 501
    and 600 are the other faults of VIES, and all others are valid.`,
    body: html`
      <p>
        Next charge: ${book.next === null ? "succeeds" : `${book.next.outcome} ${book.next.reason}`}. Webhooks:
        ${webhooks.mode}${webhooks.delayMs > 0 && `, after ${webhooks.delayMs / 1000} s`}. Answers that go wrong next:
        ${answers.length === 0 ? "none" : answers.map((each) => `${each.for} ${each.mode}`).join(", ")}.
      </p>
      ${reasons.map((reason) => button(`next_${reason}`, `Fail the next charge: ${reason.replaceAll("_", " ")}`))}
      ${button("next_pending", "Leave the next charge pending")} ${button("next_paid", "Let the next charge succeed")}
      ${button("drop", "Take the next payment and drop the answer")} ${button("hooks_normal", "Webhooks at once")}
      ${button("hooks_twice", "Webhooks twice")} ${button("hooks_late", "Webhooks after 30 seconds")}
      ${button("hooks_dropped", "No webhooks")} ${Object.values(book.payments).toReversed().slice(0, 100).map(shown)}
    `
  })
