import { request } from "node:http"
import type { Process } from "../kernel/Kernel.ts"
import type { SimNet } from "../net/SimNet.ts"

/** Statuses whose answers have no body: `Response` takes none for them. */
const bodiless = new Set([204, 205, 304])

const headersOf = (received: NodeJS.Dict<Array<string>>): Headers => {
  const headers = new Headers()
  for (const [name, values = []] of Object.entries(received)) for (const value of values) headers.append(name, value)
  return headers
}

/** Over the simulated network, through Node's own HTTP client. Rejects where the connection breaks. */
export const simFetch =
  (net: SimNet, process: Process): typeof fetch =>
  (input, { body = null, headers, method = "GET", signal } = {}) =>
    new Promise((resolve, reject) => {
      if (input instanceof Request) return reject(new TypeError("the simulation takes addresses, not requests"))
      if (body !== null && typeof body !== "string") return reject(new TypeError("the simulation sends texts"))
      const url = new URL(input)
      const socket = net.dial(process, url.hostname)
      const asked = request({
        method,
        host: url.hostname,
        path: url.pathname + url.search,
        headers: {
          ...Object.fromEntries(new Headers(headers)),
          ...(body === null ? {} : { "content-length": String(Buffer.byteLength(body)) })
        },
        createConnection: () => socket
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
          const { headersDistinct, statusCode: status = 0 } = response
          const init = { status, headers: headersOf(headersDistinct) }
          resolve(new Response(bodiless.has(status) ? null : Buffer.concat(pieces), init))
        })
      })
      asked.end(body ?? undefined)
    })
