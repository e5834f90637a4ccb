import { JPG } from "image-size/types/jpg"
import { PNG } from "image-size/types/png"
import { WEBP } from "image-size/types/webp"

const formats = {
  "image/jpeg": { starts: [[0, [0xff, 0xd8, 0xff]]], format: JPG },
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
