/** Red, green and blue, each 0 to 255. */
export type Colour = readonly [number, number, number]

/** A colour written #rrggbb; null for any other text. */
export const colourOf = (text: string): Colour | null => {
  const parts = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text)
  return parts === null ? null : [parseInt(parts[1]!, 16), parseInt(parts[2]!, 16), parseInt(parts[3]!, 16)]
}

export const hexOf = (colour: Colour): string =>
  `#${colour.map((channel) => Math.round(channel).toString(16).padStart(2, "0")).join("")}`

const linear = (channel: number): number => {
  const share = channel / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}
const encoded = (share: number): number => {
  const within = Math.min(1, Math.max(0, share))
  return 255 * (within <= 0.0031308 ? within * 12.92 : 1.055 * within ** (1 / 2.4) - 0.055)
}

const luminance = ([red, green, blue]: Colour) => 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)

/** The contrast of two colours as WCAG measures it, 1 to 21. */
export const contrast = (one: Colour, other: Colour): number => {
  const [dark, light] = [luminance(one), luminance(other)].toSorted((left, right) => left - right) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** Whether a colour has next to no hue. */
export const isGrey = (colour: Colour): boolean => Math.max(...colour) - Math.min(...colour) < 24

/** Lightness 0 to 1, and the two axes of hue, in OKLab: equal steps look equal. */
type Lab = readonly [number, number, number]

const labOf = ([red, green, blue]: Colour): Lab => {
  const [r, g, b] = [linear(red), linear(green), linear(blue)]
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const middle = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short,
    1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short,
    0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short
  ]
}

const colourOfLab = ([lightness, greenRed, blueYellow]: Lab): Colour => {
  const long = (lightness + 0.3963377774 * greenRed + 0.2158037573 * blueYellow) ** 3
  const middle = (lightness - 0.1055613458 * greenRed - 0.0638541728 * blueYellow) ** 3
  const short = (lightness - 0.0894841775 * greenRed - 1.291485548 * blueYellow) ** 3
  return [
    encoded(4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short),
    encoded(-1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short),
    encoded(-0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short)
  ]
}

/** The colour, no lighter than needed for this contrast with a dark background; white at the most. */
export const lightened = (colour: Colour, ground: Colour, least: number): Colour => {
  const [lightness, greenRed, blueYellow] = labOf(colour)
  const steps = 50
  for (let step = 0; step < steps; step++) {
    const share = step / steps
    // Towards white there is less room for colour.
    const room = 1 - share
    const lighter = colourOfLab([lightness + (1 - lightness) * share, greenRed * room, blueYellow * room])
    const shown = step === 0 ? colour : (lighter.map(Math.round) as unknown as Colour)
    if (contrast(shown, ground) >= least) return shown
  }
  return [255, 255, 255]
}

/** A colour with so much of another in it, 0 to 1. */
export const mixed = (colour: Colour, other: Colour, share: number): Colour =>
  colour.map((channel, at) => Math.round(channel * (1 - share) + other[at]! * share)) as unknown as Colour
