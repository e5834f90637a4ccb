import { type RefCallback, useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from "react"
import type { FleetClient } from "../createClient.ts"
import { FleetError } from "../FleetError.ts"
import type { LiveOptions, LiveState, LiveView } from "../video/live.ts"
import { useFleet } from "./FleetProvider.ts"
import { makeStore, type SetState } from "./Store.ts"

/** A camera on the screen. */
export interface CameraState {
  /** `idle` while there is no canvas; the others as `@fleet/sdk/video` says them. */
  readonly state: LiveState | "idle"
  /** Why it is so, where the service or the stream said it. */
  readonly reason: string | null
  /** Why it could not be started, such as `camera_offline`. */
  readonly error: FleetError | undefined
  /** The view, for its `ageMs` and `pictureAgeMs`, which are read when they are drawn. Undefined before it began. */
  readonly view: LiveView | undefined
}

/** What a view is asked for. */
export interface CameraOptions extends Pick<LiveOptions, "playback" | "onPainted"> {}

const idle: CameraState = { state: "idle", reason: null, error: undefined, view: undefined }

/** Shows it on the canvas that `show` was given last, while somebody listens. */
const cameraStore = (
  fleet: FleetClient,
  robotId: string,
  slug: string,
  options: Omit<LiveOptions, "signal" | "onState">
) => {
  let canvas: HTMLCanvasElement | null = null
  let set: SetState<CameraState> | undefined
  let watch = new AbortController()

  const begin = async (on: HTMLCanvasElement, { signal }: AbortController) => {
    const tell: SetState<CameraState> = (next) => {
      if (!signal.aborted) set?.(next)
    }
    tell({ ...idle, state: "connecting" })
    try {
      const { live } = await import("../video/live.ts")
      const view = await live(fleet.robot(robotId).camera(slug), on, {
        ...options,
        signal,
        onState: (state, reason) => tell((before) => ({ ...before, state, reason }))
      })
      tell((before) => ({ ...before, view }))
    } catch (error) {
      const known = FleetError.is(error)
        ? error
        : new FleetError("network_error", "The video could not be loaded.", { cause: error })
      tell({ ...idle, state: "ended", reason: known.code, error: known })
    }
  }
  const restart = () => {
    watch.abort()
    watch = new AbortController()
    if (canvas !== null && set !== undefined) void begin(canvas, watch)
  }
  const store = makeStore<CameraState>(idle, (setState) => {
    set = setState
    restart()
    return () => {
      set = undefined
      watch.abort()
    }
  })
  const show = (next: HTMLCanvasElement | null) => {
    canvas = next
    restart()
    if (next === null) set?.(idle)
  }
  return { ...store, show, restart }
}

/**
 * Shows a camera's live video: give `ref` to a `<canvas>`. It begins with the canvas and ends with it; `restart` begins
 * again after it ended, because the page was hidden for instance. The decoder is loaded with the first camera.
 */
export const useCamera = (
  robotId: string,
  slug: string,
  { onPainted, playback }: CameraOptions = {}
): CameraState & { readonly ref: RefCallback<HTMLCanvasElement>; readonly restart: () => void } => {
  const fleet = useFleet()
  const painted = useRef(onPainted)
  useEffect(() => void (painted.current = onPainted))
  const { get, restart, show, subscribe } = useMemo(
    () =>
      cameraStore(fleet, robotId, slug, {
        ...(playback === undefined ? {} : { playback }),
        onPainted: (picture) => painted.current?.(picture)
      }),
    [fleet, robotId, slug, playback]
  )
  const state = useSyncExternalStore(subscribe, get, get)
  const ref = useCallback<RefCallback<HTMLCanvasElement>>((canvas) => show(canvas), [show])
  return { ...state, ref, restart }
}
