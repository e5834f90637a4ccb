import { assert, describe, it } from "@effect/vitest"
import { RequestLimit } from "@fleet/server/platform/http/RequestLimit"
import { createServer, request, type Server } from "node:http"
import type { AddressInfo } from "node:net"

/** Answers with the head of a content type, and no more. */
const answering = async (limit: RequestLimit): Promise<Server> => {
  const server = createServer((asked, response) => {
    if (!limit.admits(asked, response)) return void response.writeHead(503).end()
    if (asked.url === "/set") response.setHeader("content-type", "text/event-stream")
    response.writeHead(200, asked.url === "/set" ? {} : { "Content-Type": asked.url!.slice(1) })
    response.flushHeaders()
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return server
}

const statusOf = (server: Server, path: string) =>
  new Promise<number>((resolve, reject) => {
    const { port } = server.address() as AddressInfo
    const asked = request({ port, host: "127.0.0.1", path, agent: false }, (answer) => resolve(answer.statusCode!))
    asked.on("error", reject).end()
  })

describe("a place among the requests", () => {
  it("a place among the requests is given back by an event stream that has begun, and by no other answer", async () => {
    const server = await answering(new RequestLimit(2, 0))
    try {
      for (let count = 0; count < 3; count++) {
        assert.strictEqual(await statusOf(server, "/text/event-stream"), 200)
        assert.strictEqual(await statusOf(server, "/set"), 200)
      }
      for (const status of [200, 200, 503]) assert.strictEqual(await statusOf(server, "/application/json"), status)
    } finally {
      server.closeAllConnections()
      server.close()
    }
  })
})
