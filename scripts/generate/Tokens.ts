import Color from "colorjs.io"
import { readFileSync } from "node:fs"
import { join } from "node:path"

export const tokensPath = "packages/console/src/kit/tokens.css"

export type Scheme = "light" | "dark"

/** One declaration of a custom property. */
const declaration = /--([\w-]+):\s*([^;]+);/g

const withoutComments = (css: string) => css.replaceAll(/\/\*[^]*?\*\//g, "")

/** The arguments of a CSS function that begins the text; undefined where it is no such function. */
const argumentsOf = (name: string, text: string): ReadonlyArray<string> | undefined => {
  if (!text.startsWith(`${name}(`) || !text.endsWith(")")) return undefined
  const found = [""]
  let depth = 0
  for (const letter of text.slice(name.length + 1, -1)) {
    if (letter === "(") depth++
    if (letter === ")") depth--
    if (letter === "," && depth === 0) found.push("")
    else found[found.length - 1] += letter
  }
  return found.map((argument) => argument.trim())
}

/** The tokens of a style sheet that sets them on the root, and on the root of readers who ask for more contrast. */
export class Tokens {
  /** The file without its comments and line breaks. */
  readonly css: string
  /** The colours of tier 1, which nothing but this file uses. */
  readonly primitives: ReadonlyArray<string>
  readonly #plain: ReadonlyMap<string, string>
  readonly #more: ReadonlyMap<string, string>

  constructor(text: string) {
    const bare = withoutComments(text)
    this.css = bare
      .replaceAll(/\s+/g, " ")
      .replaceAll(/\s*([{};,])\s*/g, "$1")
      .replaceAll(/([(:]) /g, "$1")
      .replaceAll(" )", ")")
      .trim()
    const rule = (start: number) => bare.slice(start, bare.indexOf("}", start))
    const read = (part: string) =>
      new Map([...part.matchAll(declaration)].map(([, name, value]) => [name!, value!.trim()]))
    const contrast = bare.indexOf("(prefers-contrast: more)")
    if (contrast === -1) throw new Error("There are no tokens for more contrast.")
    this.#plain = read(rule(bare.indexOf(":root {")))
    this.#more = new Map([...this.#plain, ...read(rule(contrast))])
    const [first] = text.split("2 intents ─")
    const before = read(withoutComments(first!))
    this.primitives = this.colours.filter((name) => before.has(name))
  }

  /** Every token whose value is a colour, in the order of the file. */
  get colours(): ReadonlyArray<string> {
    return [...this.#plain.keys()].filter((name) => this.#read(name, "light", this.#plain) !== null)
  }

  /** The colour of a token; throws where it has none. */
  colour(name: string, scheme: Scheme, moreContrast = false): Color {
    const found = this.#read(name, scheme, moreContrast ? this.#more : this.#plain)
    if (found === null) throw new Error(`--${name} is no colour.`)
    return found
  }

  #read(name: string, scheme: Scheme, from: ReadonlyMap<string, string>): Color | null {
    const value = from.get(name)
    return value === undefined ? null : this.#evaluate(value.replaceAll(/\s+/g, " "), scheme, from)
  }

  #evaluate(value: string, scheme: Scheme, from: ReadonlyMap<string, string>): Color | null {
    const pair = argumentsOf("light-dark", value)
    if (pair !== undefined) return this.#evaluate(pair[scheme === "light" ? 0 : 1]!, scheme, from)
    const [reference] = argumentsOf("var", value) ?? []
    if (reference !== undefined) return this.#read(reference.slice(2), scheme, from)
    return value.startsWith("oklch(") ? new Color(value).to("srgb").toGamut({ method: "clip" }) : null
  }
}

export const readTokens = (root: string): Tokens => new Tokens(readFileSync(join(root, tokensPath), "utf8"))

/** What the eye sees where translucent colours lie on an opaque one, the lowest first. */
export const flattened = ([lowest, ...above]: ReadonlyArray<Color>): Color =>
  above.reduce((below, colour) => {
    const [under, over] = [below.to("srgb").coords, colour.to("srgb").coords]
    const alpha = Number(colour.alpha)
    const coords = over.map((channel, at) => Number(channel) * alpha + Number(under[at]) * (1 - alpha))
    return new Color("srgb", coords as [number, number, number])
  }, lowest!)

/** WCAG's contrast, 1 to 21. */
export const contrastOf = (front: Color, back: Color): number => Color.contrast(back, front, "WCAG21")
