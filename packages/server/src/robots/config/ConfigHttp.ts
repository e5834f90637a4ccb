import { Api } from "@fleet/domain/api/Api"
import { CurrentRobot } from "@fleet/domain/api/RobotScope"
import { CurrentDeveloper } from "@fleet/domain/Caller"
import { NotFound } from "@fleet/domain/Errors"
import { Effect } from "effect"
import { HttpApiBuilder, HttpApiSchema } from "effect/http-api"
import { Drafts, type TaggedDraft } from "./Drafts.ts"
import { Publishing } from "./Publishing.ts"
import { Slugs } from "./Slugs.ts"

const tagged = ({ draft, etag }: TaggedDraft) => HttpApiSchema.withHeaders({ body: draft, headers: { etag } })

/** Anything that is not the number of a version names none. */
const versionOf = (text: string) =>
  /^[1-9]\d{0,8}$/.test(text) ? Effect.succeed(Number(text)) : Effect.fail(new NotFound())

export const ConfigHttp = HttpApiBuilder.group(
  Api,
  "config",
  Effect.fnUntraced(function* (handlers) {
    const drafts = yield* Drafts
    const publishing = yield* Publishing
    const slugs = yield* Slugs
    return handlers.handleAll({
      draft: Effect.fnUntraced(function* () {
        return tagged(yield* drafts.get(yield* CurrentDeveloper, yield* CurrentRobot))
      }),
      putDraft: Effect.fnUntraced(function* ({ headers, payload }) {
        const ifMatch = headers["if-match"]
        return tagged(yield* drafts.put(yield* CurrentDeveloper, yield* CurrentRobot, payload.source, ifMatch))
      }),
      publish: Effect.fnUntraced(function* ({ query }) {
        return yield* publishing.publish(yield* CurrentDeveloper, yield* CurrentRobot, query.publish_key)
      }),
      versions: Effect.fnUntraced(function* () {
        return { versions: yield* publishing.versions(yield* CurrentDeveloper, yield* CurrentRobot) }
      }),
      version: Effect.fnUntraced(function* ({ params }) {
        const version = yield* versionOf(params.version)
        return yield* publishing.version(yield* CurrentDeveloper, yield* CurrentRobot, version)
      }),
      restore: Effect.fnUntraced(function* ({ params }) {
        const version = yield* versionOf(params.version)
        return tagged(yield* drafts.restore(yield* CurrentDeveloper, yield* CurrentRobot, version))
      }),
      slugUsage: Effect.fnUntraced(function* ({ params }) {
        return yield* slugs.usage(yield* CurrentDeveloper, yield* CurrentRobot, params.slug)
      }),
      renameSlug: Effect.fnUntraced(function* ({ payload }) {
        return yield* slugs.rename(yield* CurrentDeveloper, yield* CurrentRobot, payload)
      })
    })
  })
)
