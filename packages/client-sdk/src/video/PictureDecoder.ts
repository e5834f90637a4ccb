import type { StreamConfig, Unit } from "./MediaSocket.ts"

/** A picture that can be painted. It is to be closed. */
export interface Decoded {
  readonly image: CanvasImageSource
  readonly width: number
  readonly height: number
  readonly unit: Pick<Unit, "seq" | "capturedMs">
  readonly close: () => void
}

/** Turns units into pictures, in their order. */
export interface PictureDecoder {
  readonly decode: (unit: Unit) => void
  readonly close: () => void
}

/** What decoders tell. */
export interface DecoderEvents {
  readonly onPicture: (picture: Decoded) => void
  /** Nothing can be shown before the next key picture. */
  readonly onKeyWanted: () => void
  /** This browser cannot decode the stream. */
  readonly onUnsupported: () => void
}

const longestQueue = 3
const mostErrors = 3
const errorsWithinMs = 10_000

export const base64Bytes = (text: string) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0))

/** Counts an error at each call: true for the third within 10 s, after which it counts anew. */
export const errorCount = (): (() => boolean) => {
  let errors: ReadonlyArray<number> = []
  return () => {
    const nowMs = performance.now()
    errors = [...errors.filter((atMs) => nowMs - atMs < errorsWithinMs), nowMs]
    if (errors.length < mostErrors) return false
    errors = []
    return true
  }
}

/** JPEG pictures: one is decoded at a time, and of those that come meanwhile the newest is next. */
export const jpegDecoder = ({ onPicture }: DecoderEvents): PictureDecoder => {
  let isClosed = false
  let isBusy = false
  let next: Unit | null = null
  const run = async (unit: Unit): Promise<void> => {
    isBusy = true
    const image = await createImageBitmap(new Blob([unit.data], { type: "image/jpeg" })).catch(() => null)
    isBusy = false
    if (isClosed) return image?.close()
    if (image !== null) onPicture({ image, width: image.width, height: image.height, unit, close: () => image.close() })
    const waiting = next
    next = null
    if (waiting !== null) void run(waiting)
  }
  return {
    decode: (unit) => {
      if (isBusy) next = unit
      else void run(unit)
    },
    close: () => {
      isClosed = true
    }
  }
}

/** H.264 by WebCodecs. After an error it goes on at the next key picture, after three within 10 s in software. */
export const videoDecoder = (config: StreamConfig, events: DecoderEvents): PictureDecoder => {
  const units = new Map<number, Pick<Unit, "seq" | "capturedMs">>()
  const hasFailed = errorCount()
  let isSoftware = false
  let isClosed = false
  let decoder: VideoDecoder | null = null
  let needsKey = true
  let stamp = 0

  const fail = () => {
    const isOften = hasFailed()
    if (isOften && isSoftware) return events.onUnsupported()
    if (isOften) isSoftware = true
    if (!isClosed) open()
  }
  const open = () => {
    units.clear()
    needsKey = true
    const opened = new VideoDecoder({
      output: (image) => {
        const unit = units.get(image.timestamp)
        units.delete(image.timestamp)
        if (isClosed || unit === undefined) return image.close()
        const { displayHeight, displayWidth } = image
        events.onPicture({ image, width: displayWidth, height: displayHeight, unit, close: () => image.close() })
      },
      error: () => {
        if (decoder === opened) fail()
      }
    })
    decoder = opened
    opened.configure({
      codec: config.codec,
      optimizeForLatency: true,
      ...(isSoftware ? { hardwareAcceleration: "prefer-software" as const } : {}),
      ...(config.avcc === null ? {} : { description: base64Bytes(config.avcc) })
    })
  }
  open()

  return {
    decode: (unit) => {
      if (decoder === null || decoder.state !== "configured") return
      if (decoder.decodeQueueSize > longestQueue) needsKey = true
      if (needsKey && !unit.isKey) return events.onKeyWanted()
      needsKey = false
      const timestamp = ++stamp
      units.set(timestamp, unit)
      try {
        decoder.decode(new EncodedVideoChunk({ type: unit.isKey ? "key" : "delta", timestamp, data: unit.data }))
      } catch {
        fail()
      }
    },
    close: () => {
      isClosed = true
      if (decoder !== null && decoder.state !== "closed") decoder.close()
    }
  }
}
