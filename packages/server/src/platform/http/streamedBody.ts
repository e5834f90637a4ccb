import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import { Cause, Effect, Exit, References, Stream } from "effect"
import { HttpServerRequest } from "effect/http"

/** A client that takes nothing for so long is closed: it holds a place that others need. */
const stalledMs = 60_000

/**
 * A body that is sent as it is made, when the client takes it. A failure after the head destroys the connection: the server
 * would end an incomplete body like a complete one. It is logged as `failed`.
 */
export const streamedBody = Effect.fnUntraced(function* <E>(
  body: Stream.Stream<Uint8Array, E>,
  failed: string
): Effect.fn.Return<Stream.Stream<Uint8Array, E>, never, HttpServerRequest.HttpServerRequest> {
  const response = NodeHttpServerRequest.toServerResponse(yield* HttpServerRequest.HttpServerRequest)
  response.setTimeout(stalledMs, () => response.destroy())
  const annotations = yield* References.CurrentLogAnnotations
  const abort = Effect.fnUntraced(function* (cause: Cause.Cause<E>) {
    if (!Cause.hasInterruptsOnly(cause)) yield* Effect.annotateLogs(Effect.logError(failed, cause), annotations)
    response.destroy()
  })
  return Stream.onExit(body, (exit) => (Exit.isFailure(exit) ? abort(exit.cause) : Effect.void))
})
