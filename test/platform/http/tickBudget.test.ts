import { assert, describe, it } from "@effect/vitest"
import { makeListener } from "@fleet/server/platform/http/Listener"
import { comeBackLater, makeRefusals } from "@fleet/server/platform/http/comeBackLater"
import { RequestLimit } from "@fleet/server/platform/http/RequestLimit"
import { TickBudget } from "@fleet/server/platform/http/TickBudget"
import { once } from "node:events"
import { type AddressInfo, connect } from "node:net"

/** Turns that end when the test says so. */
const turns = () => {
  const ends: Array<() => void> = []
  return { atEnd: (call: () => void) => void ends.push(call), end: () => ends.splice(0).forEach((call) => call()) }
}

describe("a share of a turn", () => {
  it("a share of a turn is so much at once, and the rest at its end in the order it came", () => {
    const { atEnd, end } = turns()
    const share = new TickBudget(atEnd)
    const done: Array<number> = []
    const come = (index: number) => {
      if (share.has(() => done.push(index))) done.push(index)
    }
    const all = Array.from({ length: 1_000 }, (_, index) => index)
    for (const index of all) come(index)
    assert.strictEqual(done.length, 512)
    end()
    assert.deepStrictEqual(done, all)
    for (const index of all.slice(0, 512)) come(index)
    assert.strictEqual(done.length, 1_512)
  })

  it("a share of a turn is not used up by what came in the turns before", () => {
    const { atEnd, end } = turns()
    const share = new TickBudget(atEnd)
    for (let turn = 0; turn < 100; turn++) {
      for (let count = 0; count < 20; count++) {
        assert.isTrue(share.has(() => undefined))
      }
      end()
    }
  })
})

describe("many requests in one turn of the event loop", () => {
  it("many requests in one turn of the event loop are begun 512 at once, and all of them answered in order", async () => {
    const limit = new RequestLimit(1, 0)
    let asked = 0
    let inTurn: number | null = null
    limit.admits = () => {
      if (asked++ === 0) setImmediate(() => (inTurn = asked))
      return false
    }
    const refusals = makeRefusals()
    let refused = 0
    const server = makeListener({
      upgrade: () => false,
      limit,
      noRoom: () => refusals((refused++ % 256) / 256),
      noRoomForUpgrade: () => comeBackLater(0),
      times: { whole: 300_000, lookedAt: 30_000, parting: 10_000, taken: 30_000 },
      keepAliveMs: 75_000,
      onCut: () => undefined
    })
    await once(server.listen(0, "127.0.0.1"), "listening")
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1")
    try {
      const count = 1_200
      const times = Array.from(
        { length: count },
        (_, index) => comeBackLater((index % 256) / 255).details.retry_after_ms
      )
      socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n".repeat(count))
      let answer = ""
      for await (const chunk of socket) {
        answer += String(chunk)
        if (answer.split("HTTP/1.1 503 ").length > count && answer.endsWith("}}\n")) break
      }
      const told = [...answer.matchAll(/"retry_after_ms":(\d+)/g)].map(([, ms]) => Number(ms))
      assert.deepStrictEqual(told, times)
      assert.isAtMost(inTurn!, 512)
    } finally {
      socket.destroy()
      server.close()
    }
  })
})
