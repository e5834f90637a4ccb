export type Encoding = "br" | "gzip"

/** Our order where a client likes several alike. */
const known: ReadonlyArray<Encoding> = ["br", "gzip"]

/** The quality of each coding that an Accept-Encoding header names; one that cannot be read counts as 0. */
const qualitiesOf = (header: string): ReadonlyMap<string, number> =>
  new Map(
    header.split(",").map((part) => {
      const [name = "", ...parameters] = part.split(";").map((text) => text.trim().toLowerCase())
      const given = parameters.find((text) => text.startsWith("q="))
      const quality = given === undefined ? 1 : Number(given.slice(2))
      return [name === "x-gzip" ? "gzip" : name, quality >= 0 && quality <= 1 ? quality : 0]
    })
  )

/** The coding that a client likes best of those that we write (RFC 9110, 12.5.3); null for the bytes as they are. */
export const acceptedEncoding = (header: string | undefined): Encoding | null => {
  if (header === undefined || header === "") return null
  const qualities = qualitiesOf(header)
  const qualityOf = (name: string) => qualities.get(name) ?? qualities.get("*") ?? 0
  const best = known.reduce((one, other) => (qualityOf(other) > qualityOf(one) ? other : one))
  return qualityOf(best) > 0 && qualityOf(best) >= (qualities.get("identity") ?? 0) ? best : null
}
