import { html, type Html } from "./html.ts"
import { intents } from "./tokens.gen.ts"

const outline = "M6.5 17v-6a5.5 5.5 0 0 1 11 0v6M10 17v-3h4v3"

/** The platform's mark as an image of its own. */
export const markImage = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="6" fill="${intents.light.accent}"/><path d="${outline}" fill="none" stroke="${intents.light["on-accent"]}" stroke-width="1.9" stroke-linecap="round" stroke-linejoin="round"/></svg>`

/** The platform's mark in a page. */
export const platformMark: Html = html`<svg class="mark" viewBox="0 0 24 24" aria-hidden="true">
  <path d="${outline}" />
</svg>`

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" })

/** The first letter or digit of a name, as a capital; a dot where it has neither. */
export const initialOf = (name: string): string =>
  [...graphemes.segment(name)].find(({ segment }) => /[\p{L}\p{N}]/u.test(segment))?.segment.toLocaleUpperCase("en") ??
  "•"

/** The mark of what has no image: its first letter. */
export const letterMark = (name: string): Html => html`<span class="mark" aria-hidden="true">${initialOf(name)}</span>`
