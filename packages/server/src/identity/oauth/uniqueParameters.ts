/** The parameters of a request; a repeated one is named in `repeated` and has no value. */
export const uniqueParameters = (url: string) => {
  const given = [...new URL(url, "http://portal").searchParams]
  const seen = new Set<string>()
  const repeated = given.find(([name]) => seen.has(name) || !seen.add(name))?.[0]
  return { parameters: Object.fromEntries(given) as Readonly<Record<string, string>>, repeated }
}
