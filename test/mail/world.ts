import { AppId, OrgId, RoleId } from "@fleet/domain/Ids"
import { Bus } from "@fleet/server/platform/bus/Bus"
import { Deliveries } from "@fleet/server/mail/Deliveries"
import { KeptMails } from "@fleet/server/mail/KeptMails"
import { Letters } from "@fleet/server/mail/Letters"
import { Mailer } from "@fleet/server/mail/Mailer"
import { MailNameStore } from "@fleet/server/mail/MailNameStore"
import { MailWorkers } from "@fleet/server/mail/MailWorkers"
import { type NewMail, Outbox } from "@fleet/server/mail/Outbox"
import { Templates } from "@fleet/server/mail/Templates"
import { AuditLog } from "@fleet/server/audit/AuditLog"
import { AuditStore } from "@fleet/server/audit/AuditStore"
import { Settings } from "@fleet/server/platform/settings/Settings"
import { Work } from "@fleet/server/platform/work/Work"
import { WorkStore } from "@fleet/server/platform/work/WorkStore"
import { Sealing } from "@fleet/server/platform/crypto/Sealing"
import { DateTime, Effect, Layer, Option, Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { TestDatabase } from "../support/Database.ts"
import { MailSink } from "../support/MailSink.ts"
import { unique } from "../support/people.ts"

type Overrides = Parameters<typeof Settings.layerTest>[0]

/** A database and a mail server, and nothing that sends. */
export const World = Layer.mergeAll(TestDatabase, MailSink.layer)

/** The outbox and what it needs, as one process over the world has it. */
export const outboxOf = (
  settings: Overrides,
  mailer: Layer.Layer<Mailer, never, Settings | KeptMails> = Mailer.layer
) =>
  Outbox.layer.pipe(
    Layer.provideMerge(Deliveries.layer),
    Layer.provideMerge(Layer.mergeAll(Letters.layer, mailer)),
    Layer.provideMerge(Layer.mergeAll(KeptMails.layer, Templates.layer, Work.layer)),
    Layer.provideMerge(AuditLog.layer),
    Layer.provideMerge(
      Layer.mergeAll(AuditStore.layer, MailNameStore.layer, WorkStore.layer, Sealing.layer, Bus.layer)
    ),
    Layer.provide(Settings.layerTest(settings))
  )

/** A process that writes mails and dies before it sends one. */
export const Writer = Layer.unwrap(
  Effect.map(MailSink, ({ url }) => outboxOf({ mailUrl: Option.some(Redacted.make(url)) }))
)

/** A process that writes mails and sends them. */
export const Sender = MailWorkers.pipe(Layer.provideMerge(Writer))

const id = <A>(schema: Schema.Codec<A, string>) => Schema.decodeSync(schema)(randomUUID())

/** An org with an app and a role, made in the tables alone. */
export const makeApp = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [orgId, appId, roleId] = [id(OrgId), id(AppId), id(RoleId)]
  const app = { name: `App ${unique()}`, identifier: `app_${unique()}` }
  yield* sql`INSERT INTO orgs ${sql.insert({ id: orgId, name: `Org ${unique()}` })}`
  yield* sql`INSERT INTO apps ${sql.insert({ id: appId, org_id: orgId, ...app })}`
  yield* sql`INSERT INTO roles ${sql.insert({ id: roleId, org_id: orgId, app_id: appId, name: "operate" })}`
  return { orgId, appId, roleId, ...app }
})

/** A mail of the platform that holds ten minutes. */
export const newMail = Effect.fnUntraced(function* (change: Partial<NewMail> = {}) {
  const expiresAt = DateTime.toDateUtc(DateTime.add(yield* DateTime.now, { minutes: 10 }))
  return {
    kind: "portal_code",
    to: `${unique()}@example.com`,
    orgId: null,
    appId: null,
    displayName: null,
    roleId: null,
    link: null,
    code: "012345",
    expiresAt,
    send: true,
    ...change
  } satisfies NewMail as NewMail
})

/** A mail in the work queue. */
export const rowOf = Effect.fnUntraced(function* (id: string) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{
    readonly state: string
    readonly attempts: number
    readonly failure: string | null
    readonly payload: unknown
    readonly due_at: Date
  }>`SELECT state, attempts, failure, payload, due_at FROM work_items WHERE id = ${id}`
  return row!
})

/** What a mail server took for an address. */
export const mailsTo = ({ mails }: MailSink["Service"], to: string) => mails.filter((mail) => mail.to === to)

/** Asks until it is so, in real time, for a minute at most. */
export const eventually = <E, R>(check: Effect.Effect<boolean, E, R>, turns = 6_000): Effect.Effect<void, E, R> =>
  Effect.flatMap(check, (so) => {
    if (so) return Effect.void
    if (turns === 0) return Effect.die(new Error("It never came to that."))
    return Effect.andThen(
      Effect.promise(() => new Promise((resume) => setTimeout(resume, 10))),
      eventually(check, turns - 1)
    )
  })
