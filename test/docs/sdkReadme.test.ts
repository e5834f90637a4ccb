import { assert, describe, it, vi } from "@effect/vitest"
import * as sdk from "@fleet/sdk"
import { readFileSync } from "node:fs"
import { stripTypeScriptTypes } from "node:module"
import { join } from "node:path"
import { FakeService, robotId } from "../sdk/support/FakeService.ts"

const readme = readFileSync(join(import.meta.dirname, "../../packages/client-sdk/README.md"), "utf8")
const examples = [...readme.matchAll(/```ts\n([^]*?)```/g)].map(([, source]) => source!)

/** Runs the example that has these words; answers what it prints, as it does so. */
const run = (words: string, given: Readonly<Record<string, unknown>>) => {
  const [source, ...others] = examples.filter((example) => example.includes(words))
  assert.isEmpty(others, words)
  const printed: Array<string> = []
  const print = (...all: ReadonlyArray<unknown>) => void printed.push(all.map(String).join(" "))
  const names = { ...sdk, console: { log: print, debug: print }, id: robotId, ...given }
  // A block of its own: what it declares hides what it is given.
  const script = stripTypeScriptTypes(
    `async () => {${source!.replaceAll(/^import .*$/gm, "").replaceAll(/\busing /g, "const ")}}`
  )
  const make = new Function(...Object.keys(names), `return (${script.trim().replace(/;$/, "")})()`)
  return { printed, ended: make(...Object.values(names)) as Promise<void> }
}

const clientOf = (service: FakeService) => sdk.createClient({ baseUrl: service.baseUrl, serverKey: "srv_test" })

describe("examples of the SDK's README run", () => {
  it("examples of the SDK's README run: events of the organisation, with what was missed", async () => {
    await using service = await FakeService.start()
    using fleet = clientOf(service)
    const { ended, printed } = run("developer.events.subscribe", { developer: fleet })
    const socket = await service.authenticated()
    await socket.frame("org_event_subscribe")
    const event = { type: "org_event", seq: 1, at: new Date(0).toISOString(), kind: "job", severity: "info" }
    const events = [{ ...event, robot_id: robotId, subject: "pick", detail: null }]
    const gaps = [{ after_seq: 1, since_ms: 5, dropped: 3 }]
    socket.send({
      type: "org_event_replay",
      events,
      complete: false,
      resumed: false,
      gaps,
      position: { stream: "a", seq: 1, dropped: 3 }
    })
    await vi.waitUntil(() => printed.length === 2)
    assert.sameMembers(printed, [`job pick ${robotId} null`, `missed 3 ${new Date(5)}`])
    fleet.close()
    // The loop ends with the client.
    assert.strictEqual(await ended.catch((error: unknown) => sdk.FleetError.is(error) && error.code), "closed")
  })

  it("examples of the SDK's README run: the health of resources, and the list anew where changes may be missing", async () => {
    const resources = [
      { ref: "front", state: "failed" },
      { ref: "back", state: "ok" }
    ]
    await using service = await FakeService.start({ "GET /api/org/health": () => [200, { resources }] })
    using fleet = clientOf(service)
    const listed: Array<string> = []
    const log = (...all: ReadonlyArray<unknown>) => void listed.push(JSON.stringify(all))
    const { ended } = run("developer.health.onChange", { developer: fleet, console: { log, error: log } })
    await ended
    const socket = await service.authenticated()
    await vi.waitUntil(() => listed.length === 1)
    const change = { type: "resource_health", kind: "camera", ref: "front", state: "ok" }
    socket.send(change)
    await vi.waitUntil(() => listed.length === 2)
    socket.send({ type: "org_event_dropped", since_ms: 1, dropped: 2 })
    await vi.waitUntil(() => listed.length === 3)
    const list = JSON.stringify([[resources[0]]])
    assert.deepStrictEqual(listed, [list, JSON.stringify(["camera", "front", change]), list])
  })

  it("examples of the SDK's README run: the link, and ages by the service's clock", async () => {
    const at = Date.now()
    await using service = await FakeService.start({
      [`GET /api/robots/${robotId}/datapoints/battery`]: () => [
        200,
        { value: 81, timestamp_ms: at + 3_600_000 - 4_000 }
      ]
    })
    using fleet = clientOf(service)
    const { ended, printed } = run("fleet.realtime.onStatus", { fleet })
    const socket = await service.authenticated()
    const { request_id } = await socket.frame("time")
    // The service is an hour ahead.
    socket.send({ type: "time", request_id, server_ms: Date.now() + 3_600_000 })
    await ended
    assert.include(printed, "connected null")
    assert.isTrue(printed.some((line) => line.endsWith(" ms to the service and back")))
    assert.match(printed.at(-1)!, /^81 \d+ s old$/)
    assert.isBelow(Number(printed.at(-1)!.split(" ")[1]), 600)
  })

  it("examples of the SDK's README run: the help address of an error", async () => {
    const refusal = { code: "busy", message: "Another job runs.", details: { running: null } }
    await using service = await FakeService.start({
      [`POST /api/robots/${robotId}/jobs/pick`]: () => [409, refusal]
    })
    using fleet = clientOf(service)
    const { ended, printed } = run("refused.docsUrl", { fleet })
    await ended
    assert.deepStrictEqual(printed, [`busy ${service.baseUrl}/docs/errors#error-busy`])
  })

  it("examples of the SDK's README run: the pages of a list", async () => {
    await using service = await FakeService.start({
      "GET /api/org/jobs": () => [200, { runs: [{}, {}], next_cursor: null }]
    })
    using fleet = clientOf(service)
    const { ended, printed } = run('fleet.pages("jobs.orgRuns"', { fleet: { ...fleet, stream: async () => null } })
    await ended
    assert.deepStrictEqual(printed, ["2"])
  })

  it("examples of the SDK's README run: requests and frames as they go", async () => {
    await using service = await FakeService.start({ "GET /api/client/robots": () => [200, { robots: [] }] })
    const observers: Array<sdk.ClientOptions> = []
    const { ended, printed } = run("onRequest: (", {
      createClient: (options: sdk.ClientOptions) => void observers.push(options)
    })
    await ended
    using fleet = sdk.createClient({ ...observers[0]!, baseUrl: service.baseUrl, serverKey: "srv_test" })
    await fleet.robots.list()
    assert.match(printed[0]!, /^GET .+ \(client\.robots\) 200/)
    fleet.robot(robotId).datapoint("battery").subscribe()
    await service.authenticated()
    await vi.waitUntil(() => printed.some((line) => line.includes("auth_ok")))
  })
})
