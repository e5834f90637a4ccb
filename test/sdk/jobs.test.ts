import { assert, describe, it } from "@effect/vitest"
import { createClient, FleetError } from "../../packages/client-sdk/src/index.ts"
import { FakeService, job, robotId } from "./support/FakeService.ts"

const path = `/api/robots/${robotId}/jobs/pick`
const update = (state: string, at: string, progress: number | null = null, id?: string) => ({
  type: "job",
  robot_id: robotId,
  slug: "pick",
  job: job(state, id, at),
  feedback: null,
  progress,
  timestamp_ms: 1
})
const other = "66666666-6666-4666-8666-666666666666"
const at = (second: number) => `2026-01-01T00:00:0${second}.000Z`

const start = async () => {
  const service = await FakeService.start({
    [`POST ${path}`]: () => [202, { job: job("running"), kind: "action" }],
    [`GET ${path}`]: () => [200, { job: job("running") }]
  })
  return service
}
const serverOf = (service: FakeService) => createClient({ baseUrl: service.baseUrl, serverKey: "srv_test" })

describe("a job handle", () => {
  it("a job handle follows a job to its end and holds the outcome", async () => {
    await using service = await start()
    using fleet = serverOf(service)
    const handle = await fleet.robot(robotId).action("pick").start({ shelf: 3 })
    assert.deepStrictEqual(service.seen[0]?.body, { params: { shelf: 3 } })
    const states: Array<string> = []
    const reading = (async () => {
      for await (const { state, progress } of handle.updates()) states.push(`${state} ${progress}`)
    })()
    const socket = await service.authenticated()
    await socket.frame("subscribe")
    socket.send(update("running", at(1), 0.5))
    socket.send(update("succeeded", at(2)))
    await reading
    assert.includeMembers(states, ["running 0.5", "succeeded null"])
    assert.strictEqual(states.at(-1), "succeeded null")
    assert.strictEqual((await handle.result()).state, "succeeded")
  })

  it("a job handle lets go of the slug when its reader leaves or its signal aborts", async () => {
    await using service = await start()
    using fleet = serverOf(service)
    const handle = await fleet.robot(robotId).action("pick").start()
    const leaving = new AbortController()
    const updates = handle.updates({ signal: leaving.signal })
    await updates.next()
    const socket = await service.authenticated()
    await socket.frame("subscribe")
    await updates.return()
    await socket.frame("unsubscribe")
    const heard = socket.frames.length

    const reading = handle.result({ signal: leaving.signal }).catch((error: unknown) => error)
    await socket.frame("subscribe", heard)
    const reason = new Error("enough")
    leaving.abort(reason)
    assert.strictEqual(await reading, reason)
    await socket.frame("unsubscribe", heard)
  })

  it("a job handle learns by REST of an end that came while the socket was away", async () => {
    await using service = await start()
    using fleet = serverOf(service)
    const handle = await fleet.robot(robotId).action("pick").start()
    const result = handle.result()
    const first = await service.authenticated()
    await first.frame("subscribe")
    service.on(`GET ${path}`, () => [200, { job: job("failed", undefined, at(3)) }])
    first.close(1012)
    await service.authenticated()
    assert.strictEqual((await result).state, "failed")
  })

  it("a job handle finds its own outcome in the history once another job has taken the slug", async () => {
    await using service = await start()
    using fleet = serverOf(service)
    const handle = await fleet.robot(robotId).action("pick").start()
    service.on(`GET ${path}`, () => [200, { job: job("running", other, at(4)) }])
    service.on(`GET /api/robots/${robotId}/jobs/history`, () => [
      200,
      { runs: [{ ...job("cancelled"), kind: "action", ended_at: at(3), duration_ms: 3, actor: {} }], next_cursor: null }
    ])
    const result = await handle.result()
    assert.strictEqual(result.state, "cancelled")
    assert.strictEqual(result.updated_at, at(3))
  })

  it("a job handle says so where its outcome can no longer be read", async () => {
    await using service = await start()
    using fleet = serverOf(service)
    const handle = await fleet.robot(robotId).action("pick").start()
    service.on(`GET ${path}`, () => [200, { job: job("running", other, at(4)) }])
    service.on(`GET /api/robots/${robotId}/jobs/history`, () => [
      403,
      { code: "capability_required", message: "No.", details: { capability: "action_history" } }
    ])
    const error = await handle.result().catch((error: unknown) => error)
    assert.isTrue(FleetError.is(error) && error.is("capability_required"))
  })

  it("a job handle cancels its own job and no other", async () => {
    await using service = await start()
    using fleet = serverOf(service)
    const handle = await fleet.robot(robotId).action("pick").start()
    service.on(`POST ${path}/cancel`, () => [200, { job: job("cancelled", undefined, at(2)) }])
    assert.strictEqual((await handle.cancel()).state, "cancelled")
    assert.deepStrictEqual(service.seen.at(-1)?.body, { job_id: handle.id })
    assert.strictEqual((await handle.result()).state, "cancelled")
  })

  it("a job handle may be started over the socket with the same outcome", async () => {
    await using service = await start()
    using fleet = serverOf(service)
    const started = fleet.robot(robotId).action("pick").start({ shelf: 3 }, { via: "realtime", patienceMs: 2000 })
    const socket = await service.authenticated()
    const { request_id, ...sent } = await socket.frame("invoke")
    assert.deepStrictEqual(sent, {
      type: "invoke",
      robot_id: robotId,
      slug: "pick",
      params: { shelf: 3 },
      patience_ms: 2000
    })
    const refused = { type: "command_result", request_id, ok: false, kind: "action", code: "busy", message: "Busy." }
    socket.send({ ...refused, job: job("running", other) })
    const error = await started.catch((error: unknown) => error)
    assert.isTrue(
      FleetError.is(error) && error.is("busy") && "running" in error.details && error.details.running.id === other
    )
  })
})

describe("a service", () => {
  it("a service answers its result", async () => {
    await using service = await start()
    using fleet = serverOf(service)
    service.on(`POST ${path}`, () => [200, { result: { sum: 5 } }])
    const answer = await fleet.robot(robotId).service<{ sum: number }>("pick").call({ a: 2, b: 3 })
    assert.strictEqual(answer.sum, 5)
  })
})
