import PdfKit, { type StructureElement } from "pdfkit"
import { invoiceFonts, printable } from "./invoiceFonts.ts"

/** How text is set: size in points, weight, colour. */
export interface Style {
  readonly size: number
  readonly strong?: boolean
  readonly color: string
}

export type Align = "left" | "right"

/** Figures below each other are of one width. */
const figures = { tnum: true, calt: false }

/** No arrow is made of a hyphen and the like; text that has none is laid out faster. */
const featuresOf = (text: string, align: Align) => {
  if (align === "right") return { features: figures }
  return /[^\p{L}\p{M}\s.,]/u.test(text) ? { features: { calt: false } } : {}
}

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" })

export const lineHeight = ({ size }: Style): number => Math.round(size * 1.45 * 4) / 4

/** A4 in points. */
export const sheet = { width: 595.28, height: 841.89, left: 56, right: 539.28, top: 52, bottom: 756 } as const

/** A tagged PDF/A-3b that is drawn line by line, in points from the upper left. */
export class PdfSheet {
  readonly doc: PdfKit
  readonly #root: StructureElement
  readonly #bytes: Promise<Uint8Array>
  readonly #figures = new Map<string, number>()

  constructor(options: { readonly title: string; readonly language: string; readonly at: Date }) {
    const { at, language, title } = options
    this.doc = new PdfKit({
      autoFirstPage: false,
      bufferPages: true,
      displayTitle: true,
      info: { Title: title, Producer: "Robot Fleet Cloud", Creator: "Robot Fleet Cloud", CreationDate: at },
      lang: language,
      margin: 0,
      pdfVersion: "1.7",
      size: "A4",
      subset: "PDF/A-3b",
      tagged: true
    })
    const { regular, strong } = invoiceFonts()
    this.doc.registerFont("regular", regular).registerFont("strong", strong)
    const chunks: Array<Uint8Array> = []
    this.#bytes = new Promise((resolve, reject) => {
      this.doc.on("data", (chunk: Uint8Array) => chunks.push(chunk))
      this.doc.on("end", () => resolve(Buffer.concat(chunks)))
      this.doc.on("error", reject)
    })
    this.#root = this.doc.struct("Document")
    this.doc.addStructure(this.#root)
    this.doc.addPage()
  }

  /** A part of the document, in reading order; `draw` makes its parts, or what is seen of it. */
  group(
    parent: StructureElement | null,
    type: string,
    make: (element: StructureElement) => void,
    scope?: string
  ): void {
    const element = this.doc.struct(type, scope === undefined ? {} : { scope })
    ;(parent ?? this.#root).add(element)
    make(element)
    element.end()
  }

  /** A part that is seen. */
  tag(parent: StructureElement | null, type: string, draw: () => void, scope?: string): void {
    this.group(parent, type, (element) => void element.add(draw), scope)
  }

  /** What is seen and has no meaning, or repeats what was read before. */
  decorate(draw: () => void): void {
    this.doc.markContent("Artifact", { type: "Layout" })
    draw()
    this.doc.endMarkedContent()
  }

  /** The width of a text as it is set when it is aligned so. */
  widthOf(text: string, { size, strong }: Style, align: Align = "left"): number {
    const font = strong === true ? "strong" : "regular"
    const set = this.doc.font(font).fontSize(size)
    if (align === "left") return set.widthOfString(text, featuresOf(text, align))
    return Array.from(text).reduce((sum, character) => {
      const key = `${font} ${size} ${character}`
      const width = this.#figures.get(key) ?? set.widthOfString(character, { features: figures })
      this.#figures.set(key, width)
      return sum + width
    }, 0)
  }

  /** The lines of a text in a width; a word that is wider breaks anywhere. */
  wrap(text: string, width: number, style: Style): ReadonlyArray<string> {
    const fits = (line: string) => this.widthOf(line, style) <= width
    const lines: Array<string> = []
    let line = ""
    const pieces = printable(text)
      .split(" ")
      .flatMap((word) => (fits(word) ? [word] : [...graphemes.segment(word)].map(({ segment }) => `\u0000${segment}`)))
    let broken = false
    for (const piece of pieces) {
      const inWord = piece.startsWith("\u0000")
      const bare = inWord ? piece.slice(1) : piece
      const joined = line === "" ? bare : inWord && broken ? line + bare : `${line} ${bare}`
      broken = inWord
      if (fits(joined)) line = joined
      else {
        lines.push(line)
        line = bare
      }
    }
    return [...lines, line]
  }

  /** Draws lines from the top `y`; the `x` is of the side they are aligned to. */
  lines(lines: ReadonlyArray<string>, x: number, y: number, style: Style, align: Align = "left"): void {
    for (const [index, text] of lines.entries()) {
      const left = align === "left" ? x : x - this.widthOf(text, style, align)
      this.doc
        .font(style.strong === true ? "strong" : "regular")
        .fontSize(style.size)
        .fillColor(style.color)
        .text(text, left, y + index * lineHeight(style), {
          lineBreak: false,
          ...featuresOf(text, align)
        })
    }
  }

  /** A line across the page. */
  rule(y: number, color: string, from: number = sheet.left, to: number = sheet.right): void {
    this.decorate(() => this.doc.moveTo(from, y).lineTo(to, y).lineWidth(0.75).stroke(color))
  }

  /** Draws on each page once all are there. */
  eachPage(draw: (page: number, pages: number) => void): void {
    const { count } = this.doc.bufferedPageRange()
    for (let page = 0; page < count; page++) {
      this.doc.switchToPage(page)
      this.decorate(() => draw(page + 1, count))
    }
  }

  /** The bytes of the document; nothing can be drawn after. */
  finish(): Promise<Uint8Array> {
    this.#root.end()
    this.doc.end()
    return this.#bytes
  }
}
