import { assert, layer } from "@effect/vitest"
import { Bus } from "@fleet/server/platform/bus/Bus"
import { AuditLog } from "@fleet/server/audit/AuditLog"
import { AuditStore } from "@fleet/server/audit/AuditStore"
import { Effect, Layer, Logger } from "effect"
import { SqlClient } from "effect/sql"
import { TestDatabase } from "../support/Database.ts"

const Subject = AuditLog.layer.pipe(
  Layer.provide(Layer.mergeAll(AuditStore.layer, Bus.layer)),
  Layer.provideMerge(TestDatabase)
)

layer(Subject, { timeout: "60 seconds" })("AuditLog.recordOwnInBackground", (it) => {
  it.effect("AuditLog.recordOwnInBackground logs what it could not record", () => {
    const said: Array<string> = []
    const log = Logger.layer([Logger.make(({ message }) => said.push(String(message)))])
    return Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`ALTER TABLE audit_events RENAME TO elsewhere`
      yield* (yield* AuditLog).recordOwnInBackground(null, { action: "app_user.login_failed" })
      while (said.length === 0) yield* Effect.promise(() => new Promise(setImmediate))
      yield* sql`ALTER TABLE elsewhere RENAME TO audit_events`
      assert.include(said[0], "app_user.login_failed could not be recorded")
    }).pipe(Effect.provide(log))
  })
})
