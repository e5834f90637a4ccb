import { assert, layer } from "@effect/vitest"
import { WebhookEvents } from "@fleet/server/webhooks/WebhookEvents"
import { Array, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { makeRobot } from "../support/people.ts"
import { makeReceiver, silent } from "./receiver.ts"
import { anOrg, arrived, aWebhook, inState, ping, WebhooksApp } from "./world.ts"

layer(WebhooksApp, { timeout: "60 seconds" })("organisations beside each other", (it) => {
  it.effect("a thousand messages to a receiver that is silent do not hold up another organisation's", () =>
    Effect.gen(function* () {
      const hanging = yield* makeReceiver
      hanging.answer = silent
      const flood = yield* anOrg
      yield* aWebhook(flood, hanging.url, { events: ["job.ended"] })
      const { robot } = yield* makeRobot(flood.owner.caller)
      const events = yield* WebhookEvents
      const event = { type: "job.ended", orgId: flood.orgId, robotId: robot.id, atMs: 0, data: () => ({}) } as const
      yield* events.emit(Array.makeBy(1_000, () => event))

      // As many as may be under way are, and stay so: the test's time does not pass.
      yield* arrived(hanging, 8)
      const quick = yield* makeReceiver
      const other = yield* anOrg
      const { id } = yield* aWebhook(other, quick.url)
      for (let count = 0; count < 3; count++) yield* inState(yield* ping(other, id), "delivered")
      assert.lengthOf(quick.received, 3)

      assert.lengthOf(hanging.received, 8)
      const sql = yield* SqlClient.SqlClient
      const [row] = yield* sql<{ count: number }>`
        SELECT count(*)::int AS count FROM work_items WHERE org_id = ${flood.orgId} AND state = 'pending'`
      assert.strictEqual(row!.count, 1_000)
    })
  )
})
