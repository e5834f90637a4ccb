import { request as httpRequest } from "node:http"
import { request as httpsRequest } from "node:https"
import { pipeline, type Readable } from "node:stream"
import { text } from "node:stream/consumers"
import type { ProxyFor } from "./proxy/CloudProxy.ts"
import { connectionTo } from "./proxy/connectionTo.ts"

/** How long nothing may move on the connection: while the file is sent, and while the cloud puts it in its place. */
const patience = { sendingMs: 60_000, waitingMs: 330_000 }

/** What the cloud answered to a file. */
export interface PostAnswer {
  readonly status: number
  readonly text: string
  /** Whether all of the file was sent before. */
  readonly isWhole: boolean
}

/** A POST that lasts as long as bytes move; that of `fetch` ends after five minutes on a slow line. */
export const postFile = (
  url: string,
  headers: Readonly<Record<string, string>>,
  body: Uint8Array | Readable,
  signal: AbortSignal,
  proxyFor: ProxyFor,
  { sendingMs, waitingMs } = patience
): Promise<PostAnswer> =>
  new Promise((resolve, reject) => {
    const request = (url.startsWith("https:") ? httpsRequest : httpRequest)(url, {
      method: "POST",
      signal,
      ...connectionTo(url, proxyFor),
      headers: { "content-type": "application/octet-stream", ...headers }
    })
    const stalled = () => request.destroy(new Error("Nothing moves on the connection."))
    request.setTimeout(sendingMs, stalled)
    request.once("finish", () => request.setTimeout(waitingMs))
    request.on("error", reject)
    request.once("response", (response) => {
      const isWhole = request.writableFinished
      const read = text(response).then(
        (content) => resolve({ status: response.statusCode!, text: content, isWhole }),
        reject
      )
      // What is refused early need not be sent to its end.
      void read.finally(() => request.writableFinished || request.destroy())
    })
    if (body instanceof Uint8Array) request.end(body)
    else pipeline(body, request, (error) => error && reject(error))
  })
