import { NodeHttpServerRequest } from "@effect/platform-node"
import { Api } from "@fleet/domain/api/Api"
import { CurrentDeveloper } from "@fleet/domain/Caller"
import { Cause, DateTime, Effect, Exit, References, Stream } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { AuditReader } from "./AuditReader.ts"

export const AuditHttp = HttpApiBuilder.group(
  Api,
  "audit",
  Effect.fnUntraced(function* (handlers) {
    const reader = yield* AuditReader
    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ query }) {
        return yield* reader.list((yield* CurrentDeveloper).orgId, query)
      }),
      export: Effect.fnUntraced(function* ({ query }) {
        const { orgId } = yield* CurrentDeveloper
        const response = NodeHttpServerRequest.toServerResponse(yield* HttpServerRequest.HttpServerRequest)
        const day = DateTime.formatIsoDateUtc(yield* DateTime.now)
        const annotations = yield* References.CurrentLogAnnotations
        /** Destroys the connection: the server would end an incomplete body like a complete one. */
        const abort = Effect.fnUntraced(function* (cause: Cause.Cause<never>) {
          if (!Cause.hasInterruptsOnly(cause)) {
            yield* Effect.annotateLogs(Effect.logError("audit log export failed", cause), annotations)
          }
          response.destroy()
        })
        const body = reader.export(orgId, query).pipe(
          Stream.encodeText,
          Stream.onExit((exit) => (Exit.isFailure(exit) ? abort(exit.cause) : Effect.void))
        )
        return HttpServerResponse.stream(body, {
          contentType: "text/csv; charset=utf-8",
          headers: { "content-disposition": `attachment; filename="audit-${day}.csv"` }
        })
      })
    })
  })
)
