import { assert, describe, it, layer } from "@effect/vitest"
import { acceptedEncoding } from "@fleet/server/platform/http/acceptedEncoding"
import { EncodedResponse } from "@fleet/server/platform/http/EncodedResponse"
import { Effect, type Scope } from "effect"
import { HttpServer } from "effect/http"
import { createServer, request, type RequestListener, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { makeOrg } from "../../support/people.ts"
import { TestApp } from "../../support/TestApp.ts"

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | Array<string> | undefined>>
  readonly bytes: Buffer
}

/** An answer as it came: node:http decodes nothing. */
const ask = (url: string, headers: Readonly<Record<string, string>> = {}, method = "GET") =>
  Effect.promise(
    () =>
      new Promise<Answer>((resolve, reject) => {
        const asked = request(url, { headers, method }, (response) => {
          const pieces: Array<Buffer> = []
          response.on("data", (piece: Buffer) => pieces.push(piece))
          response.on("end", () =>
            resolve({ status: response.statusCode!, headers: response.headers, bytes: Buffer.concat(pieces) })
          )
        })
        asked.on("error", reject).end()
      })
  )

const decoded = ({ bytes, headers }: Answer): Buffer => {
  const encoding = headers["content-encoding"]
  return encoding === "br" ? brotliDecompressSync(bytes) : encoding === "gzip" ? gunzipSync(bytes) : bytes
}

/** A server whose answers are of the kind that the service has. */
const serve = (listener: RequestListener): Effect.Effect<string, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.callback<ReturnType<typeof createServer>>((resume) => {
      const server = createServer({ ServerResponse: EncodedResponse as unknown as typeof ServerResponse }, listener)
      server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
    }),
    (server) =>
      Effect.callback<void>((resume) => {
        server.close(() => resume(Effect.void))
        server.closeAllConnections()
      })
  ).pipe(Effect.map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`))

describe("which encoding a client accepts", () => {
  it("which encoding a client accepts: the one of the highest quality, ours first, and none where it wants none", () => {
    const cases: ReadonlyArray<readonly [string | undefined, "br" | "gzip" | null]> = [
      [undefined, null],
      ["", null],
      ["br", "br"],
      ["gzip, deflate, br", "br"],
      ["GZIP", "gzip"],
      ["x-gzip", "gzip"],
      ["br;q=0, gzip", "gzip"],
      ["br;q=0.5, gzip;q=0.8", "gzip"],
      ["br;q=0,gzip;q=0", null],
      ["*", "br"],
      ["*;q=0", null],
      ["br;q=0, *", "gzip"],
      ["identity, gzip;q=0.5", null],
      ["identity;q=0.5, gzip", "gzip"],
      ["gzip;q=2", null],
      ["gzip; q=abc", null],
      ["deflate, zstd", null]
    ]
    for (const [header, encoding] of cases) assert.strictEqual(acceptedEncoding(header), encoding, header)
  })
})

describe("an encoded answer", () => {
  const ofBytes = (length: number) => `"${"a".repeat(length - 3)}"`

  it.live("an encoded answer has over 2,048 bytes, and JSON ends with a newline", () =>
    Effect.gen(function* () {
      const url = yield* serve((asked, response) => {
        const body = ofBytes(Number(asked.url!.slice(1)))
        const isList = asked.headers["x-list"] !== undefined
        const length = String(Buffer.byteLength(body))
        const fields = ["Content-Type", "application/json", "content-length", length, "Vary", "Origin"]
        response.writeHead(200, isList ? fields : { "content-type": "application/json", "content-length": length })
        response.end(isList ? body : Buffer.from(body))
      })
      for (const list of [{}, { "x-list": "1" }]) {
        for (const encoding of ["br", "gzip"]) {
          const plain = yield* ask(`${url}2048`, { ...list, "accept-encoding": encoding })
          assert.isUndefined(plain.headers["content-encoding"])
          assert.deepStrictEqual([plain.bytes.length, plain.headers["content-length"]], [2048, "2048"])
          assert.isTrue(plain.bytes.toString().endsWith('"\n'))
          const packed = yield* ask(`${url}2049`, { ...list, "accept-encoding": encoding })
          assert.strictEqual(packed.headers["content-encoding"], encoding)
          assert.strictEqual(packed.headers["content-length"], String(packed.bytes.length))
          assert.isBelow(packed.bytes.length, 200)
          assert.strictEqual(decoded(packed).toString(), `${ofBytes(2049)}\n`)
        }
        // Whoever keeps it has to know that others get other bytes.
        const unasked = yield* ask(`${url}2049`, list)
        assert.isUndefined(unasked.headers["content-encoding"])
        assert.include(unasked.headers.vary, "Accept-Encoding")
        assert.strictEqual(unasked.bytes.length, 2049)
      }
    })
  )

  it.live(
    "an encoded answer is whole and a text: streams, pictures, files and what is encoded already stay as they are",
    () =>
      Effect.gen(function* () {
        const text = "b".repeat(5_000)
        const answers: Readonly<Record<string, (response: ServerResponse) => unknown>> = {
          "a stream": (response) => {
            response.writeHead(200, { "content-type": "text/event-stream" })
            response.write(text.slice(0, 10))
            response.end(text.slice(10))
          },
          "a head alone": (response) => {
            response.writeHead(200, { "content-type": "text/plain" })
            response.flushHeaders()
            response.end(text)
          },
          "a picture": (response) => response.writeHead(200, { "content-type": "image/png" }).end(text),
          "a file": (response) =>
            response
              .writeHead(200, { "content-type": "application/xml", "content-disposition": "attachment" })
              .end(Buffer.from(text)),
          "an encoded one": (response) =>
            response.writeHead(200, { "content-type": "text/plain", "content-encoding": "identity" }).end(text),
          "an encoding of characters": (response) =>
            response.writeHead(200, { "content-type": "text/plain" }).end(text, "latin1")
        }
        const url = yield* serve((asked, response) => void answers[decodeURIComponent(asked.url!.slice(1))]!(response))
        for (const name of Object.keys(answers)) {
          const answer = yield* ask(`${url}${encodeURIComponent(name)}`, { "accept-encoding": "br, gzip" })
          assert.notInclude(["br", "gzip"], answer.headers["content-encoding"], name)
          assert.strictEqual(answer.bytes.toString(), text, name)
        }
      })
  )

  it.live("an encoded answer of many megabytes comes whole, one behind the other on a connection", () =>
    Effect.gen(function* () {
      const body = JSON.stringify(Array.from({ length: 200_000 }, (_, n) => `value ${n}`))
      const url = yield* serve((_, response) => {
        response.writeHead(200, { "content-type": "application/json" }).end(body)
      })
      const answers = yield* Effect.all(
        ["br", "gzip", "identity"].map((encoding) => ask(url, { "accept-encoding": encoding })),
        { concurrency: "unbounded" }
      )
      for (const answer of answers) assert.strictEqual(decoded(answer).toString(), `${body}\n`)
    })
  )

  it.live("an encoded answer to HEAD says how long the one to GET is, and has no body", () =>
    Effect.gen(function* () {
      const url = yield* serve((asked, response) => {
        response.writeHead(200, { "content-type": "application/json", "content-length": "2" })
        if (asked.method === "HEAD") response.end()
        else response.end("{}")
      })
      const head = yield* ask(url, {}, "HEAD")
      assert.deepStrictEqual([head.headers["content-length"], head.bytes.length], ["3", 0])
      assert.strictEqual((yield* ask(url)).bytes.toString(), "{}\n")
    })
  )
})

layer(TestApp, { excludeTestServices: true, timeout: "60 seconds" })("answers of the service", (it) => {
  it.effect("answers of the service are encoded for those who accept it: documents, pages and the API", () =>
    Effect.gen(function* () {
      const base = yield* HttpServer.addressFormattedWith(Effect.succeed)
      const { owner } = yield* makeOrg
      const authorization = `Bearer ${owner.token}`
      for (const path of ["/openapi.json", "/docs"]) {
        const [plain, packed] = [
          yield* ask(`${base}${path}`),
          yield* ask(`${base}${path}`, { "accept-encoding": "br" })
        ]
        assert.strictEqual(packed.headers["content-encoding"], "br", path)
        assert.isBelow(packed.bytes.length, plain.bytes.length / 3, path)
        assert.isTrue(decoded(packed).equals(plain.bytes), path)
      }
      const me = yield* ask(`${base}/api/auth/me`, { authorization, "accept-encoding": "br" })
      assert.deepStrictEqual([me.status, me.bytes.at(-1)], [200, 10])
      for (let robot = 0; robot < 12; robot++) {
        yield* Effect.promise(() =>
          fetch(`${base}/api/robots`, {
            method: "POST",
            headers: { authorization, "content-type": "application/json" },
            body: JSON.stringify({ name: `Rover ${robot}` })
          })
        )
      }
      const robots = yield* ask(`${base}/api/robots`, { authorization, "accept-encoding": "gzip" })
      assert.strictEqual(robots.headers["content-encoding"], "gzip")
      assert.include(robots.headers.vary, "Accept-Encoding")
      assert.lengthOf(JSON.parse(decoded(robots).toString()).robots, 12)
      for (const path of ["/api/robots", "/api/nothing"]) {
        const refused = yield* ask(`${base}${path}`)
        assert.isTrue(refused.bytes.toString().endsWith("}\n"), path)
        assert.strictEqual(refused.headers["content-length"], String(refused.bytes.length))
      }
    })
  )
})
