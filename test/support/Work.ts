import { Layer, Tracer } from "effect"
import { randomBytes } from "node:crypto"

/** What the service did for one request, by the kinds of work that an answer's time could tell of. */
export interface Work {
  /** Every SQL statement, in the order of their texts; values are not part of it. */
  readonly statements: ReadonlyArray<string>
  /** How many passwords were worked out. */
  readonly hashes: number
}

const traces = new Map<string, Array<Tracer.Span>>()

/** Notes every span of requests that came with a `traceparent` of `watched`. Provide it to the whole app. */
export const Watching = Layer.succeed(
  Tracer.Tracer,
  Tracer.make({
    span: (options) => {
      const span = new Tracer.NativeSpan(options)
      traces.get(span.traceId)?.push(span)
      return span
    }
  })
)

/** A header that gathers what a request makes the service do, and what that was so far. */
export const watched = () => {
  const trace = randomBytes(16).toString("hex")
  const spans: Array<Tracer.Span> = []
  traces.set(trace, spans)
  return {
    headers: { traceparent: `00-${trace}-${randomBytes(8).toString("hex")}-01` },
    /** Whether everything that was begun has ended. */
    settled: () => spans.length > 0 && spans.every(({ status }) => status._tag === "Ended"),
    work: (): Work => ({
      statements: spans
        .flatMap(({ attributes }) => attributes.get("db.query.text") ?? [])
        .map((text) => String(text).replace(/\s+/g, " ").trim())
        .sort(),
      hashes: spans.filter(({ name }) => name === "Passwords.hash" || name === "Passwords.verify").length
    })
  }
}
