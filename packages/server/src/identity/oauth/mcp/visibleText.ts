/** Characters that show nothing, or change how others are shown: controls, directions, tags, fillers, line ends. */
export const unseen =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\p{Variation_Selector}\u115f\u1160\u2800\u3164\uffa0]/gu

const escaped = (character: string) => `\\u{${character.codePointAt(0)!.toString(16)}}`

/** A text as a person may decide by it: whatever they would not see stands there as an escape. */
export const visibleText = (text: string): string => text.replace(unseen, escaped)

/** A value as JSON, in the same way. */
export const visibleJson = (value: unknown): string => visibleText(JSON.stringify(value))
