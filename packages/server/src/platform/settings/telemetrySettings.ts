import { Schema } from "effect"
import { HeadersText } from "./otlpHeaders.ts"
import { optional, secret, setting } from "./Setting.ts"
import { Address, whole } from "./texts.ts"

/** The settings of metrics, tracing and logging. */
export const telemetrySettings = {
  slowRequestMs: setting(
    {
      name: "SLOW_REQUEST_MS",
      type: "a whole number from 0 to 3600000",
      fallback: "2000",
      meaning: "From how many milliseconds on a request is logged as slow; 0 logs none."
    },
    whole(0, 3_600_000)
  ),
  slowQueryMs: setting(
    {
      name: "SLOW_QUERY_MS",
      type: "a whole number from 0 to 3600000",
      fallback: "2000",
      meaning: "From how many milliseconds on an SQL statement is logged as slow, without its values; 0 logs none."
    },
    whole(0, 3_600_000)
  ),
  otlpEndpoint: optional(
    {
      name: "OTEL_EXPORTER_OTLP_ENDPOINT",
      type: "an http or https address",
      fallback: "none: nothing is traced",
      meaning: "The OpenTelemetry collector that traces and log lines are sent to, over OTLP with JSON."
    },
    Address
  ),
  otlpHeaders: secret(
    {
      name: "OTEL_EXPORTER_OTLP_HEADERS",
      type: "name=value, separated by commas, with special characters of a value percent-encoded (%20 for a space)",
      fallback: "none",
      meaning: "Headers of what is sent to the collector, such as its key."
    },
    HeadersText
  ),
  serviceName: setting(
    {
      name: "OTEL_SERVICE_NAME",
      type: "a name",
      fallback: "fleet",
      meaning: "What traces and log lines at the collector are named after."
    },
    Schema.NonEmptyString
  )
}
