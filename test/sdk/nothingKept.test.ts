import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { FleetError } from "@fleet/sdk"
import { Channels, type Topic } from "../../packages/client-sdk/src/realtime/Channels.ts"
import { Commands } from "../../packages/client-sdk/src/realtime/Commands.ts"
import { recordMaps } from "../support/recordMaps.ts"

const count = 10_000
const numbers = Array.from({ length: count }, (_, index) => index)
const made = <A>(make: () => A) =>
  Effect.map(recordMaps(Effect.sync(make)), ({ entries, result }) => ({ it: result, kept: entries }))
const lost = new FleetError("connection_lost", "Lost.")

describe("of 10,000 commands nothing is kept", () => {
  const command = { type: "publish", robot_id: "r", slug: "drive", message: {} } as const
  const aSocket = Effect.gen(function* () {
    const sent: Array<string> = []
    let isOpen = false
    const { it: commands, kept } = yield* made(
      () =>
        new Commands("", (message) => {
          if (isOpen && "request_id" in message) sent.push(message.request_id)
          return isOpen
        })
    )
    const open = () => {
      isOpen = true
      commands.flush()
    }
    const aborts = numbers.map(() => new AbortController())
    const issue = () => numbers.map((index) => commands.issue(command, aborts[index]!.signal).catch((error) => error))
    return { aborts, commands, issue, kept, open, sent }
  })
  const answer = (request_id: string, ok: boolean) =>
    ({ type: "command_result", request_id, ok, job: null, kind: "publisher", code: null, message: null }) as never

  it.effect("of 10,000 commands nothing is kept that were answered, refused, or given up on an open socket", () =>
    Effect.gen(function* () {
      const { aborts, commands, issue, kept, open, sent } = yield* aSocket
      open()
      const issued = issue()
      assert.strictEqual(kept(), count)
      for (const index of numbers) {
        if (index % 3 === 0) aborts[index]!.abort()
        commands.answer(answer(sent[index]!, index % 3 === 1))
      }
      yield* Effect.promise(() => Promise.all(issued))
      assert.deepStrictEqual([kept(), commands.size], [0, 0])
    })
  )

  it.effect(
    "of 10,000 commands nothing is kept that were given up before there was a socket, and none of them is sent",
    () =>
      Effect.gen(function* () {
        const { aborts, commands, issue, kept, open, sent } = yield* aSocket
        const issued = issue()
        assert.strictEqual(kept(), 2 * count)
        for (const abort of aborts) abort.abort()
        yield* Effect.promise(() => Promise.all(issued))
        assert.deepStrictEqual([kept(), commands.size], [0, 0])
        open()
        assert.isEmpty(sent)
      })
  )

  it.effect("of 10,000 commands nothing is kept that were lost with the socket, sent or not", () =>
    Effect.gen(function* () {
      const { commands, issue, kept, open, sent } = yield* aSocket
      const before = issue()
      commands.lose(lost)
      open()
      const after = issue()
      commands.lose(lost)
      for (const error of yield* Effect.promise(() => Promise.all([...before, ...after])))
        assert.strictEqual(error, lost)
      assert.strictEqual(kept(), 0)
      assert.lengthOf(sent, count)
    })
  )
})

describe("of 10,000 topics nothing is kept", () => {
  const topic = (index: number): Topic =>
    index % 2 === 0
      ? { robotId: `robot ${index}`, slug: "battery", kind: "datapoint" }
      : { robotId: `robot ${index}`, slug: null }
  const sink = () => ({ next: () => undefined, fail: () => undefined })

  it.effect(
    "of 10,000 topics nothing is kept that nobody reads any more, that were refused, or that ended with the socket",
    () =>
      Effect.gen(function* () {
        const { it: channels, kept } = yield* made(() => new Channels("", () => true))
        const leave = numbers.map((index) => channels.join(topic(index), sink()))
        assert.strictEqual(kept(), count)
        for (const index of numbers) {
          if (index % 4 < 2) leave[index]!()
          else {
            const { robotId, slug } = topic(index)
            channels.refuse({ type: "subscribe_error", robot_id: robotId, slug, code: "forbidden", message: "No." })
            leave[index]!()
          }
        }
        assert.deepStrictEqual([kept(), channels.size], [0, 0])
        for (const index of numbers) channels.join(topic(index), sink())
        channels.fail(lost)
        assert.deepStrictEqual([kept(), channels.size], [0, 0])
      })
  )
})
