import { BlockList, isIP } from "node:net"

const familyOf = (address: string) => (isIP(address) === 6 ? "ipv6" : "ipv4")

/** A host without the brackets of IPv6 and the dot at the end. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "")

export const isSecure = ({ protocol }: URL): boolean => protocol === "https:" || protocol === "wss:"

export const portOf = (url: URL): number => Number(url.port) || (isSecure(url) ? 443 : 80)

const isAmong = (host: string, network: string, prefix?: number): boolean => {
  const list = new BlockList()
  if (prefix === undefined) list.addAddress(network, familyOf(network))
  else list.addSubnet(network, prefix, familyOf(network))
  return isIP(host) !== 0 && list.check(host, familyOf(host))
}

/** A host of NO_PROXY with the port that may stand after it. */
const hostAndPort = (entry: string): readonly [host: string, port: string | undefined] => {
  if (isIP(entry) === 6) return [entry, undefined]
  const [, bracketed, plain, port] = /^(?:\[(.+)\]|([^:]*))(?::(\d+))?$/.exec(entry) ?? []
  return [bracketed ?? plain ?? "", port]
}

const fits = (entry: string, url: URL): boolean => {
  if (entry === "*") return true
  const host = hostOf(url)
  const [, network = "", prefix] = /^(.+)\/(\d+)$/.exec(entry) ?? []
  if (isIP(network) !== 0) {
    return Number(prefix) <= (isIP(network) === 6 ? 128 : 32) && isAmong(host, network, Number(prefix))
  }
  const [named, port] = hostAndPort(entry)
  if (port !== undefined && Number(port) !== portOf(url)) return false
  if (isIP(named) !== 0) return isAmong(host, named)
  const name = named.replace(/^\*?\./, "").replace(/\.$/, "")
  return name !== "" && (host === name || host.endsWith(`.${name}`))
}

const isLoopback = (host: string): boolean =>
  host === "localhost" || host.endsWith(".localhost") || isAmong(host, "127.0.0.0", 8) || host === "::1"

/**
 * Whether a connection is made without the proxy: to this computer, and to what NO_PROXY names. Its entries, after commas
 * or spaces, are `*`, `host`, `.suffix`, `host:port`, an address or a CIDR range. A name means what is below it, too.
 */
export const isExcepted = (noProxy: string, url: URL): boolean =>
  isLoopback(hostOf(url)) ||
  noProxy
    .toLowerCase()
    .split(/[\s,]+/)
    .some((entry) => fits(entry, url))
