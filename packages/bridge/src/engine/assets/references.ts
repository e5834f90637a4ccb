import { extensionOf, foldedUri } from "@fleet/domain/assets/assetNames"

/** Files of the size of a text that are looked into for the names of others, in bytes. */
export const largestRead = 256 * 1024 * 1024

const readers: Readonly<Record<string, (bytes: Uint8Array) => ReadonlyArray<string>>> = {
  dae: (bytes) =>
    matches(text(bytes), /<image\b[\s\S]*?<\/image>/g).flatMap((image) =>
      matches(image, /<(?:init_from|ref)\b[^>]*>\s*([^<\s][^<]*)</g).map((uri) => escaped(unescaped(uri.trim())))
    ),
  obj: (bytes) => matches(text(bytes), /^[ \t]*mtllib[ \t]+(.+)$/gm).map(asUri),
  mtl: (bytes) =>
    matches(text(bytes), /^[ \t]*(?:map_\w+|bump|disp|decal|refl|norm)[ \t]+(.+)$/gim)
      .map(mapFile)
      .map(asUri),
  gltf: (bytes) => gltfFiles(text(bytes)),
  glb: (bytes) => {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    if (bytes.length < 20 || view.getUint32(16, true) !== jsonChunk) return []
    return gltfFiles(text(bytes.subarray(20, 20 + view.getUint32(12, true))))
  }
}

/** A `%` that begins no escape is meant literally. */
const escaped = (uri: string) => uri.replaceAll(/%(?![0-9a-f]{2})/gi, "%25")

const jsonChunk = 0x4e4f534a

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

/** The first group of each match, or the match. */
const matches = (from: string, pattern: RegExp): ReadonlyArray<string> =>
  Array.from(from.matchAll(pattern), ([whole, group]) => group ?? whole)

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" }
const unescaped = (value: string) => value.replaceAll(/&(\w+);/g, (all, name) => entities[name] ?? all)

/** A file's name where no percent sign means anything. */
const asUri = (name: string) => name.trim().replaceAll("%", "%25")

/** The file of a line of a material: options with their values stand before it. */
const mapFile = (line: string) => (line.trimStart().startsWith("-") ? line.trim().split(/\s+/).at(-1)! : line)

const gltfFiles = (json: string): ReadonlyArray<string> => {
  let document: unknown
  try {
    document = JSON.parse(json)
  } catch {
    return []
  }
  const { buffers, images } = (document ?? {}) as Readonly<Record<string, unknown>>
  return [buffers, images]
    .flatMap((list): ReadonlyArray<unknown> => (Array.isArray(list) ? list : []))
    .map((entry) => (entry as { readonly uri?: unknown } | null)?.uri)
    .filter((uri) => typeof uri === "string")
    .filter((uri) => !uri.startsWith("data:"))
    .map(escaped)
}

/** Whether a file of this name is of a format that names others. */
export const mayName = (name: string): boolean => Object.hasOwn(readers, extensionOf(name))

/** The files that a mesh or material names, as they are written there. */
export const referencesOf = (name: string, bytes: Uint8Array): ReadonlyArray<string> => [
  ...new Set(readers[extensionOf(name)]?.(bytes) ?? [])
]

/** The URI of a file that another one names, in its one spelling; null where it lies in no package of this system. */
export const resolveReference = (from: string, reference: string): string | null => {
  const named = reference.replaceAll("\\", "/")
  if (/^(?:package|file):\/\//.test(named)) return foldedUri(named)
  if (/^[a-z][a-z0-9+.-]*:|^\//i.test(named)) return null
  const [, root, path] =
    /^(package:\/\/[^/]+|file:\/\/\/(?:[^/]+\/)*share\/[^/]+)\/(.+)$/.exec(foldedUri(from) ?? "") ?? []
  if (root === undefined || path === undefined) return null
  return foldedUri(`${root}/${path.split("/").slice(0, -1).join("/")}/${named}`)
}
