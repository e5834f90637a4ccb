import { Effect } from "effect"
import { createServer, type IncomingHttpHeaders } from "node:http"
import type { AddressInfo } from "node:net"

/** A span as OTLP has it in JSON, its attributes as a record. */
export interface Span {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly attributes: Readonly<Record<string, unknown>>
}

export interface LogRecord {
  readonly body: unknown
  readonly severityText: string
  readonly attributes: Readonly<Record<string, unknown>>
}

const valueOf = (value: Readonly<Record<string, unknown>>) => Object.values(value)[0]
const recordOf = (list: ReadonlyArray<{ readonly key: string; readonly value: Record<string, unknown> }>) =>
  Object.fromEntries(list.map(({ key, value }) => [key, valueOf(value)]))

/** An OpenTelemetry collector on a loopback port. One that hangs takes what it is sent and never answers. */
export const startCollector = Effect.fnUntraced(function* ({ hangs = false } = {}) {
  const received: Array<{ readonly path: string; readonly headers: IncomingHttpHeaders; readonly text: string }> = []
  const server = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      received.push({ path: request.url!, headers: request.headers, text: Buffer.concat(chunks).toString() })
      if (!hangs) response.writeHead(200, { "content-type": "application/json" }).end("{}")
    })
  })
  yield* Effect.acquireRelease(
    Effect.promise(() => new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))),
    () =>
      Effect.sync(() => {
        server.closeAllConnections()
        server.close()
      })
  )
  const bodies = (path: string) => received.filter((each) => each.path === path).map(({ text }) => JSON.parse(text))
  return {
    received,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: (): ReadonlyArray<Span> =>
      bodies("/v1/traces")
        .flatMap(({ resourceSpans }) => resourceSpans)
        .flatMap(({ scopeSpans }) => scopeSpans)
        .flatMap(({ spans }) => spans)
        .map((span) => ({ ...span, attributes: recordOf(span.attributes) })),
    logs: (): ReadonlyArray<LogRecord> =>
      bodies("/v1/logs")
        .flatMap(({ resourceLogs }) => resourceLogs)
        .flatMap(({ scopeLogs }) => scopeLogs)
        .flatMap(({ logRecords }) => logRecords)
        .map((record) => ({ ...record, body: valueOf(record.body), attributes: recordOf(record.attributes) })),
    /** What each body says of where it comes from. */
    resources: () =>
      [
        ...bodies("/v1/traces").flatMap((body) => body.resourceSpans),
        ...bodies("/v1/logs").flatMap((b) => b.resourceLogs)
      ].map(({ resource }) => recordOf(resource.attributes))
  }
})
