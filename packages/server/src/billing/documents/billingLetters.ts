import type { Letter } from "../../mail/Letter.ts"
import { oneLine } from "../../mail/oneLine.ts"
import type { Locale } from "../../platform/i18n/Locale.ts"

/** What a mail of billing is about. Amounts and days are written out in its language. */
export type BillingNews =
  | { readonly kind: "invoice" | "credit_note"; readonly number: string; readonly amount: string }
  | {
      readonly kind: "payment_failed" | "retry_failed"
      readonly number: string
      readonly amount: string
      /** When it is tried again; null where it is not. */
      readonly retryOn: string | null
      readonly lockOn: string
    }
  | { readonly kind: "locked"; readonly number: string; readonly amount: string }
  | { readonly kind: "unlocked" }
  | { readonly kind: "plan_ended" }
  | { readonly kind: "vat_id_invalid"; readonly vatId: string; readonly renewsOn: string | null }
  | { readonly kind: "card_expiring"; readonly card: string; readonly expires: string }

export type BillingNewsKind = BillingNews["kind"]

interface Words {
  readonly subject: string
  readonly heading: string
  readonly paragraphs: ReadonlyArray<string>
  /** The label of the link to the billing page. */
  readonly button: string
}

type Catalogue = {
  readonly [Kind in BillingNewsKind]: (news: Extract<BillingNews, { readonly kind: Kind }>, org: string) => Words
}

const english: Catalogue = {
  invoice: ({ amount, number }, org) => ({
    subject: `Invoice ${number}`,
    heading: `Your invoice ${number}`,
    paragraphs: [`The invoice for ${org} over ${amount} is attached as a PDF, which contains the e-invoice as XML.`],
    button: "Open billing"
  }),
  credit_note: ({ amount, number }, org) => ({
    subject: `Credit note ${number}`,
    heading: `Your credit note ${number}`,
    paragraphs: [`The credit note for ${org} over ${amount} is attached as a PDF, which contains the XML.`],
    button: "Open billing"
  }),
  payment_failed: ({ amount, lockOn, number, retryOn }, org) => ({
    subject: `The payment of invoice ${number} failed`,
    heading: "A payment failed",
    paragraphs: [
      `Invoice ${number} for ${org} over ${amount} could not be charged.`,
      retryOn === null ? "It is not tried again by itself." : `It is tried again on ${retryOn}.`,
      `If it is not paid before ${lockOn}, ${org} is locked then. Pay now or choose another payment method.`
    ],
    button: "Pay the invoice"
  }),
  retry_failed: ({ amount, lockOn, number, retryOn }, org) => ({
    subject: `The payment of invoice ${number} failed again`,
    heading: "A payment failed again",
    paragraphs: [
      `Invoice ${number} for ${org} over ${amount} could not be charged this time either.`,
      retryOn === null ? "It is not tried again by itself." : `It is tried again on ${retryOn}.`,
      `If it is not paid before ${lockOn}, ${org} is locked then. Pay now or choose another payment method.`
    ],
    button: "Pay the invoice"
  }),
  locked: ({ amount, number }, org) => ({
    subject: `${org} is locked`,
    heading: `${org} is locked`,
    paragraphs: [
      `Invoice ${number} over ${amount} was not paid. Nothing is deleted, but ${org} cannot be used.`,
      "The lock ends when the invoice is paid, or when an Owner chooses what stays on the Basic plan."
    ],
    button: "Pay the invoice"
  }),
  unlocked: (_, org) => ({
    subject: `${org} is unlocked`,
    heading: `${org} is unlocked`,
    paragraphs: ["Every open invoice is paid or settled. Thank you."],
    button: "Open billing"
  }),
  plan_ended: (_, org) => ({
    subject: `The paid plan of ${org} has ended`,
    heading: "The paid plan has ended",
    paragraphs: [`${org} is on the Basic plan now. Nothing more is charged.`],
    button: "Open billing"
  }),
  vat_id_invalid: ({ renewsOn, vatId }, org) => ({
    subject: `The VAT ID of ${org} is not valid`,
    heading: "The VAT ID is not valid",
    paragraphs: [
      `The register of the EU (VIES) says that ${vatId} is not valid.`,
      renewsOn === null
        ? "Correct it, so that the plan can be renewed."
        : `Correct it before ${renewsOn}, so that the plan can be renewed.`
    ],
    button: "Correct the VAT ID"
  }),
  card_expiring: ({ card, expires }, org) => ({
    subject: `A card of ${org} expires soon`,
    heading: "A card expires soon",
    paragraphs: [`${card}, which pays for ${org}, expires at the end of ${expires}. Choose a new payment method.`],
    button: "Change the payment method"
  })
}

const german: Catalogue = {
  invoice: ({ amount, number }, org) => ({
    subject: `Rechnung ${number}`,
    heading: `Ihre Rechnung ${number}`,
    paragraphs: [`Die Rechnung für ${org} über ${amount} liegt als PDF bei, das die E-Rechnung als XML enthält.`],
    button: "Abrechnung öffnen"
  }),
  credit_note: ({ amount, number }, org) => ({
    subject: `Rechnungskorrektur ${number}`,
    heading: `Ihre Rechnungskorrektur ${number}`,
    paragraphs: [`Die Rechnungskorrektur für ${org} über ${amount} liegt als PDF bei, das auch das XML enthält.`],
    button: "Abrechnung öffnen"
  }),
  payment_failed: ({ amount, lockOn, number, retryOn }, org) => ({
    subject: `Die Zahlung der Rechnung ${number} ist fehlgeschlagen`,
    heading: "Eine Zahlung ist fehlgeschlagen",
    paragraphs: [
      `Die Rechnung ${number} für ${org} über ${amount} konnte nicht eingezogen werden.`,
      retryOn === null ? "Es folgt kein weiterer Versuch von selbst." : `Der nächste Versuch ist am ${retryOn}.`,
      `Ist sie bis zum ${lockOn} nicht bezahlt, wird ${org} gesperrt. Zahlen Sie jetzt, oder wählen Sie eine andere Zahlungsart.`
    ],
    button: "Rechnung bezahlen"
  }),
  retry_failed: ({ amount, lockOn, number, retryOn }, org) => ({
    subject: `Die Zahlung der Rechnung ${number} ist wieder fehlgeschlagen`,
    heading: "Eine Zahlung ist wieder fehlgeschlagen",
    paragraphs: [
      `Die Rechnung ${number} für ${org} über ${amount} konnte auch diesmal nicht eingezogen werden.`,
      retryOn === null ? "Es folgt kein weiterer Versuch von selbst." : `Der nächste Versuch ist am ${retryOn}.`,
      `Ist sie bis zum ${lockOn} nicht bezahlt, wird ${org} gesperrt. Zahlen Sie jetzt, oder wählen Sie eine andere Zahlungsart.`
    ],
    button: "Rechnung bezahlen"
  }),
  locked: ({ amount, number }, org) => ({
    subject: `${org} ist gesperrt`,
    heading: `${org} ist gesperrt`,
    paragraphs: [
      `Die Rechnung ${number} über ${amount} wurde nicht bezahlt. Nichts wird gelöscht, aber ${org} kann nicht benutzt werden.`,
      "Die Sperre endet, wenn die Rechnung bezahlt ist oder ein Inhaber wählt, was im Tarif Basic bleibt."
    ],
    button: "Rechnung bezahlen"
  }),
  unlocked: (_, org) => ({
    subject: `${org} ist entsperrt`,
    heading: `${org} ist entsperrt`,
    paragraphs: ["Alle offenen Rechnungen sind bezahlt oder erledigt. Vielen Dank."],
    button: "Abrechnung öffnen"
  }),
  plan_ended: (_, org) => ({
    subject: `Der bezahlte Tarif von ${org} ist beendet`,
    heading: "Der bezahlte Tarif ist beendet",
    paragraphs: [`${org} ist jetzt im Tarif Basic. Es wird nichts mehr abgebucht.`],
    button: "Abrechnung öffnen"
  }),
  vat_id_invalid: ({ renewsOn, vatId }, org) => ({
    subject: `Die USt-IdNr. von ${org} ist ungültig`,
    heading: "Die USt-IdNr. ist ungültig",
    paragraphs: [
      `Das Register der EU (VIES) meldet ${vatId} als ungültig.`,
      renewsOn === null
        ? "Berichtigen Sie sie, damit der Tarif verlängert werden kann."
        : `Berichtigen Sie sie vor dem ${renewsOn}, damit der Tarif verlängert werden kann.`
    ],
    button: "USt-IdNr. berichtigen"
  }),
  card_expiring: ({ card, expires }, org) => ({
    subject: `Eine Karte von ${org} läuft bald ab`,
    heading: "Eine Karte läuft bald ab",
    paragraphs: [`${card}, mit der ${org} bezahlt, läuft Ende ${expires} ab. Wählen Sie eine neue Zahlungsart.`],
    button: "Zahlungsart ändern"
  })
}

const catalogues: Readonly<Record<Locale, Catalogue>> = { en: english, de: german }

/** A mail of billing in the platform's words; `link` is the billing page. */
export const billingLetter = (
  news: BillingNews,
  {
    link,
    locale,
    org,
    sender
  }: { readonly locale: Locale; readonly org: string; readonly sender: string; readonly link: string }
): Letter => {
  const write = catalogues[locale][news.kind] as (news: BillingNews, org: string) => Words
  const { button, ...words } = write(news, oneLine(org))
  return { ...words, locale, sender: oneLine(sender), code: null, notes: [], button: { label: button, href: link } }
}
