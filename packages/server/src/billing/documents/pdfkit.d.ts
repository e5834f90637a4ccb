declare module "pdfkit" {
  interface StructureElement {
    add(child: StructureElement | (() => void)): this
    end(): void
  }
  interface TextOptions {
    readonly lineBreak?: boolean
    readonly features?: Readonly<Record<string, boolean>>
  }
  export default class PDFDocument {
    constructor(options: Readonly<Record<string, unknown>>)
    on(event: "data", listener: (chunk: Uint8Array) => void): this
    on(event: "end", listener: () => void): this
    on(event: "error", listener: (error: Error) => void): this
    addPage(): this
    switchToPage(page: number): this
    bufferedPageRange(): { readonly start: number; readonly count: number }
    registerFont(name: string, source: Uint8Array): this
    font(name: string): this
    fontSize(size: number): this
    fillColor(color: string): this
    widthOfString(text: string, options: TextOptions): number
    text(text: string, x: number, y: number, options: TextOptions): this
    rect(x: number, y: number, width: number, height: number): this
    roundedRect(x: number, y: number, width: number, height: number, radius: number): this
    moveTo(x: number, y: number): this
    lineTo(x: number, y: number): this
    lineWidth(width: number): this
    stroke(color: string): this
    fill(color: string): this
    struct(type: string, options?: Readonly<Record<string, unknown>>): StructureElement
    addStructure(element: StructureElement): this
    markContent(tag: string, options?: Readonly<Record<string, unknown>>): this
    endMarkedContent(): this
    appendXML(xml: string): void
    file(source: Uint8Array, options: Readonly<Record<string, unknown>>): unknown
    end(): void
  }
}

declare module "fontkit" {
  export interface Font {
    hasGlyphForCodePoint(codePoint: number): boolean
  }
  export const create: (buffer: Uint8Array) => Font
}
