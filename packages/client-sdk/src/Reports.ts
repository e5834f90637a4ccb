import { notify } from "./notify.ts"
import type { Routes } from "./routes.gen.ts"
import type { RealtimeClientMessage, RealtimeServerMessage } from "./types.gen.ts"

/** One attempt of a call. It holds no credential. */
export interface RequestReport {
  readonly route: keyof Routes
  readonly method: string
  /**
   * Where it went, below the service's address, with its query. Of a route that takes no credential it is the path as the
   * contract writes it, since what stands there may be one.
   */
  readonly path: string
  /** What was sent to a route of robots, where it was JSON. Undefined of all others, which passwords and keys go to. */
  readonly body: unknown
  readonly startedAt: Date
  readonly durationMs: number
  /** 0 where no answer came. */
  readonly status: number
  /** Why it failed; null where it did not. */
  readonly code: string | null
  /** Of the answer's body, after decompression; null where it is handed on as a stream, or none came. */
  readonly bytes: number | null
  /** Names the request in the service's logs; null where no answer came. */
  readonly requestId: string | null
}

/** A frame of the socket. It holds no credential. */
export interface FrameReport {
  readonly direction: "sent" | "received"
  readonly bytes: number
  /** As it travelled; of an `auth` only its type. */
  readonly frame:
    | RealtimeServerMessage
    | Exclude<RealtimeClientMessage, { readonly type: "auth" }>
    | { readonly type: "auth" }
}

/** Listens to what a client sends and receives. */
export interface Observers {
  /** Hears of each attempt of a call, once it is over. */
  readonly onRequest?: ((report: RequestReport) => void) | undefined
  /** Hears of each frame of the socket, received ones before anybody else does. */
  readonly onFrame?: ((report: FrameReport) => void) | undefined
}

/** Begins the report of an attempt. Answers how to end it. */
export const beginReport = (
  onRequest: (report: RequestReport) => void,
  what: Pick<RequestReport, "route" | "method" | "path" | "body">
) => {
  const startedAt = new Date()
  const startedMs = performance.now()
  return (response: Response | undefined, bytes: number | null, code: string | null) =>
    notify(onRequest, {
      ...what,
      startedAt,
      durationMs: performance.now() - startedMs,
      status: response?.status ?? 0,
      code,
      bytes,
      requestId: response?.headers.get("x-request-id") ?? null
    })
}

/** Reports a frame. */
export const reportFrame = (
  onFrame: (report: FrameReport) => void,
  direction: FrameReport["direction"],
  text: string,
  frame: RealtimeClientMessage | RealtimeServerMessage
): void =>
  notify(onFrame, {
    direction,
    bytes: new TextEncoder().encode(text).length,
    frame: frame.type === "auth" ? { type: "auth" } : frame
  })
