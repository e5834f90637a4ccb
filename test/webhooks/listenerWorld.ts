import { WebhookEvents } from "@fleet/server/webhooks/WebhookEvents"
import type { OrgId } from "@fleet/domain/Ids"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { makeRobot } from "../support/people.ts"
import { call } from "../support/wire.ts"
import { anOrg, path } from "./world.ts"

/** The routes of listeners. */
export const listeners = `${path}/listeners`
/** A secret of a webhook. */
export const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`

/** An org with a robot; `tell` emits an event of the robot whose data is a number. */
export const aListeningOrg = Effect.gen(function* () {
  const org = yield* anOrg
  const { robot } = yield* makeRobot(org.owner.caller)
  const { emit } = yield* WebhookEvents
  const tell = (data: number, type: "alert.firing" | "job.ended" = "job.ended", robotId = robot.id) =>
    emit([{ type, orgId: org.orgId, robotId, atMs: data, data: () => data }])
  return { ...org, dev: org.developer.token, robot, tell }
})

/** Opens a listener. */
export const open = Effect.fnUntraced(function* (as: string, body?: object) {
  const answer = yield* call("POST", listeners, { as, body })
  if (answer.status !== 201) return yield* Effect.die(new Error(`${answer.status} ${JSON.stringify(answer.body)}`))
  return answer.body as { readonly listener_id: string; readonly secret: string; readonly expires_at: string }
})

/** Reports results and fetches messages. */
export const fetchFrom = (as: string, id: string, results: ReadonlyArray<object> = [], wait_s = 0) =>
  call("POST", `${listeners}/${id}/messages`, { as, body: { results, wait_s } })

/** The messages that a fetch answers. */
export const messagesOf = (as: string, id: string, results: ReadonlyArray<object> = []) =>
  Effect.map(fetchFrom(as, id, results), ({ body }) => body.messages as ReadonlyArray<any>)

/** What messages say. */
export const dataOf = (messages: ReadonlyArray<any>) => messages.map(({ body }) => JSON.parse(body).data)

/** Items of work of an org. */
export const workOf = (orgId: OrgId) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT id FROM work_items WHERE org_id = ${orgId}`)
