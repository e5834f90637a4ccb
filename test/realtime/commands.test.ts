import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { makeRobot } from "../support/people.ts"
import { connectRealtime } from "../support/RealtimeClient.ts"
import { TestApp } from "../support/TestApp.ts"
import { call } from "../support/wire.ts"
import { aLiveStage, aStage } from "./world.ts"

const nothing = { type: "command_result", ok: true, job: null, kind: null, code: null, message: null }

layer(TestApp, { timeout: "60 seconds" })("a realtime command", (it) => {
  it.effect("a realtime command to an action is answered when it is accepted", () =>
    Effect.gen(function* () {
      const { bridge, path, robot, user } = yield* aLiveStage
      const client = yield* connectRealtime(user.token)
      const request_id = "é".repeat(64)
      const params = { speed: 1 }
      client.send({ type: "invoke", request_id, robot_id: robot.id, slug: "dock", params, patience_ms: 2000 })
      const result = yield* client.next("command_result")
      const { job_id, ...invoke } = yield* bridge.next("invoke")
      assert.deepStrictEqual(invoke, {
        type: "invoke",
        slug: "dock",
        params: { speed: 1, lamp: false },
        patience_ms: 2000
      })
      const { body } = yield* call("GET", `${path}/jobs/dock`, { as: user.token })
      assert.strictEqual(body.job.id, job_id)
      assert.deepStrictEqual(result, { ...nothing, request_id, kind: "action", job: body.job })
    })
  )

  it.effect("a realtime command to a service is answered at its end, whatever was answered before", () =>
    Effect.gen(function* () {
      const { bridge, developer, robot } = yield* aLiveStage
      const client = yield* connectRealtime(developer.token)
      client.send({ type: "invoke", request_id: "slow", robot_id: robot.id, slug: "reset" })
      const { job_id } = yield* bridge.next("invoke")
      client.send({ type: "publish", request_id: "quick", robot_id: robot.id, slug: "horn" })
      assert.deepStrictEqual(yield* client.next("command_result"), {
        ...nothing,
        request_id: "quick",
        kind: "publisher"
      })
      bridge.update({ id: job_id, slug: "reset" }, "succeeded", { result: { success: true } })
      const { job, ...result } = yield* client.next("command_result")
      assert.deepStrictEqual({ ...result, job: null }, { ...nothing, request_id: "slow", kind: "service" })
      assert.deepStrictEqual([job.id, job.state, job.result], [job_id, "succeeded", { success: true }])
    })
  )

  it.effect("a realtime command to a service that failed is answered with its job and the job's code", () =>
    Effect.gen(function* () {
      const { bridge, developer, robot } = yield* aLiveStage
      const client = yield* connectRealtime(developer.token)
      client.send({ type: "invoke", request_id: "1", robot_id: robot.id, slug: "reset" })
      const { job_id } = yield* bridge.next("invoke")
      const error = { code: "service_timeout", message: "It took too long." }
      bridge.update({ id: job_id, slug: "reset" }, "failed", { error })
      const { job, ...result } = yield* client.next("command_result")
      assert.deepStrictEqual(result, { type: "command_result", request_id: "1", ok: false, kind: "service", ...error })
      assert.deepStrictEqual([job.state, job.error.code], ["failed", "service_timeout"])
    })
  )

  it.effect("a realtime command to cancel is answered at the bridge's answer, with the job it was sent to", () =>
    Effect.gen(function* () {
      const { bridge, developer, robot } = yield* aLiveStage
      const client = yield* connectRealtime(developer.token)
      client.send({ type: "invoke", request_id: "go", robot_id: robot.id, slug: "dock", params: { speed: 1 } })
      const { job_id } = yield* bridge.next("invoke")
      yield* client.next("command_result")
      const cancelled = (return_code: number) =>
        Effect.gen(function* () {
          client.send({ type: "cancel", request_id: `stop ${return_code}`, robot_id: robot.id, slug: "dock", job_id })
          const cancel = yield* bridge.next("cancel")
          const goals = [{ goal_id: "goal-1", job_id, return_code }]
          bridge.sendRaw(
            JSON.stringify({ type: "cancel_result", request_id: cancel.request_id, slug: "dock", goals, error: null })
          )
          return yield* client.next("command_result")
        })
      const rejected = yield* cancelled(1)
      assert.deepStrictEqual(
        [rejected.request_id, rejected.ok, rejected.kind, rejected.code, rejected.job.id],
        ["stop 1", false, "action", "cancel_rejected", job_id]
      )
      assert.strictEqual(rejected.details.goals[0].return_code, 1)
      const accepted = yield* cancelled(0)
      assert.deepStrictEqual(
        [accepted.request_id, accepted.ok, accepted.kind, accepted.code, accepted.job.id],
        ["stop 0", true, "action", null, job_id]
      )
    })
  )

  it.effect("a realtime command is refused with the code and the details of REST", () =>
    Effect.gen(function* () {
      const stage = yield* aLiveStage
      const { bridge, developer, key, owner, robot, user } = stage
      const { robot: unattached } = yield* makeRobot(owner.caller)
      const parity = Effect.fnUntraced(function* (
        token: string,
        robotId: string,
        frame: any,
        code: string,
        kind: string | null
      ) {
        const client = yield* connectRealtime(token)
        client.send({ ...frame, request_id: code, robot_id: robotId })
        const { job, kind: told_kind, type, request_id, ok, ...told } = yield* client.next("command_result")
        assert.deepStrictEqual([type, request_id, ok, told_kind], ["command_result", code, false, kind], frame.slug)
        const { slug, type: verb } = frame
        const path = verb === "publish" ? `publishers/${slug}` : `jobs/${slug}${verb === "cancel" ? "/cancel" : ""}`
        const body =
          verb === "publish"
            ? { message: frame.message }
            : verb === "cancel"
              ? { job_id: frame.job_id }
              : { params: frame.params, patience_ms: frame.patience_ms }
        const answer = yield* call("POST", `/api/robots/${robotId}/${path}`, { as: token, body })
        assert.deepStrictEqual(told, answer.body, code)
        assert.strictEqual(told.code, code)
        return { job, details: told.details }
      })
      const speed = { speed: 1 }
      yield* parity(user.token, unattached.id, { type: "invoke", slug: "dock" }, "not_found", null)
      yield* parity(user.token, robot.id, { type: "invoke", slug: "undock" }, "forbidden", null)
      yield* parity(user.token, robot.id, { type: "publish", slug: "horn" }, "forbidden", null)
      yield* parity(user.token, robot.id, { type: "cancel", slug: "undock", job_id: null }, "forbidden", null)
      yield* parity(user.token, robot.id, { type: "invoke", slug: "gone" }, "unknown_slug", null)
      yield* parity(key.token, robot.id, { type: "invoke", slug: "drive" }, "unknown_slug", "publisher")
      yield* parity(key.token, robot.id, { type: "publish", slug: "dock" }, "unknown_slug", "action")
      yield* parity(key.token, robot.id, { type: "cancel", slug: "battery", job_id: null }, "unknown_slug", "datapoint")
      yield* parity(key.token, robot.id, { type: "publish", slug: "front" }, "unknown_slug", "camera")
      yield* parity(key.token, robot.id, { type: "publish", slug: "reset" }, "unknown_slug", "service")
      yield* parity(key.token, robot.id, { type: "invoke", slug: "bridge_state" }, "unknown_slug", "datapoint")
      yield* parity(key.token, robot.id, { type: "publish", slug: "nothing" }, "unknown_slug", null)
      yield* parity(key.token, robot.id, { type: "cancel", slug: "reset", job_id: null }, "not_cancellable", "service")
      const params = { speed: 9, lamp: "on", horn: 1 }
      const { details } = yield* parity(
        key.token,
        robot.id,
        { type: "invoke", slug: "dock", params },
        "parameter_invalid",
        "action"
      )
      assert.strictEqual(details.violations.length, 3)
      yield* parity(
        key.token,
        robot.id,
        { type: "publish", slug: "drive", message: {} },
        "parameter_invalid",
        "publisher"
      )
      const job_id = "00000000-0000-4000-8000-000000000000"
      yield* parity(key.token, robot.id, { type: "cancel", slug: "dock", job_id }, "not_found", "action")
      yield* call("POST", `${stage.path}/jobs/dock`, { as: developer.token, body: { params: speed } })
      const busy = yield* parity(key.token, robot.id, { type: "invoke", slug: "dock", params: speed }, "busy", "action")
      assert.deepStrictEqual(busy.job, busy.details.running)
      yield* bridge.leave
      yield* parity(developer.token, robot.id, { type: "invoke", slug: "undock" }, "robot_offline", "action")
      yield* parity(developer.token, robot.id, { type: "publish", slug: "horn" }, "robot_offline", "publisher")
    })
  )

  it.effect("a realtime command that breaks a rule is refused with the name of the field", () =>
    Effect.gen(function* () {
      const { developer, robot } = yield* aStage
      const client = yield* connectRealtime(developer.token)
      const robot_id = robot.id
      for (const [frame, field, kind] of [
        [{ type: "invoke", robot_id: "x", slug: "dock" }, "robot_id", null],
        [{ type: "invoke", slug: "dock" }, "robot_id", null],
        [{ type: "invoke", robot_id, slug: "Dock!" }, "slug", null],
        [{ type: "invoke", robot_id, slug: "dock", params: [] }, "params", "action"],
        [{ type: "invoke", robot_id, slug: "reset", params: [] }, "params", "service"],
        [{ type: "invoke", robot_id, slug: "dock", patience_ms: 999 }, "patience_ms", "action"],
        [{ type: "invoke", robot_id, slug: "dock", patience_ms: 120_001 }, "patience_ms", "action"],
        [{ type: "cancel", robot_id, slug: "dock" }, "job_id", "action"],
        [{ type: "cancel", robot_id, slug: "dock", job_id: "x" }, "job_id", "action"],
        [{ type: "publish", robot_id, slug: "drive", message: null }, "message", "publisher"]
      ] as const) {
        client.send({ ...frame, request_id: "1" })
        const { details, message, ...result } = yield* client.next("command_result")
        assert.deepStrictEqual(result, {
          type: "command_result",
          request_id: "1",
          ok: false,
          job: null,
          kind,
          code: "validation_error"
        })
        assert.strictEqual(details.field, field)
        assert.match(details.rule, /^[a-z_]+$/)
        assert.include(message, field)
      }
    })
  )

  it.effect("a realtime command is checked for the robot, the grant and the slug before the fields, as REST does", () =>
    Effect.gen(function* () {
      const { key, owner, robot, user } = yield* aStage
      const { robot: unattached } = yield* makeRobot(owner.caller)
      for (const [{ token }, robot_id, slug, code, kind] of [
        [user, unattached.id, "dock", "not_found", null],
        [user, robot.id, "undock", "forbidden", null],
        [key, robot.id, "nothing", "unknown_slug", null],
        [key, robot.id, "drive", "unknown_slug", "publisher"],
        [key, robot.id, "dock", "validation_error", "action"]
      ] as const) {
        const client = yield* connectRealtime(token)
        client.send({ type: "invoke", request_id: "1", robot_id, slug, params: 7 })
        const told = yield* client.next("command_result")
        assert.deepStrictEqual([told.ok, told.code, told.kind], [false, code, kind])
        const path = `/api/robots/${robot_id}/jobs/${slug}`
        const { body } = yield* call("POST", path, { as: token, body: { params: 7 } })
        assert.strictEqual(body.code, code)
      }
    })
  )

  it.effect("realtime commands of one socket reach the robot in the order they were sent", () =>
    Effect.gen(function* () {
      const { bridge, developer, robot } = yield* aLiveStage
      const client = yield* connectRealtime(developer.token)
      client.send({ type: "invoke", request_id: "go", robot_id: robot.id, slug: "dock", params: { speed: 1 } })
      const { job_id } = yield* bridge.next("invoke")
      yield* client.next("command_result")
      const sent: Array<string> = []
      for (let index = 0; index < 200; index++) {
        const command = { request_id: String(index), robot_id: robot.id }
        if (index % 4 === 1) client.send({ ...command, type: "cancel", slug: "dock", job_id })
        else if (index === 10) client.send({ ...command, type: "invoke", slug: "undock" })
        else if (index === 30) client.send({ ...command, type: "invoke", slug: "reset" })
        else client.send({ ...command, type: "publish", slug: "drive", message: { speed: index / 1000 } })
        sent.push(index % 4 === 1 ? "cancel" : index === 10 ? "undock" : index === 30 ? "reset" : String(index / 1000))
      }
      const came: Array<string> = []
      yield* client.served
      yield* bridge.sync
      for (const frame of bridge.frames) {
        if (frame.type === "cancel") came.push("cancel")
        else if (frame.type === "invoke") came.push(frame.slug)
        else if (frame.type === "publish") came.push(String(frame.message["speed"]))
      }
      assert.deepStrictEqual(came, sent)
      for (const frame of bridge.frames) {
        if (frame.type !== "cancel") continue
        const goals = [{ goal_id: "goal-1", job_id, return_code: 0 }]
        bridge.sendRaw(
          JSON.stringify({ type: "cancel_result", request_id: frame.request_id, slug: "dock", goals, error: null })
        )
      }
      for (let index = 0; index < 200; index++) {
        if (index === 30) continue
        const { ok } = yield* client.next("command_result", ({ request_id }) => request_id === String(index))
        assert.isTrue(ok, String(index))
      }
    })
  )
})
