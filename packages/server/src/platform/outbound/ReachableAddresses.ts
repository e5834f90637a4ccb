import { Option } from "effect"
import { type Address, addressOf, type AddressRange, rangeOf, within } from "../settings/addressRanges.ts"

/** What the library counts as unicast and is no public address: https://www.iana.org/assignments/iana-ipv6-special-registry */
const notPublic = ["3fff::/20", "2001::/23", "2620:4f:8000::/48"].map((text) => Option.getOrThrow(rangeOf(text)))
const globalUnicast: AddressRange = Option.getOrThrow(rangeOf("2000::/3"))

const isPublic = (address: Address): boolean =>
  address.range() === "unicast" &&
  (address.kind() === "ipv4" || (within(address, globalUnicast) && !notPublic.some((range) => within(address, range))))

/** Which addresses may be reached for a customer: public unicast ones, and those that the operator allows. */
export class ReachableAddresses {
  private readonly allowed: ReadonlyArray<AddressRange>

  constructor(allowed: ReadonlyArray<string>) {
    this.allowed = allowed.map((text) => Option.getOrThrow(rangeOf(text)))
  }

  /** Whether an address, as text without brackets, may be reached. What is no address may not. */
  mayReach(text: string): boolean {
    return Option.exists(addressOf(text), (address) => isPublic(address) || this.isAllowed(text))
  }

  /** Whether the operator allows the address, over http too. */
  isAllowed(text: string): boolean {
    return Option.exists(addressOf(text), (address) => this.allowed.some((range) => within(address, range)))
  }
}
