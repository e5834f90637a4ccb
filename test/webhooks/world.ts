import { DeveloperAuth } from "@fleet/server/identity/developers/DeveloperAuth"
import { DateTime, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { Webhook } from "standardwebhooks"
import { makeOrg } from "../support/people.ts"
import { testApp } from "../support/TestApp.ts"
import { call } from "../support/wire.ts"
import { eventually } from "../robots/jobs/world.ts"
import { makeReceiver, type Received, type Receiver } from "./receiver.ts"

export const path = "/api/org/webhooks"

/** The service with receivers on the loopback interface. */
export const WebhooksApp = testApp({ outboundAllow: ["127.0.0.0/8"] })

/** An org, with its Owner's bearer as `as`. */
export const anOrg = Effect.map(makeOrg, (org) => ({ ...org, as: org.owner.token }))
type Org = Effect.Success<typeof anOrg>

/** A bearer of now: an older one expires as the test's time passes. */
export const freshToken = (email: string) =>
  Effect.gen(function* () {
    return (yield* (yield* DeveloperAuth).mint(email)).access_token
  })

/** A webhook of the org. */
export const aWebhook = Effect.fnUntraced(function* (
  { as }: Pick<Org, "as">,
  url: string,
  rest: Readonly<Record<string, unknown>> = {}
) {
  const { body, status } = yield* call("POST", path, { as, body: { url, events: ["config.published"], ...rest } })
  if (status !== 201) return yield* Effect.die(new Error(`${status} ${JSON.stringify(body)}`))
  return { id: body.webhook.id as string, webhook: body.webhook, secret: body.secret as string }
})

/** Asks for a ping; answers the id of its delivery. */
export const ping = Effect.fnUntraced(function* ({ as }: Pick<Org, "as">, id: string) {
  const { body, status } = yield* call("POST", `${path}/${id}/ping`, { as })
  if (status !== 202) return yield* Effect.die(new Error(`${status} ${JSON.stringify(body)}`))
  return body.delivery_id as string
})

/** The deliveries of a webhook, newest first. */
export const deliveriesOf = ({ as }: Pick<Org, "as">, id: string, query = "") =>
  Effect.map(
    call("GET", `${path}/${id}/deliveries${query}`, { as }),
    ({ body }) => body.deliveries as ReadonlyArray<any>
  )

/** State and attempts of a delivery, as they are stored. */
export const stored = Effect.fnUntraced(function* (id: string) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql`SELECT state, attempts, body FROM webhook_deliveries WHERE id = ${id}`
  return row as { readonly state: string; readonly attempts: ReadonlyArray<any>; readonly body: string } | undefined
})

/** The delivery once so many attempts at it are stored. */
export const attempted = (id: string, attempts: number) =>
  Effect.map(
    eventually(stored(id), (row) => row?.attempts.length === attempts),
    (row) => row!
  )

/** The delivery once it is in the state. */
export const inState = (id: string, state: string) =>
  Effect.map(
    eventually(stored(id), (row) => row?.state === state),
    (row) => row!
  )

/** What came to the receiver, once it is so many requests. */
export const arrived = ({ received }: Receiver, count: number) =>
  eventually(
    Effect.sync(() => received),
    ({ length }) => length >= count
  )

/** What the body says, if the library of Standard Webhooks takes its signature for one of the secret's, now. */
export const verified = (secret: string, { body, headers }: Received): any => {
  // The library compares with the machine's clock, and the service has the test's.
  const { now } = Date
  Date.now = () => Number(headers["webhook-timestamp"]) * 1000
  try {
    return new Webhook(secret).verify(body, headers as Record<string, string>)
  } finally {
    Date.now = now
  }
}

/** How often workers look for themselves, in milliseconds. */
const lookEveryMs = 5_000

/**
 * Waits until the org's one pending item is due after such a pause, and lets the pause be over. The pause began with an
 * attempt, which was made at some moment of the last step of the clock.
 */
export const skipPause = Effect.fnUntraced(function* (orgId: string, pauseMs: number) {
  const sql = yield* SqlClient.SqlClient
  const now = DateTime.toDateUtc(yield* DateTime.now)
  const items = sql<{ due_at: Date }>`SELECT due_at FROM work_items WHERE org_id = ${orgId} AND state = 'pending'`
  yield* eventually(items, ([item]) => {
    const beganMs = (item?.due_at.getTime() ?? Number.NaN) - pauseMs
    return beganMs <= now.getTime() && beganMs >= now.getTime() - lookEveryMs
  })
  yield* sql`UPDATE work_items SET due_at = ${now} WHERE org_id = ${orgId} AND state = 'pending'`
  yield* TestClock.adjust(lookEveryMs)
})

/** Every event. */
export const all = [
  "alert.firing",
  "alert.resolved",
  "robot.online",
  "robot.offline",
  "job.ended",
  "config.published",
  "usage.threshold"
]

/** A webhook of the world's org, and what came to it: each with a signature that is right. */
export const listen = Effect.fnUntraced(function* (
  { owner }: { readonly owner: { readonly token: string } },
  events: ReadonlyArray<string>,
  rest: object = {}
) {
  const receiver = yield* makeReceiver
  const { id, secret } = yield* aWebhook({ as: owner.token }, receiver.url, { events, ...rest })
  const messages = (count: number) =>
    Effect.map(arrived(receiver, count), (received) => received.map((each) => verified(secret, each)))
  return { id, receiver, messages }
})

/** The messages written so far to webhooks of the org, oldest first. */
export const writtenTo = Effect.fnUntraced(function* (orgId: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ body: string }>`
    SELECT d.body FROM webhook_deliveries d JOIN webhooks w ON w.id = d.webhook_id WHERE w.org_id = ${orgId} ORDER BY d.seq`
  return rows.map(({ body }) => JSON.parse(body))
})
