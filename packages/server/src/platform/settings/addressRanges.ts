import { Option } from "effect"
import ipaddr from "ipaddr.js"
import { isIP } from "node:net"

export type Address = ipaddr.IPv4 | ipaddr.IPv6
/** A network and how many of its first bits are fixed. */
export type AddressRange = readonly [network: Address, bits: number]

const addressBits = (address: Address) => (address.kind() === "ipv4" ? 32 : 128)

/** IPv4 inside IPv6 is IPv4. */
export const addressOf = (text: string): Option.Option<Address> =>
  // A zone names an interface of this machine.
  text.includes("%") || isIP(text) === 0 ? Option.none() : Option.some(ipaddr.process(text))

/** An address or a CIDR range: `10.0.0.0/8`, `fd00::1`. None where it is neither. */
export const rangeOf = (text: string): Option.Option<AddressRange> => {
  const [network, bits, more] = text.split("/")
  if (more !== undefined) return Option.none()
  return Option.flatMap(addressOf(network!), (address) => {
    if (bits === undefined) return Option.some([address, addressBits(address)] as const)
    const count = Number(bits)
    const isWhole = /^\d{1,3}$/.test(bits) && count <= addressBits(address)
    return isWhole ? Option.some([address, count] as const) : Option.none()
  })
}

/** Whether an address is in a range of its kind. */
export const within = (address: Address, [network, bits]: AddressRange): boolean =>
  address.kind() === network.kind() && (address as ipaddr.IPv4).match(network as ipaddr.IPv4, bits)
