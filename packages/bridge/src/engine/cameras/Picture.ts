/** A picture as a source gives it. */
export type Picture =
  | {
      readonly kind: "encoded"
      readonly mime: "image/jpeg" | "image/png"
      readonly width: number
      readonly height: number
      readonly bytes: Uint8Array
      /** Milliseconds since the epoch, by the robot's clock. */
      readonly capturedMs: number
    }
  | {
      readonly kind: "raw"
      /** As ffmpeg names it. */
      readonly format: PixelFormat
      readonly width: number
      readonly height: number
      /** Rows without padding. */
      readonly bytes: Uint8Array
      readonly capturedMs: number
    }

export type PixelFormat = "rgb24" | "bgr24" | "rgba" | "bgra" | "gray" | "uyvy422" | "yuyv422"

interface Size {
  readonly width: number
  readonly height: number
}

const view = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

const isStartOfFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

const jpegSize = (bytes: Uint8Array): Size | null => {
  const data = view(bytes)
  for (let at = 2; at + 9 <= bytes.length;) {
    if (bytes[at] !== 0xff) return null
    const marker = bytes[at + 1]!
    if (isStartOfFrame(marker)) return { height: data.getUint16(at + 5), width: data.getUint16(at + 7) }
    at += marker === 0xff ? 1 : 2 + data.getUint16(at + 2)
  }
  return null
}

const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

/** A JPEG or PNG by what its bytes say; null for anything else. */
export const encodedPicture = (bytes: Uint8Array, capturedMs: number): Picture | null => {
  const isJpeg = bytes[0] === 0xff && bytes[1] === 0xd8
  const isPng = bytes.length >= 24 && png.every((byte, index) => bytes[index] === byte)
  const size = isJpeg
    ? jpegSize(bytes)
    : isPng
      ? { width: view(bytes).getUint32(16), height: view(bytes).getUint32(20) }
      : null
  if (size === null || size.width < 1 || size.height < 1) return null
  return { kind: "encoded", mime: isJpeg ? "image/jpeg" : "image/png", ...size, bytes, capturedMs }
}

/** What a source was given `onPicture` for. It must not throw. */
export type OnPicture = (picture: Picture) => void
