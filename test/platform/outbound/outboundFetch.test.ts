import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { IncomingMessage } from "node:http"
import { createServer as createTcpServer } from "node:net"
import { gzipSync } from "node:zlib"
import { failure, fetching, listening, local, serving } from "./world.ts"

describe("a fetch for a customer", () => {
  it.effect("a fetch for a customer sends method, headers and body, and answers what came", () =>
    Effect.gen(function* () {
      const seen: Array<IncomingMessage & { readonly text?: string }> = []
      const { port } = yield* serving((request, response) => {
        let text = ""
        request.on("data", (data) => (text += data))
        request.on("end", () => {
          seen.push(Object.assign(request, { text }))
          response.writeHead(201, { "x-said": "hello" }).end("made")
        })
      })
      const answer = yield* fetching(
        { url: `http://hooks.example:${port}/in?a=1`, method: "POST", headers: { "x-mine": "1" }, body: "é" },
        { ...local, names: { "hooks.example": [["127.0.0.1"]] } }
      )
      assert.deepStrictEqual(
        [answer.status, answer.headers["x-said"], Buffer.from(answer.body).toString()],
        [201, "hello", "made"]
      )
      const [{ headers, method, text, url }] = seen as [(typeof seen)[number]]
      assert.deepStrictEqual(
        [method, url, headers["x-mine"], headers.host, text],
        ["POST", "/in?a=1", "1", `hooks.example:${port}`, "é"]
      )
    }).pipe(Effect.scoped)
  )

  it.effect("a fetch for a customer reaches no loopback address, by name or by number, over http or https", () =>
    Effect.gen(function* () {
      const { connections, port } = yield* serving((_, response) => response.end())
      const names = { "hooks.example": [["127.0.0.1"]], "six.example": [["::ffff:127.0.0.1"]], "none.example": [[]] }
      for (const url of [
        `https://127.0.0.1:${port}/`,
        `http://127.0.0.1:${port}/`,
        `https://[::ffff:127.0.0.1]:${port}/`,
        `https://hooks.example:${port}/`,
        `http://hooks.example:${port}/`,
        `https://six.example:${port}/`,
        `https://none.example:${port}/`
      ]) {
        assert.strictEqual((yield* failure({ url }, { names }))[0], "OutboundRefused", url)
      }
      assert.strictEqual(connections(), 0)
    }).pipe(Effect.scoped)
  )

  it.effect("a fetch for a customer refuses a name with one address that is not public among others", () =>
    Effect.gen(function* () {
      const names = { "hooks.example": [["8.8.8.8", "10.0.0.1"]] }
      assert.deepStrictEqual(yield* failure({ url: "https://hooks.example/" }, { names }), [
        "OutboundRefused",
        "hooks.example stands for 10.0.0.1, which is not a public address."
      ])
    })
  )

  it.effect("a fetch for a customer judges a name anew each time it connects", () =>
    Effect.gen(function* () {
      const { connections, port } = yield* serving((_, response) => response.end("in"))
      const names = { "hooks.example": [["127.0.0.1"], ["127.0.0.2"]] }
      const world = { allow: ["127.0.0.1"], names }
      const outbound = { url: `http://hooks.example:${port}/` }
      assert.strictEqual((yield* fetching(outbound, world)).status, 200)
      assert.strictEqual((yield* failure(outbound, world))[0], "OutboundRefused")
      assert.strictEqual(connections(), 1)
    }).pipe(Effect.scoped)
  )

  it.effect("a fetch for a customer goes to a public address over https alone", () =>
    Effect.gen(function* () {
      const names = { "hooks.example": [["8.8.8.8"]] }
      assert.deepStrictEqual(yield* failure({ url: "http://hooks.example/" }, { names }), [
        "OutboundRefused",
        "Only https is fetched."
      ])
    })
  )

  it.effect("a fetch for a customer does not follow a redirect", () =>
    Effect.gen(function* () {
      const inner = yield* serving((_, response) => response.end("secret"))
      const { port } = yield* serving((_, response) => {
        response.writeHead(302, { location: `http://127.0.0.1:${inner.port}/latest/meta-data` }).end()
      })
      const answer = yield* fetching({ url: `http://127.0.0.1:${port}/` }, local)
      assert.strictEqual(answer.status, 302)
      assert.strictEqual(inner.connections(), 0)
    }).pipe(Effect.scoped)
  )

  it.effect("a fetch for a customer takes a body of so many bytes, and none of one more", () =>
    Effect.gen(function* () {
      const { port } = yield* serving((request, response) => response.end("a".repeat(Number(request.url!.slice(1)))))
      assert.strictEqual((yield* fetching({ url: `http://127.0.0.1:${port}/1000` }, local)).body.length, 1_000)
      assert.deepStrictEqual(yield* failure({ url: `http://127.0.0.1:${port}/1001` }, local), [
        "OutboundFailed",
        "The answer has over 1000 bytes."
      ])
    }).pipe(Effect.scoped)
  )

  it.effect("a fetch for a customer reads no endless body, and lets its connection go", () =>
    Effect.gen(function* () {
      let closed = () => {}
      const gone = new Promise<void>((resolve) => (closed = resolve))
      const { port } = yield* serving((_, response) => {
        response.on("close", () => closed())
        const more = () => {
          while (response.write("a".repeat(10_000)));
          response.once("drain", more)
        }
        more()
      })
      assert.strictEqual((yield* failure({ url: `http://127.0.0.1:${port}/` }, local))[0], "OutboundFailed")
      yield* Effect.promise(() => gone)
    }).pipe(Effect.scoped)
  )

  it.effect("a fetch for a customer leaves a compressed body as it is", () =>
    Effect.gen(function* () {
      const bomb = gzipSync(Buffer.alloc(500_000))
      const { port } = yield* serving((_, response) =>
        response.writeHead(200, { "content-encoding": "gzip" }).end(bomb)
      )
      assert.deepStrictEqual(Buffer.from((yield* fetching({ url: `http://127.0.0.1:${port}/` }, local)).body), bomb)
    }).pipe(Effect.scoped)
  )

  it.live("a fetch for a customer waits for no answer, head or body beyond its time", () =>
    Effect.gen(function* () {
      const { port } = yield* serving((request, response) => {
        if (request.url === "/head") return
        response.writeHead(200).write("a")
      })
      for (const path of ["head", "body"]) {
        const url = `http://127.0.0.1:${port}/${path}`
        assert.deepStrictEqual(yield* failure({ url, timeout: "300 millis" }, local), [
          "OutboundFailed",
          "There was no whole answer within 300ms."
        ])
      }
    }).pipe(Effect.scoped)
  )

  it.effect("a fetch for a customer takes no head of more than 16 KiB, and nothing that is not HTTP", () =>
    Effect.gen(function* () {
      const heads = yield* serving((_, response) => {
        response.socket!.end(`HTTP/1.1 200 OK\r\nx-long: ${"a".repeat(20_000)}\r\n\r\n`)
      })
      const noise = yield* listening(
        createTcpServer((socket) => void socket.end("220 mail ready\r\n").on("error", () => {}))
      )
      for (const { port } of [heads, noise]) {
        assert.strictEqual((yield* failure({ url: `http://127.0.0.1:${port}/` }, local))[0], "OutboundFailed")
      }
    }).pipe(Effect.scoped)
  )

  it.effect("a fetch for a customer asks no proxy that the environment names", () =>
    Effect.gen(function* () {
      const proxy = yield* serving((_, response) => response.end("proxied"))
      const { port } = yield* serving((_, response) => response.end("direct"))
      const names = ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "NODE_USE_ENV_PROXY"]
      const before = names.map((name) => process.env[name])
      yield* Effect.addFinalizer(() =>
        Effect.sync(() =>
          names.forEach((name, index) =>
            before[index] === undefined ? delete process.env[name] : (process.env[name] = before[index])
          )
        )
      )
      for (const name of names)
        process.env[name] = name === "NODE_USE_ENV_PROXY" ? "1" : `http://127.0.0.1:${proxy.port}`
      const answer = yield* fetching({ url: `http://127.0.0.1:${port}/` }, local)
      assert.strictEqual(Buffer.from(answer.body).toString(), "direct")
      assert.strictEqual(proxy.connections(), 0)
    }).pipe(Effect.scoped)
  )

  it.effect("a fetch for a customer fails where nobody listens", () =>
    Effect.gen(function* () {
      const { port } = yield* Effect.scoped(serving(() => undefined))
      assert.strictEqual((yield* failure({ url: `http://127.0.0.1:${port}/` }, local))[0], "OutboundFailed")
    })
  )
})
