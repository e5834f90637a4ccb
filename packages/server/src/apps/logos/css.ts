/** Rules that load nothing by themselves. */
const atRules: ReadonlySet<string> = new Set(["media", "supports", "keyframes", "-webkit-keyframes"])

/** Functions that compute, draw or select. Everything else may load something, now or in a browser to come. */
const functions: ReadonlySet<string> = new Set(
  `url rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix var calc min max clamp
  matrix matrix3d translate translatex translatey translate3d scale scalex scaley scale3d
  rotate rotatex rotatey rotatez rotate3d skew skewx skewy perspective
  cubic-bezier steps linear linear-gradient radial-gradient conic-gradient
  blur brightness contrast drop-shadow grayscale hue-rotate invert opacity saturate sepia
  rect inset circle ellipse polygon path
  not is where nth-child nth-last-child nth-of-type nth-last-of-type lang media supports`.split(/\s+/)
)

const reference = /url\(\s*(["']?)(?:#[^"'()\s]+|data:image\/(?:png|jpeg);base64,[A-Za-z0-9+/=]+)\1\s*\)/iy

/** Whether CSS, of a style sheet or of an attribute, stays within its document: no import, no address, no script. */
export const isInnerCss = (css: string): boolean => {
  // An escape can spell any of the words below.
  if (css.includes("\\")) return false
  for (const [, rule] of css.matchAll(/@([\w-]*)/g)) if (!atRules.has(rule!.toLowerCase())) return false
  // Without the first assertion, every letter of a long word would be tried as the beginning of a function.
  for (const { 1: name, index } of css.matchAll(/(?<![\w-])([\w-]*)\(/g)) {
    const lower = name!.toLowerCase()
    if (lower !== "" && !functions.has(lower)) return false
    reference.lastIndex = index
    if (lower === "url" && !reference.test(css)) return false
  }
  return !/(?:behavior|-moz-binding)\s*:/i.test(css)
}
