import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { HttpServer } from "effect/http"
import { connect, type Socket } from "node:net"
import { eventually } from "../../robots/jobs/world.ts"
import { testApp } from "../../support/TestApp.ts"
import { call } from "../../support/wire.ts"

const atOnce = 3

/** A request whose body does not come, so that it is being answered until its socket goes. */
const slowRequest = Effect.flatMap(HttpServer.addressFormattedWith(Effect.succeed), (base) =>
  Effect.callback<Socket>((resume) => {
    const { hostname, port } = new URL(base)
    const socket = connect(Number(port), hostname, () => {
      socket.write(
        "POST /api/auth/refresh HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{"
      )
      resume(Effect.succeed(socket))
    })
    socket.on("error", () => undefined)
  })
)

layer(testApp({ maxRequests: atOnce }), { timeout: "60 seconds" })("a server that answers as much as it may", (it) => {
  it.effect(
    "a server that answers as many requests as it may refuses the next 503 with a time to come back, answers about its health, and takes more once one is done",
    () =>
      Effect.gen(function* () {
        const slow = [yield* slowRequest, yield* slowRequest]
        assert.strictEqual((yield* call("GET", "/api/robots")).status, 401)
        slow.push(yield* slowRequest)
        const refused = yield* eventually(call("GET", "/api/robots"), ({ status }) => status === 503)
        const { code, details } = refused.body
        assert.strictEqual(code, "at_capacity")
        assert.strictEqual(refused.headers.get("retry-after"), String(Math.ceil(details.retry_after_ms / 1_000)))
        assert.strictEqual((yield* call("POST", "/api/auth/refresh", { body: { refresh_token: "x" } })).status, 503)
        for (const path of ["/healthz", "/readyz"]) assert.strictEqual((yield* call("GET", path)).status, 200)
        slow[0]!.destroy()
        yield* eventually(call("GET", "/api/robots"), ({ status }) => status === 401)
        for (const socket of slow) socket.destroy()
      })
  )
})
