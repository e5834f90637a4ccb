import { assert, describe, it } from "@effect/vitest"
import { ClientDocuments } from "@fleet/server/identity/oauth/mcp/ClientDocuments"
import { OutboundFetch } from "@fleet/server/platform/outbound/OutboundFetch"
import { Context, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"

const urlOf = (number: number) => `https://agent.example/${number}.json`

/** Documents of a host that answers each, to be kept for an hour, and how often it was asked. */
const aHost = Effect.gen(function* () {
  const asked: Array<string> = []
  const outbound = Layer.mock(OutboundFetch, {
    unfit: () => null,
    fetch: ({ url }) =>
      Effect.sync(() => {
        asked.push(url)
        const document = { client_id: url, client_name: "Agent", redirect_uris: ["https://agent.example/back"] }
        return {
          status: 200,
          headers: { "cache-control": "max-age=3600" },
          body: Buffer.from(JSON.stringify(document))
        }
      })
  })
  const services = yield* Layer.build(ClientDocuments.layer.pipe(Layer.provide(outbound)))
  return { asked, documents: Context.get(services, ClientDocuments) }
})

describe("documents of clients", () => {
  it.effect("documents of clients are 1,000 at most, and those that are asked for stay", () =>
    Effect.gen(function* () {
      const { asked, documents } = yield* aHost
      for (let number = 0; number < 2_000; number++) {
        yield* documents.get(urlOf(number))
        yield* documents.get(urlOf(0))
        assert.isAtMost(yield* documents.size, 1_000)
      }
      assert.lengthOf(asked, 2_000)
      yield* documents.get(urlOf(1_999))
      assert.lengthOf(asked, 2_000)
      yield* documents.get(urlOf(1))
      assert.lengthOf(asked, 2_001)
    })
  )

  it.effect("documents of clients are fetched again after the time of their headers, and kept no longer", () =>
    Effect.gen(function* () {
      const { asked, documents } = yield* aHost
      yield* documents.get(urlOf(1))
      yield* TestClock.adjust("59 minutes")
      yield* documents.get(urlOf(1))
      assert.lengthOf(asked, 1)
      yield* TestClock.adjust("61 seconds")
      yield* documents.get(urlOf(1))
      assert.lengthOf(asked, 2)
      yield* TestClock.adjust("66 minutes")
      assert.strictEqual(yield* documents.size, 0)
    })
  )
})
