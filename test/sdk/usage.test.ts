import { assert, describe, it } from "@effect/vitest"
import { FakeService, identity, job, robotId, tokens } from "./support/FakeService.ts"
import { type Setting, usage } from "./usage.ts"

const robot = `/api/robots/${robotId}`
const sample = { value: 81, timestamp_ms: 1000 }
const settingOf = (service: FakeService): Setting => ({
  baseUrl: service.baseUrl,
  app: "demo",
  email: "ann@example.com",
  password: "correct horse battery",
  datapoint: "battery",
  action: "pick",
  params: { shelf: 3 }
})

describe("the usage example", () => {
  it("the usage example runs from sign-in to sign-out", async () => {
    await using service = await FakeService.start({
      "POST /api/client/login": () => [200, tokens(1)],
      "GET /api/client/me": () => [200, identity],
      "POST /api/client/logout": () => [204],
      "GET /api/client/robots": () => [200, { robots: [{ id: robotId, name: "arm" }] }],
      [`GET ${robot}/datapoints/battery`]: () => [200, { slug: "battery", ...sample }],
      [`GET ${robot}/datapoints/battery/history`]: () => [
        200,
        {
          slug: "battery",
          kind: "buckets",
          window_ms: 60_000,
          agg: "avg",
          buckets: [{ bucket_start_ms: 0, value: 80, sample_count: 6 }]
        }
      ],
      [`POST ${robot}/jobs/pick`]: () => [202, { job: job("running"), kind: "action" }],
      [`GET ${robot}/jobs/pick`]: () => [200, { job: job("running") }]
    })
    const running = usage(settingOf(service))
    const socket = await service.authenticated()
    await socket.frame("subscribe")
    socket.send({ type: "datapoint", robot_id: robotId, slug: "battery", ...sample })
    const subscribed = socket.frames.length
    await socket.frame("subscribe", subscribed)
    const ended = job("succeeded", undefined, "2026-01-01T00:00:02.000Z")
    socket.send({
      type: "job",
      robot_id: robotId,
      slug: "pick",
      job: ended,
      feedback: null,
      progress: null,
      timestamp_ms: 2
    })

    const seen = await running
    assert.deepStrictEqual(seen.events, ["signed_in ann@example.com", "signed_out"])
    assert.strictEqual(seen.first.value, 81)
    assert.deepStrictEqual(seen.heard, [81])
    assert.strictEqual(seen.states.at(-1), "succeeded")
    assert.strictEqual(seen.outcome?.state, "succeeded")
    assert.strictEqual(seen.points, 1)
    assert.strictEqual(seen.connection, "connected")
  })
})
