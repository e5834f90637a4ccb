import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { HttpServer } from "effect/http"
import { connect, type Socket } from "node:net"
import { testApp } from "../../support/TestApp.ts"
import { call } from "../../support/wire.ts"

const atOnce = 8
const offered = 3 * atOnce
const waves = 5

/** A request whose last byte is held back: while it is, the server is busy with it. */
interface Held {
  readonly socket: Socket
  /** The status of the answer. */
  readonly answered: Promise<number>
}

const body = `{"refresh_token":"nobody"}`
const head = `POST /api/auth/refresh HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`

const hold = (base: string): Held => {
  const { hostname, port } = new URL(base)
  const socket = connect(Number(port), hostname, () => socket.write(head + body.slice(0, -1)))
  socket.on("error", () => undefined)
  const answered = new Promise<number>((resolve) =>
    socket.on("data", (data) => resolve(Number(String(data).slice(9, 12))))
  )
  return { socket, answered }
}

/** Offers so many at once, and lets those that were taken end once the rest was refused. */
const wave = async (base: string, count: number) => {
  const all = new Set(Array.from({ length: count }, () => hold(base)))
  const statuses: Array<number> = []
  const refused = count - Math.min(count, atOnce)
  await new Promise<void>((resolve) => {
    if (refused === 0) resolve()
    for (const held of all) {
      void held.answered.then((status) => {
        all.delete(held)
        statuses.push(status)
        if (statuses.length === refused) resolve()
      })
    }
  })
  await Promise.all(
    [...all].map(({ answered, socket }) => {
      socket.write(body.slice(-1))
      return answered
    })
  )
  return {
    served: statuses.filter((status) => status !== 503).length,
    refused: statuses.filter((s) => s === 503).length
  }
}

layer(testApp({ maxRequests: atOnce, rateLimits: {} }), { timeout: "60 seconds" })(
  "three times as much as fits",
  (it) => {
    it.effect(
      "three times as much as fits is served as much as ever, the rest is refused, and afterwards all is as before",
      () =>
        Effect.gen(function* () {
          const base = yield* HttpServer.addressFormattedWith(Effect.succeed)
          const offer = (count: number) => Effect.promise(() => wave(base, count))
          assert.deepStrictEqual(yield* offer(atOnce), { served: atOnce, refused: 0 })
          for (let count = 0; count < waves; count++) {
            assert.deepStrictEqual(yield* offer(offered), { served: atOnce, refused: offered - atOnce })
          }
          assert.deepStrictEqual(yield* offer(atOnce), { served: atOnce, refused: 0 })
          assert.strictEqual((yield* call("GET", "/api/robots")).status, 401)
        })
    )
  }
)
