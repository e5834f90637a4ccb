/**
 * Characters that move the cursor, colour, hide or reorder text: C0 and C1 controls but for line feed and tab, and the
 * invisible and bidirectional ones (Unicode TR 36).
 */
const controls =
  // eslint-disable-next-line no-control-regex -- these are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]/g

const escape = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`

/** The text with every control written as \u and four hexadecimal digits, which inside a JSON string means the same. */
export const terminalText = (text: string): string => text.replaceAll(controls, escape)
