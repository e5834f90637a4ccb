import { createMcpHandler, Server } from "@modelcontextprotocol/server"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { answer } from "../support/Answers.ts"

/** What the peer answers: what ours answered. */
export interface Constants {
  readonly tools: ReadonlyArray<object>
  readonly result: object
}

const constants: { tools: ReadonlyArray<object>; result: object } = { tools: [], result: {} }

/** The official server alone, as the library has it mounted: a server for each request, and answers that never change. */
const handler = createMcpHandler(() => {
  const server = new Server({ name: "bare", version: "1" }, { capabilities: { tools: {} } })
  server.setRequestHandler("tools/list", async () => ({
    tools: constants.tools as never,
    ttlMs: 0,
    cacheScope: "private"
  }))
  server.setRequestHandler("tools/call", async () => constants.result as never)
  return server
})

const http = createServer((request, response) => {
  const chunks: Array<Buffer> = []
  request.on("data", (chunk: Buffer) => chunks.push(chunk))
  request.on("end", async () => {
    if (request.headers.authorization !== "Bearer constant") return response.writeHead(401).end()
    const headers = Object.entries(request.headers).filter((entry): entry is [string, string] => entry[1] !== undefined)
    const asked = new Request(`http://127.0.0.1${request.url}`, {
      method: "POST",
      headers,
      body: Buffer.concat(chunks)
    })
    const answered = await handler.fetch(asked)
    response.writeHead(answered.status, Object.fromEntries(answered.headers))
    response.end(Buffer.from(await answered.arrayBuffer()))
  })
})
await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve))

const serve = (given: Constants) => void Object.assign(constants, given)
answer({ url: `http://127.0.0.1:${(http.address() as AddressInfo).port}` }, { serve })
