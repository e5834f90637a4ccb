import {
  type AuditEvent,
  type AuditFilter,
  type AuditPage,
  type AuditQuery,
  auditPageSize
} from "@fleet/domain/AuditEvents"
import type { OrgId } from "@fleet/domain/Ids"
import { Context, DateTime, Effect, Layer, Option, Stream } from "effect"
import { AuditReaderStore, type Row } from "./AuditReaderStore.ts"
import { csvRecord } from "./csv.ts"

/** Events read and written at a time by an export. */
const exportPage = 1000

const columns = ["seq", "at", "actor_kind", "actor_id", "action", "target_kind", "target_id", "target_label", "details"]

const toEvent = (row: Row): AuditEvent => ({
  id: row.id,
  org_id: row.org_id,
  at: row.at,
  seq: row.seq,
  actor: { kind: row.actor_kind, id: row.actor_id, label: row.actor_label },
  action: row.action,
  target:
    row.target_kind === null || row.target_id === null || row.target_label === null
      ? null
      : { kind: row.target_kind, id: row.target_id, label: row.target_label },
  details: row.details
})

const toRecord = (row: Row): string =>
  csvRecord([
    String(row.seq),
    DateTime.formatIso(row.at),
    row.actor_kind,
    row.actor_id,
    row.action,
    row.target_kind ?? "",
    row.target_id ?? "",
    row.target_label ?? "",
    row.details === null ? "" : JSON.stringify(row.details)
  ])

/**
 * Reads the audit log, newest first, with a cursor. A reader that has seen a number can read all lower ones: none of those
 * is committed later.
 */
export class AuditReader extends Context.Service<
  AuditReader,
  {
    readonly list: (orgId: OrgId, query: AuditQuery) => Effect.Effect<AuditPage>
    /** Everything that matches as CSV. A page is read when the one before it is consumed. */
    readonly export: (orgId: OrgId, filter: AuditFilter) => Stream.Stream<string>
  }
>()("@fleet/server/AuditReader") {
  static readonly layer = Layer.effect(
    AuditReader,
    Effect.gen(function* () {
      const store = yield* AuditReaderStore

      return AuditReader.of({
        list: Effect.fn("AuditReader.list")(function* (
          orgId,
          { before_seq = Infinity, limit = auditPageSize.default, ...filter }
        ) {
          const newest = yield* store.settled(orgId)
          const rows = yield* store.page(orgId, filter, Math.min(before_seq, newest + 1), limit + 1)
          const events = rows.slice(0, limit).map(toEvent)
          return { events, next_cursor: rows.length > limit ? events.at(-1)!.seq : null }
        }),
        export: (orgId, filter) => {
          const page = Effect.fnUntraced(function* (before: number) {
            const rows = yield* store.page(orgId, filter, before, exportPage)
            const next = rows.length < exportPage ? Option.none() : Option.some(rows.at(-1)!.seq)
            return [[rows.map(toRecord).join("")], next] as const
          })
          const pages = Stream.unwrap(Effect.map(store.settled(orgId), (newest) => Stream.paginate(newest + 1, page)))
          return Stream.concat(
            Stream.make(csvRecord(columns)),
            Stream.filter(pages, (text) => text !== "")
          )
        }
      })
    })
  )
}
