/** The first `maxCharacters` characters of a text, counted as Unicode code points, so that none is cut in half. */
export const firstCharacters = (text: string, maxCharacters: number): string => {
  if (text.length <= maxCharacters) return text
  let at = 0
  for (let count = 0; count < maxCharacters && at < text.length; count++) at += text.codePointAt(at)! > 0xffff ? 2 : 1
  return text.slice(0, at)
}
