import type { OrgId } from "@fleet/domain/Ids"
import { Bus } from "@fleet/server/platform/bus/Bus"
import { DateTime, Effect } from "effect"
import { makeOrg } from "../support/people.ts"
import { connectRealtime } from "../support/RealtimeClient.ts"

/** An event of an org, as some part of the service tells it. */
export const happen = Effect.fnUntraced(function* (orgId: OrgId, subject: string, detail: unknown = null) {
  const at = DateTime.makeUnsafe(0)
  const event = { at, kind: "datapoint", severity: "info", robot_id: null, subject, detail } as const
  const bus = yield* Bus
  bus.publishOrg(orgId, { type: "activity", event })
})

/** A developer's socket that follows its org; the replay is taken. */
export const aConsole = Effect.gen(function* () {
  const { developer, orgId } = yield* makeOrg
  const client = yield* connectRealtime(developer.token)
  client.send({ type: "org_event_subscribe" })
  const replay = yield* client.next("org_event_replay")
  return { client, developer, orgId, replay }
})
