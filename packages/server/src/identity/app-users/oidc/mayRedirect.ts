import { pageAddress } from "@fleet/domain/Addresses"

/** Whether a browser may be sent back to an address: a page of one of the app's origins, without a fragment. */
export const mayRedirect = (address: string, allowedOrigins: ReadonlyArray<string>): boolean =>
  pageAddress(address) && !address.includes("#") && allowedOrigins.includes(new URL(address).origin)
