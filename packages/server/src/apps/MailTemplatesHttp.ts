import { Api } from "@fleet/domain/api/Api"
import { CurrentApp } from "@fleet/domain/api/AppScope"
import { MailTemplateLimit } from "@fleet/domain/api/MailTemplatesApi"
import { CurrentDeveloper } from "@fleet/domain/Caller"
import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { RateLimits } from "../platform/limits/RateLimits.ts"
import { HostedPreviews } from "./HostedPreviews.ts"
import { MailTemplates } from "./MailTemplates.ts"

const MailTemplateLimitLive = Layer.effect(
  MailTemplateLimit,
  Effect.map(RateLimits, (limits) =>
    Effect.fnUntraced(function* (handled) {
      yield* limits.take("mail_template", (yield* CurrentApp).id)
      return yield* handled
    })
  )
)

export const MailTemplatesHttp = HttpApiBuilder.group(
  Api,
  "mailTemplates",
  Effect.fnUntraced(function* (handlers) {
    const templates = yield* MailTemplates
    const previews = yield* HostedPreviews
    return handlers.handleAll({
      list: Effect.fnUntraced(function* () {
        return { templates: yield* templates.list(yield* CurrentApp) }
      }),
      get: Effect.fnUntraced(function* ({ params }) {
        return yield* templates.get(yield* CurrentApp, params.kind)
      }),
      put: Effect.fnUntraced(function* ({ params, payload }) {
        return yield* templates.put(yield* CurrentDeveloper, yield* CurrentApp, params.kind, payload)
      }),
      delete: Effect.fnUntraced(function* ({ params }) {
        yield* templates.delete(yield* CurrentDeveloper, yield* CurrentApp, params.kind)
      }),
      preview: Effect.fnUntraced(function* ({ params, payload }) {
        const app = yield* CurrentApp
        const mail = yield* templates.preview(app, params.kind, payload)
        return { ...mail, html_url: mail.html === null ? null : yield* previews.makeMail(app, mail.html) }
      }),
      test: Effect.fnUntraced(function* ({ params, payload }) {
        return { mail: yield* templates.test(yield* CurrentDeveloper, yield* CurrentApp, params.kind, payload) }
      })
    })
  })
).pipe(Layer.provide(MailTemplateLimitLive))
