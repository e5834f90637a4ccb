import type { OrgId } from "@fleet/domain/Ids"
import type { McpGrant, McpScope } from "@fleet/domain/Mcp"
import { Context, DateTime, Effect, Layer, Option } from "effect"
import { type Actor, AuditLog } from "../../../audit/AuditLog.ts"
import { Transaction } from "../../../platform/sql/Transaction.ts"
import { Sessions } from "../../sessions/Sessions.ts"
import { McpConfirmationStore } from "./McpConfirmationStore.ts"
import { type GrantRow, McpGrantStore } from "./McpGrantStore.ts"
import type { Subject } from "./McpPersonStore.ts"
import { joinedScopes } from "./scopes.ts"

/** A person, as the trail names them. */
export type Holder = Subject & { readonly orgId: OrgId; readonly appId: string | null; readonly email: string }

const toGrant = (row: GrantRow): McpGrant => ({ ...row, client_name_verified: false })

const isCovered = (scopes: ReadonlyArray<string>, by: ReadonlyArray<string>) =>
  scopes.every((scope) => by.includes(scope))

/** What people let clients do. It stands until it is withdrawn, which ends the client's sessions. */
export class McpGrants extends Context.Service<
  McpGrants,
  {
    /** Newest first. */
    readonly list: (subjectId: string) => Effect.Effect<ReadonlyArray<McpGrant>>
    /** Whether the person lets the client have all of these scopes. */
    readonly covers: (subjectId: string, clientId: string, scopes: ReadonlyArray<string>) => Effect.Effect<boolean>
    /** The same; what stands cannot be withdrawn before the caller's transaction ends. */
    readonly holds: (subjectId: string, clientId: string, scopes: ReadonlyArray<string>) => Effect.Effect<boolean>
    /** Adds scopes to what the client has, in the caller's transaction. */
    readonly give: (
      holder: Holder,
      client: { readonly id: string; readonly name: string | null },
      scopes: ReadonlyArray<McpScope>
    ) => Effect.Effect<void>
    /** What the client calls itself. */
    readonly nameOf: (subjectId: string, clientId: string) => Effect.Effect<string | null>
    /** Notes that the client acted, and whether it still may. */
    readonly use: (subjectId: string, clientId: string) => Effect.Effect<boolean>
    /** Nothing happens where nothing stands. */
    readonly withdraw: (actor: Actor, holder: Holder, clientId: string) => Effect.Effect<void>
  }
>()("@fleet/server/McpGrants") {
  static readonly layer = Layer.effect(
    McpGrants,
    Effect.gen(function* () {
      const store = yield* McpGrantStore
      const confirmations = yield* McpConfirmationStore
      const sessions = yield* Sessions
      const audit = yield* AuditLog
      const transaction = yield* Transaction

      const record = (action: "created" | "revoked", actor: Actor, holder: Holder, clientId: string) =>
        audit.record({
          orgId: holder.orgId,
          actor,
          action: `${holder.kind}.mcp_grant_${action}`,
          target: { kind: holder.kind, id: holder.id, label: holder.email },
          details: { client_id: clientId, app_id: holder.appId }
        })

      return McpGrants.of({
        list: Effect.fn("McpGrants.list")(function* (subjectId) {
          return (yield* store.list(subjectId)).map(toGrant)
        }),
        covers: Effect.fnUntraced(function* (subjectId, clientId, scopes) {
          const found = yield* store.find({ subjectId, clientId })
          return Option.isSome(found) && isCovered(scopes, found.value.scopes)
        }),
        holds: Effect.fnUntraced(function* (subjectId, clientId, scopes) {
          const found = yield* store.lockForShare({ subjectId, clientId })
          return Option.isSome(found) && isCovered(scopes, found.value.scopes)
        }),
        nameOf: (subjectId, clientId) =>
          Effect.map(store.find({ subjectId, clientId }), (found) => Option.getOrUndefined(found)?.client_name ?? null),
        give: Effect.fn("McpGrants.give")(function* (holder, client, scopes) {
          const found = Option.getOrUndefined(yield* store.lockForUpdate({ subjectId: holder.id, clientId: client.id }))
          const now = DateTime.toDateUtc(yield* DateTime.now)
          const joined = joinedScopes(scopes, found?.scopes ?? [])
          yield* store.put(holder, { clientId: client.id, clientName: client.name, scopes: joined, now })
          if (found !== undefined && isCovered(scopes, found.scopes)) return
          yield* record("created", { kind: holder.kind, id: holder.id, label: holder.email }, holder, client.id)
        }),
        use: Effect.fnUntraced(function* (subjectId, clientId) {
          const found = yield* store.find({ subjectId, clientId })
          if (Option.isNone(found)) return false
          const now = yield* DateTime.now
          const last = found.value.last_used_at
          if (last === null || DateTime.isLessThan(last, DateTime.subtract(now, { minutes: 1 }))) {
            yield* store.touch({ subjectId, clientId }, DateTime.toDateUtc(now))
          }
          return true
        }),
        withdraw: Effect.fn("McpGrants.withdraw")(function* (actor, holder, clientId) {
          const key = { subjectId: holder.id, clientId }
          const found = yield* store.lockForUpdate(key)
          // Sessions too where nothing stands: none is left whatever came before.
          yield* sessions.endClient(holder.id, clientId)
          if (Option.isNone(found)) return
          yield* store.delete(key)
          yield* confirmations.deleteOf(holder.id, clientId)
          yield* record("revoked", actor, holder, clientId)
        }, transaction.run)
      })
    })
  )
}
