import type { Camera } from "../Camera.ts"
import { LiveStream } from "./LiveStream.ts"
import type { StreamConfig } from "./MediaSocket.ts"
import { mediaSourceDecoder, playsMediaSource } from "./mediaSourceDecoder.ts"
import { type Decoded, jpegDecoder, type PictureDecoder, videoDecoder } from "./PictureDecoder.ts"

/**
 * `connecting` before the first picture, `frozen` after a second without one: what is on the screen is old then. So it is
 * while `reconnecting`, until the stream is found again. `stills` where this browser cannot decode the video and shows a
 * still each second. `ended` is the last.
 */
export type LiveState = "connecting" | "playing" | "frozen" | "reconnecting" | "stills" | "ended"

/**
 * What makes pictures of the stream: WebCodecs, a media source where WebCodecs is missing or fails, JPEG for cameras that send
 * that, and a still each second as the last.
 */
export type Playback = "webcodecs" | "media-source" | "jpeg" | "stills"

/** What a view is asked for, and what it tells. */
export interface LiveOptions {
  /** Keeps to one way for H.264; stills follow where it fails. Absent, the best is chosen. */
  readonly playback?: Exclude<Playback, "jpeg">
  readonly onState?: (state: LiveState, reason: string | null) => void
  /** Each picture that was painted; `capturedMs` by the robot's clock. */
  readonly onPainted?: (picture: { readonly capturedMs: number }) => void
  /** Ends the view, like `stop`. */
  readonly signal?: AbortSignal
}

/** A camera on the screen. */
export interface LiveView {
  readonly state: LiveState
  /** Null before the stream began. */
  readonly playback: Playback | null
  /** Milliseconds since the last picture was painted, or since a still was taken; null before the first. */
  readonly ageMs: number | null
  /**
   * Milliseconds since the picture on the screen was captured, by the clocks of the service and of the robot: as good as the
   * robot's clock. Null before the first, and where the service has not said its time yet.
   */
  readonly pictureAgeMs: number | null
  readonly stop: () => void
}

const frozenAfterMs = 1_000
const lookEveryMs = 250
const stillEveryMs = 1_000
const hiddenForMs = 30_000

/**
 * Shows a camera's live video on a canvas until it is stopped, may be watched no longer, or nobody could see it for 30 s: the
 * page was hidden, or the canvas out of view. What is lost otherwise it comes back to, however long that takes. Fails where
 * it cannot be started, such as `camera_offline`.
 */
export const live = async (camera: Camera, canvas: HTMLCanvasElement, options: LiveOptions = {}): Promise<LiveView> => {
  const { onPainted, onState, playback: forced, signal } = options
  signal?.throwIfAborted()
  const { clock } = camera
  // Pictures are shown without it: only their age is not known then.
  if (clock.uncertaintyMs === null) void clock.sync().catch(() => undefined)
  const surface = canvas.getContext("2d")!
  let state: LiveState = "connecting"
  let paintedMs: number | null = null
  let capturedMs: number | null = null
  let decoder: PictureDecoder | null = null
  let playback: Playback | null = null
  let config: StreamConfig | null = null
  const failed = new Set<Playback>()
  let newest: Decoded | null = null
  let hiddenMs: number | null = null
  let isOutOfView = false
  let stillOfMs: number | null = null
  let isAsking = false

  const become = (next: LiveState, reason: string | null = null) => {
    if (state === next || state === "ended") return
    state = next
    onState?.(next, reason)
  }
  const paint = (image: CanvasImageSource, width: number, height: number) => {
    if (canvas.width !== width) canvas.width = width
    if (canvas.height !== height) canvas.height = height
    surface.drawImage(image, 0, 0)
    paintedMs = performance.now()
  }
  const draw = () => {
    const picture = newest
    newest = null
    if (picture === null || state === "ended") return picture?.close()
    const { height, image, unit, width } = picture
    paint(image, width, height)
    picture.close()
    stream.painted(unit.seq)
    become("playing")
    capturedMs = unit.capturedMs
    onPainted?.({ capturedMs })
  }

  /** Shows the newest still, where it is another than before. */
  const paintStill = async () => {
    const { age_ms, timestamp_ms } = await camera.snapshotMeta({ retries: 0 })
    if (timestamp_ms === null || timestamp_ms === stillOfMs) return
    const takenMs = performance.now() - (age_ms ?? 0)
    const image = await createImageBitmap(new Blob([Uint8Array.from(await camera.snapshot({ retries: 0 }))]))
    if (state === "stills") {
      paint(image, image.width, image.height)
      paintedMs = takenMs
      stillOfMs = timestamp_ms
      capturedMs = timestamp_ms
    }
    image.close()
  }
  const showStill = async () => {
    if (isAsking) return
    isAsking = true
    await paintStill().catch(() => undefined)
    isAsking = false
  }
  const showStills = () => {
    stream.close()
    void stream.release()
    become("stills")
    void showStill()
  }
  const choose = (codec: string): Playback => {
    if (forced === "stills") return "stills"
    if (codec === "mjpeg") return "jpeg"
    const works = {
      webcodecs: () => typeof VideoDecoder !== "undefined",
      "media-source": () => playsMediaSource(codec)
    }
    const ways = forced === undefined ? (["webcodecs", "media-source"] as const) : [forced]
    return ways.find((way) => !failed.has(way) && works[way]()) ?? "stills"
  }

  const events = {
    onPicture: (picture: Decoded) => {
      // Only the newest is worth painting.
      newest?.close()
      if (newest === null) requestAnimationFrame(draw)
      newest = picture
    },
    onKeyWanted: () => stream.wantKey(),
    onUnsupported: () => {
      if (playback !== null) failed.add(playback)
      begin()
    }
  }
  /** Begins to decode what the stream is now, in the best way that has not failed. */
  const begin = () => {
    decoder?.close()
    decoder = null
    if (config === null || state === "ended" || state === "stills") return
    playback = choose(config.codec)
    try {
      if (playback === "jpeg") decoder = jpegDecoder(events)
      else if (playback === "webcodecs") decoder = videoDecoder(config, events)
      else if (playback === "media-source") decoder = mediaSourceDecoder(config, events)
      else showStills()
    } catch {
      events.onUnsupported()
    }
  }
  const stream = await LiveStream.open(
    camera,
    {
      onConfig: (next) => {
        config = next
        begin()
      },
      onUnit: (unit) => decoder?.decode(unit),
      onLost: (reason) => {
        // What is not painted yet is older than the loss.
        decoder?.close()
        decoder = null
        newest?.close()
        newest = null
        become("reconnecting", reason)
      },
      onEnded: (reason) => end(reason)
    },
    signal
  )

  const look = () => {
    const nowMs = performance.now()
    if (paintedMs !== null && state === "playing" && nowMs - paintedMs >= frozenAfterMs) become("frozen")
    hiddenMs = document.hidden || (isOutOfView && canvas.isConnected) ? (hiddenMs ?? nowMs) : null
    if (hiddenMs !== null && nowMs - hiddenMs >= hiddenForMs) end("hidden")
  }
  const sight = new IntersectionObserver((seen) => (isOutOfView = seen.at(-1)?.isIntersecting === false))
  sight.observe(canvas)
  const timers = [
    setInterval(look, lookEveryMs),
    setInterval(() => {
      if (state === "stills") void showStill()
    }, stillEveryMs)
  ]
  const end = (reason: string) => {
    if (state === "ended") return
    become("ended", reason)
    for (const timer of timers) clearInterval(timer)
    sight.disconnect()
    signal?.removeEventListener("abort", stop)
    decoder?.close()
    newest?.close()
    newest = null
    stream.close()
  }
  const stop = () => end("stopped")
  signal?.addEventListener("abort", stop, { once: true })
  onState?.("connecting", null)

  return {
    get state() {
      return state
    },
    get playback() {
      return playback
    },
    get ageMs() {
      return paintedMs === null ? null : performance.now() - paintedMs
    },
    get pictureAgeMs() {
      return capturedMs === null || clock.uncertaintyMs === null ? null : clock.now() - capturedMs
    },
    stop
  }
}
