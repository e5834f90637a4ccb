import type { InvoiceSnapshot } from "@fleet/server/billing/documents/InvoiceSnapshot"
import type { Seller } from "@fleet/server/platform/settings/Seller"
import { DateTime } from "effect"

export const seller: Seller = {
  name: "Robot Fleet Cloud GmbH",
  line1: "Lindenallee 12",
  postal_code: "10115",
  city: "Berlin",
  country: "DE",
  vat_id: "DE811907980",
  tax_number: "30/123/45678",
  email: "billing@robotfleet.example",
  phone: "+49 30 901820",
  contact: "Accounts",
  register: "HRB 123456 B, Amtsgericht Charlottenburg",
  iban: "DE89370400440532013000",
  bic: "COBADEFFXXX"
}

const at = (iso: string) => DateTime.makeUnsafe(iso)

/** Pro for a month with add-ons, to a German company, paid by card. */
export const domestic: InvoiceSnapshot = {
  kind: "invoice",
  number: "RF-2026-0042",
  issued_at: at("2026-11-28T09:30:00.000Z"),
  seller,
  payer: {
    kind: "company",
    company_name: "Müller & Söhne Fördertechnik GmbH",
    vat_id: "DE123456789",
    address: { line1: "Industriestraße 7", line2: null, postal_code: "70565", city: "Stuttgart", country: "DE" },
    invoice_email: "rechnung@mueller.example",
    buyer_reference: null,
    purchase_order: null
  },
  vat: { treatment: "domestic", rate_percent: 19 },
  currency: "eur",
  cycle: "monthly",
  period: { start: "2026-11-28", end: "2026-12-28" },
  lines: [
    { item: "pro", quantity: 1, unit_cents: 14_900, net_cents: 14_900 },
    { item: "seats", quantity: 2, unit_cents: 900, net_cents: 1_800 },
    { item: "robots", quantity: 3, unit_cents: 1_900, net_cents: 5_700 }
  ],
  net_cents: 22_400,
  vat_cents: 4_256,
  gross_cents: 26_656,
  paid_cents: 26_656,
  payment_method: { kind: "card", brand: "Visa", last4: "4242", expires: "12/28" },
  corrects: null
}

/** The amounts of lines, with VAT on their sum. */
const priced = (lines: InvoiceSnapshot["lines"], rate: number, paid: boolean) => {
  const net_cents = lines.reduce((sum, line) => sum + line.net_cents, 0)
  const vat_cents = Math.floor((net_cents * rate + 50) / 100)
  const gross_cents = net_cents + vat_cents
  return { lines, net_cents, vat_cents, gross_cents, paid_cents: paid ? gross_cents : 0 }
}

/** Open, to a French company that owes the VAT itself, by the year, paid by PayPal. */
export const reverseCharge: InvoiceSnapshot = {
  ...domestic,
  number: "RF-2026-0043",
  payer: {
    kind: "company",
    company_name: "Société d'Automatisation <Lyon> & Fils",
    vat_id: "FR40303265045",
    address: {
      line1: "12 rue de l'Université",
      line2: "Bâtiment C",
      postal_code: "69007",
      city: "Lyon",
      country: "FR"
    },
    invoice_email: "compta@automatisation.example",
    buyer_reference: "SERV-77",
    purchase_order: "PO 2026/118"
  },
  vat: { treatment: "reverse_charge", rate_percent: 0 },
  cycle: "yearly",
  period: { start: "2026-11-28", end: "2027-11-28" },
  payment_method: { kind: "paypal", account: "pay@automatisation.example" },
  ...priced([{ item: "plus", quantity: 1, unit_cents: 29_580, net_cents: 29_580 }], 0, false)
}

/** In dollars to a company outside the EU, with what a change gives back. */
export const outside: InvoiceSnapshot = {
  ...domestic,
  number: "RF-2026-0044",
  payer: {
    kind: "company",
    company_name: "Acme Robotics, Inc.",
    vat_id: null,
    address: {
      line1: "500 Terry A. Francois Blvd",
      line2: null,
      postal_code: "94158",
      city: "San Francisco",
      country: "US"
    },
    invoice_email: "ap@acme.example",
    buyer_reference: null,
    purchase_order: null
  },
  vat: { treatment: "outside_eu", rate_percent: 0 },
  currency: "usd",
  cycle: "yearly",
  period: { start: "2026-11-28", end: "2027-11-28" },
  payment_method: { kind: "applepay", brand: "Mastercard", last4: "4444", expires: "01/29" },
  ...priced(
    [
      { item: "pro", quantity: 1, unit_cents: 174_800, net_cents: 174_800 },
      { item: "seats", quantity: 4, unit_cents: 10_600, net_cents: 42_400 },
      { item: "unused_share", quantity: 1, unit_cents: 8_567, net_cents: -8_567 }
    ],
    0,
    true
  )
}

/** To a person at home, of whom no method is known. */
export const person: InvoiceSnapshot = {
  ...domestic,
  number: "RF-2026-0045",
  payer: {
    kind: "person",
    full_name: "Jürgen Groß",
    address: { line1: "Hauptstraße 1", line2: null, postal_code: "04109", city: "Leipzig", country: "DE" },
    invoice_email: "j.gross@mail.example",
    buyer_reference: null,
    purchase_order: null
  },
  payment_method: null,
  ...priced([{ item: "change", quantity: 1, unit_cents: 1_033, net_cents: 1_033 }], 19, false)
}

/** Half of `domestic` given back. */
export const creditNote: InvoiceSnapshot = {
  ...domestic,
  kind: "credit_note",
  number: "RF-2026-0046",
  issued_at: at("2026-12-03T23:30:00.000Z"),
  period: null,
  corrects: { number: domestic.number, issued_at: domestic.issued_at },
  lines: [{ item: "refund", quantity: 1, unit_cents: 11_200, net_cents: 11_200 }],
  net_cents: 11_200,
  vat_cents: 2_128,
  gross_cents: 13_328,
  paid_cents: 13_328
}

/** A long word that has no place to break. */
const long = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"

/** 400 lines, and a name and address as long as may be. */
export const longest: InvoiceSnapshot = {
  ...domestic,
  number: "RF-2026-0047",
  payer: {
    kind: "company",
    company_name: `${long} mit ${long} und ${long}`.slice(0, 200),
    vat_id: "DE123456789",
    address: {
      line1: `${long} und ${long}, Straße der Vereinten Nationen 1, Gebäude 7`.slice(0, 200),
      line2: "W".repeat(200),
      postal_code: "12345-67890-12345678",
      city: "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch am Stettiner Haff an der Oder in Mecklenburg".slice(
        0,
        100
      ),
      country: "DE"
    },
    invoice_email: "rechnung@lang.example",
    buyer_reference: "R".repeat(100),
    purchase_order: "P".repeat(100)
  },
  ...priced(
    Array.from({ length: 400 }, (_, index) => {
      const [quantity, unit_cents] = [(index % 9) + 1, 900 + index]
      const item = (["seats", "robots", "apps", "app_user_packs", "live_video_packs"] as const)[index % 5]!
      return { item, quantity, unit_cents, net_cents: quantity * unit_cents }
    }) as unknown as InvoiceSnapshot["lines"],
    19,
    true
  )
}

/** Names in each script that is printed, with what XML has to escape. */
export const scripts: InvoiceSnapshot = {
  ...reverseCharge,
  number: "RF-2026-0048",
  payer: {
    ...reverseCharge.payer,
    kind: "company",
    company_name: `Ελληνικά Ρομπότ & "Роботы" 'Công ty Rô-bốt Việt Nam' <Łódź>`,
    vat_id: "EL094259216",
    address: { line1: "Λεωφόρος Αθηνών 5", line2: "Ул. Ленина 3", postal_code: "104 41", city: "Αθήνα", country: "GR" }
  }
}

export const shapes = { domestic, reverseCharge, outside, person, creditNote, longest, scripts }
