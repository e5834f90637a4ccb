import { NodeHttpServer } from "@effect/platform-node"
import { AppId, AppUserId, DeveloperId, type OrgId, type RobotId, RoleId } from "@fleet/domain/Ids"
import { App, Services, Stores } from "@fleet/server/App"
import { hashSecret, mintSecret, serverKeyPrefix } from "@fleet/server/auth/Secrets"
import { Sessions } from "@fleet/server/auth/Sessions"
import { Upgrades } from "@fleet/server/http/Upgrades"
import { Robots } from "@fleet/server/robots/Robots"
import { Settings } from "@fleet/server/Settings"
import { Effect, Layer, Logger } from "effect"
import { HttpClient, HttpClientRequest, HttpRouter, type HttpMethod } from "effect/unstable/http"
import { SqlClient } from "effect/unstable/sql"
import { randomUUID } from "node:crypto"
import { TestDatabase } from "../support/Database.ts"
import { anOrg } from "./fixtures.ts"

/** The whole service on a random port, on a database of its own. */
export const World = HttpRouter.serve(App, { disableListenLog: true, disableLogger: true }).pipe(
  Layer.provideMerge(Services),
  Layer.provide(Upgrades.layer),
  Layer.provideMerge(Stores),
  Layer.provideMerge(Layer.mergeAll(TestDatabase, Settings.layerTest())),
  Layer.provideMerge(NodeHttpServer.layerTest),
  Layer.provide(Logger.layer([]))
)

/** What came back, to the byte where bytes matter. */
export interface Answer {
  readonly status: number
  readonly body: any
  readonly text: string
  readonly headers: Readonly<Record<string, string>>
}

/** One request. `body` is sent as JSON, a string as it is. */
export const send = Effect.fnUntraced(function* (
  method: HttpMethod.HttpMethod,
  path: string,
  options: {
    readonly as?: string
    readonly body?: unknown
    readonly headers?: Readonly<Record<string, string>>
  } = {}
) {
  let request = HttpClientRequest.make(method)(path, { headers: { ...options.headers } })
  if (options.as !== undefined) request = HttpClientRequest.bearerToken(request, options.as)
  if (options.body !== undefined) {
    const text = typeof options.body === "string" ? options.body : JSON.stringify(options.body)
    request = HttpClientRequest.bodyText(request, text, "application/json")
  }
  const response = yield* HttpClient.execute(request)
  const text = yield* response.text
  const answer: Answer = {
    status: response.status,
    text,
    body: text === "" ? undefined : JSON.parse(text),
    headers: response.headers
  }
  return answer
}, Effect.orDie)

/** Status and envelope of a refusal, without its words. */
export const refusal = (...request: Parameters<typeof send>) =>
  Effect.map(send(...request), ({ body, status }) => {
    const { message, ...rest } = body
    return typeof message === "string" ? [status, rest] : [status, body]
  })

const idOf = (rows: ReadonlyArray<object>) => String((rows[0] as { readonly id: unknown }).id)

export interface Developer {
  readonly id: DeveloperId
  readonly token: string
}

const aDeveloper = Effect.fnUntraced(function* (orgId: OrgId, tier: "owner" | "developer") {
  const sql = yield* SqlClient.SqlClient
  const sessions = yield* Sessions
  const email = `${randomUUID()}@example.com`
  const id = DeveloperId.make(
    idOf(yield* sql`INSERT INTO developers ${sql.insert({ org_id: orgId, email, tier })} RETURNING id`)
  )
  const { access_token } = yield* sessions.open({ kind: "developer", id, orgId, tokenVersion: 0 })
  return { id, email, token: access_token }
}, Effect.orDie)

/** An org with an Owner, a Developer and one robot. */
export const anOrgWithRobot = Effect.gen(function* () {
  const orgId = yield* anOrg
  const owner = yield* aDeveloper(orgId, "owner")
  const developer = yield* aDeveloper(orgId, "developer")
  const robots = yield* Robots
  const created = yield* robots.create(orgId, { kind: "platform", id: "test", label: "test" }, "Rover")
  return {
    orgId,
    owner,
    developer,
    robot: created.robot,
    bridgeToken: created.token,
    path: `/api/robots/${created.robot.id}`
  }
}).pipe(Effect.orDie)

/** An app that reaches the robots, with a user whose role grants the slugs on each, and a server key. */
export const anApp = Effect.fnUntraced(function* (
  orgId: OrgId,
  robotIds: ReadonlyArray<RobotId>,
  grants: ReadonlyArray<readonly [RobotId, string]>,
  capabilities: { readonly action_history?: boolean; readonly assets?: boolean } = {}
) {
  const sql = yield* SqlClient.SqlClient
  const sessions = yield* Sessions
  const identifier = `app_${randomUUID().replaceAll("-", "").replace(/^/, "x")}`
  const appId = AppId.make(
    idOf(yield* sql`INSERT INTO apps ${sql.insert({ org_id: orgId, name: "App", identifier })} RETURNING id`)
  )
  for (const [position, robot_id] of robotIds.entries()) {
    yield* sql`INSERT INTO app_robots ${sql.insert({ app_id: appId, robot_id, org_id: orgId, position })}`
  }
  const role = { org_id: orgId, app_id: appId, name: "Role", action_history: false, assets: false, ...capabilities }
  const roleId = RoleId.make(idOf(yield* sql`INSERT INTO roles ${sql.insert(role)} RETURNING id`))
  for (const [robot_id, slug] of grants) {
    yield* sql`INSERT INTO role_grants ${sql.insert({ role_id: roleId, robot_id, org_id: orgId, slug })}`
  }
  const person = {
    org_id: orgId,
    app_id: appId,
    email: `${randomUUID()}@example.com`,
    role_id: roleId,
    status: "active"
  }
  const userId = AppUserId.make(idOf(yield* sql`INSERT INTO app_users ${sql.insert(person)} RETURNING id`))
  const { access_token } = yield* sessions.open({ kind: "app_user", id: userId, orgId, appId })
  const key = `${serverKeyPrefix}${mintSecret()}`
  yield* sql`INSERT INTO server_keys ${sql.insert({ org_id: orgId, app_id: appId, name: "Key", hash: hashSecret(key) })}`
  return { appId, identifier, roleId, user: access_token, key }
}, Effect.orDie)

/** The audit trail of an org after an event, oldest first. */
export const auditOf = Effect.fnUntraced(function* (orgId: OrgId) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`
    SELECT action, actor_kind, actor_id, target_kind, target_id, target_label, details
    FROM audit_events WHERE org_id = ${orgId} ORDER BY audit_events.seq`
  return rows as ReadonlyArray<any>
}, Effect.orDie)
