import { assert, layer } from "@effect/vitest"
import type { RobotId } from "@fleet/domain/Ids"
import { WebhookEvents } from "@fleet/server/webhooks/WebhookEvents"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Webhook } from "standardwebhooks"
import { startLine } from "../../e2e/support/Line.ts"
import { until } from "../../e2e/support/until.ts"
import { baseUrl } from "../../e2e/support/world.ts"
import { makeOrg, makeRobot } from "../../support/people.ts"
import { TestApp } from "../../support/TestApp.ts"
import { makeReceiver, silent, status } from "../../webhooks/receiver.ts"
import { aDesk, aSignedInDesk, type Running } from "./support/fleet.ts"

const listeningSql = Effect.fnUntraced(function* (orgId: string) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<{ id: string }>`SELECT id FROM webhooks WHERE org_id = ${orgId} AND listener_until IS NOT NULL`
})

/** A developer's desk, and a receiver on the same machine. */
const world = Effect.gen(function* () {
  const org = yield* makeOrg
  const { robot } = yield* makeRobot(org.owner.caller, "Rover")
  const line = yield* startLine(yield* baseUrl)
  const desk = yield* aSignedInDesk(line.url, org.developer)
  const receiver = yield* makeReceiver
  const { emit } = yield* WebhookEvents
  const tell = (data: unknown, robotId: RobotId = robot.id) =>
    emit([{ type: "job.ended", orgId: org.orgId, robotId, atMs: 0, data: () => data }])
  return { ...org, robot, line, desk, receiver, tell, open: listeningSql(org.orgId) }
})

const secretOf = (running: Running) =>
  Effect.map(running.says(/^WEBHOOK_SECRET=(whsec_\S+)$/m), ([, secret]) => secret!)

const interrupted = (running: Running) =>
  Effect.suspend(() => {
    running.interrupt()
    return running.ended
  })

const at = "1970-01-01T00:00:00.000Z"

/** Attempts at all messages of the org, oldest first. */
const attemptsOf = Effect.fnUntraced(function* (orgId: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ state: string; attempts: ReadonlyArray<any> }>`
    SELECT d.state, d.attempts FROM webhook_deliveries d JOIN webhooks w ON w.id = d.webhook_id
    WHERE w.org_id = ${orgId} ORDER BY d.seq`
  return rows.map(({ attempts, state }) => [state, attempts[0]?.status ?? null, attempts[0]?.error ?? null])
})

layer(TestApp, { excludeTestServices: true })("fleet webhooks listen", (it) => {
  it.effect(
    "fleet webhooks listen forwards what is signed, says what the receiver answered, and closes at Ctrl-C",
    () =>
      Effect.gen(function* () {
        const { desk, open, orgId, receiver, tell } = yield* world
        const running = yield* desk.start(["webhooks", "listen", "--forward", receiver.url])
        const secret = yield* secretOf(running)
        yield* tell({ text: "Größe\u001b[31m" })
        yield* running.says(/204|200 \d+ ms/)
        const [received] = receiver.received
        const message: any = new Webhook(secret).verify(received!.body, received!.headers as Record<string, string>)
        assert.deepStrictEqual([message.type, message.data], ["job.ended", { text: "Größe\u001b[31m" }])
        assert.strictEqual(received!.path, "/hook")
        assert.strictEqual(received!.headers["x-platform-event"], "job.ended")
        assert.strictEqual(received!.headers["content-type"], "application/json")
        assert.strictEqual(received!.headers["webhook-id"], message.id)

        receiver.answer = status(500)
        yield* tell(2)
        yield* running.says(/ 500 \d+ ms/)
        receiver.answer = status(302, { location: receiver.url })
        yield* tell(3)
        yield* running.says(/ 302 \(redirects are not followed\) \d+ ms/)
        assert.lengthOf(receiver.received, 3)
        yield* until(
          "the results",
          Effect.map(attemptsOf(orgId), (attempts) => attempts.every(([state]) => state !== "pending"))
        )
        assert.deepStrictEqual(yield* attemptsOf(orgId), [
          ["delivered", 200, null],
          ["failed", 500, "the receiver answered 500"],
          ["failed", 302, "redirects are not followed"]
        ])
        const { code, errors, output } = yield* interrupted(running)
        assert.deepStrictEqual([code, errors], [0, `WEBHOOK_SECRET=${secret}\n`])
        assert.match(output, new RegExp(`^(${at} job\\.ended\\s+Rover \\d{3}.* \\d+ ms\\n){3}$`))
        assert.lengthOf(yield* open, 0)
      }).pipe(Effect.scoped)
  )

  it.effect("fleet webhooks listen says that nothing listens, and goes on", () =>
    Effect.gen(function* () {
      const { desk, orgId, tell } = yield* world
      const nowhere = yield* Effect.scoped(Effect.map(makeReceiver, ({ url }) => new URL(url).origin))
      const running = yield* desk.start(["webhooks", "listen", "--forward", nowhere, "--json"])
      yield* secretOf(running)
      for (const data of [1, 2]) yield* tell(data)
      yield* running.says(/\n.*\n/)
      const lines = running
        .output()
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line))
      assert.deepStrictEqual(
        lines.map(({ message, receiver: { error, status } }) => [message.data, status, error]),
        [1, 2].map((data) => [data, null, `nothing listens at ${nowhere}`])
      )
      yield* until(
        "the results",
        Effect.map(attemptsOf(orgId), (attempts) => attempts.every(([state]) => state === "failed"))
      )
      assert.strictEqual((yield* interrupted(running)).code, 0)
    }).pipe(Effect.scoped)
  )

  it.effect("fleet webhooks listen only prints where there is no receiver, without its controls", () =>
    Effect.gen(function* () {
      const { desk, owner, robot, tell } = yield* world
      const other = yield* makeRobot(owner.caller, "Other")
      const running = yield* desk.start(["webhooks", "listen", "--robot", robot.name, "--event", "job.ended"])
      yield* secretOf(running)
      yield* tell("other", other.robot.id)
      yield* tell({ state: "succeeded\u202e" })
      yield* running.says(/Rover .*\n/)
      const { code, output } = yield* interrupted(running)
      assert.deepStrictEqual(
        [code, output],
        [0, `${at} ${"job.ended".padEnd(16)} Rover {"state":"succeeded\\u202e"}\n`]
      )
    }).pipe(Effect.scoped)
  )

  it.effect("fleet webhooks listen goes on after a lost connection and after its listener has expired", () =>
    Effect.gen(function* () {
      const { desk, line, open, receiver, tell } = yield* world
      const running = yield* desk.start(["webhooks", "listen", "--forward", receiver.url])
      const secret = yield* secretOf(running)
      const [first] = yield* open
      line.hold(true)
      line.cut()
      yield* running.says(/The service cannot be reached/)
      yield* tell(1)
      line.hold(false)
      yield* running.says(/Rover 200/)
      assert.strictEqual(running.errors().match(/cannot be reached/g)!.length, 1)

      yield* (yield* SqlClient.SqlClient)`DELETE FROM webhooks WHERE id = ${first!.id}`
      yield* running.says(/open again with the same secret/)
      yield* until(
        "another listener",
        Effect.map(open, ([row]) => row !== undefined && row.id !== first!.id)
      )
      yield* tell(2)
      yield* until(
        "the message after it",
        Effect.sync(() => receiver.received.length === 2)
      )
      for (const { body, headers } of receiver.received)
        new Webhook(secret).verify(body, headers as Record<string, string>)
      assert.strictEqual((yield* interrupted(running)).code, 0)
    }).pipe(Effect.scoped)
  )

  it.effect("fleet webhooks listen signs with WEBHOOK_SECRET where it is set, and ends a silent receiver's turn", () =>
    Effect.gen(function* () {
      const { desk, open, receiver, tell } = yield* world
      receiver.answer = silent
      const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`
      const running = yield* desk.start(["webhooks", "listen", "--forward", receiver.url], { WEBHOOK_SECRET: secret })
      yield* running.says(/signed with WEBHOOK_SECRET/)
      yield* tell(1)
      yield* running.says(/no answer within 10 s \d{5} ms/)
      const [{ body, headers }] = receiver.received as [(typeof receiver.received)[number]]
      new Webhook(secret).verify(body, headers as Record<string, string>)
      yield* tell(2)
      yield* until(
        "the second message",
        Effect.sync(() => receiver.received.length === 2)
      )
      // Ctrl-C waits for no receiver.
      const { code, errors } = yield* interrupted(running)
      assert.strictEqual(code, 0)
      assert.notInclude(errors, secret)
      assert.lengthOf(yield* open, 0)
    }).pipe(Effect.scoped)
  )

  it.effect("fleet webhooks listen refuses what it cannot do before it opens anything", () =>
    Effect.gen(function* () {
      const { desk, line, open } = yield* world
      for (const [args, words] of [
        [["--forward", "localhost:3000"], "http://localhost:3000"],
        [["--forward", "ftp://localhost"], "--forward is an address"],
        [["--event", "robot.lost"], "There are: alert.firing"]
      ] as const) {
        const { code, errors } = yield* desk.fleet(["webhooks", "listen", ...args])
        assert.strictEqual(code, 2)
        assert.include(errors, words)
      }
      const env = { WEBHOOK_SECRET: "whsec_x" }
      assert.strictEqual((yield* desk.fleet(["webhooks", "listen"], { env })).code, 2)
      const robot = yield* desk.fleet(["webhooks", "listen", "--robot", "nobody"])
      assert.deepStrictEqual([robot.code, robot.errors.includes("There is no robot nobody.")], [1, true])
      assert.lengthOf(yield* open, 0)
      line.hold(true)
      line.cut()
      assert.strictEqual((yield* desk.fleet(["webhooks", "listen"])).code, 4)
      const stranger = yield* aDesk({ FLEET_URL: yield* baseUrl, FLEET_KEY: `srv_${"x".repeat(43)}` })
      assert.strictEqual((yield* stranger.fleet(["webhooks", "listen"])).code, 3)
    }).pipe(Effect.scoped)
  )
})
