import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { migratedData } from "../support/Database.ts"
import { startCollector } from "../platform/telemetry/Collector.ts"
import { prints, startServer } from "./support/server.ts"

const where = /Robot Fleet Cloud is at (\S+)/

/** A server that answers one request and is stopped. */
const served = Effect.fnUntraced(function* (env: NodeJS.ProcessEnv) {
  const child = yield* startServer(yield* migratedData, ["--no-demo"], env)
  yield* prints(child, where)
  const base = where.exec(child.output())![1]!
  const answer = yield* Effect.promise(() => fetch(`${base}/api/robots`))
  yield* child.kill("SIGTERM").pipe(Effect.timeout("1 minute"))
  return { id: answer.headers.get("x-request-id"), output: child.output() }
})

describe("traces of a server", () => {
  it.live(
    "are sent before it ends, with their log lines, to the collector of its settings, and to none without it",
    () =>
      Effect.gen(function* () {
        const collector = yield* startCollector()
        const without = yield* served({})
        assert.isString(without.id)
        assert.isEmpty(collector.received)

        const { id, output } = yield* served({
          OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
          OTEL_EXPORTER_OTLP_HEADERS: "x-key=a%20key, x-tenant=one",
          OTEL_SERVICE_NAME: "my fleet"
        })
        assert.include(output, `"request_id":"${id}"`)
        const ofRequest = ({ attributes }: { readonly attributes: Readonly<Record<string, unknown>> }) =>
          attributes["request_id"] === id
        assert.lengthOf(collector.spans().filter(ofRequest), 1)
        assert.deepStrictEqual(
          collector
            .logs()
            .filter(ofRequest)
            .map(({ body }) => body),
          ["request answered"]
        )
        for (const { headers } of collector.received) {
          assert.deepStrictEqual([headers["x-key"], headers["x-tenant"]], ["a key", "one"])
        }
        for (const resource of collector.resources()) assert.strictEqual(resource["service.name"], "my fleet")
      }).pipe(Effect.scoped),
    600_000
  )
})
