import { foldedUri } from "@fleet/domain/assets/assetNames"
import { type ReadUrdf, readUrdf, rewriteUrdf } from "./readUrdf.ts"

/** What stands in place of the filenames of a URDF. */
export interface Addresses {
  /** By the name of each file that is stored. */
  readonly files: ReadonlyArray<readonly [name: string, address: string]>
  /** What stands before the name of a file that is not. */
  readonly missing: string
}

/** What is asked of a URDF: to be read, or to be written with addresses in it. */
export interface UrdfQuestion {
  readonly bytes: Uint8Array
  readonly addresses: Addresses | null
}

/** What a URDF names where it is read; its bytes where it is written. */
export const answerUrdf = ({ addresses, bytes }: UrdfQuestion): ReadUrdf | Uint8Array => {
  if (addresses === null) return readUrdf(bytes)
  const byName = new Map(addresses.files)
  return rewriteUrdf(
    bytes,
    (uri) => byName.get(foldedUri(uri) ?? uri) ?? `${addresses.missing}${encodeURIComponent(uri.toWellFormed())}`
  )
}
