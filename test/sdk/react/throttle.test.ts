import { inBrowser, render } from "../support/render.ts"
import { afterEach, assert, beforeEach, describe, it, vi } from "@effect/vitest"
import { createClient } from "@fleet/sdk"
import { useDatapoint } from "@fleet/sdk/react"
import { FakeService, robotId } from "../support/FakeService.ts"

inBrowser()

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }))
afterEach(() => void vi.useRealTimers())

const sample = (value: number) => ({ type: "datapoint", robot_id: robotId, slug: "speed", value, timestamp_ms: value })

describe("useDatapoint", () => {
  it("useDatapoint renders once for a burst of samples, with the last of them", async () => {
    await using service = await FakeService.start()
    using fleet = createClient({ baseUrl: service.baseUrl, serverKey: "srv_test", dangerouslyAllowBrowser: true })
    const shown = new Set<number | undefined>()
    using page = render(fleet, () => {
      const { value } = useDatapoint<number>(robotId, "speed", { throttleMs: 1000 })
      shown.add(value)
      return `${value}`
    })
    const socket = await service.authenticated()
    await socket.frame("subscribe")
    using all = fleet.robot(robotId).datapoint<number>("speed").subscribe()
    for (let value = 1; value <= 200; value++) socket.send(sample(value))
    await vi.waitUntil(() => all.latest?.value === 200)
    await vi.waitUntil(() => page.text() === "1")
    await vi.advanceTimersByTimeAsync(1000)
    await vi.waitUntil(() => page.text() === "200")
    assert.deepStrictEqual([...shown], [undefined, 1, 200])
  })

  it("useDatapoint gives its subscription back with the component, and so the socket", async () => {
    await using service = await FakeService.start()
    using fleet = createClient({ baseUrl: service.baseUrl, serverKey: "srv_test", dangerouslyAllowBrowser: true })
    const page = render(fleet, () => `${useDatapoint(robotId, "speed").value}`)
    const socket = await service.authenticated()
    await socket.frame("subscribe")
    page[Symbol.dispose]()
    await socket.frame("unsubscribe")
    await vi.advanceTimersByTimeAsync(2000)
    assert.strictEqual(await socket.closed, 1000)
    assert.strictEqual(fleet.realtime.state, "idle")
  })
})
