/** A part of a URL without its escapes. A `%` that is no escape, and bytes that are not UTF-8, stand for themselves. */
export const decodeLiterally = (text: string): string =>
  text.replace(/(?:%[0-9a-f]{2})+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes)
    } catch {
      return escapes
    }
  })
