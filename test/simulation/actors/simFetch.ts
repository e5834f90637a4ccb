import { request } from "node:http"
import type { Process } from "../kernel/Kernel.ts"
import type { SimNet } from "../net/SimNet.ts"

/** What of a fetch's answer the SDK and the operator read. */
export interface Answer {
  readonly ok: boolean
  readonly status: number
  readonly headers: Headers
  readonly text: () => Promise<string>
  readonly json: () => Promise<unknown>
  readonly arrayBuffer: () => Promise<ArrayBuffer>
}

interface Asked {
  readonly method?: string
  readonly headers?: HeadersInit
  readonly body?: string | null
  readonly signal?: AbortSignal
}

/** `fetch` over the simulated network, through Node's own HTTP client. Rejects where the connection breaks. */
export const simFetch =
  (net: SimNet, process: Process) =>
  (address: string, { body, headers, method = "GET", signal }: Asked = {}): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const url = new URL(address)
      const socket = net.dial(process, url.hostname)
      const asked = request({
        method,
        host: url.hostname,
        path: url.pathname + url.search,
        headers: {
          ...Object.fromEntries(new Headers(headers)),
          ...(body == null ? {} : { "content-length": String(Buffer.byteLength(body)) })
        },
        createConnection: () => socket as never
      })
      const give = () => asked.destroy(new Error("given up"))
      signal?.addEventListener("abort", give, { once: true })
      asked.once("error", reject)
      asked.once("response", (response) => {
        const pieces: Array<Buffer> = []
        response.on("data", (piece: Buffer) => pieces.push(piece))
        response.once("aborted", () => reject(new Error("the answer broke off")))
        response.once("error", reject)
        response.once("end", () => {
          const bytes = Buffer.concat(pieces)
          const text = bytes.toString()
          const status = response.statusCode ?? 0
          resolve({
            ok: status >= 200 && status < 300,
            status,
            headers: new Headers(response.headers as Record<string, string>),
            text: async () => text,
            json: async () => JSON.parse(text) as unknown,
            arrayBuffer: async () => new Uint8Array(bytes).buffer
          })
        })
      })
      asked.end(body ?? undefined)
    })
