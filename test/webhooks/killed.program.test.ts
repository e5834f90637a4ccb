import { assert, it } from "@effect/vitest"
import { OrgId, RobotId, WebhookId } from "@fleet/domain/Ids"
import { Bus } from "@fleet/server/platform/bus/Bus"
import { Sealing } from "@fleet/server/platform/crypto/Sealing"
import { Settings } from "@fleet/server/platform/settings/Settings"
import { Transaction } from "@fleet/server/platform/sql/Transaction"
import { Work } from "@fleet/server/platform/work/Work"
import { WorkStore } from "@fleet/server/platform/work/WorkStore"
import { DeliveryStore } from "@fleet/server/webhooks/DeliveryStore"
import { mintWebhookSecret, secretContext } from "@fleet/server/webhooks/signing"
import { WebhookEvents } from "@fleet/server/webhooks/WebhookEvents"
import { WebhookStore } from "@fleet/server/webhooks/WebhookStore"
import { Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { dirname } from "node:path"
import { Database } from "../../packages/server/src/platform/sql/Database.ts"
import { prints } from "../e2e/support/server.ts"
import { until } from "../e2e/support/until.ts"
import { bundledProgram } from "../support/bundledProgram.ts"
import { startCommand } from "../support/Child.ts"
import { embeddedFolder, migratedAddress, onPostgres } from "../support/Database.ts"
import { temporaryFolder } from "../support/Temporary.ts"
import { makeReceiver, silent, status } from "./receiver.ts"
import { verified } from "./world.ts"

/** How long a busy machine may take for anything here. */
const seconds = 60
const secret = "a secret of the test's own".repeat(2)

/** A migrated database: how a server finds it, and how the test does. */
const storage = Effect.gen(function* () {
  if (!onPostgres) {
    const folder = yield* embeddedFolder
    return { env: { FLEET_DATA: dirname(folder) }, database: Database.embedded(folder) }
  }
  const url = yield* migratedAddress
  const env = { FLEET_DATA: yield* temporaryFolder, DATABASE_URL: url }
  return { env, database: Database.postgres(Redacted.make(url), 1) }
})

/** What writes messages, and nothing that sends them: a process that died after its commit. */
const Writer = WebhookEvents.layer.pipe(
  Layer.provideMerge(Work.layer),
  Layer.provideMerge(
    Layer.mergeAll(
      WebhookStore.layer,
      DeliveryStore.layer,
      WorkStore.layer,
      Sealing.layer,
      Transaction.layer,
      Bus.layer
    )
  ),
  Layer.provide(Settings.layerTest({ secret: Redacted.make(secret) }))
)

/** A webhook of a new org, and a message to it that nobody has sent. */
const writeMessage = Effect.fnUntraced(function* (url: string) {
  const sql = yield* SqlClient.SqlClient
  const [orgId, id] = [OrgId.make(randomUUID()), WebhookId.make(randomUUID())]
  yield* sql`INSERT INTO orgs ${sql.insert({ id: orgId, name: "Org" })}`
  const key = mintWebhookSecret()
  const sealed = (yield* Sealing).seal(key, secretContext(id))
  const events = ["job.ended"] as const
  const webhook = { id, url, description: null, events, robot_ids: null, enabled: true }
  yield* (yield* WebhookStore).insert(orgId, webhook, sealed, new Date())
  const robotId = RobotId.make(randomUUID())
  yield* (yield* WebhookEvents).emit([{ type: "job.ended", orgId, robotId, atMs: 0, data: () => ({ told: true }) }])
  return key
})

/** A server of its own process, so that a kill reaches nothing else. */
const startServer = Effect.fnUntraced(function* (env: Record<string, string>) {
  const common = { PATH: process.env.PATH, PORT: "0", FLEET_SECRET: secret, OUTBOUND_ALLOW: "127.0.0.0/8" }
  const main = yield* Effect.promise(() => bundledProgram("server", "main"))
  const child = yield* startCommand(process.execPath, [main, "--no-demo"], { env: { ...common, ...env } })
  yield* prints(child, /is at (http:\S+)/, seconds)
  return child.kill("SIGKILL")
})

it.live(
  "a message whose process was killed before it was sent, or while it was, is sent by the next one",
  () =>
    Effect.gen(function* () {
      const { database, env } = yield* storage
      const receiver = yield* makeReceiver
      receiver.answer = silent
      const key = yield* Effect.provide(writeMessage(receiver.url), Writer.pipe(Layer.provideMerge(database)))
      assert.lengthOf(receiver.received, 0)

      const count = (atLeast: number) =>
        until(
          `request ${atLeast}`,
          Effect.sync(() => receiver.received.length >= atLeast),
          seconds
        )
      const kill = yield* startServer(env)
      yield* count(1)
      yield* kill

      receiver.answer = status(200)
      yield* Effect.gen(function* () {
        // As if the killed server's time were over.
        yield* (yield* SqlClient.SqlClient)`UPDATE work_items SET due_at = now() - interval '1 second'`
      }).pipe(Effect.provide(database))
      const killNext = yield* startServer(env)
      yield* count(2)
      yield* killNext

      const [first, second, ...others] = receiver.received
      assert.lengthOf(others, 0)
      assert.deepStrictEqual(verified(key, first!).data, { told: true })
      assert.deepStrictEqual([second!.body, second!.headers["webhook-id"]], [first!.body, first!.headers["webhook-id"]])
    }),
  600_000
)
