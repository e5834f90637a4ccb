import { Clock, Context, Effect, Layer } from "effect"
import { TwoGenerations } from "../../../platform/cache/twoGenerations.ts"
import { OutboundFetch } from "../../../platform/outbound/OutboundFetch.ts"
import { everySync } from "../../../platform/schedule/every.ts"
import { type ClientDocument, clientDocument, isDocumentUrl, keptForMs } from "./clientDocument.ts"
import { type OAuthRefused, refused } from "./OAuthRefused.ts"

/** How many documents are kept, in two generations; those that were not asked for lately give way. */
const capacity = 1000

/** Metadata documents of clients, fetched from public addresses and kept as long as their headers say. */
export class ClientDocuments extends Context.Service<
  ClientDocuments,
  {
    readonly get: (clientId: string) => Effect.Effect<ClientDocument, OAuthRefused>
    /** How many are kept. */
    readonly size: Effect.Effect<number>
  }
>()("@fleet/server/ClientDocuments") {
  static readonly layer = Layer.effect(
    ClientDocuments,
    Effect.gen(function* () {
      const outbound = yield* OutboundFetch
      const kept = new TwoGenerations<string, { readonly document: ClientDocument; readonly untilMs: number }>(
        capacity / 2
      )
      const clock = yield* Clock.Clock
      yield* everySync("5 minutes", () => {
        const now = clock.currentTimeMillisUnsafe()
        kept.drop(({ untilMs }) => untilMs <= now)
      })
      const failed = (clientId: string, why: string) =>
        refused("invalid_request", `The client's metadata document ${clientId.slice(0, 300)} could not be used. ${why}`)

      const get = Effect.fn("ClientDocuments.get")(function* (clientId: string) {
        if (!isDocumentUrl(clientId)) return yield* failed(clientId, "That is no address of a document.")
        const known = kept.getUsed(clientId)
        const now = yield* Clock.currentTimeMillis
        if (known !== undefined && known.untilMs > now) return known.document
        const fetched = outbound.fetch({
          url: clientId,
          method: "GET",
          headers: { accept: "application/json" },
          timeout: "5 seconds",
          maxBytes: 64 * 1024
        })
        // Why is for the log alone: it may name addresses of the service's own network.
        const answer = yield* fetched.pipe(
          Effect.tapError(({ message }) =>
            Effect.logWarning(`the metadata document ${clientId.slice(0, 300)} was not fetched: ${message}`)
          ),
          Effect.mapError(() => failed(clientId, "It could not be fetched."))
        )
        const document = clientDocument(clientId, answer)
        if (typeof document === "string") return yield* failed(clientId, document)
        kept.keep(clientId, { document, untilMs: now + keptForMs(answer.headers) })
        return document
      })

      return ClientDocuments.of({ get, size: Effect.sync(() => kept.size) })
    })
  )
}
