import { assert, describe, it, layer } from "@effect/vitest"
import { RequestLimit } from "@fleet/server/platform/http/RequestLimit"
import { Effect } from "effect"
import { EventEmitter } from "node:events"
import { IncomingMessage, ServerResponse } from "node:http"
import { Socket } from "node:net"
import { eventually } from "../../robots/jobs/world.ts"
import { testApp } from "../../support/TestApp.ts"
import { send } from "./send.ts"
import { holdRequest } from "./slowRequest.ts"

const atOnce = 8

const from = (address: string) => ({ "X-Forwarded-For": address })
const asked = (address: string) => send("GET", "/api/robots", from(address))

layer(testApp({ maxRequests: atOnce, trustedProxies: 1 }), { timeout: "60 seconds" })(
  "an address that sends its bodies slowly",
  (it) => {
    it.effect(
      "an address that sends its bodies slowly holds a quarter of the places, is refused the next 503, and leaves others theirs",
      () =>
        Effect.gen(function* () {
          const slow = [yield* holdRequest(from("192.0.2.1"))]
          assert.strictEqual((yield* asked("192.0.2.1")).status, 401)
          slow.push(yield* holdRequest(from("192.0.2.1")))
          const refused = yield* eventually(asked("192.0.2.1"), ({ status }) => status === 503)
          const { code, details } = refused.body
          assert.strictEqual(code, "at_capacity")
          assert.strictEqual(refused.headers.get("retry-after"), String(Math.ceil(details.retry_after_ms / 1_000)))
          // What somebody writes before what the proxy saw makes no other address of it.
          assert.strictEqual((yield* asked("198.51.100.7, 192.0.2.1")).status, 503)
          for (const address of ["192.0.2.2", "[2001:db8::1]:443", "198.51.100.7"]) {
            assert.strictEqual((yield* asked(address)).status, 401, address)
          }
          slow[0]!.destroy()
          yield* eventually(asked("192.0.2.1"), ({ status }) => status === 401)
          slow[1]!.destroy()
        })
    )

    it.effect("addresses that send their bodies slowly are one where they are of one IPv6 network", () =>
      Effect.gen(function* () {
        const slow = [yield* holdRequest(from("2001:db8::1")), yield* holdRequest(from("2001:db8::2"))]
        yield* eventually(asked("2001:db8::3"), ({ status }) => status === 503)
        assert.strictEqual((yield* asked("2001:db8:0:1::3")).status, 401)
        for (const socket of slow) socket.destroy()
        yield* eventually(asked("2001:db8::3"), ({ status }) => status === 401)
      })
    )

    it.effect("a proxy on this machine that names no address may hold every place", () =>
      Effect.gen(function* () {
        const slow = []
        for (let held = 0; held < atOnce - 1; held++) slow.push(yield* holdRequest())
        assert.strictEqual((yield* send("GET", "/api/robots", {})).status, 401)
        slow.push(yield* holdRequest())
        yield* eventually(send("GET", "/api/robots", {}), ({ status }) => status === 503)
        for (const socket of slow) socket.destroy()
        yield* eventually(send("GET", "/api/robots", {}), ({ status }) => status === 401)
      })
    )
  }
)

/** A request on a connection from an address. */
const requestOn = (socket: Socket) => {
  const request = new IncomingMessage(socket)
  request.url = "/api/robots"
  return { request, response: new ServerResponse(request) }
}

const connectionFrom = (address: string) => {
  const socket = new Socket()
  Object.defineProperty(socket, "remoteAddress", { value: address })
  return socket
}

describe("places of one address", () => {
  it("places of one address are a quarter of all, rounded up, and of this machine's own all", () => {
    const counted = ([1, 3, 4, 5, 8, 2_000] as const).map((all) => {
      const admitted = (address: string) => {
        const limit = new RequestLimit(all, 0)
        const socket = connectionFrom(address)
        let places = 0
        for (; places <= all; places++) {
          const { request, response } = requestOn(socket)
          if (!limit.admits(request, response)) break
        }
        return [places, limit.refused, limit.refusedOfAddress]
      }
      return [admitted("192.0.2.1"), admitted("127.0.0.1"), admitted("::1")]
    })
    const own = (all: number) => [all, 1, 0]
    assert.deepStrictEqual(counted, [
      [[1, 1, 0], own(1), own(1)],
      [[1, 0, 1], own(3), own(3)],
      [[1, 0, 1], own(4), own(4)],
      [[2, 0, 1], own(5), own(5)],
      [[2, 0, 1], own(8), own(8)],
      [[500, 0, 1], own(2_000), own(2_000)]
    ])
  })

  it("places of one address leave nothing behind, whether an answer or its connection was closed first", () => {
    const limit = new RequestLimit(atOnce, 0)
    for (let index = 0; index < 1_000; index++) {
      const socket = connectionFrom(`192.0.2.${index % 250}`)
      const [first, second] = [requestOn(socket), requestOn(socket)]
      assert.isTrue(limit.admits(first.request, first.response))
      assert.isTrue(limit.admits(second.request, index % 2 === 0 ? second.response : null))
      assert.isFalse(limit.admits(first.request, first.response))
      assert.strictEqual(limit.known, 1)
      const [one, other]: ReadonlyArray<EventEmitter> =
        index % 3 === 0 ? [first.response, socket] : [socket, first.response]
      one!.emit("close")
      other!.emit("close")
      second.response.emit("close")
      assert.strictEqual(limit.known, 0)
    }
    assert.strictEqual(limit.refusedOfAddress, 1_000)
    const socket = connectionFrom("127.0.0.1")
    for (let place = 0; place < atOnce; place++) assert.isTrue(limit.admits(requestOn(socket).request, null))
    assert.isFalse(limit.admits(requestOn(socket).request, null))
  })
})
