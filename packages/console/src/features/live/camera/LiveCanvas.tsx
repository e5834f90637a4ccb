import { useEffect, useRef, useState } from "react"
import type { LiveState } from "@fleet/sdk/video"
import { fleet } from "../../../session/client.ts"
import type { PictureClock } from "./PictureClock.ts"

/** Live video on a canvas while it is mounted. Its pictures set the clock that driving depends on. */
export const LiveCanvas = ({
  clock,
  name,
  onEnd,
  onState,
  robotId,
  slug
}: {
  readonly robotId: string
  readonly slug: string
  readonly name: string
  readonly clock: PictureClock
  readonly onState: (state: LiveState) => void
  /** It could not begin, or ended for a reason. */
  readonly onEnd: (error: unknown) => void
}) => {
  const canvas = useRef<HTMLCanvasElement>(null)
  const events = useRef({ onEnd, onState })
  events.current = { onEnd, onState }
  const [isPainted, setPainted] = useState(false)
  useEffect(() => {
    const element = canvas.current
    if (element === null) return
    const watch = new AbortController()
    const begin = async () => {
      // The decoder is needed by this page alone.
      const { live } = await import("@fleet/sdk/video")
      await live(fleet.robot(robotId).camera(slug), element, {
        signal: watch.signal,
        onState: (state, reason) => {
          if (watch.signal.aborted) return
          clock.isLive = state === "playing" || state === "frozen" || state === "reconnecting"
          events.current.onState(state)
          if (state === "ended") events.current.onEnd(reason)
        },
        onPainted: ({ capturedMs }) => {
          if (watch.signal.aborted) return
          clock.painted(capturedMs)
          setPainted(true)
        }
      })
    }
    begin().catch((error: unknown) => {
      if (!watch.signal.aborted) events.current.onEnd(error)
    })
    return () => {
      watch.abort()
      clock.clear()
    }
  }, [robotId, slug, clock])
  return (
    <canvas
      ref={canvas}
      className="camera-picture"
      role="img"
      aria-label={name}
      data-painted={isPainted || undefined}
    />
  )
}
