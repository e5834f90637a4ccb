import { Effect } from "effect"
import { randomBytes } from "node:crypto"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { text as readText } from "node:stream/consumers"

/** What the last three digits of a number are answered with, as VIES's own service for tests does; 999 is never answered. */
const faults: Readonly<Record<string, string>> = {
  "201": "INVALID_INPUT",
  "202": "INVALID_REQUESTER_INFO",
  "300": "SERVICE_UNAVAILABLE",
  "301": "MS_UNAVAILABLE",
  "302": "TIMEOUT",
  "400": "VAT_BLOCKED",
  "401": "IP_BLOCKED",
  "500": "GLOBAL_MAX_CONCURRENT_REQ",
  "501": "GLOBAL_MAX_CONCURRENT_REQ_TIME",
  "600": "MS_MAX_CONCURRENT_REQ",
  "601": "MS_MAX_CONCURRENT_REQ_TIME"
}

export interface ViesServer {
  /** For `VIES_URL`. */
  readonly url: string
  /** The bodies of the questions. */
  readonly asked: ReadonlyArray<Readonly<Record<string, string>>>
}

/** A VIES on a loopback port until the scope closes, which answers by the last three digits of a number. */
export const startVies = (now: () => number) =>
  Effect.acquireRelease(
    Effect.callback<{ readonly vies: ViesServer; readonly close: () => void }>((resume) => {
      const asked: Array<Readonly<Record<string, string>>> = []
      const server = createServer((request, response) => {
        const reply = (status: number, body: unknown) => {
          response.writeHead(status, { "content-type": "application/json" })
          response.end(JSON.stringify(body))
        }
        const run = async () => {
          if (request.method !== "POST" || request.url !== "/check-vat-number") return reply(404, {})
          const body = JSON.parse(await readText(request)) as Record<string, string>
          asked.push(body)
          const ending = (body.vatNumber ?? "").slice(-3)
          if (ending === "999") return
          const fault = faults[ending]
          if (fault !== undefined) return reply(500, { actionSucceed: false, errorWrappers: [{ error: fault }] })
          reply(200, {
            countryCode: body.countryCode,
            vatNumber: body.vatNumber,
            requestDate: new Date(now()).toISOString(),
            valid: ending !== "200",
            requestIdentifier: body.requesterNumber === undefined ? "" : `WAPIAAA${randomBytes(6).toString("hex")}`,
            name: body.countryCode === "DE" || ending === "200" ? "---" : "Example Robotics",
            address: "---"
          })
        }
        run().catch(() => request.socket.destroy())
      })
      server.listen(0, "127.0.0.1", () => {
        const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
        const close = () => {
          server.close()
          server.closeAllConnections()
        }
        resume(Effect.succeed({ vies: { url, asked }, close }))
      })
    }),
    ({ close }) => Effect.sync(close)
  ).pipe(Effect.map(({ vies }) => vies))
