import { Context } from "effect"
import type { IncomingMessage, ServerResponse } from "node:http"

/** In milliseconds. */
export interface RequestTimes {
  /** How long a request may take until its last byte has come, and how often that is looked at. */
  readonly whole: number
  readonly lookedAt: number
  /** How long the rest of a long body may keep coming once its request was answered. */
  readonly parting: number
  /** How long the reader of an answer may take nothing of it. */
  readonly taken: number
}
export const RequestTimes = Context.Reference<RequestTimes>("@fleet/server/RequestTimes", {
  defaultValue: () => ({ whole: 300_000, lookedAt: 30_000, parting: 10_000, taken: 30_000 })
})

const long = new WeakSet<IncomingMessage>()

/** Whether a request may take longer than others, and still does. */
export const isLong = (request: IncomingMessage): boolean => long.has(request) && !request.complete

/**
 * Lets the body of a request take longer than `RequestTimes`. The caller bounds the body while it is read;
 * what he leaves unread is discarded, and ends with the connection soon after the answer.
 */
export const allowLongBody = (request: IncomingMessage, response: ServerResponse, { parting }: RequestTimes): void => {
  long.add(request)
  response.once("close", () => {
    if (request.complete || request.socket.destroyed) return
    request.resume()
    const timer = setTimeout(() => request.socket.destroy(), parting)
    request.socket.once("close", () => clearTimeout(timer))
    request.once("end", () => clearTimeout(timer))
  })
}
