import type { Bearer } from "../access/revoked.ts"

/** Whose call it is, and at which endpoint. */
export interface CallOwner {
  readonly endpoint: string
  readonly appId: string | null
  readonly caller: Bearer
  /** A stream of notices, which has no end of its own. */
  readonly listens: boolean
}

/** How many streams of notices a session may have, and how many there are in all. */
export const maxStreams = { session: 8, all: 1000 }

/** Whether an answer is sent bit by bit. */
export const isStream = ({ headers }: Response): boolean =>
  headers.get("content-type")?.startsWith("text/event-stream") === true

interface Call extends CallOwner {
  readonly controller: AbortController
}

/** Calls that are being answered: until the whole answer is sent, or until what they were allowed by ends. */
export class OpenCalls {
  private readonly calls = new Set<Call>()

  get size(): number {
    return this.calls.size
  }

  /** Whether a session may have one more stream of notices. */
  hasRoom(sessionId: string): boolean {
    const streams = [...this.calls].filter(({ listens }) => listens)
    const own = streams.filter(({ caller }) => caller.sessionId === sessionId)
    return streams.length < maxStreams.all && own.length < maxStreams.session
  }

  isUsed(endpoint: string): boolean {
    return [...this.calls].some((call) => call.endpoint === endpoint)
  }

  begin(owner: CallOwner): {
    readonly signal: AbortSignal
    /** Whoever asked is gone. */
    readonly abort: () => void
    readonly answered: (response: Response) => Response
    /** The call has no answer. */
    readonly failed: () => void
  } {
    const call = { ...owner, controller: new AbortController() }
    this.calls.add(call)
    const done = () => this.calls.delete(call)
    return {
      signal: call.controller.signal,
      abort: () => call.controller.abort(),
      failed: () => void done(),
      answered: (response) => {
        if (response.body === null || !isStream(response)) {
          done()
          return response
        }
        return new Response(watched(response.body, call.controller, done), response)
      }
    }
  }

  /** Ends the calls of these owners at once. */
  end(which: (owner: CallOwner) => boolean): void {
    for (const call of this.calls) {
      if (!which(call)) continue
      this.calls.delete(call)
      call.controller.abort()
    }
  }
}

/** The same bytes; `done` is called when they end, whoever ends them. */
const watched = (body: ReadableStream<Uint8Array>, controller: AbortController, done: () => void) => {
  const reader = body.getReader()
  if (controller.signal.aborted) {
    done()
    void reader.cancel().catch(() => undefined)
    return new ReadableStream<Uint8Array>({ start: (out) => out.close() })
  }
  return new ReadableStream<Uint8Array>({
    start(out) {
      controller.signal.addEventListener("abort", () => {
        done()
        try {
          out.close()
        } catch {
          // It has ended by itself.
        }
      })
    },
    async pull(out) {
      try {
        const { done: ended, value } = await reader.read()
        if (!ended) return out.enqueue(value)
      } catch {
        // The other side is gone: so is the stream.
      }
      done()
      if (!controller.signal.aborted) out.close()
    },
    async cancel(reason) {
      done()
      controller.abort()
      await reader.cancel(reason).catch(() => undefined)
    }
  })
}
