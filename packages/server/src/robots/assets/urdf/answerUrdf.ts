import type { UrdfFile } from "@fleet/domain/Assets"
import { foldedUri } from "@fleet/domain/assets/assetNames"
import { missingOf } from "../syncStates.ts"
import { type ReadUrdf, readUrdf, rewriteUrdf } from "./readUrdf.ts"

/** What stands in place of the filenames of a URDF. */
export interface Addresses {
  /** By the name of each file that is stored. */
  readonly files: ReadonlyArray<readonly [name: string, address: string]>
  /** What stands before the name of a file that is not. */
  readonly missing: string
}

/** What is asked of a URDF: to be read, or to be written with addresses in it. */
export interface UrdfBytes {
  readonly bytes: Uint8Array
  readonly addresses: Addresses | null
}

/** What is asked of the files that a URDF names, as JSON: which of them are not among the names of those that are stored. */
export interface UrdfUris {
  readonly uris: string
  readonly names: ReadonlyArray<string>
}

export type UrdfQuestion = UrdfBytes | UrdfUris

const lacking = ({ names, uris }: UrdfUris): Uint8Array => {
  const files: ReadonlyArray<UrdfFile> = JSON.parse(uris)
  return Buffer.from(
    JSON.stringify({
      present: true,
      mesh_count: files.filter(({ element }) => element === "mesh").length,
      missing: missingOf({ uris: files }, names)
    })
  )
}

/** What a URDF names where it is read; its bytes where it is written; the `urdf` of an asset list, as JSON, of its files. */
export const answerUrdf = (question: UrdfQuestion): ReadUrdf | Uint8Array => {
  if ("uris" in question) return lacking(question)
  const { addresses, bytes } = question
  if (addresses === null) return readUrdf(bytes)
  const byName = new Map(addresses.files)
  return rewriteUrdf(
    bytes,
    (uri) => byName.get(foldedUri(uri) ?? uri) ?? `${addresses.missing}${encodeURIComponent(uri.toWellFormed())}`
  )
}
