/** A string of a JSON text, and the colon behind it where it is a key. */
const strings = /"(?:[^"\\]|\\.)*"(\s*:)?/g

/**
 * JSON.parse for engines whose own, once hot, takes a key with an escape for one that it saw before (V8 of Node 24): where a
 * key has one, all are read under other names.
 */
export const parseJson = (text: string): any => {
  const keys: Array<string> = []
  let isOdd = false
  const renamed = !text.includes("\\")
    ? text
    : text.replace(strings, (whole, colon?: string) => {
        if (colon === undefined) return whole
        isOdd ||= whole.includes("\\")
        return `"k${keys.push(JSON.parse(whole.slice(0, -colon.length)) as string) - 1}":`
      })
  if (!isOdd) return JSON.parse(text)
  return JSON.parse(renamed, (_, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).map(([name, each]) => [keys[+name.slice(1)], each]))
      : value
  )
}
