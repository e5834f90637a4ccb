import sharp from "sharp"
import { workerProcessMain } from "../../platform/process/workerProcessMain.ts"
import type { Shrink, Shrunk } from "./Thumbnails.ts"

/** Pixels of a picture that is read at all: what it takes to decode grows with them. */
const maxPixels = 64_000_000

/** Smaller and smaller, until one has few enough bytes. */
const attempts = [
  { part: 1, quality: 80 },
  { part: 1, quality: 60 },
  { part: 0.75, quality: 50 },
  { part: 0.5, quality: 40 },
  { part: 0.25, quality: 30 }
] as const

sharp.cache(false)
sharp.concurrency(1)

/** Null for bytes that no picture can be read from, and for one that stays too large. */
const shrink = async ({ image, maxBytes, maxEdge }: Shrink): Promise<Shrunk | null> => {
  try {
    for (const { part, quality } of attempts) {
      const edge = Math.round(maxEdge * part)
      const { data, info } = await sharp(image, { limitInputPixels: maxPixels, sequentialRead: true })
        .timeout({ seconds: 5 })
        .resize(edge, edge, { fit: "inside", withoutEnlargement: true })
        .flatten({ background: "#ffffff" })
        .jpeg({ quality })
        .toBuffer({ resolveWithObject: true })
      if (data.length <= maxBytes) return { bytes: new Uint8Array(data), width: info.width, height: info.height }
    }
    return null
  } catch {
    return null
  }
}

/** Makes pictures of robots smaller: a hostile one reaches no more than this process. */
workerProcessMain(shrink)
