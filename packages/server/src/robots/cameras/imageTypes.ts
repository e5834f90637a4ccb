const starts = {
  "image/jpeg": [[0, [0xff, 0xd8, 0xff]]],
  "image/png": [[0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]]],
  "image/webp": [
    [0, [0x52, 0x49, 0x46, 0x46]],
    [8, [0x57, 0x45, 0x42, 0x50]]
  ]
} as const satisfies Record<string, ReadonlyArray<readonly [at: number, bytes: ReadonlyArray<number>]>>

/** Whether the bytes begin as an image of this type does; only JPEG, PNG and WebP are images here. */
export const isImage = (mime: string, image: Uint8Array): boolean =>
  Object.hasOwn(starts, mime) &&
  starts[mime as keyof typeof starts].every(([at, bytes]) => bytes.every((byte, index) => image[at + index] === byte))
