import { Option } from "effect"
import type { IncomingMessage } from "node:http"
import { isIP, isIPv4 } from "node:net"

/** The eight groups of an IPv6 address. */
const groupsOf = (address: string): ReadonlyArray<string> => {
  const written = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [before, after] = written.split("::").map((part) => (part === "" ? [] : part.split(":")))
  if (after === undefined) return before!
  return [...before!, ...Array<string>(8 - before!.length - after.length).fill("0"), ...after]
}

/**
 * How an address is counted: IPv4 by itself, however it is written, and IPv6 by its network, for whoever has one address
 * of 64 bits has all of them. Null for what is no address.
 */
const counted = (text: string): string | null => {
  if (isIPv4(text)) return text
  const [, inBrackets, withPort] = /^\[([^\]]*)\](?::\d+)?$|^([\d.]+):\d+$/.exec(text) ?? []
  const address = (inBrackets ?? withPort ?? text).split("%", 1)[0]!
  const version = isIP(address)
  if (version !== 6) return version === 4 ? address : null
  const groups = groupsOf(address)
  const isMapped = groups.slice(0, 5).every((group) => group === "0") && groups[5] === "ffff"
  if (!isMapped) return `${groups.slice(0, 4).join(":")}::/64`
  return groups
    .slice(6)
    .map((group) => Number.parseInt(group, 16))
    .flatMap((pair) => [pair >> 8, pair & 255])
    .join(".")
}

/**
 * Where a request comes from, as limits count it: the peer of the socket, or, behind `hops` proxies that are trusted, the
 * address that the outermost of them saw. Each proxy appends the peer it saw to X-Forwarded-For, so only that many from the
 * end count: what stands before them a caller may have written.
 */
export const callerAddress = (peer: string | undefined, forwardedFor: string | undefined, hops: number): string => {
  const direct = counted(peer ?? "") ?? "unknown"
  if (hops === 0 || forwardedFor === undefined) return direct
  const seen = forwardedFor.split(",").map((address) => address.trim())
  return counted(seen[Math.max(0, seen.length - hops)]!) ?? direct
}

/** The same of a request as node:http has it. */
export const incomingAddress = ({ headers, socket }: IncomingMessage, hops: number): string => {
  if (hops === 0) return callerAddress(socket.remoteAddress, undefined, hops)
  const forwardedFor = [headers["x-forwarded-for"] ?? []].flat()
  return callerAddress(socket.remoteAddress, forwardedFor.join(",") || undefined, hops)
}

/** Whether an address, as limits count it, is of this machine: also a socket that is no network's, which has none. */
export const isOwnAddress = (address: string): boolean =>
  address.startsWith("127.") || address === "0:0:0:0::/64" || address === "unknown"

/** The same of a request as handlers see it. */
export const requestAddress = (
  { headers, remoteAddress }: { readonly headers: Headers; readonly remoteAddress: Option.Option<string> },
  hops: number
): string => callerAddress(Option.getOrUndefined(remoteAddress), headers["x-forwarded-for"], hops)

type Headers = Readonly<Record<string, string | undefined>>
