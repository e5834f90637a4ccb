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

/** Pictures that may wait for a decoder, and for how long more may: longer at the beginning, when all since the last key picture come at once. */
const longestQueue = 3
const queuedMs = { first: 1_000, later: 250 }
/** A decoder that keeps more pictures than these for so long reorders what it need not. One in software does not. */
const mostHeld = 4
const heldMs = 500
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
  let hasKeptUp = false
  let queuedSinceMs: number | null = null
  let heldSinceMs: number | null = null

  /** Whether the decoder is behind, and had better go on at a key picture. */
  const isBehind = (queue: number, nowMs: number): boolean => {
    if (queue <= longestQueue) {
      hasKeptUp ||= stamp > 0
      queuedSinceMs = null
      return false
    }
    queuedSinceMs ??= nowMs
    return nowMs - queuedSinceMs > (hasKeptUp ? queuedMs.later : queuedMs.first)
  }
  const holdsBack = (nowMs: number): boolean => {
    heldSinceMs = units.size > mostHeld ? (heldSinceMs ?? nowMs) : null
    return heldSinceMs !== null && nowMs - heldSinceMs > heldMs
  }

  const fail = () => {
    const isOften = hasFailed()
    if (isOften && isSoftware) return events.onUnsupported()
    if (isOften) isSoftware = true
    if (!isClosed) open()
  }
  const open = () => {
    if (decoder !== null && decoder.state !== "closed") decoder.close()
    units.clear()
    needsKey = true
    queuedSinceMs = heldSinceMs = null
    const opened = new VideoDecoder({
      output: (image) => {
        const unit = units.get(image.timestamp)
        // Pictures come in their order: what was given before and has not come never will.
        for (const given of units.keys()) if (given <= image.timestamp) units.delete(given)
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
      const nowMs = performance.now()
      if (!isSoftware && holdsBack(nowMs)) {
        isSoftware = true
        open()
      }
      if (isBehind(decoder.decodeQueueSize, nowMs)) needsKey = true
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
