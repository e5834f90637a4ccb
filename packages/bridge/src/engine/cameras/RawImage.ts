import jpeg from "jpeg-js"
import type { Picture, PixelFormat } from "./Picture.ts"

const formats: Readonly<Record<string, { readonly format: PixelFormat; readonly bytes: number }>> = {
  rgb8: { format: "rgb24", bytes: 3 },
  bgr8: { format: "bgr24", bytes: 3 },
  rgba8: { format: "rgba", bytes: 4 },
  bgra8: { format: "bgra", bytes: 4 },
  mono8: { format: "gray", bytes: 1 },
  yuv422: { format: "uyvy422", bytes: 2 },
  uyvy: { format: "uyvy422", bytes: 2 },
  yuv422_yuy2: { format: "yuyv422", bytes: 2 },
  yuyv: { format: "yuyv422", bytes: 2 }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

const longestSide = 16_384

/** A sensor_msgs/msg/Image as a picture, or a text that says why it cannot be shown. */
export const rawPicture = (message: unknown, capturedMs: number): Picture | string => {
  if (!isObject(message)) return "The message is no image."
  const { data, encoding, height, step, width } = message
  const known = typeof encoding === "string" && Object.hasOwn(formats, encoding) ? formats[encoding] : undefined
  if (known === undefined) return `Images with the encoding ${String(encoding).slice(0, 40)} cannot be read.`
  if (!(data instanceof Uint8Array) || typeof width !== "number" || typeof height !== "number")
    return "The image is malformed."
  const row = width * known.bytes
  const stride = typeof step === "number" && step >= row ? step : row
  if (
    width < 1 ||
    height < 1 ||
    width > longestSide ||
    height > longestSide ||
    data.length < stride * (height - 1) + row
  )
    return "The image is shorter than it says."
  let bytes: Uint8Array = data.subarray(0, row * height)
  if (stride !== row) {
    bytes = new Uint8Array(row * height)
    for (let y = 0; y < height; y++) bytes.set(data.subarray(y * stride, y * stride + row), y * row)
  }
  return { kind: "raw", format: known.format, width, height, bytes, capturedMs }
}

const clamp = (value: number) => (value < 0 ? 0 : value > 255 ? 255 : value)

/** Where red, green and blue stand in a pixel of so many bytes. */
const channels: Readonly<Partial<Record<PixelFormat, readonly [bytes: number, r: number, g: number, b: number]>>> = {
  rgb24: [3, 0, 1, 2],
  bgr24: [3, 2, 1, 0],
  rgba: [4, 0, 1, 2],
  bgra: [4, 2, 1, 0],
  gray: [1, 0, 0, 0]
}

const rgba = ({ bytes, format, height, width }: Extract<Picture, { kind: "raw" }>): Uint8Array => {
  const out = new Uint8Array(width * height * 4)
  const order = channels[format]
  for (let pixel = 0; pixel < width * height; pixel++) {
    const to = pixel * 4
    out[to + 3] = 255
    if (order !== undefined) {
      const from = pixel * order[0]
      for (let channel = 0; channel < 3; channel++) out[to + channel] = bytes[from + order[channel + 1]!]!
      continue
    }
    // Two pixels share four bytes: U Y V Y or Y U Y V.
    const pair = (pixel >> 1) * 4
    const [luma, chroma] = format === "uyvy422" ? [1, 0] : [0, 1]
    const y = bytes[pair + luma + (pixel & 1) * 2]!
    const u = bytes[pair + chroma]! - 128
    const v = bytes[pair + chroma + 2]! - 128
    out[to] = clamp(y + 1.402 * v)
    out[to + 1] = clamp(y - 0.344 * u - 0.714 * v)
    out[to + 2] = clamp(y + 1.772 * u)
  }
  return out
}

const quality = 75

/** The picture as JPEG. PNG stays as it is. */
export const compressed = (picture: Picture): Extract<Picture, { kind: "encoded" }> => {
  if (picture.kind === "encoded") return picture
  const { capturedMs, height, width } = picture
  const { data } = jpeg.encode({ data: rgba(picture), width, height }, quality)
  return { kind: "encoded", mime: "image/jpeg", width, height, bytes: data, capturedMs }
}
