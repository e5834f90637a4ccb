import { type Colour, colourOf, contrast, hexOf, isGrey, lightened, mixed } from "./Colour.ts"
import { intents } from "./tokens.gen.ts"

/** The colours of one scheme that follow from an accent. */
export interface Scheme {
  /** What buttons are filled with. */
  readonly accent: string
  /** The same while it is pointed at. */
  readonly hover: string
  /** What is written on both, readable on every one. */
  readonly onAccent: string
  /** A breath of the accent, behind icons. */
  readonly soft: string
  /** The light above the page. */
  readonly glow: string
  /** The colour of links: the accent, or near it, where it can be read on every ground, else the text's. */
  readonly link: string
  /** Whether the accent alone shows where a button ends. */
  readonly standsOut: boolean
}

const white: Colour = [255, 255, 255]
const black: Colour = [0, 0, 0]

const readable = 4.5
const visible = 3

type Intents = { readonly [name in "ground" | "raised" | "sunken" | "text"]: string }

const colour = (hex: string): Colour => colourOf(hex)!

const schemeOf = (
  accent: Colour,
  on: Intents,
  softness: number,
  linkOf: (grounds: ReadonlyArray<Colour>) => Colour
) => {
  const isWhite = contrast(accent, white) >= readable
  const card = colour(on.raised)
  const soft = mixed(card, accent, softness)
  const grounds = [card, soft, colour(on.sunken), colour(on.ground)]
  const link = linkOf(grounds)
  return {
    accent: hexOf(accent),
    // Away from what is written on it.
    hover: hexOf(mixed(accent, isWhite ? black : white, 0.14)),
    onAccent: hexOf(isWhite ? white : black),
    soft: hexOf(soft),
    glow: hexOf(mixed(colour(on.ground), accent, softness * 1.4)),
    link: grounds.every((ground) => contrast(link, ground) >= readable) ? hexOf(link) : on.text,
    standsOut: contrast(accent, card) >= visible
  }
}

/** An accent that is nearly dark enough for text is darkened until it is; one that would be another colour stays. */
const darkened = (accent: Colour, grounds: ReadonlyArray<Colour>): Colour =>
  [0, 0.08, 0.16, 0.24, 0.32, 0.4]
    .map((share) => mixed(accent, black, share))
    .find((colour) => grounds.every((ground) => contrast(colour, ground) >= readable)) ?? accent

const darkCard = colour(intents.dark.raised)

/** On the dark card an accent is lightened until it is seen; black is white there, for grey looks switched off. */
const inTheDark = (accent: Colour): Colour =>
  isGrey(accent) && contrast(accent, darkCard) < visible
    ? colour(intents.dark.text)
    : lightened(accent, darkCard, visible)

/** Light and dark schemes of an accent: as chosen on the light card, and so that it is seen on the dark one. */
export const schemesOf = (accent: Colour): { readonly light: Scheme; readonly dark: Scheme } => ({
  light: schemeOf(accent, intents.light, 0.09, (grounds) => darkened(accent, grounds)),
  dark: schemeOf(inTheDark(accent), intents.dark, 0.16, ([card, soft]) =>
    lightened(inTheDark(accent), contrast(card!, white) < contrast(soft!, white) ? card! : soft!, readable)
  )
})

/** The schemes of an accent written #rrggbb; null without one, or with any other text. */
export const themeOf = (accent: string | null): ReturnType<typeof schemesOf> | null => {
  const colour = accent === null ? null : colourOf(accent)
  return colour === null ? null : schemesOf(colour)
}

const pair = (light: string, dark: string) => `light-dark(${light}, ${dark})`

/** The style sheet of an accent. Without one the neutral accent stays. */
export const themeCss = (accent: string | null): string => {
  const theme = themeOf(accent)
  if (theme === null) return ""
  const { dark, light } = theme
  const edge = ({ standsOut }: Scheme) => (standsOut ? "transparent" : "var(--edge)")
  return `:root {
  --accent: ${pair(light.accent, dark.accent)};
  --accent-hover: ${pair(light.hover, dark.hover)};
  --on-accent: ${pair(light.onAccent, dark.onAccent)};
  --accent-text: ${pair(light.link, dark.link)};
  --accent-soft: ${pair(light.soft, dark.soft)};
  --glow: ${pair(light.glow, dark.glow)};
  --accent-edge: ${pair(edge(light), edge(dark))};
  --mark-edge: var(--accent-edge);
  --focus: var(--accent-text);
}
`
}
