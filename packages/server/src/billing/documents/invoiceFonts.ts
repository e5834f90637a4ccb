import { create, type Font } from "fontkit"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

const read = (specifier: string): Buffer => readFileSync(fileURLToPath(specifier))

/** The files of Inter that a document is set in; each is embedded as the glyphs that it uses. */
export const invoiceFonts = (): { readonly regular: Buffer; readonly strong: Buffer } => ({
  regular: read(import.meta.resolve("@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf")),
  strong: read(import.meta.resolve("@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf"))
})

let font: Font | undefined

const hasGlyph = (character: string): boolean => {
  font ??= create(invoiceFonts().regular)
  return font.hasGlyphForCodePoint(character.codePointAt(0)!)
}

/** Control characters, marks of direction, halves of pairs, and line ends have no look of their own. */
const isInvisible = (character: string): boolean => /[\p{C}\p{Zl}\p{Zp}]/u.test(character)

const isPrintable = (character: string): boolean => !isInvisible(character) && hasGlyph(character)

/**
 * The characters of a text that documents cannot show, each once; null where it can be printed whole. Latin, Greek,
 * Cyrillic and Vietnamese can be.
 */
export const unprintable = (text: string): string | null => {
  const missing = new Set(Array.from(text.normalize("NFC")).filter((character) => !isPrintable(character)))
  return missing.size === 0 ? null : [...missing].join("")
}

/** The text in one line, with a question mark for what cannot be printed. */
export const printable = (text: string): string =>
  Array.from(text.normalize("NFC").replaceAll(/\s+/gu, " ").trim(), (character) =>
    isPrintable(character) ? character : "?"
  ).join("")
