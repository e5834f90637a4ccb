import type { AssetKind } from "@fleet/domain/Assets"
import { extensionOf } from "@fleet/domain/assets/assetNames"

const octets = "application/octet-stream"

const byExtension: Readonly<Record<string, string>> = {
  stl: "model/stl",
  dae: "model/vnd.collada+xml",
  obj: "model/obj",
  mtl: "model/mtl",
  glb: "model/gltf-binary",
  gltf: "model/gltf+json",
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  webp: "image/webp"
}

/** What is stored of a file's type: by its kind and the ending of its name. */
export const mediaTypeOf = (kind: AssetKind, name: string): string => {
  if (kind === "urdf") return "application/xml"
  const extension = extensionOf(name)
  return kind !== "recording" && Object.hasOwn(byExtension, extension) ? byExtension[extension]! : octets
}

/** Types that no browser runs anything of. XML is not among them. */
const served: ReadonlySet<string> = new Set(Object.values(byExtension).filter((type) => !type.endsWith("+xml")))

export const servedType = (stored: string): string => (served.has(stored) ? stored : octets)

/** Types that may be shown in place; everything else is a download. */
export const isInline = (type: string): boolean => type.startsWith("image/") || type === "model/gltf-binary"

const magic: Readonly<Record<string, ReadonlyArray<readonly [at: number, bytes: string]>>> = {
  "image/png": [[0, "89504e470d0a1a0a"]],
  "image/jpeg": [[0, "ffd8ff"]],
  "image/webp": [
    [0, "52494646"],
    [8, "57454250"]
  ],
  "model/gltf-binary": [[0, "676c5446"]]
}

/** What an MCAP file begins and ends with. */
const mcapMagic = Buffer.from("894d434150300d0a", "hex")

/** What is known of a file that has come. */
interface Received {
  readonly size: number
  readonly head: Uint8Array
  readonly tail: Uint8Array
}

const isMcap = ({ head, size, tail }: Received): boolean =>
  size >= 2 * mcapMagic.length &&
  mcapMagic.equals(head.subarray(0, mcapMagic.length)) &&
  mcapMagic.equals(tail.subarray(-mcapMagic.length))

const beginsAs = (type: string, head: Uint8Array): boolean =>
  (magic[type] ?? []).every(([at, bytes]) =>
    Buffer.from(head.subarray(at, at + bytes.length / 2)).equals(Buffer.from(bytes, "hex"))
  )

/** Whether bytes can be a file of that kind and name: images, GLB and MCAP files are known by their first and last bytes. */
export const looksLike = (kind: AssetKind, name: string, received: Received): boolean =>
  kind === "recording" ? isMcap(received) : beginsAs(mediaTypeOf(kind, name), received.head)
