import { assert, layer } from "@effect/vitest"
import { Bus } from "@fleet/server/platform/bus/Bus"
import { AuditLog } from "@fleet/server/audit/AuditLog"
import { AuditStore } from "@fleet/server/audit/AuditStore"
import { AppUserAudit } from "@fleet/server/identity/app-users/signin/AppUserAudit"
import { AppUserAuditStore } from "@fleet/server/identity/app-users/signin/AppUserAuditStore"
import { Effect, Layer, Logger } from "effect"
import { SqlClient } from "effect/sql"
import { TestDatabase } from "../../../support/Database.ts"

const Subject = AppUserAudit.layer.pipe(
  Layer.provide(AuditLog.layer),
  Layer.provide(Layer.mergeAll(AuditStore.layer, AppUserAuditStore.layer, Bus.layer)),
  Layer.provideMerge(TestDatabase)
)

layer(Subject, { timeout: "60 seconds" })("AppUserAudit.recordInBackground", (it) => {
  it.effect("AppUserAudit.recordInBackground logs what it could not record", () => {
    const said: Array<string> = []
    const log = Logger.layer([Logger.make(({ message }) => said.push(String(message)))])
    return Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`ALTER TABLE audit_events RENAME TO elsewhere`
      yield* (yield* AppUserAudit).recordInBackground(null, { action: "app_user.login_failed" })
      while (said.length === 0) yield* Effect.promise(() => new Promise(setImmediate))
      yield* sql`ALTER TABLE elsewhere RENAME TO audit_events`
      assert.include(said[0], "app_user.login_failed could not be recorded")
    }).pipe(Effect.provide(log))
  })
})
