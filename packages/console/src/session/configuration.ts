/** What the service tells the page: see the `configuration` element of index.html. */
export interface Configuration {
  /** The address of the API; the page's own origin without one. */
  readonly apiUrl: string
  /** The portal's origin, where developers sign in. */
  readonly portalUrl: string | undefined
  /** The version of the service that sent the page. */
  readonly version: string | undefined
  /** Which build of the console the page is; none in development. */
  readonly build: string | undefined
}

const text = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined)

const read = (): Configuration => {
  const element = document.getElementById("configuration")
  const given = JSON.parse(element?.textContent?.trim() || "{}") as Readonly<Record<string, unknown>>
  return {
    apiUrl: text(given.apiUrl) ?? location.origin,
    portalUrl: text(given.portalUrl),
    version: text(given.version),
    build: text(given.build)
  }
}

export const configuration = read()
