import type { snapshotTypes } from "@fleet/domain/Cameras"

const beginnings = {
  "image/jpeg": (width: number, height: number) => {
    const bytes = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc0, 0, 17, 8, 0, 0, 0, 0, 3])
    bytes.writeUInt16BE(height, 13)
    bytes.writeUInt16BE(width, 15)
    return Buffer.concat([bytes, Buffer.alloc(16)])
  },
  "image/png": (width: number, height: number) => {
    const bytes = Buffer.alloc(33)
    bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52])
    bytes.writeUInt32BE(width, 16)
    bytes.writeUInt32BE(height, 20)
    return bytes
  },
  "image/webp": (width: number, height: number) => {
    const bytes = Buffer.alloc(30)
    bytes.write("RIFF", 0, "latin1")
    bytes.write("WEBPVP8X", 8, "latin1")
    bytes.writeUIntLE(width - 1, 24, 3)
    bytes.writeUIntLE(height - 1, 27, 3)
    return bytes
  }
} satisfies Record<(typeof snapshotTypes)[number], (width: number, height: number) => Buffer>

/** The beginning of a picture of this size, and after it any bytes. */
export const picture = (
  mime: keyof typeof beginnings,
  width: number,
  height: number,
  ...rest: ReadonlyArray<number>
): Uint8Array => Buffer.concat([beginnings[mime](width, height), Uint8Array.from(rest)])
