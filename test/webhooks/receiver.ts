import { Effect } from "effect"
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

/** A request that a receiver got. */
export interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A customer's server. `answer` says what it does with a request: 200 unless it is replaced. */
export interface Receiver {
  readonly url: string
  readonly received: ReadonlyArray<Received>
  answer: (response: ServerResponse, received: Received) => void
}

/** Answers with a status. */
export const status =
  (code: number, headers: Readonly<Record<string, string>> = {}): Receiver["answer"] =>
  (response) =>
    void response.writeHead(code, headers).end("taken")

/** Says nothing. */
export const silent: Receiver["answer"] = () => undefined

/** A server on a free port of the loopback interface, until the scope closes. */
export const makeReceiver = Effect.gen(function* () {
  const received: Array<Received> = []
  const receiver = { url: "", received, answer: status(200) as Receiver["answer"] }
  const server = createServer(async (request, response) => {
    let body = ""
    for await (const chunk of request) body += String(chunk)
    const one = { path: request.url!, headers: request.headers, body }
    received.push(one)
    receiver.answer(response, one)
  })
  yield* Effect.acquireRelease(
    Effect.callback<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void))),
    () =>
      Effect.callback<void>((resume) => {
        server.close(() => resume(Effect.void))
        server.closeAllConnections()
      })
  )
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  return receiver as Receiver
})
