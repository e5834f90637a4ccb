/** The longest text to search for: engines search in quadratic time. */
const longestSearch = 200

/** The longest result of a filter. */
const longestResult = 200_000

/** A value as Liquid prints it. Objects print nothing. */
export const plain = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(plain).join("")
  if (value === null || value === undefined || typeof value === "object") return ""
  return String(value)
}

interface FilterContext {
  readonly memoryLimit: { readonly use: (characters: number) => void }
}

const searched = (value: unknown): string => {
  const text = plain(value)
  if (text.length > longestSearch) throw new Error(`a searched text has more than ${longestSearch} characters`)
  return text
}

/** `a contains b`. */
export const contains = (whole: unknown, part: unknown, { memoryLimit }: FilterContext): boolean => {
  const text = plain(whole)
  memoryLimit.use(text.length)
  return text.includes(searched(part))
}

const replaced = (text: string, search: unknown, by: unknown, all: boolean): string => {
  const [pattern, replacement] = [searched(search), plain(by)]
  if (pattern === "") return text
  const pieces = text.split(pattern)
  const times = all ? pieces.length - 1 : Math.min(1, pieces.length - 1)
  if (text.length + times * replacement.length > longestResult) throw new Error("a filter's result is too long")
  return all ? pieces.join(replacement) : text.replace(pattern, () => replacement)
}

type Filter = (this: { readonly context: FilterContext }, value: unknown, ...rest: ReadonlyArray<unknown>) => unknown

/** A filter of text that counts what it reads and makes against the memory limit. */
const metered = (filter: (text: string, ...rest: ReadonlyArray<unknown>) => string | ReadonlyArray<string>): Filter =>
  function (value, ...rest) {
    const text = plain(value)
    this.context.memoryLimit.use(text.length)
    const result = filter(text, ...rest)
    this.context.memoryLimit.use(result.length)
    return result
  }

/** Filters whose own versions would take time or space out of proportion to what they are given. */
export const boundedFilters: Readonly<Record<string, Filter>> = {
  strip: metered((text) => text.trim()),
  lstrip: metered((text) => text.trimStart()),
  rstrip: metered((text) => text.trimEnd()),
  split: metered((text, separator) => text.split(searched(separator))),
  replace: metered((text, search, by) => replaced(text, search, by, true)),
  replace_first: metered((text, search, by) => replaced(text, search, by, false)),
  remove: metered((text, search) => replaced(text, search, "", true)),
  remove_first: metered((text, search) => replaced(text, search, "", false)),
  url_encode: metered((text) => encodeURIComponent(text).replaceAll("%20", "+"))
}
