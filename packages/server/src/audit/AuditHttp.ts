import { Api } from "@fleet/domain/api/Api"
import { CurrentDeveloper } from "@fleet/domain/Caller"
import { DateTime, Effect, Stream } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { streamedBody } from "../platform/http/streamedBody.ts"
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
        const day = DateTime.formatIsoDateUtc(yield* DateTime.now)
        const text = Stream.encodeText(reader.export(orgId, query))
        const body = yield* streamedBody(text, "audit log export failed")
        return HttpServerResponse.stream(body, {
          contentType: "text/csv; charset=utf-8",
          headers: { "content-disposition": `attachment; filename="audit-${day}.csv"` }
        })
      })
    })
  })
)
