import { afterEach, assert, describe, it, vi } from "@effect/vitest"
import { createClient, FleetError } from "../../packages/client-sdk/src/index.ts"
import { type Answer, FakeService, job, robotId } from "./support/FakeService.ts"

const list = "GET /api/client/robots"
const start = `POST /api/robots/${robotId}/jobs/pick`
const refusal = (status: number, code: string, details?: unknown) =>
  [status, { code, message: code, ...(details === undefined ? {} : { details }) }] as const

/** A service that answers in turn, the last answer again and again, without a network whose timers would be noted too. */
const answering = (...answers: ReadonlyArray<Answer>) => {
  let calls = 0
  const fetch = async () => {
    const answer = answers[Math.min(calls++, answers.length - 1)]!
    if (answer === "drop") throw new TypeError("fetch failed")
    return Response.json(answer[1], { status: answer[0] })
  }
  const fleet = createClient({ baseUrl: "http://service.test", serverKey: "srv_test", fetch })
  return { fleet, count: () => calls }
}

const serverOf = (service: FakeService) => createClient({ baseUrl: service.baseUrl, serverKey: "srv_test" })

afterEach(() => {
  vi.restoreAllMocks()
})

/** Waits pass at once and are noted. */
const noteWaits = (): Array<number> => {
  const waits: Array<number> = []
  const real = globalThis.setTimeout
  vi.spyOn(Math, "random").mockReturnValue(1)
  vi.spyOn(globalThis, "setTimeout").mockImplementation(((run: () => void, ms: number) => {
    waits.push(ms)
    return real(run, 0)
  }) as typeof setTimeout)
  return waits
}

describe("a request", () => {
  it("a request of a page that fails names CORS and the origin to list", async () => {
    const { fleet } = answering("drop")
    vi.stubGlobal("window", {})
    vi.stubGlobal("location", { origin: "http://localhost:5173" })
    try {
      const error = await fleet.request("client.robots", { retries: 0 }).catch((error: unknown) => error)
      assert.match(String(error), /\(CORS\): the app's allowed_origins must list http:\/\/localhost:5173\./)
    } finally {
      vi.unstubAllGlobals()
    }
    const outside = await fleet.request("client.robots", { retries: 0 }).catch((error: unknown) => error)
    assert.notInclude(String(outside), "CORS")
  })

  it.each([
    ["502", refusal(502, "idp_unavailable")],
    ["503", refusal(503, "internal_error")],
    ["504", refusal(504, "bridge_timeout")],
    ["a lost connection", "drop" as const]
  ])("a request reads again after %s", async (_, failure) => {
    const { fleet, count } = answering(failure, failure, [200, { robots: [] }])
    const waits = noteWaits()
    const { robots } = await fleet.robots.list()
    assert.deepStrictEqual(robots, [])
    assert.strictEqual(count(), 3)
    assert.deepStrictEqual(waits, [250, 500])
  })

  it("a request gives up after the retries it was given", async () => {
    const { fleet, count } = answering(refusal(503, "internal_error"))
    noteWaits()
    const error = await fleet.robots.list({ retries: 1 }).catch((error: unknown) => error)
    assert.isTrue(FleetError.is(error) && error.is("internal_error"))
    assert.strictEqual(count(), 2)
  })

  it.each([400, 404, 409, 500])("a request reads once where the answer is %i", async (status) => {
    await using service = await FakeService.start({ [list]: () => refusal(status, "internal_error") })
    await serverOf(service)
      .robots.list()
      .catch(() => {})
    assert.strictEqual(service.count(list), 1)
  })

  it.each([
    ["502", refusal(502, "internal_error")],
    ["504", refusal(504, "bridge_timeout")],
    ["rate_limited", refusal(429, "rate_limited", { retry_after_ms: 5 })],
    ["a lost connection", "drop" as const]
  ])("a request commands once, also after %s", async (_, failure) => {
    await using service = await FakeService.start({ [start]: () => failure })
    const error = await serverOf(service)
      .robot(robotId)
      .action("pick")
      .start()
      .catch((error: unknown) => error)
    assert.isTrue(FleetError.is(error))
    assert.strictEqual(service.count(start), 1)
  })

  it("a request waits exactly as long as rate_limited says", async () => {
    const { fleet, count } = answering(refusal(429, "rate_limited", { retry_after_ms: 1234 }), [200, { robots: [] }])
    const waits = noteWaits()
    await fleet.robots.list()
    assert.strictEqual(count(), 2)
    assert.deepStrictEqual(waits, [1234])
  })

  it("a request reports rate_limited at once where waiting is off", async () => {
    await using service = await FakeService.start({
      [list]: () => refusal(429, "rate_limited", { retry_after_ms: 1234 })
    })
    const error = await serverOf(service)
      .robots.list({ waitWhenLimited: false })
      .catch((error: unknown) => error)
    assert.isTrue(FleetError.is(error) && error.is("rate_limited") && error.details.retry_after_ms === 1234)
    assert.strictEqual(service.count(list), 1)
  })

  it("a request hands the headers of its answer to who asks for them", async () => {
    const fetch = async () => Response.json({ robots: [] }, { headers: { etag: '"a"' } })
    const fleet = createClient({ baseUrl: "http://service.test", serverKey: "srv_test", fetch })
    const tags: Array<string | null> = []
    await fleet.request("client.robots", { onHeaders: (headers) => tags.push(headers.get("etag")) })
    assert.deepStrictEqual(tags, ['"a"'])
  })

  it("a request carries the code, the status, the details and the request's id of a refusal", async () => {
    await using service = await FakeService.start({ [start]: () => refusal(409, "busy", { running: job("running") }) })
    const error = await serverOf(service)
      .robot(robotId)
      .action("pick")
      .start()
      .catch((error: unknown) => error)
    if (!FleetError.is(error) || !error.is("busy") || !("running" in error.details)) return assert.fail(String(error))
    assert.strictEqual(error.details.running.slug, "pick")
    assert.strictEqual(error.status, 409)
    assert.strictEqual(error.requestId, "req-1")
    assert.isFalse(FleetError.is(new Error("busy")))
  })

  it("a request is a FleetError of any other copy of the package too", async () => {
    const copy = (await import("../../packages/client-sdk/src/FleetError.ts?copy" as string)) as {
      FleetError: typeof FleetError
    }
    assert.notStrictEqual(copy.FleetError, FleetError)
    assert.isTrue(FleetError.is(new copy.FleetError("busy", "busy")))
  })

  it("a request says invalid_answer where something else answered", async () => {
    await using service = await FakeService.start({ [list]: () => [403, "<html>"] })
    const error = await serverOf(service)
      .robots.list()
      .catch((error: unknown) => error)
    assert.isTrue(FleetError.is(error) && error.is("invalid_answer") && error.status === 403)
  })

  it("a request ends with the caller's reason when its signal is aborted, also while it waits", async () => {
    await using service = await FakeService.start({
      [list]: () => refusal(429, "rate_limited", { retry_after_ms: 60_000 })
    })
    const controller = new AbortController()
    const asked = serverOf(service).robots.list({ signal: controller.signal })
    await vi.waitUntil(() => service.count(list) === 1, { timeout: 60_000 })
    const reason = new Error("enough")
    controller.abort(reason)
    assert.strictEqual(await asked.catch((error: unknown) => error), reason)
  })

  it("a request times out where no answer comes", async () => {
    await using service = await FakeService.start({ [list]: () => new Promise<never>(() => {}) })
    const error = await serverOf(service)
      .robots.list({ timeoutMs: 20, retries: 0 })
      .catch((error: unknown) => error)
    assert.isTrue(FleetError.is(error) && error.is("timeout"))
  })

  it("a request puts parameters into the path and the query", async () => {
    const path = `/api/robots/${robotId}/jobs/history`
    await using service = await FakeService.start({
      [`GET ${path}`]: ({ path }) => [200, { runs: [], next_cursor: null, path }]
    })
    const page = await serverOf(service)
      .robot(robotId)
      .jobHistory({ query: { slug: "pick", limit: 5 } })
    assert.strictEqual((page as unknown as { path: string }).path, `${path}?slug=pick&limit=5`)
  })
})
