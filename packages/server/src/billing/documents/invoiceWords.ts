import type { Locale } from "../../platform/i18n/Locale.ts"
import type { InvoiceItem, InvoiceSnapshot } from "./InvoiceSnapshot.ts"

/** The words of one language on an invoice. */
export interface InvoiceWords {
  readonly invoice: string
  readonly creditNote: string
  readonly number: string
  readonly date: string
  readonly period: string
  readonly corrects: string
  readonly buyerReference: string
  readonly purchaseOrder: string
  readonly from: string
  readonly to: string
  readonly vatId: string
  readonly taxNumber: string
  readonly description: string
  readonly quantity: string
  readonly unitPrice: string
  readonly amount: string
  readonly carried: string
  readonly net: string
  readonly vat: (rate: number) => string
  readonly total: string
  readonly paid: string
  readonly due: string
  /** The sentence under the title: what is to be paid or was. */
  readonly headline: Readonly<Record<"paid" | "due" | "creditNote", (amount: string, date: string) => string>>
  readonly byCard: (brand: string, last4: string) => string
  readonly byApplePay: (brand: string, last4: string) => string
  readonly byPayPal: (account: string) => string
  readonly collected: (how: string) => string
  readonly paidWith: (how: string) => string
  readonly givenBackTo: (how: string) => string
  readonly dueAtOnce: string
  readonly reverseCharge: string
  readonly outsideEu: string
  readonly page: (page: number, pages: number) => string
  readonly continued: string
  readonly items: Readonly<Record<InvoiceItem, string>>
  readonly monthly: string
  readonly yearly: string
}

const english: InvoiceWords = {
  invoice: "Invoice",
  creditNote: "Credit note",
  number: "Number",
  date: "Date of issue",
  period: "Service period",
  corrects: "Corrects invoice",
  buyerReference: "Your reference",
  purchaseOrder: "Purchase order",
  from: "From",
  to: "Billed to",
  vatId: "VAT ID",
  taxNumber: "Tax number",
  description: "Description",
  quantity: "Qty",
  unitPrice: "Unit price",
  amount: "Amount",
  carried: "Carried forward",
  net: "Subtotal",
  vat: (rate) => `VAT ${rate}%`,
  total: "Total",
  paid: "Paid",
  due: "Amount due",
  headline: {
    paid: (amount, date) => `${amount} paid on ${date}`,
    due: (amount, date) => `${amount} due on ${date}`,
    creditNote: (amount, date) => `${amount} given back on ${date}`
  },
  byCard: (brand, last4) => `${brand} ending in ${last4}`,
  byApplePay: (brand, last4) => `Apple Pay, ${brand} ending in ${last4}`,
  byPayPal: (account) => `PayPal ${account}`,
  collected: (how) => `The amount is charged to ${how}. There is nothing you need to do.`,
  paidWith: (how) => `Paid with ${how}. Thank you.`,
  givenBackTo: (how) => `The amount is given back to ${how}.`,
  dueAtOnce: "Due on receipt.",
  reverseCharge: "Reverse charge: the recipient is liable for the VAT.",
  outsideEu: "Not taxable in the EU: the place of supply is the recipient's country.",
  page: (page, pages) => `Page ${page} of ${pages}`,
  continued: "continued",
  items: {
    plus: "Plus plan",
    pro: "Pro plan",
    enterprise: "Enterprise plan",
    seats: "Additional seats",
    robots: "Additional robots",
    apps: "Additional apps",
    app_user_packs: "App users, packs of 5",
    live_video_packs: "Live video, packs of 250 hours",
    change: "Change of plan or add-ons, rest of the period",
    unused_share: "Unused rest of the period paid before",
    refund: "Refund"
  },
  monthly: "per month",
  yearly: "per year"
}

const german: InvoiceWords = {
  invoice: "Rechnung",
  creditNote: "Rechnungskorrektur",
  number: "Nummer",
  date: "Rechnungsdatum",
  period: "Leistungszeitraum",
  corrects: "Zu Rechnung",
  buyerReference: "Ihr Zeichen",
  purchaseOrder: "Bestellnummer",
  from: "Von",
  to: "An",
  vatId: "USt-IdNr.",
  taxNumber: "Steuernummer",
  description: "Leistung",
  quantity: "Menge",
  unitPrice: "Einzelpreis",
  amount: "Betrag",
  carried: "Übertrag",
  net: "Nettobetrag",
  vat: (rate) => `USt. ${rate} %`,
  total: "Gesamtbetrag",
  paid: "Bezahlt",
  due: "Offener Betrag",
  headline: {
    paid: (amount, date) => `${amount}, bezahlt am ${date}`,
    due: (amount, date) => `${amount}, fällig am ${date}`,
    creditNote: (amount, date) => `${amount}, erstattet am ${date}`
  },
  byCard: (brand, last4) => `${brand} mit den Endziffern ${last4}`,
  byApplePay: (brand, last4) => `Apple Pay, ${brand} mit den Endziffern ${last4}`,
  byPayPal: (account) => `PayPal ${account}`,
  collected: (how) => `Der Betrag wird über ${how} eingezogen. Sie brauchen nichts zu tun.`,
  paidWith: (how) => `Bezahlt mit ${how}. Vielen Dank.`,
  givenBackTo: (how) => `Der Betrag wird über ${how} erstattet.`,
  dueAtOnce: "Zahlbar sofort ohne Abzug.",
  reverseCharge: "Steuerschuldnerschaft des Leistungsempfängers (Reverse Charge).",
  outsideEu: "In der EU nicht steuerbar: Leistungsort ist das Land des Empfängers.",
  page: (page, pages) => `Seite ${page} von ${pages}`,
  continued: "Fortsetzung",
  items: {
    plus: "Tarif Plus",
    pro: "Tarif Pro",
    enterprise: "Tarif Enterprise",
    seats: "Zusätzliche Plätze",
    robots: "Zusätzliche Roboter",
    apps: "Zusätzliche Apps",
    app_user_packs: "App-Nutzer, Pakete zu 5",
    live_video_packs: "Live-Video, Pakete zu 250 Stunden",
    change: "Änderung von Tarif oder Zusätzen, Rest des Zeitraums",
    unused_share: "Ungenutzter Rest des bereits bezahlten Zeitraums",
    refund: "Erstattung"
  },
  monthly: "monatlich",
  yearly: "jährlich"
}

const catalogues: Readonly<Record<Locale, InvoiceWords>> = { en: english, de: german }

/** The words of an invoice in a language. */
export const invoiceWords = (locale: Locale): InvoiceWords => catalogues[locale]

const perPeriod: ReadonlySet<InvoiceItem> = new Set([
  "plus",
  "pro",
  "enterprise",
  "seats",
  "robots",
  "apps",
  "app_user_packs",
  "live_video_packs"
])

/** What a line is for, as `Pro plan, per month`. */
export const itemWords = (item: InvoiceItem, { corrects, cycle }: InvoiceSnapshot, words: InvoiceWords): string => {
  const name = words.items[item]
  if (perPeriod.has(item) && cycle !== null) return `${name}, ${cycle === "monthly" ? words.monthly : words.yearly}`
  if (item === "refund" && corrects !== null) return `${name}, ${corrects.number}`
  return name
}

/** How it is or was paid, as `Visa ending in 4242`; null where that is not known. */
export const methodWords = ({ payment_method: method }: InvoiceSnapshot, words: InvoiceWords): string | null => {
  if (method === null) return null
  if (method.kind === "paypal") return words.byPayPal(method.account)
  return (method.kind === "card" ? words.byCard : words.byApplePay)(method.brand, method.last4)
}

/** What is said of the payment. */
export const paymentWords = (snapshot: InvoiceSnapshot, words: InvoiceWords): string | null => {
  const how = methodWords(snapshot, words)
  if (snapshot.kind === "credit_note") return how === null ? null : words.givenBackTo(how)
  if (snapshot.paid_cents >= snapshot.gross_cents) return how === null ? null : words.paidWith(how)
  return how === null ? words.dueAtOnce : words.collected(how)
}

/** Why no VAT is charged; null where it is. */
export const vatWords = ({ vat }: InvoiceSnapshot, words: InvoiceWords): string | null =>
  vat.treatment === "domestic" ? null : vat.treatment === "reverse_charge" ? words.reverseCharge : words.outsideEu
