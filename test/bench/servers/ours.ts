import { NodeRuntime, NodeServices } from "@effect/platform-node"
import type { RobotId } from "@fleet/domain/Ids"
import { Passwords } from "@fleet/server/identity/factors/Passwords"
import { Bus } from "@fleet/server/platform/bus/Bus"
import { Counters } from "@fleet/server/platform/telemetry/Counters"
import { Drafts } from "@fleet/server/robots/config/Drafts"
import { Publishing } from "@fleet/server/robots/config/Publishing"
import { Serve } from "@fleet/server/Serve"
import { Settings } from "@fleet/server/platform/settings/Settings"
import { Effect, Layer, Redacted } from "effect"
import { HttpServer } from "effect/http"
import { SqlClient } from "effect/sql"
import { type AddressInfo } from "node:net"
import { WebSocketServer } from "ws"
import { grant, makeApp, makeAppUser, makeOrg, makeRobot, makeServerKey } from "../../support/people.ts"
import { answer } from "../support/Answers.ts"
import { busyWith, prepareBusy } from "./BusyDatabase.ts"
import { memory } from "./memory.ts"
import { accountPassword, accounts, type OurFacts, publisherSlug, reading, robots, serviceSlugs } from "./facts.ts"

const source = `platform: 1
datapoints:
  ${reading}:
    topic: /reading
    type: std_msgs/msg/String
    field: data
services:
${serviceSlugs.map((slug) => `  ${slug}: { ros_name: /${slug}, type: std_srvs/srv/Trigger }`).join("\n")}
publishers:
  ${publisherSlug}:
    topic: /cmd_vel
    type: geometry_msgs/msg/Twist
    message: { linear: { x: "\${forward}" } }
    parameters: { forward: { type: float64 } }
    failsafe: { timeout_ms: 60000, message: { linear: { x: 0 } } }
    quiet_timeout_ms: 60000
`

/** The service as it is started, with one app user and one server key that may do everything on some robots. */
const seed = Effect.gen(function* () {
  const { owner } = yield* makeOrg
  const made = yield* Effect.forEach(Array.from({ length: robots }), () =>
    Effect.gen(function* () {
      const { robot, token } = yield* makeRobot(owner.caller)
      yield* (yield* Drafts).put(owner.caller, robot, source)
      yield* (yield* Publishing).publish(owner.caller, robot)
      return { id: robot.id, token }
    })
  )
  const { app, operate } = yield* makeApp(
    owner.caller,
    made.map(({ id }) => id)
  )
  const slugs = [reading, publisherSlug, ...serviceSlugs]
  const grants = Object.fromEntries(made.map(({ id }) => [id, slugs])) as Record<RobotId, ReadonlyArray<string>>
  yield* grant(owner.caller, app, operate.id, grants)
  const user = yield* makeAppUser(owner.caller, app, operate.id)
  const key = yield* makeServerKey(owner.caller, app)
  const sql = yield* SqlClient.SqlClient
  const hash = yield* (yield* Passwords).hash(Redacted.make(accountPassword))
  yield* sql`
    UPDATE apps SET self_registration = true, email_code_enabled = true, default_role_id = ${operate.id}
    WHERE id = ${app.id}`
  yield* sql`
    INSERT INTO app_users (org_id, app_id, email, role_id, status, password_hash)
    SELECT ${app.org_id}, ${app.id}, 'account-' || n || '@example.com', ${operate.id}, 'active', ${hash}
    FROM generate_series(0, ${accounts - 1}::int) AS n`
  return {
    robots: made,
    userToken: user.token,
    serverKey: key.token,
    appId: app.id,
    appIdentifier: app.identifier
  }
})

/** A socket whose every text becomes a sample of the first robot on the bus: the data plane without the bridge. */
const openBusInlet = Effect.fnUntraced(function* (robotId: RobotId) {
  const bus = yield* Bus
  const inlet = yield* Effect.acquireRelease(
    Effect.callback<WebSocketServer>((resume) => {
      const opened = new WebSocketServer({ port: 0, host: "127.0.0.1" })
      opened.once("listening", () => resume(Effect.succeed(opened)))
    }),
    (opened) => Effect.sync(() => opened.close())
  )
  inlet.on("connection", (socket) =>
    socket.on("message", (data: Buffer) =>
      bus.publish({ type: "sample", robotId, slug: reading, json: data.toString(), timestampMs: Date.now() })
    )
  )
  return `ws://127.0.0.1:${(inlet.address() as AddressInfo).port}`
})

const program = Effect.gen(function* () {
  const url = yield* HttpServer.addressFormattedWith(Effect.succeed)
  const seeded = yield* seed
  const sql = yield* SqlClient.SqlClient
  yield* prepareBusy(sql)
  const facts: OurFacts = { ...seeded, url, busUrl: yield* openBusInlet(seeded.robots[0]!.id) }
  const counters = yield* Counters
  answer(facts, {
    memory,
    busy: busyWith(sql),
    received: () => ({ samples: counters.samples_received_total, atMs: performance.now() })
  })
  return yield* Effect.never
})

program.pipe(
  Effect.scoped,
  Effect.provide(Serve.pipe(Layer.provide(Settings.layer), Layer.provideMerge(NodeServices.layer))),
  NodeRuntime.runMain
)
