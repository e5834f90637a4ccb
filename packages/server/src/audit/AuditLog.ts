import { type Caller, labelOf } from "@fleet/domain/Caller"
import { firstCharacters } from "@fleet/domain/firstCharacters"
import type { AppId, AppUserId, OrgId, RobotId } from "@fleet/domain/Ids"
import { Clock, Context, DateTime, Effect, Layer } from "effect"
import { Bus } from "../platform/bus/Bus.ts"
import type { AuditRow } from "./auditInsertSql.ts"
import { Transaction } from "../platform/sql/Transaction.ts"
import { AuditStore } from "./AuditStore.ts"

/** Who did it: a caller, or a bridge or the platform itself. */
export type Actor =
  | Caller
  | { readonly kind: Caller["kind"] | "bridge"; readonly id: string; readonly label: string }
  | { readonly kind: "platform"; readonly label: string }

/** The platform itself, acting in an org. */
export interface PlatformIn {
  readonly kind: "platform"
  readonly label: string
  readonly orgId: OrgId
}

export const platformIn = (orgId: OrgId): PlatformIn => ({ kind: "platform", label: "Platform", orgId })

/** The object of an action. `label` is its name at the time, and stays when it is renamed or deleted. */
export interface AuditTarget {
  readonly kind: string
  readonly id: string
  readonly label: string
}

/** A target that is labelled with its name. */
export const auditTarget = (
  kind: string,
  { id, name }: { readonly id: string; readonly name: string }
): AuditTarget => ({
  kind,
  id,
  label: name
})

/** What happened, to be recorded. */
export interface AuditEntry {
  readonly orgId: OrgId
  readonly actor: Actor
  /** Dotted, as `robot.renamed`. */
  readonly action: string
  readonly target?: AuditTarget
  readonly details?: Readonly<Record<string, unknown>> | undefined
  /** The robot it concerns, for the org's activity stream. */
  readonly robotId?: RobotId
}

/** An app user, as the records of its own account name it. */
export interface AccountHolder {
  readonly id: AppUserId
  readonly orgId: OrgId
  readonly appId: AppId
  readonly email: string
}

/** What an app user did. The target is the app user when left out; the app's id is added to the details. */
export type OwnEntry = Pick<AuditEntry, "action" | "details" | "target">

/** The nil uuid: the platform itself has no id. */
const platformId = "00000000-0000-0000-0000-000000000000"

const longestLabel = 200

const label = (actor: Actor) => ("label" in actor ? actor.label : labelOf(actor))

/** The row of an entry, and what to call with its number once it is committed. */
export interface PreparedEntry {
  readonly row: AuditRow
  readonly committed: (seq: number) => void
}

/** Writes the audit log. A change that changes nothing is not recorded. */
export class AuditLog extends Context.Service<
  AuditLog,
  {
    /** Records in the transaction of the change that the entry is about. */
    readonly record: (entry: AuditEntry) => Effect.Effect<void>
    /** The same for what a caller does in the org it belongs to. */
    readonly recordBy: (
      caller: Caller,
      action: string,
      target: AuditTarget,
      details?: AuditEntry["details"]
    ) => Effect.Effect<void>
    /**
     * Records what an app user did to its own account. For an unknown user (null) the same statement writes no row, so that
     * an unknown address takes the same time as a known one.
     */
    readonly recordOwn: (user: AccountHolder | null, entry: OwnEntry) => Effect.Effect<void>
    /** The same in the background, without delaying the answer. Not inside a transaction. */
    readonly recordOwnInBackground: (user: AccountHolder | null, entry: OwnEntry) => Effect.Effect<void>
    /** The same of many entries, in one statement however many there are. */
    readonly recordAll: (entries: ReadonlyArray<AuditEntry>) => Effect.Effect<void>
    /** For a store that writes a change and its entry in one statement (see auditInsert). */
    readonly prepare: (entry: AuditEntry) => PreparedEntry
  }
>()("@fleet/server/AuditLog") {
  static readonly layer = Layer.effect(
    AuditLog,
    Effect.gen(function* () {
      const store = yield* AuditStore
      const bus = yield* Bus
      const transaction = yield* Transaction
      const clock = yield* Clock.Clock
      const scope = yield* Effect.scope

      const prepare = ({ action, actor, details, orgId, robotId, target: named }: AuditEntry): PreparedEntry => {
        const at = DateTime.makeUnsafe(clock.currentTimeMillisUnsafe())
        const target = named === undefined ? null : { ...named, label: firstCharacters(named.label, longestLabel) }
        return {
          row: {
            org_id: orgId,
            at: DateTime.formatIso(at),
            actor_kind: actor.kind,
            actor_id: actor.kind === "platform" ? platformId : actor.id,
            actor_label: firstCharacters(label(actor), longestLabel),
            action,
            target_kind: target?.kind ?? null,
            target_id: target?.id ?? null,
            target_label: target?.label ?? null,
            details: details ?? null
          },
          committed: (seq) =>
            bus.publishOrg(orgId, {
              type: "activity",
              event: {
                at,
                kind: "audit",
                severity: "info",
                robot_id: robotId ?? null,
                subject: action,
                detail: { seq, target }
              }
            })
        }
      }

      const write = Effect.fn("AuditLog.record")(function* (entries: ReadonlyArray<AuditEntry>) {
        const prepared = entries.map(prepare)
        const seqs = yield* store.insert(prepared.map(({ row }) => row))
        yield* transaction.afterCommit(
          Effect.sync(() => prepared.forEach(({ committed }, index) => committed(seqs[index]!)))
        )
      })

      const recordOwn = (user: AccountHolder | null, { action, details, target }: OwnEntry) => {
        if (user === null) return write([])
        const actor = { kind: "app_user", id: user.id, label: user.email } as const
        const entry = { orgId: user.orgId, actor, action, target: target ?? actor }
        return write([{ ...entry, details: { app_id: user.appId, ...details } }])
      }

      return AuditLog.of({
        prepare,
        record: (entry) => write([entry]),
        recordBy: (caller, action, target, details) =>
          write([{ orgId: caller.orgId, actor: caller, action, target, details }]),
        recordOwn,
        recordOwnInBackground: (user, entry) =>
          recordOwn(user, entry).pipe(
            Effect.catchDefect((defect) => Effect.logError(`${entry.action} could not be recorded`, defect)),
            Effect.forkIn(scope),
            Effect.asVoid
          ),
        recordAll: (entries) => (entries.length === 0 ? Effect.void : write(entries))
      })
    })
  )
}
