/** What of the settings says where the console is. */
interface Addresses {
  readonly baseUrl: string
  readonly portalUrl: string
  readonly consoleOrigin: string
}

const originOf = (address: string) => new URL(address).origin

/** The origin of a console that is not this service's; null where it is. */
export const otherOrigin = ({ baseUrl, consoleOrigin, portalUrl }: Addresses): string | null =>
  [originOf(portalUrl), originOf(baseUrl)].includes(consoleOrigin) ? null : consoleOrigin

const isLoopbackNumber = (hostname: string) => /^127\.|^\[::1\]$/.test(hostname)

/**
 * The origin by name for a browser that asks at a loopback number: passkeys belong to a name. Null where it is right as it
 * is.
 */
export const namedOrigin = (host: string | undefined, { consoleOrigin, portalUrl }: Addresses): string | null => {
  const portal = new URL(portalUrl)
  const asked = URL.parse(`${portal.protocol}//${host ?? ""}`)
  if (asked === null || portal.origin !== consoleOrigin || isLoopbackNumber(portal.hostname)) return null
  // Another port is one that is forwarded, of which nothing is known.
  return isLoopbackNumber(asked.hostname) && asked.port === portal.port ? consoleOrigin : null
}

/** The address of the API for a page at this host: its own, where that is the service's, so that no call crosses origins. */
export const apiUrlAt = (host: string | undefined, { baseUrl, portalUrl }: Addresses): string => {
  const base = new URL(baseUrl)
  const portal = new URL(portalUrl)
  return host === portal.host && base.pathname === "/" && portal.pathname === "/" ? portal.origin : baseUrl
}
