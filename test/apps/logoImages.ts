import { Effect } from "effect"
import { HttpServer } from "effect/http"
import { crc32, deflateSync } from "node:zlib"
import type { Answer } from "../support/wire.ts"

/** One chunk of a PNG, with a right checksum. */
export const chunk = (type: string, data: Uint8Array = new Uint8Array()): Buffer => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const named = Buffer.concat([Buffer.from(type, "latin1"), data])
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

export const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** A header's data: width, height, bit depth, colour type, compression, filter, interlace. */
export const header = (width = 2, height = 2, rest: ReadonlyArray<number> = [8, 6, 0, 0, 0]): Buffer => {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(width, 0)
  data.writeUInt32BE(height, 4)
  data.set(rest, 8)
  return data
}

/** Two by two pixels of one colour, without alpha where the header says so. */
export const pixels = deflateSync(Buffer.alloc(2 * (1 + 2 * 4), 120))

export const pngOf = (...chunks: ReadonlyArray<Uint8Array>): Buffer => Buffer.concat([pngSignature, ...chunks])

/** An image of two by two pixels; `more` goes before its pixels. */
export const png = (...more: ReadonlyArray<Uint8Array>): Buffer =>
  pngOf(chunk("IHDR", header()), ...more, chunk("IDAT", pixels), chunk("IEND"))

/** A drawing around `inside`, with `attributes` on its root. */
export const svg = (inside = '<rect width="4" height="4" fill="#246"/>', attributes = ""): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 4 4" ${attributes}>${inside}</svg>`

/** Puts bytes as they are, of a type. */
export const putLogo = Effect.fnUntraced(function* (
  path: string,
  { as, body, type }: { readonly as?: string; readonly type?: string; readonly body?: Uint8Array | string }
) {
  const base = yield* HttpServer.addressFormattedWith(Effect.succeed)
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body
  return yield* Effect.promise(async (): Promise<Answer> => {
    const response = await fetch(`${base}${path}`, {
      method: "PUT",
      headers: {
        ...(as === undefined ? {} : { authorization: `Bearer ${as}` }),
        ...(type === undefined ? {} : { "content-type": type })
      },
      ...(bytes === undefined ? {} : { body: new Blob([new Uint8Array(bytes)]) })
    })
    return { status: response.status, headers: response.headers, body: await response.json() }
  })
})
