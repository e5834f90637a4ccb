import type { UrdfFile } from "@fleet/domain/Assets"
import { parseXml, XmlElement, XmlError } from "@rgrove/parse-xml"
import { isFault, scanUrdf } from "@fleet/domain/assets/scanUrdf"
import { edited } from "@fleet/domain/assets/urdfMends"

const longestUri = 500
const longestCause = 300

/** Tags, references and attributes of a text, by the characters that they have. Parsing takes about a microsecond for each. */
const most: Readonly<Record<string, number>> = { "<": 100_000, "&": 100_000, "=": 200_000 }

/** What a URDF names; else the line that refuses it, and the cause. */
export type ReadUrdf = { readonly files: ReadonlyArray<UrdfFile> } | { readonly refused: string }

const refused = (line: number, cause: string): ReadUrdf => ({
  refused: `Line ${line}: ${cause
    .slice(0, longestCause)
    .replaceAll(/\p{Cc}/gu, " ")
    .toWellFormed()}`
})

/** The line of a character, from 1. */
const lineAt = (text: string, at: number): number => {
  let line = 1
  for (const { index } of text.matchAll(/\r\n?|\n/g)) {
    if (index >= at) break
    line++
  }
  return line
}

/** Where a text has more of something than is parsed; -1 where it has not. */
const crowdedAt = (text: string): number => {
  for (const [character, count] of Object.entries(most)) {
    let left = count
    for (let at = text.indexOf(character); at !== -1; at = text.indexOf(character, at + 1)) if (--left < 0) return at
  }
  return -1
}

/** The text of a URDF; null where the bytes are no UTF-8. A byte order mark stays. */
const textOf = (bytes: Uint8Array): string | null => {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

/** What keeps a text from being the document of a robot; null where nothing does. */
const faultOfXml = (text: string): ReadUrdf | null => {
  // The parser would copy the rest of a text for each of its carriage returns.
  const plain = text.replaceAll(/\r\n?/g, "\n")
  try {
    const { root } = parseXml(plain, { includeOffsets: true })
    if (root instanceof XmlElement && root.name === "robot") return null
    return refused(lineAt(plain, root?.start ?? 0), `its root is <${root?.name ?? ""}> and not <robot>`)
  } catch (error) {
    if (error instanceof XmlError) return refused(error.line, error.message.split(" (line ")[0]!)
    if (error instanceof RangeError) return refused(1, "it is nested too deeply")
    throw error
  }
}

/**
 * The files that a URDF names, each once and in its order. What readers of URDFs take and XML does not (see `urdfMends`) is
 * no reason to refuse it.
 */
export const readUrdf = (bytes: Uint8Array): ReadUrdf => {
  const text = textOf(bytes)
  if (text === null) {
    const replaced = new TextDecoder().decode(bytes)
    return refused(lineAt(replaced, replaced.indexOf("\ufffd")), "it is not UTF-8")
  }
  const crowded = crowdedAt(text)
  if (crowded !== -1) return refused(lineAt(text, crowded), "it has too many tags, references or attributes")
  const found = scanUrdf(text)
  if (isFault(found)) return refused(lineAt(text, found.at), found.cause)
  const fault = faultOfXml(edited(text, found.mends))
  if (fault !== null) return fault
  const long = found.files.find(({ uri }) => [...uri].length > longestUri)
  if (long !== undefined) return refused(lineAt(text, long.start), `a filename has more than ${longestUri} characters`)
  const byUri = new Map(found.files.map(({ element, uri }) => [uri, { element, uri }] as const))
  byUri.delete("")
  return { files: [...byUri.values()] }
}

const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", '"': "&quot;", "'": "&apos;" }

/**
 * The URDF as well-formed XML, with an address in place of each filename, and every other byte as it was. Without
 * addresses the filenames stay. The bytes were read before.
 */
export const rewriteUrdf = (bytes: Uint8Array, addressOf: ((uri: string) => string) | null): Uint8Array => {
  const text = textOf(bytes)
  const found = text === null ? { cause: "it is not UTF-8" } : scanUrdf(text)
  if (text === null || "cause" in found)
    throw new Error(`a stored URDF cannot be read: ${"cause" in found ? found.cause : ""}`)
  if (addressOf === null) return Buffer.from(edited(text, found.mends))
  const addresses = new Map<string, string>()
  const named = found.files.map(({ end, start, uri }) => {
    const address = addresses.get(uri) ?? addressOf(uri).replaceAll(/[&<"']/g, (character) => escapes[character]!)
    addresses.set(uri, address)
    return { start, end, text: address }
  })
  // An address stands in place of what would be mended within a filename.
  return Buffer.from(
    edited(
      text,
      [...named, ...found.mends].sort((one, other) => one.start - other.start || other.end - one.end)
    )
  )
}
