import { assert, describe, it, layer } from "@effect/vitest"
import { otlp } from "@fleet/server/platform/telemetry/OtlpHttp"
import { version } from "@fleet/server/platform/version"
import { Clock, Context, Effect, Exit, Layer, Logger, Scope } from "effect"
import { OtlpExporter } from "effect/observability"
import { createServer, type AddressInfo } from "node:net"
import { TestDatabase } from "../../support/Database.ts"
import { makeEveryone, makeOrg } from "../../support/people.ts"
import { connectRealtime } from "../../support/RealtimeClient.ts"
import { testApp } from "../../support/TestApp.ts"
import { call } from "../../support/wire.ts"
import { startCollector } from "./Collector.ts"

class Collector extends Context.Service<Collector, Effect.Success<ReturnType<typeof startCollector>>>()(
  "test/Collector"
) {
  static readonly layer = (options?: { readonly hangs: boolean }) => Layer.effect(Collector, startCollector(options))
}

/** The app, which sends what it traces and logs to this address. */
const sending = (endpoint: string) => {
  const log = otlp({ endpoint, headers: { "x-key": "the key" }, serviceName: "tested" }).pipe(
    Layer.provide(Logger.layer([]))
  )
  return Layer.mergeAll(testApp({}, TestDatabase, log), log)
}
const collected = (collector: Layer.Layer<Collector>) =>
  Layer.unwrap(Effect.map(Collector, ({ url }) => sending(url))).pipe(Layer.provideMerge(collector))

const flush = Effect.flatMap(OtlpExporter.Flusher, ({ flush }) => flush)

layer(collected(Collector.layer()), { excludeTestServices: true, timeout: "60 seconds" })("OTLP", (it) => {
  it.effect("a request is a trace: a span with its id, its route and its status, and the spans of what it did", () =>
    Effect.gen(function* () {
      const collector = yield* Collector
      const { owner } = yield* makeOrg
      const { headers } = yield* call("GET", "/api/org/plan?secret=1", { as: owner.token })
      yield* flush
      const id = headers.get("x-request-id")
      const spans = collector.spans()
      const request = spans.find(({ attributes }) => attributes["request_id"] === id)!
      assert.strictEqual(request.name, "GET")
      assert.deepInclude(request.attributes, {
        "http.request.method": "GET",
        "url.path": "/api/org/plan",
        "http.route": "/api/org/plan"
      })
      assert.strictEqual(Number(request.attributes["http.response.status_code"]), 200)
      assert.isUndefined(request.parentSpanId)
      const inside = spans.filter(({ traceId }) => traceId === request.traceId)
      const described = inside.find(({ name }) => name === "Plans.describe")!
      const queries = inside.filter(({ attributes }) => "db.query.text" in attributes)
      assert.include(
        queries.map(({ parentSpanId }) => parentSpanId),
        described.spanId
      )
      for (const { headers } of collector.received) assert.strictEqual(headers["x-key"], "the key")
      for (const resource of collector.resources()) {
        assert.deepInclude(resource, { "service.name": "tested", "service.version": version })
      }
    })
  )

  it.effect("a log line is sent with the id of its request and the trace that it belongs to", () =>
    Effect.gen(function* () {
      const collector = yield* Collector
      const { owner } = yield* makeOrg
      const answer = yield* call("POST", "/api/robots", { as: owner.token, body: { name: "Rover" } })
      yield* flush
      const id = answer.headers.get("x-request-id")
      const line = collector.logs().find(({ attributes }) => attributes["request_id"] === id)
      assert.strictEqual(line?.body, "request answered")
      assert.deepInclude(line?.attributes, { method: "POST", path: "/api/robots" })
    })
  )

  it.effect("OTLP exports no secrets or values: bearers, bodies, queries, mailed tokens, SQL parameters", () =>
    Effect.gen(function* () {
      const collector = yield* Collector
      const { key, owner, user } = yield* makeEveryone
      const secret = `Secret${crypto.randomUUID()}`
      yield* call("GET", `/app/demo/verify/${secret}`)
      yield* call("GET", `/accept-invite/${secret}`)
      yield* call("GET", `/api/robots?token=${secret}`, { as: owner.token })
      yield* call("GET", "/api/client/robots", { as: key.token })
      yield* call("POST", "/api/robots", { as: owner.token, body: { name: secret } })
      yield* call("POST", "/api/client/refresh", { body: { refresh_token: secret } })
      const client = yield* connectRealtime(user.token)
      yield* client.served
      yield* flush
      const sent = collector.received.map(({ text }) => text).join("\n")
      assert.isAbove(sent.length, 1000)
      for (const each of [secret, owner.token, key.token, user.token, owner.refreshToken]) assert.notInclude(sent, each)
    })
  )
})

/** Requests over an app whose collector is of no use; and how long they and the stop take, in milliseconds. */
const served = (endpoint: string) =>
  Effect.gen(function* () {
    const scope = yield* Scope.make()
    const services = yield* Layer.buildWithScope(sending(endpoint), scope)
    const begun = yield* Clock.currentTimeMillis
    yield* Effect.gen(function* () {
      const { owner } = yield* makeOrg
      for (let turn = 0; turn < 20; turn++) {
        const { status } = yield* call("POST", "/api/robots", { as: owner.token, body: { name: "Rover" } })
        assert.strictEqual(status, 201)
      }
      yield* Effect.forkChild(flush)
      const { body, status } = yield* call("GET", "/api/robots", { as: owner.token })
      assert.deepStrictEqual([status, body.robots.length], [200, 20])
    }).pipe(Effect.provideContext(services))
    const answered = yield* Clock.currentTimeMillis
    yield* Scope.close(scope, Exit.void)
    return { requests: answered - begun, stop: (yield* Clock.currentTimeMillis) - answered }
  })

describe("OTLP to a collector that is away", () => {
  it.live(
    "OTLP to a collector that does not listen fails no request and delays no stop",
    () =>
      Effect.gen(function* () {
        const free = yield* Effect.promise(
          () =>
            new Promise<number>((resolve) => {
              const server = createServer().listen(0, "127.0.0.1", () => {
                const { port } = server.address() as AddressInfo
                server.close(() => resolve(port))
              })
            })
        )
        const { requests, stop } = yield* served(`http://127.0.0.1:${free}`)
        assert.isBelow(requests, 60_000)
        assert.isBelow(stop, 30_000)
      }),
    120_000
  )

  it.live(
    "OTLP to a collector that never answers fails no request and delays no stop",
    () =>
      Effect.gen(function* () {
        const { received, url } = yield* startCollector({ hangs: true })
        const { requests, stop } = yield* served(url)
        assert.isNotEmpty(received)
        assert.isBelow(requests, 60_000)
        assert.isBelow(stop, 30_000)
      }).pipe(Effect.scoped),
    120_000
  )
})
