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

/**
 * The one name of a file that a package or file URI spells: without empty and single-dot parts, and with `..` resolved
 * within its package; null where it leads out of one. What is no such URI is null too. Backslashes are not read.
 */
export const foldedUri = (uri: string): string | null => {
  const [, scheme, path] = /^(package|file):\/\/(.+)$/su.exec(uri) ?? []
  if (scheme === undefined || path === undefined || (scheme === "file" && !path.startsWith("/"))) return null
  const parts: Array<string> = []
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue
    if (part !== "..") parts.push(part)
    else {
      const share = parts.lastIndexOf("share")
      const root = scheme === "package" ? 1 : share === -1 ? Infinity : share + 2
      if (parts.length <= root) return null
      parts.pop()
    }
  }
  const folded = scheme === "file" ? `file:///${parts.join("/")}` : `package://${parts.join("/")}`
  return uri.endsWith("/") ? `${folded}/` : folded
}

/** The path within its package of a mesh or texture that is named by a URI; null where the URI names none. */
export const packagePath = (uri: string): string | null => {
  const folded = foldedUri(uri) ?? ""
  const path = (inPackage.exec(folded) ?? inShare.exec(folded))?.[1]
  return path !== undefined &&
    isWithin(path) &&
    (folded.startsWith("package:") || isWithin(folded.slice("file:///".length)))
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
