import { pageAddress } from "@fleet/domain/Addresses"
import { isLocalOrigin } from "../../../platform/http/localOrigin.ts"

/**
 * Whether a browser may be sent back to an address: a page of one of the app's origins, without a fragment. With `local`,
 * which the demo sets, pages of this machine are such pages, too.
 */
export const mayRedirect = (address: string, allowedOrigins: ReadonlyArray<string>, local: boolean): boolean => {
  if (!pageAddress(address) || address.includes("#")) return false
  const { origin } = new URL(address)
  return allowedOrigins.includes(origin) || (local && isLocalOrigin(origin))
}
