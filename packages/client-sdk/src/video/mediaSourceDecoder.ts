import { initSegment, joined, mediaSegment, timescale } from "./fragmentedMp4.ts"
import type { StreamConfig, Unit } from "./MediaSocket.ts"
import { type DecoderEvents, errorCount, base64Bytes, type PictureDecoder } from "./PictureDecoder.ts"

/** Pictures that may wait for the player, and for their painting: all since a key picture come at once at the beginning. */
const mostWaiting = 240
/** How far behind the newest picture the player hurries, and how far it jumps, in seconds. */
const behind = { hurry: 0.15, run: 0.4, jump: 1 }
/** Seconds of what was played that are kept, and how many more make it worth a removal. */
const keptS = 5
const trimmedS = 5
/** A picture lasts as long as the one before took to come, in milliseconds within these. */
const lasts = { least: 5, most: 200 }

const sourceClass = () =>
  (globalThis as { readonly ManagedMediaSource?: typeof MediaSource }).ManagedMediaSource ?? globalThis.MediaSource

const typeOf = (codec: string) => `video/mp4; codecs="${codec}"`

/** Whether this browser plays the codec from a media source. */
export const playsMediaSource = (codec: string): boolean => sourceClass()?.isTypeSupported(typeOf(codec)) === true

/** H.264 by a media element that is fed as the pictures come, and is kept at the newest. It is in no document. */
export const mediaSourceDecoder = (config: StreamConfig, events: DecoderEvents): PictureDecoder => {
  const hasFailed = errorCount()
  let isClosed = false
  let player: ReturnType<typeof openPlayer> | null = null

  const open = () => {
    player = openPlayer(config, events, () => {
      player?.close()
      player = null
      if (isClosed) return
      if (hasFailed()) events.onUnsupported()
      else open()
    })
  }
  open()
  return {
    decode: (unit) => player?.play(unit),
    close: () => {
      isClosed = true
      player?.close()
    }
  }
}

const openPlayer = (
  { avcc, codec, fps, height, width }: StreamConfig,
  { onKeyWanted, onPicture }: DecoderEvents,
  onFailed: () => void
) => {
  const video = document.createElement("video")
  video.muted = true
  video.playsInline = true
  video.disableRemotePlayback = true
  const source = new (sourceClass())()
  const address = URL.createObjectURL(source)
  let buffer: SourceBuffer | null = null
  let waiting: Array<Uint8Array<ArrayBuffer>> = []
  let unpainted: Array<{ readonly atS: number; readonly unit: Unit }> = []
  let isClosed = false
  let needsKey = true
  let sequence = 0
  let time = 0
  let lastCapturedMs: number | null = null

  const guarded = (work: () => void) => () => {
    if (isClosed) return
    try {
      work()
    } catch {
      onFailed()
    }
  }
  /** Holds the player near the end of what has come. */
  const follow = ({ buffered }: SourceBuffer) => {
    if (buffered.length === 0) return
    const end = buffered.end(buffered.length - 1)
    const behindS = end - video.currentTime
    if (behindS > behind.jump && !video.seeking)
      video.currentTime = Math.max(buffered.start(buffered.length - 1), end - 0.05)
    const rate = behindS > behind.run ? 1.5 : behindS > behind.hurry ? 1.1 : 1
    if (video.playbackRate !== rate) video.playbackRate = rate
    if (video.paused) void video.play().catch(() => undefined)
  }
  const feed = guarded(() => {
    if (buffer === null || buffer.updating || source.readyState !== "open") return
    follow(buffer)
    if (waiting.length > 0) {
      const next = joined(waiting)
      waiting = []
      return buffer.appendBuffer(next)
    }
    const playedS = video.currentTime - keptS
    if (buffer.buffered.length > 0 && playedS - buffer.buffered.start(0) > trimmedS) buffer.remove(0, playedS)
  })
  const onOpen = guarded(() => {
    if (buffer !== null) return
    buffer = source.addSourceBuffer(typeOf(codec))
    buffer.addEventListener("updateend", feed)
    buffer.addEventListener("error", guarded(onFailed))
    feed()
  })
  const painted = guarded(() => {
    video.requestVideoFrameCallback((_, { mediaTime }) => {
      painted()
      const index = unpainted.findLastIndex(({ atS }) => atS <= mediaTime + 0.001)
      if (isClosed || index < 0) return
      const { unit } = unpainted[index]!
      unpainted = unpainted.slice(index + 1)
      onPicture({ image: video, width: video.videoWidth, height: video.videoHeight, unit, close: () => undefined })
    })
  })

  source.addEventListener("sourceopen", onOpen)
  video.addEventListener("error", guarded(onFailed))
  waiting.push(initSegment({ width, height, avcc: avcc === null ? new Uint8Array() : base64Bytes(avcc) }))
  video.src = address
  painted()

  return {
    play: (unit: Unit) => {
      if (needsKey && !unit.isKey) return onKeyWanted()
      needsKey = false
      const cameMs = lastCapturedMs === null ? 1000 / Math.max(fps, 1) : unit.capturedMs - lastCapturedMs
      lastCapturedMs = unit.capturedMs
      const duration = Math.round((Math.min(lasts.most, Math.max(lasts.least, cameMs)) * timescale) / 1000)
      waiting.push(mediaSegment({ sequence: ++sequence, time, duration, isKey: unit.isKey, data: unit.data }))
      unpainted.push({ atS: time / timescale, unit: { ...unit, data: new Uint8Array() } })
      if (unpainted.length > mostWaiting) unpainted.shift()
      time += duration
      if (waiting.length > mostWaiting) onFailed()
      else feed()
    },
    close: () => {
      isClosed = true
      waiting = []
      unpainted = []
      video.removeAttribute("src")
      video.load()
      URL.revokeObjectURL(address)
    }
  }
}
