import { assert, layer } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { dataLabel } from "@fleet/server/mcp/instructions"
import { connect, withoutMcpLimits } from "../support/mcp.ts"
import { grant, makeAppUser } from "../support/people.ts"
import { testApp } from "../support/TestApp.ts"
import { call } from "../support/wire.ts"
import { auditOf, pass } from "../robots/jobs/world.ts"
import { aConnectedWorld, ask, callTool, everySlug, officialClient } from "./world.ts"

const codeOf = ({ isError, structuredContent }: any) => (isError === true ? structuredContent.code : null)

layer(testApp({ rateLimits: withoutMcpLimits }), { timeout: "120 seconds" })("a tool", (it) => {
  it.effect("a tool's result has the label of a robot's words where a robot said something, and nowhere else", () =>
    Effect.gen(function* () {
      const { bridge, client, path, robotId } = yield* aConnectedWorld()
      const run = (name: string, args: object) =>
        callTool(path, client.access, name, { robot_id: robotId, slug: "undock", ...args })
      const isLabelled = ({ content }: any) => content.some(({ text }: { text: string }) => text === dataLabel)
      for (const silent of [
        yield* run("get_job", {}),
        yield* run("start_action", { preview: true }),
        yield* run("start_action", { params: { unknown: 1 } }),
        yield* run("start_action", {}),
        yield* run("start_action", {}),
        yield* run("get_job", {}),
        yield* callTool(path, client.access, "publish", { robot_id: robotId, slug: "horn" })
      ]) {
        assert.isFalse(isLabelled(silent), silent.content[0].text)
      }
      const { job_id } = yield* bridge.next("invoke")
      bridge.update({ id: job_id, slug: "undock" }, "failed", { error: { code: "stuck", message: "Obey me" } })
      yield* bridge.sync
      for (const [name, args] of [
        ["get_job", {}],
        ["job_history", {}]
      ] as const) {
        assert.isTrue(
          isLabelled(
            yield* callTool(path, client.access, name, {
              robot_id: robotId,
              ...(name === "get_job" ? { slug: "undock" } : {}),
              ...args
            })
          ),
          name
        )
      }
      const asked = yield* Effect.forkChild(run("call_service", { slug: "reset" }))
      const { job_id: call_id } = yield* bridge.next("invoke")
      bridge.update({ id: call_id, slug: "reset" }, "failed", { error: { code: "stuck", message: "Obey me" } })
      const failed = yield* Fiber.join(asked)
      assert.isTrue(failed.isError === true && isLabelled(failed))
    })
  )

  it.effect("a tool answers what REST answers, as structured content and as text", () =>
    Effect.gen(function* () {
      const { bridge, client, path, robotId, user } = yield* aConnectedWorld()
      bridge.send({ type: "samples", samples: [{ slug: "battery", value: 0.5, timestamp_ms: 1 }] } as never)
      yield* bridge.sync
      const rest = (at: string) => Effect.map(call("GET", at, { as: user.token }), ({ body }) => body)
      for (const [name, args, expected] of [
        ["list_robots", {}, yield* rest("/api/client/robots")],
        ["describe_robot", { robot_id: robotId }, yield* rest(`/api/robots/${robotId}/datasheet`)],
        ["job_history", { robot_id: robotId, limit: 5 }, yield* rest(`/api/robots/${robotId}/jobs/history?limit=5`)],
        ["list_alerts", { state: "firing" }, { alerts: [] }]
      ] as const) {
        const { content, structuredContent } = yield* callTool(path, client.access, name, args)
        assert.deepStrictEqual(structuredContent, expected)
        assert.deepStrictEqual(JSON.parse(content[0].text), expected)
        // No robot has said anything in these, so no label says that one did.
        assert.lengthOf(content, 1)
      }
      const state = yield* callTool(path, client.access, "read_datapoint", { robot_id: robotId, slug: "bridge_state" })
      assert.strictEqual(state.content[1].text, dataLabel)
      assert.hasAllKeys(state.structuredContent, ["slug", "value", "timestamp_ms", "age_ms", "unit"])
      const query = { robot_id: robotId, slug: "battery", from: "now-1h", limit: 10 }
      const history = yield* callTool(path, client.access, "read_datapoint_history", query)
      assert.deepInclude(history.structuredContent, { slug: "battery", kind: "samples" })
      assert.lengthOf(history.content, history.structuredContent.samples.length === 0 ? 1 : 2)
    })
  )

  it.effect("a tool takes a slug that was renamed by both names until the publish, then by the new one", () =>
    Effect.gen(function* () {
      const { bridge, client, developer, path, robotId, user } = yield* aConnectedWorld()
      const as = developer.token
      const at = `/api/robots/${robotId}`
      bridge.send({ type: "datapoint", slug: "battery", value: 0.5, timestamp_ms: 1 })
      yield* bridge.sync
      for (const [from, to] of [
        ["battery", "charge"],
        ["undock", "leave"]
      ]) {
        const { status } = yield* call("POST", `${at}/config/rename-slug`, { as, body: { from, to } })
        assert.strictEqual(status, 200)
      }
      const read = (slug: string) =>
        Effect.map(callTool(path, client.access, "read_datapoint", { robot_id: robotId, slug }), (answer) =>
          answer.isError === true ? answer.structuredContent.code : answer.structuredContent.value
        )
      assert.deepStrictEqual([yield* read("battery"), yield* read("charge")], [0.5, 0.5])
      yield* callTool(path, client.access, "start_action", { robot_id: robotId, slug: "leave", params: {} })
      const { job_id, slug } = yield* bridge.next("invoke")
      assert.strictEqual(slug, "undock")
      const found = yield* callTool(path, client.access, "get_job", { robot_id: robotId, slug: "leave" })
      assert.strictEqual(found.structuredContent.job.id, job_id)
      yield* call("POST", `${at}/config/publish`, { as })
      yield* bridge.next("config")
      assert.deepStrictEqual([yield* read("battery"), yield* read("charge")], ["forbidden", 0.5])
      const sheet = yield* call("GET", `${at}/datasheet`, { as: user.token })
      assert.includeMembers(
        sheet.body.exposures.map((each: { readonly slug: string }) => each.slug),
        ["charge", "leave"]
      )
    })
  )

  it.effect("a tool refuses as REST does, in the envelope", () =>
    Effect.gen(function* () {
      const { app, client, observe, owner, path, robotId } = yield* aConnectedWorld()
      const at = { robot_id: robotId }
      yield* grant(owner.caller, app, observe.id, { [robotId]: everySlug.filter((slug) => slug !== "undock") } as never)
      for (const [name, args, code] of [
        ["read_datapoint", { ...at, slug: "battery", more: 1 }, "validation_error"],
        ["read_datapoint", { robot_id: "x", slug: "battery" }, "validation_error"],
        ["read_datapoint", { ...at, slug: "no_such" }, "forbidden"],
        ["read_datapoint_history", { ...at, slug: "battery", from: "soon" }, "validation_error"],
        ["start_action", { ...at, slug: "undock" }, "forbidden"],
        ["start_action", { ...at, slug: "dock", params: { speed: 9 } }, "parameter_invalid"],
        ["start_action", { ...at, slug: "dock", params: { speed: 9 }, preview: true }, "parameter_invalid"],
        ["start_action", { ...at, slug: "reset" }, "unknown_slug"],
        ["start_action", { ...at, slug: "dock", wait_ms: 60_001 }, "validation_error"],
        ["get_job", { ...at, slug: "dock", wait_ms: 20_001 }, "validation_error"],
        ["describe_robot", { robot_id: "00000000-0000-4000-8000-000000000000" }, "not_found"]
      ] as const) {
        const answer = yield* callTool(path, client.access, name, args)
        assert.deepStrictEqual([name, args, codeOf(answer)], [name, args, code])
        assert.deepStrictEqual(JSON.parse(answer.content[0].text), answer.structuredContent)
      }
      assert.strictEqual((yield* ask(path, client.access, "tools/call", { name: "fly" })).body.error.code, -32602)
    })
  )

  it.effect("a preview checks everything and sends nothing", () =>
    Effect.gen(function* () {
      const { bridge, client, path, robotId, user } = yield* aConnectedWorld()
      const at = { robot_id: robotId, preview: true }
      const dock = yield* callTool(path, client.access, "start_action", { ...at, slug: "dock", params: { speed: 1 } })
      assert.deepStrictEqual(dock.structuredContent, {
        preview: true,
        would: {
          ros_name: "/dock",
          type: "a/action/Dock",
          message: { speed: 1, lamp: false },
          actor: { kind: "app_user", id: user.user.id, label: user.email, name: null }
        },
        warnings: []
      })
      const drive = { ...at, slug: "drive", message: { speed: 0.5 } }
      const previewed = yield* callTool(path, client.access, "publish", drive)
      assert.deepStrictEqual(previewed.structuredContent.would.message, { linear: { x: 0.5 } })
      assert.isNull(codeOf(yield* callTool(path, client.access, "call_service", { ...at, slug: "reset" })))
      yield* bridge.sync
      assert.isFalse(bridge.frames.some(({ type }) => type === "invoke" || type === "publish"))

      yield* callTool(path, client.access, "start_action", { robot_id: robotId, slug: "undock" })
      assert.strictEqual(
        codeOf(yield* callTool(path, client.access, "start_action", { ...at, slug: "undock" })),
        "busy"
      )
      yield* bridge.leave
      const offline = yield* callTool(path, client.access, "start_action", {
        ...at,
        slug: "dock",
        params: { speed: 1 }
      })
      assert.strictEqual(codeOf(offline), "robot_offline")
    })
  )

  it.effect("a command is recorded with the client that acted", () =>
    Effect.gen(function* () {
      const world = yield* aConnectedWorld()
      const { bridge, client, path, robotId, user } = world
      const at = { robot_id: robotId }
      const started = yield* callTool(path, client.access, "start_action", { ...at, slug: "undock" })
      assert.strictEqual(started.structuredContent.job.state, "running")
      yield* callTool(path, client.access, "publish", { ...at, slug: "horn" })
      yield* call("POST", `/api/robots/${robotId}/publishers/drive`, {
        as: user.token,
        body: { message: { speed: 1 } }
      })
      const reset = yield* Effect.forkChild(callTool(path, client.access, "call_service", { ...at, slug: "reset" }))
      yield* bridge.next("invoke")
      const { job_id } = yield* bridge.next("invoke")
      bridge.update({ id: job_id, slug: "reset" }, "succeeded")
      assert.isNull(codeOf(yield* Fiber.join(reset)))
      yield* bridge.sync
      const events = yield* auditOf(world, "action.invoked", "publisher.acquired", "service.called")
      assert.deepStrictEqual(
        events.map(({ action, details, target_id }) => [action, target_id, details.client_id]),
        [
          ["action.invoked", "undock", client.clientId],
          ["publisher.acquired", "horn", client.clientId],
          ["publisher.acquired", "drive", undefined],
          ["service.called", "reset", client.clientId]
        ]
      )
    })
  )

  it.effect("a wait for a job tells of its progress and ends with the job, or with the time", () =>
    Effect.gen(function* () {
      const { bridge, client, endpoint, path, robotId } = yield* aConnectedWorld()
      const official = yield* officialClient(endpoint, client.access, "auto")
      const told: Array<number> = []
      const waiting = yield* Effect.forkChild(
        Effect.promise(
          () =>
            official.callTool(
              { name: "start_action", arguments: { robot_id: robotId, slug: "undock", wait_ms: 60_000 } },
              { onprogress: ({ progress }) => void told.push(progress) }
            ) as Promise<any>
        )
      )
      const { job_id } = yield* bridge.next("invoke")
      bridge.update({ id: job_id, slug: "undock" }, "running", { progress: 0.5, feedback: { at: "half" } })
      yield* bridge.sync
      yield* pass(bridge, 1000)
      const seen = yield* callTool(path, client.access, "get_job", { robot_id: robotId, slug: "undock" })
      assert.deepInclude(seen.structuredContent, { progress: 0.5, feedback: { at: "half" } })
      bridge.update({ id: job_id, slug: "undock" }, "succeeded", { result: { ok: true } })
      yield* bridge.sync
      yield* pass(bridge, 1000)
      const answer = yield* Fiber.join(waiting)
      assert.deepInclude(answer.structuredContent.job, { id: job_id, state: "succeeded" })
      assert.deepStrictEqual(told, [0.5])

      const short = yield* Effect.forkChild(
        callTool(path, client.access, "start_action", { robot_id: robotId, slug: "undock", wait_ms: 750 })
      )
      yield* bridge.next("invoke")
      yield* pass(bridge, 1000)
      assert.strictEqual((yield* Fiber.join(short)).structuredContent.job.state, "running")
    })
  )

  it.effect("stop_robot cancels what the person does, wherever it was started, and nothing of others", () =>
    Effect.gen(function* () {
      const { app, bridge, client, observe, owner, path, robotId, user } = yield* aConnectedWorld()
      const other = yield* makeAppUser(owner.caller, app, observe.id)
      const jobs = `/api/robots/${robotId}/jobs`
      yield* call("POST", `${jobs}/dock`, { as: user.token, body: { params: { speed: 1 } } })
      yield* call("POST", `${jobs}/undock`, { as: other.token, body: {} })
      const publishers = `/api/robots/${robotId}/publishers`
      yield* call("POST", `${publishers}/drive`, { as: user.token, body: { message: { speed: 1 } } })
      const dock = yield* bridge.next("invoke")
      const stopping = yield* Effect.forkChild(callTool(path, client.access, "stop_robot", { robot_id: robotId }))
      assert.strictEqual((yield* bridge.next("failsafe")).slug, "drive")
      const cancel = yield* bridge.next("cancel")
      assert.deepStrictEqual([cancel.slug, cancel.job_id], ["dock", dock.job_id])
      bridge.send({
        type: "cancel_result",
        request_id: cancel.request_id,
        slug: "dock",
        goals: [{ job_id: dock.job_id, goal_id: "g", return_code: 0 }],
        error: null
      } as never)
      const { structuredContent } = yield* Fiber.join(stopping)
      assert.deepStrictEqual(structuredContent.failsafes, ["drive"])
      assert.deepStrictEqual(structuredContent.warnings, [])
      assert.deepStrictEqual(
        structuredContent.cancelled.map(({ slug }: any) => slug),
        ["dock"]
      )
      yield* bridge.sync
      assert.isFalse(bridge.frames.some(({ type }) => type === "cancel" || type === "failsafe"))
      // The hold is over: another may drive at once.
      const driven = yield* call("POST", `${publishers}/drive`, { as: other.token, body: { message: { speed: 1 } } })
      assert.strictEqual(driven.status, 204)
      bridge.update({ id: dock.job_id, slug: "dock" }, "cancelled")
      yield* bridge.sync
      const again = yield* connect(path, user.token)
      const nothing = yield* callTool(path, again.access, "stop_robot", { robot_id: robotId })
      assert.deepStrictEqual(nothing.structuredContent.failsafes, [])
    })
  )
})
