import { assert, layer } from "@effect/vitest"
import { uiExtension } from "@fleet/server/mcp/cardTools"
import { McpHandlers } from "@fleet/server/mcp/McpHandlers"
import { tasksExtension } from "@fleet/server/mcp/task"
import { Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { connect, refresh, withoutMcpLimits } from "../support/mcp.ts"
import { grant, makeAppUser } from "../support/people.ts"
import type { FakeBridge } from "../support/FakeBridge.ts"
import { testApp } from "../support/TestApp.ts"
import { call } from "../support/wire.ts"
import { auditOf } from "../robots/jobs/world.ts"
import { aConnectedWorld, ask, aWorld } from "./world.ts"

const declaring = {
  "io.modelcontextprotocol/clientCapabilities": { extensions: { [tasksExtension]: {} } }
}

/** A request of a client that takes tasks. */
const askTask = (path: string, token: string, method: string, taskId: string) =>
  ask(path, token, method, { taskId, _meta: declaring }, { "mcp-name": taskId })

const start = Effect.fnUntraced(function* (path: string, token: string, robot_id: string, rest: object = {}) {
  const args = { name: "start_action", arguments: { robot_id, slug: "undock", ...rest }, _meta: declaring }
  return (yield* ask(path, token, "tools/call", args)).body.result
})

const taskOf = (path: string, token: string, id: string) =>
  Effect.map(askTask(path, token, "tasks/get", id), ({ body }) => body.result ?? body.error)

const isUnknown = { code: -32602, message: "Unknown task." }

const end = (bridge: FakeBridge, id: string, state: "succeeded" | "failed" | "cancelled", rest: object = {}) => {
  bridge.update({ id, slug: "undock" }, state, rest)
  return bridge.sync
}

/** Answers the next cancel, as accepted. */
const acceptCancel = Effect.fnUntraced(function* (bridge: FakeBridge) {
  const { job_id, request_id, slug } = yield* bridge.next("cancel")
  const goals = [{ job_id, goal_id: "g", return_code: 0 }]
  bridge.send({ type: "cancel_result", request_id, slug, goals, error: null } as never)
  return job_id
})

/** Access tokens live for 15 minutes. */
const renewed = Effect.fnUntraced(function* (
  path: string,
  client: { readonly clientId: string; readonly refresh: string }
) {
  const { body } = yield* refresh(path, client.clientId, client.refresh)
  return { access: body.access_token as string }
})

layer(testApp({ rateLimits: withoutMcpLimits }), { timeout: "120 seconds" })("a task", (it) => {
  it.effect("a task is the job: it says how far that is, and ends with what start_action would have answered", () =>
    Effect.gen(function* () {
      const { bridge, client, path, robotId } = yield* aConnectedWorld()
      const task = yield* start(path, client.access, robotId, { wait_ms: 60_000 })
      const { job_id } = yield* bridge.next("invoke")
      assert.deepInclude(task, { resultType: "task", taskId: job_id, status: "working", pollIntervalMs: 1000 })
      assert.notProperty(task, "structuredContent")
      bridge.update({ id: job_id, slug: "undock" }, "running", { progress: 0.5, feedback: { say: "obey" } })
      yield* bridge.sync
      const half = yield* taskOf(path, client.access, job_id)
      assert.deepInclude(half, { resultType: "complete", taskId: job_id, status: "working" })
      assert.strictEqual(half.statusMessage, "undock is running, 50 % done.")
      assert.notProperty(half, "result")
      yield* end(bridge, job_id, "succeeded", { result: { ok: true } })
      const done = yield* taskOf(path, client.access, job_id)
      assert.strictEqual(done.status, "completed")
      const at = { name: "get_job", arguments: { robot_id: robotId, slug: "undock" } }
      const { body } = yield* ask(path, client.access, "tools/call", at)
      assert.deepStrictEqual(done.result.structuredContent, { job: body.result.structuredContent.job })
      assert.notProperty(done.result, "isError")
      assert.deepStrictEqual(JSON.parse(done.result.content[0].text), done.result.structuredContent)
      assert.strictEqual(
        (yield* askTask(path, client.access, "tasks/update", job_id)).body.result.resultType,
        "complete"
      )
    })
  )

  it.effect("a task whose job failed is completed, with the job's error in a result that says so", () =>
    Effect.gen(function* () {
      const { bridge, client, path, robotId } = yield* aConnectedWorld()
      const { taskId } = yield* start(path, client.access, robotId)
      yield* end(bridge, taskId, "failed", { error: { code: "action_failed", message: "Wheel stuck." } })
      const { result, status } = yield* taskOf(path, client.access, taskId)
      assert.deepStrictEqual([status, result.isError], ["completed", true])
      assert.strictEqual(result.structuredContent.job.error.message, "Wheel stuck.")
    })
  )

  it.effect(
    "a task is answered only to a request that declares the extension, and never for a preview or a refusal",
    () =>
      Effect.gen(function* () {
        const { bridge, client, path, robotId } = yield* aConnectedWorld()
        const preview = yield* start(path, client.access, robotId, { preview: true })
        assert.isTrue(preview.structuredContent.preview)
        const refused = yield* start(path, client.access, robotId, { slug: "dock" })
        assert.deepStrictEqual([refused.isError, refused.structuredContent.code], [true, "parameter_invalid"])
        const args = { name: "start_action", arguments: { robot_id: robotId, slug: "undock" } }
        const { result } = (yield* ask(path, client.access, "tools/call", args)).body
        assert.deepStrictEqual([result.resultType, result.structuredContent.job.state], ["complete", "running"])
        const { job_id } = yield* bridge.next("invoke")
        for (const method of ["tasks/get", "tasks/update", "tasks/cancel"]) {
          const plain = yield* ask(path, client.access, method, { taskId: job_id }, { "mcp-name": job_id })
          assert.strictEqual(plain.body.error.code, -32021)
          assert.deepStrictEqual(plain.body.error.data.requiredCapabilities, { extensions: { [tasksExtension]: {} } })
          assert.strictEqual((yield* askTask(path, client.access, method, "x")).body.error.code, -32602)
        }
        for (const method of ["tasks/list", "tasks/result"]) {
          assert.strictEqual((yield* askTask(path, client.access, method, job_id)).body.error.code, -32601)
        }
        const discovered = yield* ask(path, client.access, "server/discover")
        assert.deepStrictEqual(discovered.body.result.capabilities.extensions, {
          [tasksExtension]: {},
          [uiExtension]: {}
        })
      })
  )

  it.effect("a task is cancelled by asking the robot, and one that has ended stays as it is", () =>
    Effect.gen(function* () {
      const world = yield* aConnectedWorld()
      const { bridge, client, path, robotId } = world
      const { taskId } = yield* start(path, client.access, robotId)
      const cancelling = yield* Effect.forkChild(askTask(path, client.access, "tasks/cancel", taskId))
      assert.strictEqual(yield* acceptCancel(bridge), taskId)
      assert.strictEqual((yield* Fiber.join(cancelling)).body.result.resultType, "complete")
      assert.strictEqual((yield* taskOf(path, client.access, taskId)).status, "working")
      yield* end(bridge, taskId, "cancelled")
      assert.strictEqual((yield* taskOf(path, client.access, taskId)).status, "cancelled")
      const again = yield* askTask(path, client.access, "tasks/cancel", taskId)
      assert.strictEqual(again.body.result.resultType, "complete")
      yield* bridge.sync
      assert.isFalse(bridge.frames.some(({ type }) => type === "cancel"))
      const [event] = yield* auditOf(world, "job.cancelled")
      assert.deepStrictEqual([event.target_id, event.details.client_id], [taskId, client.clientId])
    })
  )

  it.effect("a task that cannot be cancelled says why", () =>
    Effect.gen(function* () {
      const { bridge, client, path, robotId } = yield* aConnectedWorld()
      const { taskId } = yield* start(path, client.access, robotId)
      yield* bridge.leave
      const { error } = (yield* askTask(path, client.access, "tasks/cancel", taskId)).body
      assert.deepStrictEqual([error.code, error.data.code], [-32000, "robot_offline"])
      assert.strictEqual((yield* taskOf(path, client.access, taskId)).status, "working")
    })
  )

  it.effect("a task is its person's own, at its endpoint, while their role grants the slug", () =>
    Effect.gen(function* () {
      const { app, client, observe, owner, path, robotId } = yield* aConnectedWorld()
      const { taskId } = yield* start(path, client.access, robotId)
      const colleague = yield* makeAppUser(owner.caller, app, observe.id)
      const other = yield* connect(path, colleague.token)
      const stranger = yield* aWorld()
      const far = yield* connect(stranger.path, stranger.user.token)
      const outside = `${path}?robot=${stranger.robotId}`
      for (const [at, token] of [
        [path, other.access],
        [stranger.path, far.access],
        [outside, client.access]
      ] as const) {
        for (const method of ["tasks/get", "tasks/update", "tasks/cancel"]) {
          assert.deepInclude((yield* askTask(at, token, method, taskId)).body.error, isUnknown, `${at} ${method}`)
        }
      }
      assert.strictEqual((yield* taskOf(`${path}?robot=${robotId}`, client.access, taskId)).status, "working")
      yield* grant(owner.caller, app, observe.id, { [robotId]: ["dock", "battery"] } as never)
      assert.deepInclude(yield* taskOf(path, client.access, taskId), isUnknown)
      assert.deepInclude((yield* askTask(path, client.access, "tasks/cancel", taskId)).body.error, isUnknown)
    })
  )

  it.effect("a task is read with either scope, and cancelled with robots:control alone", () =>
    Effect.gen(function* () {
      const { client, path, robotId, user } = yield* aConnectedWorld()
      const { taskId } = yield* start(path, client.access, robotId)
      const reader = yield* connect(path, user.token, { scope: "robots:read" })
      assert.strictEqual((yield* taskOf(path, reader.access, taskId)).status, "working")
      const lacking = yield* askTask(path, reader.access, "tasks/cancel", taskId)
      assert.strictEqual(lacking.status, 403)
      assert.include(lacking.headers.get("www-authenticate"), 'error="insufficient_scope", scope="robots:control"')
      const driver = yield* connect(path, user.token, { scope: "robots:control" })
      assert.strictEqual((yield* taskOf(path, driver.access, taskId)).status, "working")
      const narrow = yield* askTask(`${path}?read_only=true`, client.access, "tasks/cancel", taskId)
      assert.deepInclude(narrow.body.error, isUnknown)
    })
  )

  it.effect("a task is over for a client whose consent was withdrawn, and for a blocked user, at once", () =>
    Effect.gen(function* () {
      const { app, client, owner, path, robotId, user } = yield* aConnectedWorld()
      const { taskId } = yield* start(path, client.access, robotId)
      const second = yield* connect(path, user.token)
      assert.strictEqual((yield* taskOf(path, second.access, taskId)).status, "working")
      yield* call("DELETE", `/api/client/mcp/grants/${client.clientId}`, { as: user.token })
      assert.strictEqual((yield* askTask(path, client.access, "tasks/get", taskId)).status, 401)
      assert.strictEqual((yield* taskOf(path, second.access, taskId)).status, "working")
      yield* call("PATCH", `/api/apps/${app.id}/users/${user.user.id}`, {
        as: owner.token,
        body: { status: "blocked" }
      })
      assert.strictEqual((yield* askTask(path, second.access, "tasks/get", taskId)).status, 401)
    })
  )

  it.effect("a task is read from the job's row, until a day after its end: the endpoint keeps nothing of it", () =>
    Effect.gen(function* () {
      const { bridge, client, path, robotId } = yield* aConnectedWorld()
      const sql = yield* SqlClient.SqlClient
      const ids: Array<string> = []
      for (let count = 0; count < 5; count++) {
        const { taskId } = yield* start(path, client.access, robotId)
        ids.push(taskId)
        yield* end(bridge, taskId, "succeeded")
      }
      yield* bridge.leave
      yield* TestClock.adjust("21 minutes")
      assert.deepStrictEqual(yield* (yield* McpHandlers).size, { endpoints: 0, calls: 0 })
      const { access } = yield* renewed(path, client)
      for (const id of ids) assert.strictEqual((yield* taskOf(path, access, id)).status, "completed")
      yield* sql`UPDATE job_runs SET updated_at = updated_at - interval '23 hours' WHERE id = ${ids[0]!}`
      assert.strictEqual((yield* taskOf(path, access, ids[0]!)).status, "completed")
      yield* sql`UPDATE job_runs SET updated_at = updated_at - interval '1 hour' WHERE id = ${ids[0]!}`
      assert.deepInclude(yield* taskOf(path, access, ids[0]!), isUnknown)
    })
  )
})
