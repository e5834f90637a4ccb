/** A part of a URL without its escapes. A `%` that is none is meant literally, and so are bytes that are no UTF-8. */
export const decodeLiterally = (text: string): string =>
  text.replace(/(?:%[0-9a-f]{2})+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes)
    } catch {
      return escapes
    }
  })
