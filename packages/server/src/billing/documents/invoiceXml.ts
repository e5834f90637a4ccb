import { berlinDay, dayBefore, decimal } from "./amounts.ts"
import { type InvoiceLine, type InvoiceSnapshot, localeOfCountry } from "./InvoiceSnapshot.ts"
import { invoiceWords, type InvoiceWords, itemWords, paymentWords, vatWords } from "./invoiceWords.ts"
import { type Content, element, type Xml } from "./xml.ts"

/** EN 16931 itself, or XRechnung 3.0, which German public buyers ask for. */
export type InvoiceProfile = "en16931" | "xrechnung"

const guidelines: Readonly<Record<InvoiceProfile, string>> = {
  en16931: "urn:cen.eu:en16931:2017",
  xrechnung: "urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0"
}

const namespaces = {
  "xmlns:rsm": "urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100",
  "xmlns:ram": "urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100",
  "xmlns:qdt": "urn:un:unece:uncefact:data:standard:QualifiedDataType:100",
  "xmlns:udt": "urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100"
}

const ram = (name: string, content: Content, attributes?: Readonly<Record<string, string>>) =>
  element(`ram:${name}`, content, attributes)

const optional = (name: string, text: string | null | undefined): Xml | null =>
  text === null || text === undefined ? null : ram(name, text)

/** A day as YYYYMMDD, the format that its code 102 stands for. */
const dateText = (namespace: "udt" | "qdt", day: string) =>
  element(`${namespace}:DateTimeString`, day.replaceAll("-", ""), { format: "102" })

const date = (name: string, day: string) => ram(name, [dateText("udt", day)])

const servicePeriod = ({ period }: InvoiceSnapshot): Xml | null =>
  period === null
    ? null
    : ram("BillingSpecifiedPeriod", [date("StartDateTime", period.start), date("EndDateTime", dayBefore(period.end))])

/** The VAT category (BT-151), the code of its exemption (BT-121) and whether it has a rate. */
const categories = {
  domestic: { code: "S", exemption: null },
  reverse_charge: { code: "AE", exemption: "VATEX-EU-AE" },
  outside_eu: { code: "O", exemption: "VATEX-EU-O" }
} as const

const lineTax = ({ vat }: InvoiceSnapshot) =>
  ram("ApplicableTradeTax", [
    ram("TypeCode", "VAT"),
    ram("CategoryCode", categories[vat.treatment].code),
    // BR-O-05: what is outside the scope of VAT has no rate.
    vat.treatment === "outside_eu" ? null : ram("RateApplicablePercent", String(vat.rate_percent))
  ])

/** BR-27: a price is never negative, so what takes from the total has a negative quantity. */
const pricedAs = ({ net_cents, quantity, unit_cents }: InvoiceLine) => {
  const size = Math.abs(net_cents)
  const whole = unit_cents * quantity === size ? { count: quantity, price: unit_cents } : { count: 1, price: size }
  return { ...whole, count: net_cents < 0 ? -whole.count : whole.count }
}

const lineItem = (line: InvoiceLine, index: number, snapshot: InvoiceSnapshot, words: InvoiceWords) => {
  const { count, price } = pricedAs(line)
  return ram("IncludedSupplyChainTradeLineItem", [
    ram("AssociatedDocumentLineDocument", [ram("LineID", String(index + 1))]),
    ram("SpecifiedTradeProduct", [ram("Name", itemWords(line.item, snapshot, words))]),
    ram("SpecifiedLineTradeAgreement", [ram("NetPriceProductTradePrice", [ram("ChargeAmount", decimal(price))])]),
    ram("SpecifiedLineTradeDelivery", [ram("BilledQuantity", String(count), { unitCode: "C62" })]),
    ram("SpecifiedLineTradeSettlement", [
      lineTax(snapshot),
      servicePeriod(snapshot),
      ram("SpecifiedTradeSettlementLineMonetarySummation", [ram("LineTotalAmount", decimal(line.net_cents))])
    ])
  ])
}

interface Address {
  readonly line1: string
  readonly line2?: string | null
  readonly postal_code: string
  readonly city: string
  readonly country: string
}

const address = ({ city, country, line1, line2, postal_code }: Address) =>
  ram("PostalTradeAddress", [
    ram("PostcodeCode", postal_code),
    ram("LineOne", line1),
    optional("LineTwo", line2),
    ram("CityName", city),
    ram("CountryID", country)
  ])

const mailbox = (email: string) => ram("URIUniversalCommunication", [ram("URIID", email, { schemeID: "EM" })])

const taxRegistration = (scheme: "VA" | "FC", id: string | null | undefined): Xml | null =>
  id === null || id === undefined
    ? null
    : ram("SpecifiedTaxRegistration", [ram("ID", id.replaceAll(/\s/gu, ""), { schemeID: scheme })])

const sellerParty = ({ seller, vat }: InvoiceSnapshot) => {
  const taxed = vat.treatment !== "outside_eu"
  return ram("SellerTradeParty", [
    ram("Name", seller.name),
    // BR-CO-26: what names the seller where BR-O-02 forbids the VAT ID.
    ram("SpecifiedLegalOrganization", [ram("ID", seller.register)]),
    ram("DefinedTradeContact", [
      ram("PersonName", seller.contact),
      ram("TelephoneUniversalCommunication", [ram("CompleteNumber", seller.phone)]),
      ram("EmailURIUniversalCommunication", [ram("URIID", seller.email)])
    ]),
    address(seller),
    mailbox(seller.email),
    taxed ? taxRegistration("VA", seller.vat_id) : null,
    taxed ? taxRegistration("FC", seller.tax_number) : null
  ])
}

const buyerParty = ({ payer, vat }: InvoiceSnapshot) =>
  ram("BuyerTradeParty", [
    ram("Name", payer.kind === "company" ? payer.company_name : payer.full_name),
    address(payer.address),
    mailbox(payer.invoice_email),
    payer.kind === "company" && vat.treatment !== "outside_eu" ? taxRegistration("VA", payer.vat_id) : null
  ])

/** UNTDID 4461: 48 is a card, 68 an online payment service, 58 a SEPA transfer, 1 not said. */
const paymentMeans = ({ currency, payment_method: method, seller }: InvoiceSnapshot, words: InvoiceWords) => {
  if (method?.kind === "paypal") {
    return ram("SpecifiedTradeSettlementPaymentMeans", [
      ram("TypeCode", "68"),
      ram("Information", words.byPayPal(method.account))
    ])
  }
  if (method !== null && /^\d{4,6}$/u.test(method.last4)) {
    return ram("SpecifiedTradeSettlementPaymentMeans", [
      ram("TypeCode", "48"),
      ram("Information", method.kind === "card" ? method.brand : `Apple Pay, ${method.brand}`),
      ram("ApplicableTradeSettlementFinancialCard", [ram("ID", method.last4)])
    ])
  }
  if (currency === "eur" && seller.iban !== undefined && method === null) {
    return ram("SpecifiedTradeSettlementPaymentMeans", [
      ram("TypeCode", "58"),
      ram("PayeePartyCreditorFinancialAccount", [ram("IBANID", seller.iban.replaceAll(/\s/gu, ""))]),
      seller.bic === undefined ? null : ram("PayeeSpecifiedCreditorFinancialInstitution", [ram("BICID", seller.bic)])
    ])
  }
  return ram("SpecifiedTradeSettlementPaymentMeans", [ram("TypeCode", "1")])
}

const breakdown = (snapshot: InvoiceSnapshot, profile: InvoiceProfile, words: InvoiceWords) => {
  const { net_cents, vat, vat_cents } = snapshot
  const { code, exemption } = categories[vat.treatment]
  // XRechnung wants a rate in each breakdown (BR-DE-14), also in the one that has none.
  const rated = vat.treatment !== "outside_eu" || profile === "xrechnung"
  return ram("ApplicableTradeTax", [
    ram("CalculatedAmount", decimal(vat_cents)),
    ram("TypeCode", "VAT"),
    optional("ExemptionReason", vatWords(snapshot, words)),
    ram("BasisAmount", decimal(net_cents)),
    ram("CategoryCode", code),
    optional("ExemptionReasonCode", exemption),
    rated ? ram("RateApplicablePercent", String(vat.rate_percent)) : null
  ])
}

const paymentTerms = (snapshot: InvoiceSnapshot, words: InvoiceWords) => {
  const open = snapshot.paid_cents < snapshot.gross_cents
  const said = paymentWords(snapshot, words)
  if (said === null && !open) return null
  return ram("SpecifiedTradePaymentTerms", [
    optional("Description", said),
    open ? date("DueDateDateTime", berlinDay(snapshot.issued_at)) : null
  ])
}

const totals = ({ currency, gross_cents, net_cents, paid_cents, vat_cents }: InvoiceSnapshot) =>
  ram("SpecifiedTradeSettlementHeaderMonetarySummation", [
    ram("LineTotalAmount", decimal(net_cents)),
    ram("TaxBasisTotalAmount", decimal(net_cents)),
    ram("TaxTotalAmount", decimal(vat_cents), { currencyID: currency.toUpperCase() }),
    ram("GrandTotalAmount", decimal(gross_cents)),
    paid_cents === 0 ? null : ram("TotalPrepaidAmount", decimal(paid_cents)),
    ram("DuePayableAmount", decimal(gross_cents - paid_cents))
  ])

const corrected = ({ corrects }: InvoiceSnapshot): Xml | null =>
  corrects === null
    ? null
    : ram("InvoiceReferencedDocument", [
        ram("IssuerAssignedID", corrects.number),
        ram("FormattedIssueDateTime", [dateText("qdt", berlinDay(corrects.issued_at))])
      ])

/**
 * The invoice or credit note as XML of EN 16931 in the syntax of UN/CEFACT's Cross Industry Invoice, which Factur-X embeds
 * in the PDF. Names and addresses stand in it as they were given, but for the characters that XML cannot hold. XRechnung
 * is one only where the payer has a buyer reference.
 */
export const invoiceXml = (snapshot: InvoiceSnapshot, profile: InvoiceProfile): string => {
  const { kind, lines, number, payer } = snapshot
  const words = invoiceWords(localeOfCountry(payer.address.country))
  const document = element(
    "rsm:CrossIndustryInvoice",
    [
      element("rsm:ExchangedDocumentContext", [
        profile === "xrechnung"
          ? ram("BusinessProcessSpecifiedDocumentContextParameter", [
              ram("ID", "urn:fdc:peppol.eu:2017:poacc:billing:01:1.0")
            ])
          : null,
        ram("GuidelineSpecifiedDocumentContextParameter", [ram("ID", guidelines[profile])])
      ]),
      element("rsm:ExchangedDocument", [
        ram("ID", number),
        ram("TypeCode", kind === "invoice" ? "380" : "381"),
        date("IssueDateTime", berlinDay(snapshot.issued_at))
      ]),
      element("rsm:SupplyChainTradeTransaction", [
        ...lines.map((line, index) => lineItem(line, index, snapshot, words)),
        ram("ApplicableHeaderTradeAgreement", [
          optional("BuyerReference", payer.buyer_reference),
          sellerParty(snapshot),
          buyerParty(snapshot),
          payer.purchase_order === null
            ? null
            : ram("BuyerOrderReferencedDocument", [ram("IssuerAssignedID", payer.purchase_order)])
        ]),
        ram("ApplicableHeaderTradeDelivery", []),
        ram("ApplicableHeaderTradeSettlement", [
          ram("InvoiceCurrencyCode", snapshot.currency.toUpperCase()),
          paymentMeans(snapshot, words),
          breakdown(snapshot, profile, words),
          servicePeriod(snapshot),
          paymentTerms(snapshot, words),
          totals(snapshot),
          corrected(snapshot)
        ])
      ])
    ],
    namespaces
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n${document.xml}\n`
}
