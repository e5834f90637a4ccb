/** The answer of a tool that shows something: an image, and its description. */
export class Picture {
  /** As MCP has it: the bytes in base64. */
  readonly image: { readonly data: string; readonly mimeType: string }
  readonly about: Readonly<Record<string, unknown>>

  constructor(bytes: Uint8Array, mimeType: string, about: Picture["about"]) {
    this.image = { data: Buffer.from(bytes).toString("base64"), mimeType }
    this.about = about
  }
}
