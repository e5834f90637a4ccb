import { PNG } from "image-size/types/png"
import { WEBP } from "image-size/types/webp"

/** Segments before the one that says the size. */
export const maxSegments = 200
/** Start of frame of each coding; the others of this range are tables. */
const isFrameStart = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
const startOfScan = 0xda

/** Goes from segment to segment by their lengths: what it costs does not grow with the image. */
const jpeg = {
  calculate: (image: Uint8Array) => {
    const view = new DataView(image.buffer, image.byteOffset, image.length)
    for (let at = 2, segments = 0; segments <= maxSegments; segments++) {
      const marker = view.getUint8(at + 1)
      if (view.getUint8(at) !== 0xff || marker < 0xc0 || marker === startOfScan) return null
      if (isFrameStart(marker)) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
      const length = view.getUint16(at + 2)
      if (length < 2) return null
      at += 2 + length
    }
    return null
  }
}

const formats = {
  "image/jpeg": { starts: [[0, [0xff, 0xd8, 0xff]]], format: jpeg },
  "image/png": { starts: [[0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]]], format: PNG },
  "image/webp": {
    starts: [
      [0, [0x52, 0x49, 0x46, 0x46]],
      [8, [0x57, 0x45, 0x42, 0x50]]
    ],
    format: WEBP
  }
} as const

/** The pixels that the bytes say, where they begin as an image of this type does; null for anything else. */
export const imageSize = (
  mime: string,
  image: Uint8Array
): { readonly width: number; readonly height: number } | null => {
  if (!Object.hasOwn(formats, mime)) return null
  const { format, starts } = formats[mime as keyof typeof formats]
  if (!starts.every(([at, bytes]) => bytes.every((byte, index) => image[at + index] === byte))) return null
  try {
    return format.calculate(image)
  } catch {
    return null
  }
}
