/** Text for a header: whatever could end a line, and other control characters, become a space. */
export const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ").trim()
