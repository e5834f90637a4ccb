/** Whether XML 1.0 can hold the character: half of a surrogate pair and most control characters it cannot, not even escaped. */
const isPossible = (character: string): boolean => {
  const code = character.codePointAt(0)!
  if (code < 0x20) return code === 0x9 || code === 0xa || code === 0xd
  return (code < 0xd800 || code > 0xdfff) && code !== 0xfffe && code !== 0xffff
}

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
  "\t": "&#9;",
  "\n": "&#10;",
  "\r": "&#13;"
}

/** Text for content and attributes. Characters that XML 1.0 cannot hold are left out. */
export const escapeXml = (text: string): string =>
  Array.from(text, (character) => (isPossible(character) ? (escapes[character] ?? character) : "")).join("")

/** A piece of XML that is written already. */
export interface Xml {
  readonly xml: string
}

/** What an element holds: text, or elements of which null is left out. */
export type Content = string | ReadonlyArray<Xml | null>

/** An element with its attributes and content. */
export const element = (name: string, content: Content, attributes: Readonly<Record<string, string>> = {}): Xml => {
  const heads = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`)
  const body =
    typeof content === "string"
      ? escapeXml(content)
      : content.flatMap((part) => (part === null ? [] : [part.xml])).join("")
  return { xml: `<${name}${heads.join("")}>${body}</${name}>` }
}
