import type { UrdfFile } from "@fleet/domain/Assets"
import { parseXml, XmlDocument, XmlElement, XmlError } from "@rgrove/parse-xml"
import { scanUrdf } from "@fleet/domain/assets/scanUrdf"

const longestUri = 500

/** Tags, references and attributes of a text, by the characters that they have. Parsing takes about a microsecond for each. */
const most: Readonly<Record<string, number>> = { "<": 100_000, "&": 100_000, "=": 200_000 }

const isCrowded = (text: string): boolean =>
  Object.entries(most).some(([character, count]) => {
    let left = count
    for (let at = text.indexOf(character); at !== -1; at = text.indexOf(character, at + 1)) if (--left < 0) return true
    return false
  })

/** The text of a URDF; null where the bytes are no UTF-8. A byte order mark stays. */
const textOf = (bytes: Uint8Array): string | null => {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

const isRobot = (text: string): boolean => {
  try {
    // The parser would copy the rest of a text for each of its carriage returns.
    const document: XmlDocument = parseXml(text.replaceAll(/\r\n?/g, "\n"))
    return document.root instanceof XmlElement && document.root.name === "robot"
  } catch (error) {
    if (error instanceof XmlError || error instanceof RangeError) return false
    throw error
  }
}

/** The files that a URDF names, each once and in its order; null where the bytes are no URDF that is taken. */
export const readUrdf = (bytes: Uint8Array): ReadonlyArray<UrdfFile> | null => {
  const text = textOf(bytes)
  if (text === null || isCrowded(text)) return null
  const found = scanUrdf(text)
  if (typeof found === "string" || !isRobot(text)) return null
  const byUri = new Map(found.map(({ element, uri }) => [uri, { element, uri }] as const))
  byUri.delete("")
  const files = [...byUri.values()]
  return files.some(({ uri }) => [...uri].length > longestUri) ? null : files
}

const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", '"': "&quot;", "'": "&apos;" }

/** The URDF with an address in place of each filename, and every other byte as it was. The bytes were read before. */
export const rewriteUrdf = (bytes: Uint8Array, addressOf: (uri: string) => string): Uint8Array => {
  const text = textOf(bytes)
  const found = text === null ? "it is not UTF-8" : scanUrdf(text)
  if (text === null || typeof found === "string") throw new Error(`a stored URDF cannot be read: ${String(found)}`)
  const addresses = new Map<string, string>()
  let written = ""
  let at = 0
  for (const { end, start, uri } of found) {
    const address = addresses.get(uri) ?? addressOf(uri).replaceAll(/[&<"']/g, (character) => escapes[character]!)
    addresses.set(uri, address)
    written += text.slice(at, start) + address
    at = end
  }
  return Buffer.from(written + text.slice(at))
}
