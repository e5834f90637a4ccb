import { describe, expect, it } from "@effect/vitest"
import type { InvoiceSnapshot } from "@fleet/server/billing/documents/InvoiceSnapshot"
import { invoiceXml } from "@fleet/server/billing/documents/invoiceXml"
import { Profile, validateXsd } from "@stackforge-eu/factur-x"
import { brokenRules, brokenRulesOfXRechnung } from "./en16931.ts"
import { readXml } from "./readXml.ts"
import { creditNote, domestic, outside, person, reverseCharge, shapes } from "./shapes.ts"

const settlement = "SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement"
const agreement = "SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement"
const read = (snapshot: InvoiceSnapshot) => readXml(invoiceXml(snapshot, "en16931"))

describe.each(Object.entries(shapes))("%s", (_, snapshot) => {
  it("is of the schema of EN 16931", async () => {
    const { errors, valid } = await validateXsd(invoiceXml(snapshot, "en16931"), Profile.EN16931)
    expect(errors).toEqual([])
    expect(valid).toBe(true)
  })

  it("keeps the rules of EN 16931", () => {
    expect(brokenRules(invoiceXml(snapshot, "en16931"))).toEqual([])
  })

  it("keeps those of XRechnung too, with a buyer reference", async () => {
    const payer = { ...snapshot.payer, buyer_reference: "04011000-12345-34" }
    const xml = invoiceXml({ ...snapshot, payer }, "xrechnung")
    expect(brokenRules(xml)).toEqual([])
    expect(brokenRulesOfXRechnung(xml)).toEqual([])
    expect((await validateXsd(xml, Profile.EN16931)).errors).toEqual([])
  })
})

it("finds what is wrong", async () => {
  const changes: ReadonlyArray<readonly [string, string, string]> = [
    ["266.56</ram:GrandTotalAmount>", "266.57</ram:GrandTotalAmount>", "BR-CO-15"],
    ["42.56</ram:CalculatedAmount>", "42.57</ram:CalculatedAmount>", "BR-CO-14"],
    ["149.00</ram:LineTotalAmount>", "149.01</ram:LineTotalAmount>", "BR-CO-10"],
    ['format="102"', 'format="203"', "BR-TMP-7"],
    ["0.00</ram:DuePayableAmount>", "0.01</ram:DuePayableAmount>", "BR-CO-16"],
    [">19</ram:RateApplicablePercent><", ">18</ram:RateApplicablePercent><", "BR-CO-17"],
    ['schemeID="EM"', 'schemeID=""', "BR-62 and 63"],
    ["<ram:TypeCode>380<", "<ram:TypeCode>381<", "BR-55"]
  ]
  const xml = invoiceXml(domestic, "en16931")
  for (const [from, to, rule] of changes) {
    expect(xml).toContain(from)
    expect(brokenRules(xml.replaceAll(from, to))).toContain(rule)
  }
  const misplaced = xml.replace(
    /(<ram:BasisAmount>[^<]*<\/ram:BasisAmount>)(<ram:CategoryCode>S<\/ram:CategoryCode>)/u,
    "$2$1"
  )
  expect(misplaced).not.toBe(xml)
  expect((await validateXsd(misplaced, Profile.EN16931)).valid).toBe(false)
})

it("names the document, the one it corrects and what was paid", () => {
  const invoice = read(domestic)
  expect(invoice.text("ExchangedDocument/ID")).toBe("RF-2026-0042")
  expect(invoice.text("ExchangedDocument/TypeCode")).toBe("380")
  expect(invoice.text(`${settlement}/SpecifiedTradeSettlementHeaderMonetarySummation/TotalPrepaidAmount`)).toBe(
    "266.56"
  )
  const note = read(creditNote)
  expect(note.text("ExchangedDocument/TypeCode")).toBe("381")
  expect(note.text(`${settlement}/InvoiceReferencedDocument/IssuerAssignedID`)).toBe("RF-2026-0042")
  expect(note.text(`${settlement}/InvoiceReferencedDocument/FormattedIssueDateTime/DateTimeString`)).toBe("20261128")
  // Half past eleven in London is the next day in Berlin.
  expect(note.text("ExchangedDocument/IssueDateTime/DateTimeString")).toBe("20261204")
  expect(note.text(`${settlement}/SpecifiedTradeSettlementHeaderMonetarySummation/GrandTotalAmount`)).toBe("133.28")
})

it("says who buys, for which order and from when until when, the last day included", () => {
  const xml = read(reverseCharge)
  expect(xml.text(`${agreement}/BuyerReference`)).toBe("SERV-77")
  expect(xml.text(`${agreement}/BuyerOrderReferencedDocument/IssuerAssignedID`)).toBe("PO 2026/118")
  expect(xml.text(`${agreement}/BuyerTradeParty/Name`)).toBe("Société d'Automatisation <Lyon> & Fils")
  expect(xml.text(`${agreement}/BuyerTradeParty/URIUniversalCommunication/URIID`)).toBe("compta@automatisation.example")
  expect(xml.text(`${settlement}/BillingSpecifiedPeriod/StartDateTime/DateTimeString`)).toBe("20261128")
  expect(xml.text(`${settlement}/BillingSpecifiedPeriod/EndDateTime/DateTimeString`)).toBe("20271127")
  expect(xml.text(`${settlement}/SpecifiedTradePaymentTerms/DueDateDateTime/DateTimeString`)).toBe("20261128")
})

it("gives each treatment its category and its code of exemption", () => {
  const of = (snapshot: InvoiceSnapshot) => {
    const xml = read(snapshot)
    const part = `${settlement}/ApplicableTradeTax`
    return [`${part}/CategoryCode`, `${part}/ExemptionReasonCode`, `${part}/RateApplicablePercent`].map((path) =>
      xml.text(path)
    )
  }
  expect(of(domestic)).toEqual(["S", undefined, "19"])
  expect(of(reverseCharge)).toEqual(["AE", "VATEX-EU-AE", "0"])
  expect(of(outside)).toEqual(["O", "VATEX-EU-O", undefined])
})

it("names the seller outside the EU by the register alone", () => {
  const party = `${agreement}/SellerTradeParty`
  expect(read(outside).all(`${party}/SpecifiedTaxRegistration`)).toEqual([])
  expect(read(outside).text(`${party}/SpecifiedLegalOrganization/ID`)).toBe(outside.seller.register)
  expect(read(domestic).texts(`${party}/SpecifiedTaxRegistration/ID`)).toEqual(["DE811907980", "30/123/45678"])
})

it("tells the means of payment", () => {
  const of = (snapshot: InvoiceSnapshot) =>
    read(snapshot).text(`${settlement}/SpecifiedTradeSettlementPaymentMeans/TypeCode`)
  expect([domestic, outside, reverseCharge, person].map(of)).toEqual(["48", "48", "68", "58"])
  const { iban: _iban, ...rest } = person.seller
  expect(of({ ...person, seller: rest })).toBe("1")
  expect(of({ ...domestic, payment_method: { kind: "card", brand: "Visa", last4: "", expires: "" } })).toBe("1")
})

it("takes from the total by a negative quantity", () => {
  const line = read(outside).all("SupplyChainTradeTransaction/IncludedSupplyChainTradeLineItem")[2]!
  expect(line.text("SpecifiedLineTradeDelivery/BilledQuantity")).toBe("-1")
  expect(line.text("SpecifiedLineTradeAgreement/NetPriceProductTradePrice/ChargeAmount")).toBe("85.67")
})

it("holds any text whole, but for what XML cannot hold", async () => {
  const name = "A&B <c> \"d\" 'e' ]]> --> \u{0}\u{1f}\u{b}\u{fffe}\u{d800}x\t\n\r شركة 株式会社 🤖"
  const payer = { ...reverseCharge.payer, kind: "company" as const, company_name: name, vat_id: "FR40303265045" }
  const xml = invoiceXml({ ...reverseCharge, payer }, "en16931")
  expect(readXml(xml).text(`${agreement}/BuyerTradeParty/Name`)).toBe(
    "A&B <c> \"d\" 'e' ]]> --> x\t\n\r شركة 株式会社 🤖"
  )
  expect((await validateXsd(xml, Profile.EN16931)).errors).toEqual([])
})

it("is German to Germany and English to France", () => {
  const first = "SupplyChainTradeTransaction/IncludedSupplyChainTradeLineItem/SpecifiedTradeProduct/Name"
  expect(read(domestic).texts(first)).toEqual([
    "Tarif Pro, monatlich",
    "Zusätzliche Plätze, monatlich",
    "Zusätzliche Roboter, monatlich"
  ])
  expect(read(reverseCharge).texts(first)).toEqual(["Plus plan, per year"])
})
