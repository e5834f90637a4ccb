import type { App } from "@fleet/domain/Apps"
import type { Developer } from "@fleet/domain/Caller"
import { NotFound } from "@fleet/domain/Errors"
import type { ServerKeyId } from "@fleet/domain/Ids"
import type { ServerKey, ServerKeyResponse } from "@fleet/domain/ServerKeys"
import { Context, DateTime, Effect, Layer } from "effect"
import { hashSecret, mintSecret, serverKeyPrefix } from "../platform/crypto/Secrets.ts"
import { Bus } from "../platform/bus/Bus.ts"
import { AuditLog, auditTarget } from "../audit/AuditLog.ts"
import { Transaction } from "../platform/sql/Transaction.ts"
import { AppStore } from "./AppStore.ts"
import { lockAppForUpdate } from "./lockAppForUpdate.ts"
import { ServerKeyStore } from "./ServerKeyStore.ts"

const within = (app: App) => ({ orgId: app.org_id, appId: app.id })

/** The server keys of an app. A secret is answered when it is made, and never again. */
export class ServerKeys extends Context.Service<
  ServerKeys,
  {
    readonly list: (app: App) => Effect.Effect<ReadonlyArray<ServerKey>>
    readonly get: (app: App, id: ServerKeyId) => Effect.Effect<ServerKey, NotFound>
    readonly create: (developer: Developer, app: App, name: string) => Effect.Effect<ServerKeyResponse, NotFound>
    /** The old secret is refused at once, and the sockets it opened are closed. */
    readonly rotate: (developer: Developer, app: App, key: ServerKey) => Effect.Effect<ServerKeyResponse, NotFound>
    readonly revoke: (developer: Developer, app: App, key: ServerKey) => Effect.Effect<void, NotFound>
  }
>()("@fleet/server/ServerKeys") {
  static readonly layer = Layer.effect(
    ServerKeys,
    Effect.gen(function* () {
      const store = yield* ServerKeyStore
      const apps = yield* AppStore
      const audit = yield* AuditLog
      const bus = yield* Bus
      const transaction = yield* Transaction

      const closeSockets = (key: ServerKey) =>
        transaction.afterCommit(bus.broadcastAndWait({ type: "callers_ended", kind: "server_key", ids: [key.id] }))

      return ServerKeys.of({
        list: Effect.fn("ServerKeys.list")((app) => store.list(within(app))),
        get: Effect.fn("ServerKeys.get")(function* (app, id) {
          const key = yield* store.find({ ...within(app), id })
          return yield* Effect.mapError(Effect.fromOption(key), () => new NotFound())
        }),
        create: Effect.fn("ServerKeys.create")(function* (developer, app, name) {
          const key = mintSecret(serverKeyPrefix)
          yield* lockAppForUpdate(apps, app)
          const server_key = yield* store.insert(within(app), { name, hash: hashSecret(key) })
          yield* audit.recordBy(developer, "server_key.created", auditTarget("server_key", server_key), {
            app_id: app.id
          })
          return { server_key, key }
        }, transaction.run),
        rotate: Effect.fn("ServerKeys.rotate")(function* (developer, app, { id }) {
          const key = mintSecret(serverKeyPrefix)
          const rehashed = yield* store.replaceHash({ ...within(app), id }, hashSecret(key))
          const server_key = yield* Effect.mapError(Effect.fromOption(rehashed), () => new NotFound())
          yield* audit.recordBy(developer, "server_key.rotated", auditTarget("server_key", server_key), {
            app_id: app.id
          })
          yield* closeSockets(server_key)
          return { server_key, key }
        }, transaction.run),
        revoke: Effect.fn("ServerKeys.revoke")(function* (developer, app, { id }) {
          const deleted = yield* store.delete({ ...within(app), id })
          const key = yield* Effect.mapError(Effect.fromOption(deleted), () => new NotFound())
          const lastUsed = key.last_used_at === null ? null : DateTime.formatIso(key.last_used_at)
          yield* audit.recordBy(developer, "server_key.revoked", auditTarget("server_key", key), {
            app_id: app.id,
            name: key.name,
            last_used_at: lastUsed
          })
          yield* closeSockets(key)
        }, transaction.run)
      })
    })
  )
}
