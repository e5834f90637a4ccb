import { readXml, type Reading } from "./readXml.ts"

const transaction = "SupplyChainTradeTransaction"
const agreement = `${transaction}/ApplicableHeaderTradeAgreement`
const settlement = `${transaction}/ApplicableHeaderTradeSettlement`
const sums = `${settlement}/SpecifiedTradeSettlementHeaderMonetarySummation`
const seller = `${agreement}/SellerTradeParty`
const buyer = `${agreement}/BuyerTradeParty`
const lineItem = `${transaction}/IncludedSupplyChainTradeLineItem`
const lineTax = "SpecifiedLineTradeSettlement/ApplicableTradeTax"

/** An amount of at most two decimals in cents; NaN where it is none. */
const cents = (text: string | undefined): number =>
  text !== undefined && /^-?\d+(?:\.\d{1,2})?$/u.test(text) ? Math.round(Number(text) * 100) : Number.NaN

const isDay = (text: string | undefined): boolean =>
  text !== undefined && /^\d{8}$/u.test(text) && !Number.isNaN(Date.parse(text.replace(/(....)(..)(..)/u, "$1-$2-$3")))

const registered = (root: Reading, party: string, scheme: string) =>
  root.all(`${party}/SpecifiedTaxRegistration/ID`).filter((id) => id.attribute("schemeID") === scheme)

type Facts = ReturnType<typeof factsOf>

const factsOf = (root: Reading) => {
  const lines = root.all(lineItem)
  return {
    root,
    lines,
    breakdowns: root.all(`${settlement}/ApplicableTradeTax`),
    categories: new Set(lines.map((line) => line.text(`${lineTax}/CategoryCode`))),
    sellerVat: registered(root, seller, "VA"),
    sellerTax: registered(root, seller, "FC"),
    buyerVat: registered(root, buyer, "VA"),
    net: cents(root.text(`${sums}/TaxBasisTotalAmount`)),
    vat: cents(root.text(`${sums}/TaxTotalAmount`)),
    gross: cents(root.text(`${sums}/GrandTotalAmount`)),
    prepaid: cents(root.text(`${sums}/TotalPrepaidAmount`) ?? "0"),
    due: cents(root.text(`${sums}/DuePayableAmount`)),
    text: (path: string) => root.text(path) ?? ""
  }
}

const filled =
  (path: string) =>
  ({ text }: Facts) =>
    text(path).trim() !== ""

const ofCategory =
  (code: string, holds: (facts: Facts) => boolean) =>
  (facts: Facts): boolean =>
    !facts.categories.has(code) || holds(facts)

const reasoned = (code: string) =>
  ofCategory(code, ({ breakdowns }) =>
    breakdowns.every(
      (part) => part.text("ExemptionReasonCode") !== undefined && part.text("CalculatedAmount") === "0.00"
    )
  )

const digitsOf97 = (iban: string) =>
  [...iban.slice(4), ...iban.slice(0, 4)].map((character) => String(Number.parseInt(character, 36))).join("")

const named = `${settlement}/SpecifiedTradeSettlementPaymentMeans`

/** The rules of EN 16931 that concern what is written here, by their names in the norm, each in our own words. */
const rules: Readonly<Record<string, (facts: Facts) => boolean>> = {
  "BR-01": filled("ExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter/ID"),
  "BR-02": filled("ExchangedDocument/ID"),
  "BR-03": ({ text }) => isDay(text("ExchangedDocument/IssueDateTime/DateTimeString")),
  "BR-04": ({ text }) => ["380", "381"].includes(text("ExchangedDocument/TypeCode")),
  "BR-05": ({ text }) => ["EUR", "USD"].includes(text(`${settlement}/InvoiceCurrencyCode`)),
  "BR-06": filled(`${seller}/Name`),
  "BR-07": filled(`${buyer}/Name`),
  "BR-09": ({ text }) => /^[A-Z]{2}$/u.test(text(`${seller}/PostalTradeAddress/CountryID`)),
  "BR-11": ({ text }) => /^[A-Z]{2}$/u.test(text(`${buyer}/PostalTradeAddress/CountryID`)),
  "BR-16": ({ lines }) => lines.length > 0,
  "BR-21": ({ lines }) =>
    new Set(lines.map((line) => line.text("AssociatedDocumentLineDocument/LineID"))).size === lines.length,
  "BR-22": ({ lines }) =>
    lines.every((line) => Number.isInteger(Number(line.text("SpecifiedLineTradeDelivery/BilledQuantity")))),
  "BR-23": ({ lines }) =>
    lines.every((line) => line.all("SpecifiedLineTradeDelivery/BilledQuantity")[0]?.attribute("unitCode") === "C62"),
  "BR-25": ({ lines }) => lines.every((line) => (line.text("SpecifiedTradeProduct/Name") ?? "").trim() !== ""),
  "BR-27": ({ lines }) =>
    lines.every((line) => cents(line.text("SpecifiedLineTradeAgreement/NetPriceProductTradePrice/ChargeAmount")) >= 0),
  "BR-29 and 30": ({ root }) =>
    root
      .all("**/BillingSpecifiedPeriod")
      .every((period) => period.text("StartDateTime/DateTimeString")! <= period.text("EndDateTime/DateTimeString")!),
  "BR-49": filled(`${named}/TypeCode`),
  "BR-51": ({ root }) =>
    root.texts(`${named}/ApplicableTradeSettlementFinancialCard/ID`).every((number) => /^\d{4,6}$/u.test(number)),
  "BR-55": ({ root, text }) =>
    (text("ExchangedDocument/TypeCode") === "381") === root.all(`${settlement}/InvoiceReferencedDocument`).length > 0 &&
    root.texts(`${settlement}/InvoiceReferencedDocument/IssuerAssignedID`).every((number) => number !== ""),
  "BR-61": ({ text }) => !["30", "58"].includes(text(`${named}/TypeCode`)) || filledIban(text),
  "BR-62 and 63": ({ root }) =>
    [seller, buyer].every(
      (party) => root.all(`${party}/URIUniversalCommunication/URIID`)[0]?.attribute("schemeID") === "EM"
    ),
  "BR-CO-09": ({ buyerVat, sellerVat }) =>
    [...buyerVat, ...sellerVat].every(({ element }) => /^(?:[A-Z]{2})[A-Z0-9]{2,13}$/u.test(element.text)),
  "BR-CO-10": ({ lines, root }) =>
    lines.reduce(
      (sum, line) =>
        sum +
        cents(line.text("SpecifiedLineTradeSettlement/SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount")),
      0
    ) === cents(root.text(`${sums}/LineTotalAmount`)),
  "BR-CO-13": ({ net, root }) => net === cents(root.text(`${sums}/LineTotalAmount`)),
  "BR-CO-14": ({ breakdowns, vat }) =>
    vat === breakdowns.reduce((sum, part) => sum + cents(part.text("CalculatedAmount")), 0),
  "BR-CO-15": ({ gross, net, vat }) => gross === net + vat,
  "BR-CO-16": ({ due, gross, prepaid }) => due === gross - prepaid,
  "BR-CO-17": ({ breakdowns }) =>
    breakdowns.every((part) => {
      const exact = (cents(part.text("BasisAmount")) * Number(part.text("RateApplicablePercent") ?? "0")) / 100
      return Math.abs(cents(part.text("CalculatedAmount")) - exact) <= 0.5
    }),
  "BR-CO-25": ({ due, root }) => due <= 0 || root.all(`${settlement}/SpecifiedTradePaymentTerms`).length === 1,
  "BR-CO-26": ({ sellerVat, text }) => sellerVat.length > 0 || text(`${seller}/SpecifiedLegalOrganization/ID`) !== "",
  "one category": ({ breakdowns, categories }) =>
    breakdowns.length === 1 && categories.size === 1 && categories.has(breakdowns[0]!.text("CategoryCode")),
  "quantity × price": ({ lines }) =>
    lines.every(
      (line) =>
        Number(line.text("SpecifiedLineTradeDelivery/BilledQuantity")) *
          cents(line.text("SpecifiedLineTradeAgreement/NetPriceProductTradePrice/ChargeAmount")) ===
        cents(line.text("SpecifiedLineTradeSettlement/SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount"))
    ),
  "BR-S-02": ofCategory("S", ({ sellerTax, sellerVat }) => sellerTax.length + sellerVat.length > 0),
  "BR-S-05": ofCategory("S", ({ lines }) =>
    lines.every((line) => Number(line.text(`${lineTax}/RateApplicablePercent`)) > 0)
  ),
  "BR-S-10": ofCategory("S", ({ breakdowns }) => breakdowns.every((part) => part.all("ExemptionReason").length === 0)),
  "BR-AE-02": ofCategory("AE", ({ buyerVat, sellerVat }) => sellerVat.length === 1 && buyerVat.length === 1),
  "BR-AE-05": ofCategory("AE", ({ lines }) =>
    lines.every((line) => line.text(`${lineTax}/RateApplicablePercent`) === "0")
  ),
  "BR-AE-09 and 10": reasoned("AE"),
  "BR-O-02": ofCategory("O", ({ buyerVat, sellerVat }) => sellerVat.length + buyerVat.length === 0),
  "BR-O-05": ofCategory("O", ({ lines }) =>
    lines.every((line) => line.all(`${lineTax}/RateApplicablePercent`).length === 0)
  ),
  "BR-O-09 and 10": reasoned("O"),
  "BR-DEC": ({ root }) =>
    [
      "LineTotalAmount",
      "TaxBasisTotalAmount",
      "TaxTotalAmount",
      "GrandTotalAmount",
      "TotalPrepaidAmount",
      "DuePayableAmount"
    ]
      .flatMap((name) => root.texts(`**/${name}`))
      .every((amount) => /^-?\d+\.\d{2}$/u.test(amount)),
  "BR-TMP-7": ({ root }) =>
    root.all("**/DateTimeString").every((date) => date.attribute("format") === "102" && isDay(date.element.text))
}

function filledIban(text: (path: string) => string): boolean {
  const iban = text(`${named}/PayeePartyCreditorFinancialAccount/IBANID`)
  return /^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/u.test(iban) && BigInt(digitsOf97(iban)) % 97n === 1n
}

/** What XRechnung 3.0 asks for beyond the norm. */
const ofXRechnung: Readonly<Record<string, (facts: Facts) => boolean>> = {
  "BR-DE-1": filled(`${named}/TypeCode`),
  "BR-DE-3": filled(`${seller}/PostalTradeAddress/CityName`),
  "BR-DE-4": filled(`${seller}/PostalTradeAddress/PostcodeCode`),
  "BR-DE-5": filled(`${seller}/DefinedTradeContact/PersonName`),
  "BR-DE-6 and 27": ({ text }) =>
    (text(`${seller}/DefinedTradeContact/TelephoneUniversalCommunication/CompleteNumber`).match(/\d/gu) ?? []).length >=
    3,
  "BR-DE-7 and 28": ({ text }) =>
    /^[^@\s]+@[^@\s.]+(?:\.[^@\s.]+)+$/u.test(
      text(`${seller}/DefinedTradeContact/EmailURIUniversalCommunication/URIID`)
    ),
  "BR-DE-8": filled(`${buyer}/PostalTradeAddress/CityName`),
  "BR-DE-9": filled(`${buyer}/PostalTradeAddress/PostcodeCode`),
  "BR-DE-14": ({ breakdowns }) => breakdowns.every((part) => part.text("RateApplicablePercent") !== undefined),
  "BR-DE-15": filled(`${agreement}/BuyerReference`),
  "BR-DE-21": ({ text }) =>
    text("ExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter/ID") ===
    "urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0",
  "BR-DE-24": ({ root, text }) =>
    text(`${named}/TypeCode`) !== "48" || root.all(`${named}/ApplicableTradeSettlementFinancialCard`).length === 1,
  "PEPPOL-EN16931-R001": filled("ExchangedDocumentContext/BusinessProcessSpecifiedDocumentContextParameter/ID")
}

const broken = (set: typeof rules, xml: string) => {
  const facts = factsOf(readXml(xml))
  return Object.entries(set).flatMap(([name, holds]) => (holds(facts) ? [] : [name]))
}

/** The names of the rules that an invoice breaks. */
export const brokenRules = (xml: string): ReadonlyArray<string> => broken(rules, xml)

/** The names of the rules of XRechnung that an invoice breaks. */
export const brokenRulesOfXRechnung = (xml: string): ReadonlyArray<string> => broken(ofXRechnung, xml)
