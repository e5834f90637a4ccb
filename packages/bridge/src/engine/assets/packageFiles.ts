import { foldedUri, packagePath } from "@fleet/domain/assets/assetNames"
import { decodeLiterally } from "../decodeLiterally.ts"
import { realpath, stat } from "node:fs/promises"
import { join, sep } from "node:path"

const inPackage = /^package:\/\/([^/]+)\//
const inShare = /^file:\/\/((?:\/[^/]+)*\/share\/[^/]+)\//

/** Where a package's files may be, for a URI. */
const foldersOf = (uri: string, prefixes: ReadonlyArray<string>): ReadonlyArray<string> => {
  const named = inPackage.exec(uri)?.[1]
  if (named !== undefined) return prefixes.map((prefix) => join(prefix, "share", named))
  const folder = inShare.exec(uri)?.[1]
  return folder === undefined ? [] : [decodeLiterally(folder)]
}

export interface PackageFile {
  readonly path: string
  readonly size: number
}

/** The file of this computer that a package or file URI names; null where its package has no such file. */
export const packageFile = async (uri: string, prefixes: ReadonlyArray<string>): Promise<PackageFile | null> => {
  const within = packagePath(uri)
  if (within === null) return null
  for (const folder of foldersOf(foldedUri(uri)!, prefixes)) {
    try {
      const root = await realpath(folder)
      const path = await realpath(join(root, decodeLiterally(within)))
      const found = await stat(path)
      // A link may lead elsewhere.
      if (path.startsWith(root + sep) && found.isFile()) return { path, size: found.size }
    } catch {
      // It is not in this place.
    }
  }
  return null
}

/** The prefixes of the ROS packages that are installed here, from the environment. */
export const amentPrefixes = (path: string | undefined): ReadonlyArray<string> =>
  (path ?? "").split(":").filter((prefix) => prefix !== "")
