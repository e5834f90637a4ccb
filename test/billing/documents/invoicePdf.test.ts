import { describe, expect, it } from "@effect/vitest"
import { printable, unprintable } from "@fleet/server/billing/documents/invoiceFonts"
import { invoicePdf } from "@fleet/server/billing/documents/invoicePdf"
import { invoiceXml } from "@fleet/server/billing/documents/invoiceXml"
import { readPdf } from "./readPdf.ts"
import { readXml } from "./readXml.ts"
import { domestic, longest, shapes } from "./shapes.ts"

describe.each(Object.entries(shapes))("%s", (name, snapshot) => {
  it("is a tagged PDF with its XML, its metadata and its fonts in it, and no glyph missing", async () => {
    const pdf = readPdf(await invoicePdf(snapshot))

    const [catalog] = pdf.find(/\/Type \/Catalog/u)
    expect(catalog).toMatch(/\/AF \[(\d+) 0 R\]/u)
    expect(pdf.find(/\/Marked true/u)).toHaveLength(1)
    expect(catalog).toContain("/OutputIntents [")
    const file = pdf.object(/\/AF \[(\d+) 0 R\]/u.exec(catalog!)![1]!)
    expect(file).toContain("/AFRelationship /Alternative")
    expect(file).toContain("/F (factur-x.xml)")
    expect(file).toContain("/UF (factur-x.xml)")
    expect(pdf.find(/\/Type \/EmbeddedFile/u)[0]).toContain("/Subtype /text#2Fxml")
    expect(pdf.stream(/\/Type \/EmbeddedFile/u)).toBe(invoiceXml(snapshot, "en16931"))

    const metadata = readXml(pdf.stream(/\/Type \/Metadata/u))
    expect(metadata.text("**/part")).toBe("3")
    expect(metadata.text("**/conformance")).toBe("B")
    expect(metadata.text("**/ConformanceLevel")).toBe("EN 16931")
    expect(metadata.text("**/DocumentFileName")).toBe("factur-x.xml")

    const fonts = pdf.find(/\/Type \/FontDescriptor/u)
    expect(fonts).toHaveLength(2)
    for (const font of fonts) {
      expect(font).toMatch(/\/FontName \/[A-Z]{6}\+Inter/u)
      expect(font).toMatch(/\/FontFile2 \d+ 0 R/u)
    }
    expect(pdf.glyphs.length).toBeGreaterThan(300)
    expect(pdf.glyphs.filter((glyph) => glyph === "0000")).toEqual([])
    expect(pdf.unclosed.every((count) => count === 0)).toBe(true)
    expect(pdf.pages).toBe(name === "longest" ? 16 : 1)
  })
})

it("is the same to the byte each time", async () => {
  expect(Buffer.compare(await invoicePdf(domestic), await invoicePdf(domestic))).toBe(0)
  expect(
    Buffer.compare(await invoicePdf(domestic), await invoicePdf({ ...domestic, number: "RF-2026-0099" }))
  ).not.toBe(0)
})

it("has a head for each column and a row for each fact, line and total", async () => {
  const pdf = readPdf(await invoicePdf(longest))
  expect(pdf.find(/\/S \/TR\n/u)).toHaveLength(5 + 1 + 400 + 5)
  expect(pdf.find(/\/S \/TH\n/u)).toHaveLength(5 + 4 + 5)
  expect(pdf.find(/\/S \/H1\n/u)).toHaveLength(1)
})

it("prints Latin, Greek, Cyrillic and Vietnamese, and names what it cannot print", () => {
  const printed = ["Łódź Ðuro Œuvre ẞß & <x> \"'", "Ελληνικά", "Роботы Ђорђе", "Công ty Rô-bốt Việt Nam", "e\u0301"]
  expect(printed.map(unprintable)).toEqual([null, null, null, null, null])
  expect(unprintable("株式会社 ロボット")).toBe("株式会社ロボット")
  expect(unprintable("شركة")).toBe("شركة")
  expect(unprintable("a\u{202e}b\u{0}\n🤖")).toBe("\u{202e}\u{0}\n🤖")
  expect(unprintable("\u{d800}")).toBe("\u{d800}")
})

it("never prints a box", async () => {
  expect(printable(" a\tb 株 \u{202e}c ")).toBe("a b ? ?c")
  const payer = { ...domestic.payer, invoice_email: "x@例え.example" }
  const pdf = readPdf(await invoicePdf({ ...domestic, payer }))
  expect(pdf.glyphs.filter((glyph) => glyph === "0000")).toEqual([])
})
