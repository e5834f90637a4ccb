import { inflateSync } from "node:zlib"

/** Looks into a PDF as pdfkit writes it: objects in clear, streams deflated. */
export const readPdf = (bytes: Uint8Array) => {
  const source = Buffer.from(bytes).toString("latin1")
  const objects = new Map(
    [...source.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/gu)].map(([, id, text]) => [id!, text!] as const)
  )
  const dictionaryOf = (object: string) => object.split("\nstream\n")[0]!
  const streamOf = (object: string): Buffer => {
    const from = object.indexOf("stream\n") + 7
    const raw = Buffer.from(object.slice(from, object.lastIndexOf("\nendstream")), "latin1")
    return dictionaryOf(object).includes("/FlateDecode") ? inflateSync(raw) : raw
  }
  const all = [...objects.values()]
  const find = (pattern: RegExp) => all.filter((object) => pattern.test(dictionaryOf(object)))
  const contents = find(/\/Type \/Page\n/u).map((page) => {
    const id = /\/Contents (\d+) 0 R/u.exec(page)![1]!
    return streamOf(objects.get(id)!).toString("latin1")
  })
  return {
    source,
    pages: contents.length,
    find: (pattern: RegExp) => find(pattern).map(dictionaryOf),
    stream: (pattern: RegExp) => streamOf(find(pattern)[0]!).toString("utf8"),
    object: (id: string) => objects.get(id)!,
    /** The numbers of the glyphs that are shown. */
    glyphs: contents.flatMap((content) =>
      [...content.matchAll(/<([0-9a-f]+)>/gu)].flatMap(([, hex]) => hex!.match(/.{4}/gu) ?? [])
    ),
    /** Marked content that is opened and not closed. */
    unclosed: contents.map(
      (content) => (content.match(/\b(?:BDC|BMC)\b/gu) ?? []).length - (content.match(/\bEMC\b/gu) ?? []).length
    )
  }
}
