import { DateTime } from "effect"
import type { StructureElement } from "pdfkit"
import { initialOf } from "../../platform/pages/mark.ts"
import { berlinDay, longDay, longPeriod, money } from "./amounts.ts"
import { facturXMetadata } from "./facturX.ts"
import { printable } from "./invoiceFonts.ts"
import { type InvoiceLine, type InvoiceSnapshot, localeOfCountry } from "./InvoiceSnapshot.ts"
import { invoiceWords, itemWords, paymentWords, vatWords } from "./invoiceWords.ts"
import { invoiceXml } from "./invoiceXml.ts"
import { body, colors, columns, lead, quiet, second, small, strong, title, totalsFrom } from "./invoiceStyles.ts"
import { lineHeight, PdfSheet, sheet, type Style } from "./PdfSheet.ts"

const nameOf = ({ payer }: InvoiceSnapshot) => (payer.kind === "company" ? payer.company_name : payer.full_name)

/** One document being drawn; `y` is where the next part begins. */
class Drawing {
  readonly page: PdfSheet
  readonly snapshot: InvoiceSnapshot
  readonly locale
  readonly words
  y: number = sheet.top

  constructor(snapshot: InvoiceSnapshot) {
    this.snapshot = snapshot
    this.locale = localeOfCountry(snapshot.payer.address.country)
    this.words = invoiceWords(this.locale)
    const kind = snapshot.kind === "invoice" ? this.words.invoice : this.words.creditNote
    this.page = new PdfSheet({
      // The PDF's metadata are made of it as it is, so no name stands in it.
      title: `${kind} ${snapshot.number}`,
      language: this.locale,
      at: DateTime.toDateUtc(snapshot.issued_at)
    })
  }

  money(cents: number): string {
    return money(cents, this.snapshot.currency, this.locale)
  }

  day(at: DateTime.Utc): string {
    return longDay(berlinDay(at), this.locale)
  }

  head(): void {
    const { page, snapshot, words } = this
    page.decorate(() => {
      page.doc.roundedRect(sheet.right - 30, this.y, 30, 30, 7).fill(colors.accent)
      const mark: Style = { size: 16, strong: true, color: colors["on-accent"] }
      const initial = printable(initialOf(snapshot.seller.name))
      const half = page.widthOf(initial, mark) / 2
      page.lines([initial], sheet.right - 15 - half, this.y + 5.5, mark)
    })
    page.tag(null, "H1", () =>
      page.lines([snapshot.kind === "invoice" ? words.invoice : words.creditNote], sheet.left, this.y, title)
    )
    this.y += 48
  }

  facts(): void {
    const { page, snapshot, words } = this
    const { corrects, payer, period } = snapshot
    const rows: ReadonlyArray<readonly [string, string | null]> = [
      [words.number, snapshot.number],
      [words.date, this.day(snapshot.issued_at)],
      [words.corrects, corrects === null ? null : `${corrects.number}, ${this.day(corrects.issued_at)}`],
      [words.period, period === null ? null : longPeriod(period, this.locale)],
      [words.buyerReference, payer.buyer_reference],
      [words.purchaseOrder, payer.purchase_order]
    ]
    page.group(null, "Table", (table) => {
      for (const [label, value] of rows) {
        if (value === null) continue
        const style = label === words.number ? strong : body
        const lines = page.wrap(value, sheet.right - 160, style)
        page.group(table, "TR", (row) => {
          page.tag(row, "TH", () => page.lines([label], sheet.left, this.y, quiet), "Row")
          page.tag(row, "TD", () => page.lines(lines, 160, this.y, style))
        })
        this.y += lines.length * lineHeight(body) + 1
      }
    })
    this.y += 20
  }

  party(x: number, heading: string, lines: ReadonlyArray<readonly [string, Style]>): number {
    const { page } = this
    let y = this.y
    page.tag(null, "H2", () => page.lines([heading], x, y, quiet))
    y += lineHeight(body) + 1
    for (const [text, style] of lines) {
      const wrapped = page.wrap(text, 220, style)
      const at = y
      page.tag(null, "P", () => page.lines(wrapped, x, at, style))
      y += wrapped.length * lineHeight(style)
    }
    return y
  }

  parties(): void {
    const { snapshot, words } = this
    const { payer, seller } = snapshot
    const place = ({ city, country, postal_code }: { city: string; country: string; postal_code: string }) =>
      `${postal_code} ${city}, ${new Intl.DisplayNames([this.locale], { type: "region" }).of(country) ?? country}`
    const given = (text: string | null | undefined, label?: string) =>
      text === null || text === undefined ? [] : [[label === undefined ? text : `${label} ${text}`, body] as const]
    const left = this.party(sheet.left, words.from, [
      [seller.name, strong],
      ...given(seller.line1),
      ...given(seller.line2),
      ...given(place(seller)),
      ...given(seller.email),
      ...given(seller.vat_id, words.vatId),
      ...given(seller.tax_number, words.taxNumber)
    ])
    const right = this.party(second, words.to, [
      [nameOf(snapshot), strong],
      ...given(payer.address.line1),
      ...given(payer.address.line2),
      ...given(place(payer.address)),
      ...given(payer.invoice_email),
      ...(payer.kind === "company" ? given(payer.vat_id, words.vatId) : [])
    ])
    this.y = Math.max(left, right) + 26
  }

  headline(): void {
    const { page, snapshot, words } = this
    const paid = snapshot.paid_cents >= snapshot.gross_cents
    const kind = snapshot.kind === "credit_note" ? "creditNote" : paid ? "paid" : "due"
    const amount = this.money(kind === "due" ? snapshot.gross_cents - snapshot.paid_cents : snapshot.gross_cents)
    this.needs(110)
    const lines = page.wrap(words.headline[kind](amount, this.day(snapshot.issued_at)), sheet.right - sheet.left, lead)
    page.tag(null, "P", () => page.lines(lines, sheet.left, this.y, lead))
    this.y += lines.length * lineHeight(lead) + 3
    this.sentence(paymentWords(snapshot, words))
    this.y += 14
  }

  sentence(text: string | null): void {
    if (text === null) return
    const lines = this.page.wrap(text, sheet.right - sheet.left, quiet)
    this.page.tag(null, "P", () => this.page.lines(lines, sheet.left, this.y, quiet))
    this.y += lines.length * lineHeight(quiet)
  }

  /** A new page where less than `height` is left on this one. */
  needs(height: number): boolean {
    if (this.y + height <= sheet.bottom) return false
    this.page.doc.addPage()
    this.y = sheet.top
    return true
  }

  /** The names of the columns, read once and seen on each page. */
  columnNames(row: StructureElement | null): void {
    const { page, words } = this
    const cell = (text: string, x: number, align: "left" | "right") => {
      const draw = () => page.lines([text], x, this.y, small, align)
      if (row === null) page.decorate(draw)
      else page.tag(row, "TH", draw, "Column")
    }
    cell(words.description, sheet.left, "left")
    cell(words.quantity, columns.quantity, "right")
    cell(words.unitPrice, columns.unit, "right")
    cell(words.amount, columns.amount, "right")
    this.y += lineHeight(small) + 5
    page.rule(this.y, colors["line-2"])
    this.y += 8
  }

  carry(cents: number): void {
    const { page, words } = this
    page.decorate(() => {
      page.lines([words.carried], sheet.left, this.y, quiet)
      page.lines([this.money(cents)], columns.amount, this.y, quiet, "right")
    })
    this.y += lineHeight(body) + 8
  }

  table(): void {
    const { page, snapshot, words } = this
    page.group(null, "Table", (table) => {
      page.group(table, "TR", (row) => this.columnNames(row))
      let sum = 0
      for (const [index, line] of snapshot.lines.entries()) {
        const name = page.wrap(itemWords(line.item, snapshot, words), columns.description, body)
        const height = name.length * lineHeight(body) + 8
        const last = index === snapshot.lines.length - 1
        if (this.y + height + (last ? 0 : lineHeight(body) + 8) > sheet.bottom) {
          if (index > 0) this.carry(sum)
          page.doc.addPage()
          this.y = sheet.top + 24
          this.columnNames(null)
          if (index > 0) this.carry(sum)
        }
        page.group(table, "TR", (row) => this.row(row, line, name))
        this.y += height
        sum += line.net_cents
      }
    })
  }

  row(row: StructureElement, { net_cents, quantity, unit_cents }: InvoiceLine, name: ReadonlyArray<string>): void {
    const { page } = this
    const sign = net_cents < 0 ? -1 : 1
    page.tag(row, "TD", () => page.lines(name, sheet.left, this.y, body))
    page.tag(row, "TD", () => page.lines([String(quantity)], columns.quantity, this.y, body, "right"))
    page.tag(row, "TD", () => page.lines([this.money(sign * unit_cents)], columns.unit, this.y, body, "right"))
    page.tag(row, "TD", () => page.lines([this.money(net_cents)], columns.amount, this.y, body, "right"))
  }

  totals(): void {
    const { page, snapshot, words } = this
    const { gross_cents, kind, net_cents, paid_cents, vat, vat_cents } = snapshot
    const rows: ReadonlyArray<readonly [string, number, Style]> = [
      [words.net, net_cents, body],
      [words.vat(vat.rate_percent), vat_cents, body],
      [words.total, gross_cents, strong],
      ...(kind === "credit_note" || paid_cents === 0 ? [] : [[words.paid, -paid_cents, body] as const]),
      ...(kind === "credit_note" ? [] : [[words.due, gross_cents - paid_cents, strong] as const])
    ]
    const step = lineHeight(body) + 11
    if (this.needs(rows.length * step + 40)) this.y += 24
    page.rule(this.y, colors["line-2"])
    this.y += 8
    page.group(null, "Table", (table) => {
      for (const [index, [label, cents, style]] of rows.entries()) {
        if (index > 0) {
          page.rule(this.y, colors.line, totalsFrom)
          this.y += 6
        }
        page.group(table, "TR", (row) => {
          page.tag(row, "TH", () => page.lines([label], totalsFrom, this.y, style), "Row")
          page.tag(row, "TD", () => page.lines([this.money(cents)], columns.amount, this.y, style, "right"))
        })
        this.y += lineHeight(body) + 5
      }
    })
    this.y += 16
    const said = vatWords(snapshot, words)
    if (said !== null) {
      this.needs(lineHeight(body))
      this.sentence(said)
    }
  }

  /** What stands on each page: whose document it is, and which page. */
  frame(): void {
    const { page, snapshot, words } = this
    const { seller } = snapshot
    const kind = snapshot.kind === "invoice" ? words.invoice : words.creditNote
    const bank = [
      seller.iban === undefined
        ? null
        : `IBAN ${seller.iban.replaceAll(/\s/gu, "").replaceAll(/(.{4})(?=.)/gu, "$1 ")}`,
      seller.bic === undefined ? null : `BIC ${seller.bic}`
    ]
    const joined = (texts: ReadonlyArray<string | null>) => texts.filter((text) => text !== null).join(" · ")
    const width = sheet.right - sheet.left - 90
    const about = [joined([seller.name, seller.register]), joined([seller.phone, ...bank])].flatMap((text) =>
      page.wrap(text, width, small)
    )
    page.eachPage((number, pages) => {
      page.doc.moveTo(sheet.left, 778).lineTo(sheet.right, 778).lineWidth(0.75).stroke(colors.line)
      page.lines(about.slice(0, 4), sheet.left, 786, small)
      page.lines([words.page(number, pages)], sheet.right, 786, small, "right")
      if (number > 1) page.lines([`${kind} ${snapshot.number}, ${words.continued}`], sheet.left, sheet.top - 8, small)
    })
  }
}

/**
 * The invoice or credit note as PDF/A-3b with its XML in it: one page, or as many as its lines take, in the language of the
 * payer's country. The same snapshot gives the same bytes.
 */
export const invoicePdf = async (snapshot: InvoiceSnapshot): Promise<Uint8Array> => {
  const drawing = new Drawing(snapshot)
  const at = DateTime.toDateUtc(snapshot.issued_at)
  drawing.head()
  drawing.facts()
  drawing.parties()
  drawing.headline()
  drawing.table()
  drawing.totals()
  drawing.frame()
  const { doc } = drawing.page
  doc.appendXML(facturXMetadata())
  doc.file(Buffer.from(invoiceXml(snapshot, "en16931")), {
    name: "factur-x.xml",
    type: "text/xml",
    relationship: "Alternative",
    description: "Factur-X",
    creationDate: at,
    modifiedDate: at
  })
  return drawing.page.finish()
}
