import { cardColours, inkColours } from "../../../platform/pages/style.ts"
import { type Colour, colourOf, contrast, hexOf, isGrey, lightened } from "./Colour.ts"

/** The colours of one scheme that follow from an accent. */
export interface Scheme {
  /** What buttons are filled with. */
  readonly accent: string
  /** What is written on the accent, readable on every one. */
  readonly onAccent: string
  /** The colour of links: the accent where it can be read, else the ink of the text. */
  readonly link: string
  /** Whether the accent alone shows where a button ends. */
  readonly standsOut: boolean
}

const white: Colour = [255, 255, 255]
const black: Colour = [0, 0, 0]

const readable = 4.5
const visible = 3

const schemeOf = (accent: Colour, card: Colour, ink: string): Scheme => ({
  accent: hexOf(accent),
  onAccent: hexOf(contrast(accent, white) >= readable ? white : black),
  link: contrast(accent, card) >= readable ? hexOf(accent) : ink,
  standsOut: contrast(accent, card) >= visible
})

const [lightCard, darkCard] = [colourOf(cardColours.light)!, colourOf(cardColours.dark)!]

/** On the dark card an accent is lightened until it is seen; black is white there, for grey looks switched off. */
const inTheDark = (accent: Colour): Colour =>
  isGrey(accent) && contrast(accent, darkCard) < visible
    ? colourOf(inkColours.dark)!
    : lightened(accent, darkCard, visible)

/** Light and dark schemes of an accent: as chosen on the light card, and so that it is seen on the dark one. */
export const schemesOf = (accent: Colour): { readonly light: Scheme; readonly dark: Scheme } => ({
  light: schemeOf(accent, lightCard, inkColours.light),
  dark: schemeOf(inTheDark(accent), darkCard, inkColours.dark)
})

const pair = (light: string, dark: string) => `light-dark(${light}, ${dark})`

/** The style sheet of an accent written #rrggbb. Without one, or with any other text, the neutral accent stays. */
export const themeCss = (accent: string | null): string => {
  const colour = accent === null ? null : colourOf(accent)
  if (colour === null) return ""
  const { dark, light } = schemesOf(colour)
  const edge = (scheme: Scheme) => (scheme.standsOut ? scheme.accent : "var(--line)")
  return `:root {
  --accent: ${pair(light.accent, dark.accent)};
  --on-accent: ${pair(light.onAccent, dark.onAccent)};
  --link: ${pair(light.link, dark.link)};
  --edge: ${pair(edge(light), edge(dark))};
}
`
}
