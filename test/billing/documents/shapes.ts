import type { InvoiceSnapshot } from "@fleet/server/billing/documents/InvoiceSnapshot"
import type { Seller } from "@fleet/server/billing/documents/Seller"
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
