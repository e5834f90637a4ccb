import { Effect, Layer, References } from "effect"
import { FetchHttpClient, HttpClient, HttpMiddleware } from "effect/http"
import { OtlpExporter, OtlpLogger, OtlpSerialization, OtlpTracer } from "effect/observability"
import { version } from "../version.ts"

export interface OtlpOptions {
  /** Where the collector is; the signals' paths are appended. */
  readonly endpoint: string
  readonly headers: Readonly<Record<string, string>>
  readonly serviceName: string
}

/** A collector that does not answer is given up, so that what waits for it stays bounded. */
const Client = Layer.effect(
  HttpClient.HttpClient,
  Effect.map(
    HttpClient.HttpClient,
    HttpClient.transformResponse((answer) =>
      Effect.catchTag(Effect.timeout(answer, "10 seconds"), "TimeoutError", Effect.die)
    )
  )
).pipe(Layer.provide(FetchHttpClient.layer))

/** Sends traces, and log lines beside where they go already, to an OpenTelemetry collector over OTLP with JSON. */
export const otlp = ({ endpoint, headers, serviceName }: OtlpOptions): Layer.Layer<OtlpExporter.Flusher> => {
  const common = { headers, resource: { serviceName, serviceVersion: version } }
  return Layer.mergeAll(
    OtlpTracer.layer({ ...common, url: `${endpoint}/v1/traces` }),
    OtlpLogger.layer({ ...common, url: `${endpoint}/v1/logs` }),
    Layer.succeed(References.TracerEnabled, true),
    // Its span would hold addresses as they came, tokens of mailed links included: the request log makes one.
    Layer.succeed(HttpMiddleware.TracerDisabledWhen, () => true)
  ).pipe(Layer.provide(Layer.mergeAll(OtlpSerialization.layerJson, Client)))
}
