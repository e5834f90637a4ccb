import { request as requestPlain } from "node:http"
import { request as requestSecure } from "node:https"
import type { WebhookListenerMessage } from "../types.gen.ts"

/** What a receiver did with a message. `error` is null where it answered with a 2xx. */
export interface Receipt {
  readonly status: number | null
  readonly error: string | null
  /** How long it took, in milliseconds. */
  readonly ms: number
}

/** How long a receiver has for its answer, in milliseconds: as long as one that the service sends to. */
export const answerTimeoutMs = 10_000

const words = (url: URL, error: NodeJS.ErrnoException, timedOut: boolean): string => {
  if (timedOut) return `no answer within ${answerTimeoutMs / 1000} s`
  switch (error.code) {
    case "ECONNREFUSED":
      return `nothing listens at ${url.origin}`
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `there is no host ${url.hostname}`
    case "ECONNRESET":
    case "EPIPE":
      return "the connection ended before an answer"
    default:
      return error.code === undefined ? "there was no readable answer" : `there was no answer (${error.code})`
  }
}

const judged = (status: number): string | null => {
  if (status >= 200 && status < 300) return null
  return status >= 300 && status < 400 ? "redirects are not followed" : `the receiver answered ${status}`
}

/**
 * Sends a message to a receiver as the service would: the exact body and headers, no redirect followed. An answer ends with
 * its head. Rejects only when the signal aborts.
 */
export const postMessage = async (
  url: URL,
  { body, headers }: Pick<WebhookListenerMessage, "body" | "headers">,
  signal: AbortSignal,
  timeoutMs: number = answerTimeoutMs
): Promise<Receipt> => {
  const began = performance.now()
  const limit = AbortSignal.timeout(timeoutMs)
  const bytes = Buffer.from(body)
  const answer = new Promise<number>((resolve, reject) => {
    const send = url.protocol === "https:" ? requestSecure : requestPlain
    const sent = send(
      url,
      {
        method: "POST",
        agent: false,
        headers: { ...headers, "content-length": bytes.length },
        signal: AbortSignal.any([signal, limit])
      },
      (response) => {
        resolve(response.statusCode!)
        response.on("error", () => undefined)
        response.destroy()
      }
    )
    sent.on("error", reject)
    sent.end(bytes)
  })
  const ms = () => Math.round(performance.now() - began)
  try {
    const status = await answer
    return { status, error: judged(status), ms: ms() }
  } catch (error) {
    signal.throwIfAborted()
    return { status: null, error: words(url, error as NodeJS.ErrnoException, limit.aborted), ms: ms() }
  }
}
