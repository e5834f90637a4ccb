import { assert, describe, it as plain, layer } from "@effect/vitest"
import { McpHandlers } from "@fleet/server/mcp/McpHandlers"
import { tasksExtension } from "@fleet/server/mcp/task"
import { maxTasks, TaskNotices } from "@fleet/server/mcp/TaskNotices"
import { withTaskNotices } from "@fleet/server/mcp/taskStream"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { eventually } from "../robots/jobs/world.ts"
import type { FakeBridge } from "../support/FakeBridge.ts"
import { connect, withoutMcpLimits } from "../support/mcp.ts"
import { grant, makeAppUser } from "../support/people.ts"
import { testApp } from "../support/TestApp.ts"
import { call } from "../support/wire.ts"
import { listen, messagesOf, type Notices, untilEnded, untilText } from "./notices.ts"
import { aConnectedWorld, ask, aWorld, everySlug } from "./world.ts"

const extensions = { [tasksExtension]: {} }

const start = Effect.fnUntraced(function* (path: string, token: string, robot_id: string) {
  const _meta = { "io.modelcontextprotocol/clientCapabilities": { extensions } }
  const args = { name: "start_action", arguments: { robot_id, slug: "undock" }, _meta }
  return (yield* ask(path, token, "tools/call", args)).body.result.taskId as string
})

/** A stream that is acknowledged. */
const follow = Effect.fnUntraced(function* (
  path: string,
  token: string,
  taskIds: ReadonlyArray<string>,
  rest: object = {},
  capabilities: object = { extensions }
) {
  const stream = yield* listen(path, token, { taskIds, ...rest }, capabilities)
  yield* untilText(stream, "acknowledged")
  return stream
})

const acceptedOf = (stream: Notices) => messagesOf(stream)[0].params.notifications
const noticesOf = (stream: Notices) =>
  messagesOf(stream).flatMap(({ method, params }) => (method === "notifications/tasks" ? [params] : []))

const end = (bridge: FakeBridge, id: string, state: "succeeded" | "failed" = "succeeded") => {
  bridge.update({ id, slug: "undock" }, state, state === "succeeded" ? { result: { ok: true } } : {})
  return bridge.sync
}

const untilNothingIsKept = Effect.gen(function* () {
  yield* eventually((yield* TaskNotices).size, (size) => size === 0)
  yield* eventually((yield* McpHandlers).size, ({ calls }) => calls === 0)
})

layer(testApp({ rateLimits: withoutMcpLimits }), { timeout: "120 seconds" })("notices of tasks", (it) => {
  it.effect("a notice of a task tells its new status and its result, and the stream ends with the last task", () =>
    Effect.gen(function* () {
      const { bridge, client, path, robotId } = yield* aConnectedWorld()
      const id = yield* start(path, client.access, robotId)
      const stream = yield* follow(path, client.access, [id])
      assert.deepStrictEqual(acceptedOf(stream), { taskIds: [id] })
      assert.strictEqual(yield* (yield* TaskNotices).size, 1)
      bridge.update({ id, slug: "undock" }, "running", { progress: 0.5, feedback: { say: "obey" } })
      yield* bridge.sync
      yield* end(bridge, id)
      yield* untilEnded(stream)
      const _meta = { "io.modelcontextprotocol/subscriptionId": 1 }
      const notices = noticesOf(stream)
      assert.lengthOf(notices, 1)
      assert.deepInclude(notices[0], { taskId: id, status: "completed", statusMessage: "undock is succeeded.", _meta })
      const { result, ...asked } = (yield* ask(
        path,
        client.access,
        "tasks/get",
        {
          taskId: id,
          _meta: { "io.modelcontextprotocol/clientCapabilities": { extensions } }
        },
        { "mcp-name": id }
      )).body.result
      assert.deepStrictEqual(notices[0].result, result)
      assert.strictEqual(asked.statusMessage, notices[0].statusMessage)
      assert.deepInclude(messagesOf(stream).at(-1), { id: 1, result: { resultType: "complete", _meta } })
      yield* untilNothingIsKept
    })
  )

  it.effect("a notice of a task is sent when its robot falls silent, and beside those of tools", () =>
    Effect.gen(function* () {
      const { app, bridge, client, observe, owner, path, robotId } = yield* aConnectedWorld()
      const id = yield* start(path, client.access, robotId)
      const stream = yield* follow(path, client.access, [id, id, "x"], { toolsListChanged: true })
      assert.deepStrictEqual(acceptedOf(stream), { toolsListChanged: true, taskIds: [id] })
      yield* bridge.leave
      yield* eventually(
        Effect.andThen(
          TestClock.adjust("50 seconds"),
          Effect.sync(() => stream.text)
        ),
        (text) => text.includes("The robot is silent")
      )
      assert.strictEqual(noticesOf(stream)[0].status, "working")
      const slugs = everySlug.filter((slug) => slug !== "horn")
      yield* grant(owner.caller, app, observe.id, { [robotId]: slugs } as never)
      yield* untilText(stream, "list_changed")
      assert.isFalse(stream.ended)
      stream.stop()
      yield* untilNothingIsKept
    })
  )

  it.effect("a notice of a task leaves out changes of tools that were not asked for", () =>
    Effect.gen(function* () {
      const { app, bridge, client, observe, owner, path, robotId } = yield* aConnectedWorld()
      const id = yield* start(path, client.access, robotId)
      const stream = yield* follow(path, client.access, [id])
      const other = yield* follow(path, client.access, [], { toolsListChanged: true })
      yield* grant(owner.caller, app, observe.id, { [robotId]: [...everySlug, "front"] } as never)
      yield* untilText(other, "list_changed")
      yield* end(bridge, id, "failed")
      yield* untilEnded(stream)
      assert.isTrue(noticesOf(stream)[0].result.isError)
      assert.notInclude(stream.text, "list_changed")
      other.stop()
      yield* untilNothingIsKept
    })
  )

  it.effect(
    "a notice of a task is for the client and the person who started it, where they declare the extension",
    () =>
      Effect.gen(function* () {
        const { app, bridge, client, observe, owner, path, robotId, user } = yield* aConnectedWorld()
        const stranger = yield* aWorld()
        const id = yield* start(path, client.access, robotId)
        const tools = { toolsListChanged: true }
        const second = yield* connect(path, user.token)
        const colleague = yield* connect(path, (yield* makeAppUser(owner.caller, app, observe.id)).token)
        const far = yield* connect(stranger.path, stranger.user.token)
        const near = [
          yield* follow(path, second.access, [id], tools),
          yield* follow(path, colleague.access, [id], tools),
          yield* follow(`${path}?robot=${stranger.robotId}`, client.access, [id], tools),
          yield* follow(path, client.access, [id], tools, {})
        ]
        const away = yield* follow(stranger.path, far.access, [id], tools)
        const own = yield* follow(path, client.access, [id])
        assert.strictEqual(yield* (yield* TaskNotices).size, 1)
        yield* end(bridge, id)
        yield* untilEnded(own)
        assert.lengthOf(noticesOf(own), 1)
        yield* grant(owner.caller, app, observe.id, { [robotId]: ["battery"] } as never)
        yield* grant(stranger.owner.caller, stranger.app, stranger.observe.id, {
          [stranger.robotId]: ["battery"]
        } as never)
        for (const stream of [...near, away]) {
          yield* untilText(stream, "list_changed")
          assert.deepStrictEqual(acceptedOf(stream), tools)
          assert.deepStrictEqual(noticesOf(stream), [])
          stream.stop()
        }
        const alone = yield* follow(path, second.access, [id])
        yield* untilEnded(alone)
        assert.deepStrictEqual([acceptedOf(alone), noticesOf(alone)], [{}, []])
        yield* untilNothingIsKept
      })
  )

  it.effect("a notice of a task is not sent of a job that was started over REST", () =>
    Effect.gen(function* () {
      const { bridge, client, path, robotId, user } = yield* aConnectedWorld()
      yield* call("POST", `/api/robots/${robotId}/jobs/undock`, { as: user.token, body: {} })
      const { job_id } = yield* bridge.next("invoke")
      const stream = yield* follow(path, client.access, [job_id])
      assert.deepStrictEqual(acceptedOf(stream), {})
      yield* untilEnded(stream)
    })
  )

  it.effect("a notice of a task is not sent once the role does not grant its slug", () =>
    Effect.gen(function* () {
      const { app, bridge, client, observe, owner, path, robotId } = yield* aConnectedWorld()
      const id = yield* start(path, client.access, robotId)
      const stream = yield* follow(path, client.access, [id])
      yield* grant(owner.caller, app, observe.id, { [robotId]: ["battery"] } as never)
      yield* end(bridge, id)
      yield* untilEnded(stream)
      assert.deepStrictEqual(noticesOf(stream), [])
      yield* untilNothingIsKept
    })
  )

  it.effect("a notice of a task is sent to nobody who left, or whose consent was withdrawn, and nothing is kept", () =>
    Effect.gen(function* () {
      const { bridge, client, path, robotId, user } = yield* aConnectedWorld()
      const id = yield* start(path, client.access, robotId)
      const leaving = yield* follow(path, client.access, [id])
      leaving.stop()
      yield* untilNothingIsKept
      const stream = yield* follow(path, client.access, [id])
      yield* call("DELETE", `/api/client/mcp/grants/${client.clientId}`, { as: user.token })
      yield* untilEnded(stream)
      yield* untilNothingIsKept
      yield* end(bridge, id)
      assert.deepStrictEqual([...noticesOf(leaving), ...noticesOf(stream)], [])
    })
  )

  it.effect("a notice of a task that has ended comes at once, for 32 tasks of a stream", () =>
    Effect.gen(function* () {
      const { bridge, client, path, robotId } = yield* aConnectedWorld()
      const ids: Array<string> = []
      for (let count = 0; count <= maxTasks; count++) {
        const id = yield* start(path, client.access, robotId)
        yield* end(bridge, id)
        ids.push(id)
      }
      const stream = yield* follow(path, client.access, ids)
      yield* untilEnded(stream)
      const most = ids.slice(0, maxTasks)
      assert.deepStrictEqual(acceptedOf(stream), { taskIds: most })
      assert.deepStrictEqual(
        noticesOf(stream).map(({ taskId }) => taskId),
        most
      )
      yield* untilNothingIsKept
    })
  )
})

describe("a stream with notices of tasks", () => {
  plain("a stream with notices of tasks that nobody reads stops following when its call is ended", async () => {
    const call = new AbortController()
    const { promise: stopped, resolve: stop } = Promise.withResolvers<void>()
    const message = { method: "notifications/subscriptions/acknowledged", params: { _meta: {}, notifications: {} } }
    let isCancelled = false
    const library = new ReadableStream<Uint8Array>({
      start: (out) => out.enqueue(Buffer.from(`data: ${JSON.stringify(message)}\n\n`)),
      cancel: () => void (isCancelled = true)
    })
    const { body } = withTaskNotices(
      new Response(library),
      { taskIds: ["a"], wantsTools: true, withTools: {} },
      { ids: ["a"], next: Effect.succeed({ taskId: "a" } as never), stop },
      (effect, signal) => Effect.runPromise(effect, signal === undefined ? {} : { signal }),
      call.signal
    )
    call.abort()
    await stopped
    const end = await body!.getReader().closed.then(
      () => "closed",
      () => "ended"
    )
    assert.strictEqual(end, "ended")
    assert.isTrue(isCancelled)
  })
})
