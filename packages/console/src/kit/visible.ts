/** Characters that move or hide others: they are shown as their code. A joiner inside an emoji stays. */
const unseen = /(?![\t\n\r])\p{Cc}|(?!(?<=[\p{Extended_Pictographic}\ufe0f\p{Emoji_Modifier}])\u200d)\p{Cf}/gu

/** Text with its invisible characters made visible, as ␣U+202E. */
export const visible = (text: string): string =>
  text.replace(
    unseen,
    (character) => `\u2423U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`
  )
