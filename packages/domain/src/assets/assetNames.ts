import { type AssetKind, urdfName } from "../Assets.ts"

const inPackage = /^package:\/\/[A-Za-z0-9][A-Za-z0-9_.-]*\/(.+)$/u
const inShare = /^file:\/\/\/(?:[^/]+\/)*share\/[A-Za-z0-9][A-Za-z0-9_.-]*\/(.+)$/u

/** Percent-decoded once; null where it cannot be. */
const decoded = (path: string): string | null => {
  try {
    return decodeURIComponent(path)
  } catch {
    return null
  }
}

const isWithin = (path: string): boolean => {
  const plain = decoded(path)?.normalize("NFC")
  if (plain === undefined || /[\\\p{Cc}]/u.test(plain)) return false
  return [path, plain].every((each) => each.split("/").every((part) => part !== "" && part !== "." && part !== ".."))
}

/** The path within its package of a mesh or texture that is named by a URI; null where the URI names none. */
export const packagePath = (uri: string): string | null => {
  const path = (inPackage.exec(uri) ?? inShare.exec(uri))?.[1]
  return path !== undefined && isWithin(path) && (!uri.startsWith("file:") || isWithin(uri.slice("file:///".length)))
    ? path
    : null
}

/** What a browser would run, however it is named. */
const active = new Set(["svg", "svgz", "html", "htm", "xhtml", "xht", "xml", "js", "mjs", "swf", "pdf"])

/** The ending of a name, in lower case; empty where there is none. */
export const extensionOf = (name: string): string => /\.([^./]+)$/.exec(name)?.[1]?.toLowerCase() ?? ""

/** Whether a file of this kind may have the name: one that stays within its package. */
export const isAssetName = (kind: AssetKind, name: string): boolean => {
  if (name.length === 0 || [...name].length > 500) return false
  switch (kind) {
    case "urdf":
      return name === urdfName
    case "recording":
      return isWithin(name) && !active.has(extensionOf(name))
    default: {
      const path = packagePath(name)
      return path !== null && !active.has(extensionOf(path))
    }
  }
}
