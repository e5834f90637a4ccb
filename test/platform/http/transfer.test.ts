import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { HttpServer } from "effect/http"
import { connect } from "node:net"
import { gzipSync } from "node:zlib"
import { makeEveryone, unique } from "../../support/people.ts"
import { TestApp } from "../../support/TestApp.ts"
import { invalid } from "../../support/wire.ts"

type Part = string | Buffer

/** Writes these bytes to the service and reads one answer, its head and its body as JSON. */
const talk = Effect.fnUntraced(function* (...parts: ReadonlyArray<Part>) {
  const base = new URL(yield* HttpServer.addressFormattedWith(Effect.succeed))
  const text = yield* Effect.callback<string>((resume) => {
    const socket = connect(Number(base.port), base.hostname)
    let answer = ""
    const end = () => {
      socket.destroy()
      resume(Effect.succeed(answer))
    }
    socket.on("data", (bytes) => {
      answer += bytes.toString("latin1")
      const [head, body] = answer.split("\r\n\r\n", 2)
      const length = /^content-length: (\d+)/im.exec(head!)?.[1]
      if (body !== undefined && (length === undefined ? body.endsWith("0") : body.length >= Number(length))) end()
    })
    socket.on("error", end).on("close", end)
    const rest = [...parts]
    const next = (): void => {
      const part = rest.shift()
      if (part !== undefined && !socket.destroyed) socket.write(part, next)
    }
    next()
    return Effect.sync(() => socket.destroy())
  })
  const [head, ...body] = text.split("\r\n\r\n")
  const json = /\{.*\}/s.exec(body.join("\r\n\r\n"))?.[0]
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head!)?.[1]),
    body: json === undefined ? null : JSON.parse(json)
  }
})

const refused = (...parts: ReadonlyArray<Part>) =>
  Effect.map(talk(...parts), ({ body, status }) =>
    body?.details === undefined ? [status, body?.code] : [status, body.code, body.details]
  )

const head = (line: string, ...headers: ReadonlyArray<string>) =>
  [`${line} HTTP/1.1`, "Host: fleet.example", ...headers, "", ""].join("\r\n")
const json = "Content-Type: application/json"
const chunk = Buffer.concat([Buffer.from("10000\r\n"), Buffer.alloc(65_536, "x"), Buffer.from("\r\n")])
const chunks = (count: number) => Array<Buffer>(count).fill(chunk)

const unreadable = [400, "bad_request"]

layer(TestApp, { excludeTestServices: true, timeout: "60 seconds" })("a transfer", (it) => {
  it.effect(
    "a transfer of a body over 2 MiB that was not announced is refused in words, and need not be sent to its end",
    () =>
      Effect.gen(function* () {
        const { developer } = yield* makeEveryone
        const begin = (path: string, ...headers: ReadonlyArray<string>) =>
          head(`POST ${path}`, json, "Transfer-Encoding: chunked", ...headers)
        const as = `Authorization: Bearer ${developer.token}`
        const tooLarge = invalid("body", "too_large")
        assert.deepStrictEqual(yield* refused(begin("/api/apps", as), ...chunks(48), "0\r\n\r\n"), tooLarge)
        assert.deepStrictEqual(yield* refused(begin("/api/apps", as), ...chunks(33)), tooLarge)
        assert.deepStrictEqual(yield* refused(begin("/api/client/login"), ...chunks(33)), tooLarge)
        assert.deepStrictEqual(yield* refused(begin("/console/oauth/waitlist"), ...chunks(33)), tooLarge)
        assert.deepStrictEqual(yield* refused(begin("/api/apps"), ...chunks(33)), [401, "unauthorized"])
      })
  )

  it.effect("a transfer of a body in pieces is read whole, and its connection taken for the next request", () =>
    Effect.gen(function* () {
      const { developer } = yield* makeEveryone
      const body = JSON.stringify({ name: "App ü", identifier: `app_${unique()}` })
      const bytes = [...Buffer.from(body)].map((byte) => Buffer.from([0x31, 0x0d, 0x0a, byte, 0x0d, 0x0a]))
      const as = `Authorization: Bearer ${developer.token}`
      const answer = yield* talk(head("POST /api/apps", json, as, "Transfer-Encoding: chunked"), ...bytes, "0\r\n\r\n")
      assert.strictEqual(answer.status, 201)
      const again = yield* refused(
        head("POST /api/nowhere", json, "Content-Length: 3145728"),
        Buffer.alloc(3_145_728, "x"),
        head("GET /healthz")
      )
      assert.deepStrictEqual(again, [404, "not_found"])
    })
  )

  it.effect("a transfer of a compressed body is refused as such", () =>
    Effect.gen(function* () {
      const { developer } = yield* makeEveryone
      const as = `Authorization: Bearer ${developer.token}`
      for (const encoding of ["gzip", "br", "gzip, deflate", "X"]) {
        const body = gzipSync(JSON.stringify({ name: "App", identifier: `app_${unique()}` }))
        const begin = (path: string) =>
          head(`POST ${path}`, json, as, `Content-Encoding: ${encoding}`, `Content-Length: ${body.length}`)
        assert.deepStrictEqual(yield* refused(begin("/api/apps"), body), [415, "unsupported_media_type"])
        assert.deepStrictEqual(yield* refused(begin("/console/oauth/waitlist"), body), [415, "unsupported_media_type"])
      }
      const body = JSON.stringify({ name: "App", identifier: `app_${unique()}` })
      const plain = head("POST /api/apps", json, as, "Content-Encoding: Identity", `Content-Length: ${body.length}`)
      assert.strictEqual((yield* talk(plain, body)).status, 201)
    })
  )

  it.effect.each([
    ["no HTTP", "hello\r\n\r\n"],
    ["no method of HTTP", head("FOO /api/apps")],
    ["another version", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
    ["no host", "GET /healthz HTTP/1.1\r\n\r\n"],
    ["a long address", head(`GET /${"a".repeat(20_000)}`)],
    ["long headers", head("GET /healthz", ...Array<string>(5_000).fill("X-A: b"))],
    ["a header with NUL", head("GET /healthz", "X-A: a\0b")],
    ["two lengths", head("POST /api/apps", "Content-Length: 5", "Content-Length: 6")],
    ["a length below nothing", head("POST /api/apps", "Content-Length: -5")],
    ["a length and pieces", head("POST /api/apps", "Content-Length: 5", "Transfer-Encoding: chunked")],
    ["an expectation of its own", head("GET /healthz", "Expect: more")],
    ["a tunnel", head("CONNECT example.com:443")],
    ["a WebSocket without a key", head("GET /realtime", "Connection: Upgrade", "Upgrade: websocket")],
    ["a WebSocket by POST", head("POST /bridge", "Connection: Upgrade", "Upgrade: websocket")]
  ] as const)("a transfer with %s is refused with the envelope", ([, text]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* refused(text), unreadable)
    })
  )

  it.effect("a transfer with an invalid piece is refused with the envelope", () =>
    Effect.gen(function* () {
      const { developer } = yield* makeEveryone
      const begin = head(
        "POST /api/apps",
        json,
        `Authorization: Bearer ${developer.token}`,
        "Transfer-Encoding: chunked"
      )
      assert.deepStrictEqual(yield* refused(begin, "zz\r\n"), unreadable)
    })
  )

  it.effect("a transfer to an address written as for a proxy is answered as its path is, by the letter", () =>
    Effect.gen(function* () {
      const { developer } = yield* makeEveryone
      const as = `Authorization: Bearer ${developer.token}`
      assert.strictEqual((yield* talk(head("GET http://other.example/healthz"))).body.ok, true)
      assert.deepStrictEqual(yield* refused(head("GET HTTP://other.example/api/apps")), [401, "unauthorized"])
      assert.strictEqual((yield* talk(head("GET http://other.example/api/apps?a=b", as))).status, 200)
      for (const path of [
        "http://other.example",
        "http://other.example?a=b",
        "/API/apps",
        "//api/apps",
        "*",
        "/api%2Fapps"
      ])
        assert.deepStrictEqual(yield* refused(head(`GET ${path}`, as)), [404, "not_found"], path)
    })
  )

  it.effect("a transfer with two Host headers is refused, whatever is in them, also as an upgrade", () =>
    Effect.gen(function* () {
      for (const second of ["Host: other.example", "host: fleet.example", "HOST:"])
        for (const upgrade of [[], ["Connection: Upgrade", "Upgrade: websocket"]])
          assert.deepStrictEqual(yield* refused(head("GET /healthz", second, ...upgrade)), unreadable, second)
      assert.strictEqual((yield* talk(head("GET /healthz"))).status, 200)
    })
  )
})
