import { assert, describe, it } from "@effect/vitest"
import { OrgId } from "@fleet/domain/Ids"
import { Int } from "@fleet/domain/Wire"
import type { OrgEvent, OrgEventGap } from "@fleet/sdk"
import { Bus } from "@fleet/server/platform/bus/Bus"
import { makeInProcessBus } from "@fleet/server/platform/bus/InProcessBus"
import { OrgActivity } from "@fleet/server/realtime/OrgActivity"
import type { SocketWriter } from "@fleet/server/realtime/SocketWriter"
import { Clock, Context, DateTime, Effect, Layer, Schema } from "effect"
import { TestClock } from "effect/testing"
import { OrgEvents } from "../../packages/client-sdk/src/realtime/OrgEvents.ts"

const orgId = OrgId.make("0197a1f0-0000-7000-8000-000000000001")

type Item = number | OrgEventGap

/** A process of the service: what happens comes over its bus. */
const aProcess = Effect.gen(function* () {
  const bus = makeInProcessBus()
  const context = yield* Layer.build(Layer.fresh(OrgActivity.layer).pipe(Layer.provide(Layer.succeed(Bus, bus))))
  return { bus, activity: Context.get(context, OrgActivity) }
})
type Process = Effect.Success<typeof aProcess>

/** How many bytes stand before the text of a server's frame. */
const headOf = (frame: Buffer) => (frame[1]! < 126 ? 2 : frame[1] === 126 ? 4 : 10)

/** A reader, the link to one process at a time, and what of it is still on its way. */
const aReader = () => {
  let process: Process | null = null
  let onItsWay: Array<any> = []
  let writer: SocketWriter
  const heard: Array<Item> = []
  const late: Array<{ readonly heard: Array<Item> }> = []
  const events = new OrgEvents((message) => {
    if (process === null) return false
    const sent = JSON.parse(JSON.stringify(message))
    if (sent.type === "org_event_subscribe") process.activity.subscribe(orgId, writer, sent.after)
    return true
  })
  const sinkOf = (items: Array<Item>) => ({
    next: (event: OrgEvent) => void items.push(event.detail as number),
    gap: (gap: OrgEventGap) => void items.push(gap),
    fail: () => {}
  })
  events.join(sinkOf(heard))
  return {
    heard,
    late,
    get isLinked() {
      return process !== null
    },
    connect: (to: Process) => {
      process = to
      writer = {
        send: (frame: Buffer) => void onItsWay.push(JSON.parse(frame.toString("utf8", headOf(frame))))
      } as never
      events.resume(true)
    },
    deliver: () => {
      for (const frame of onItsWay) events.receive(frame)
      onItsWay = []
    },
    cut: () => {
      process?.activity.unsubscribe(orgId, writer)
      process = null
      onItsWay = []
    },
    pause: () => process?.activity.pause(orgId, writer),
    resume: () => process?.activity.resume(orgId, writer),
    joinLate: Effect.gen(function* () {
      const items: Array<Item> = []
      events.join(sinkOf(items))
      late.push({ heard: items })
      yield* Effect.promise(() => Promise.resolve())
    })
  }
}

const isEvent = (item: Item) => typeof item === "number"

/** The gaps that stand between two events which are neighbours but for what is missing. */
const gapsBetween = (heard: ReadonlyArray<Item>, before: number, event: number): ReadonlyArray<OrgEventGap> => {
  const from = heard.indexOf(before)
  const to = heard.includes(event) ? heard.indexOf(event) : heard.length
  const gapsIn = (items: ReadonlyArray<Item>) => items.filter((item) => !isEvent(item)) as ReadonlyArray<OrgEventGap>
  if (from < to) return gapsIn(heard.slice(from + 1, to))
  // A process that knew less was read first, and the events before its first one came from another.
  const lower = heard.slice(0, to).findLastIndex((item) => isEvent(item) && item < event)
  return gapsIn([...heard.slice(lower + 1, to), ...heard.slice(from + 1)])
}

/** Every event that was not heard lies between two neighbours that a gap stands between, and no event was heard twice. */
const isWhole = (heard: ReadonlyArray<Item>, last: number) => {
  const events = heard.filter(isEvent)
  assert.lengthOf(new Set(events), events.length, `doubled: ${JSON.stringify(heard)}`)
  const places = new Map(heard.map((item, place) => [item, place]))
  const first = Math.min(...events)
  let before = first
  for (let event = first + 1; event <= last + 1; event++) {
    if (event <= last && !places.has(event)) continue
    if (event - before > 1) {
      const gaps = gapsBetween(heard, before, event)
      const text = `${before} to ${event}: ${JSON.stringify(heard)}`
      assert.isNotEmpty(gaps, `nothing says what is missing from ${text}`)
      if (gaps.every(({ dropped }) => dropped !== null)) {
        const dropped = gaps.reduce((sum, gap) => sum + gap.dropped!, 0)
        assert.isAtLeast(dropped, event - before - 1, `too few are said to be missing from ${text}`)
      }
    }
    before = event
  }
}

const missing = (heard: ReadonlyArray<Item>, last: number) => {
  const events = heard.filter(isEvent)
  return last - Math.min(...events) + 1 - events.length
}

const told = (heard: ReadonlyArray<Item>) =>
  heard.reduce<number>((sum, item) => (isEvent(item) ? sum : sum + (item.dropped ?? Number.NaN)), 0)

const steps = <const Words extends ReadonlyArray<string>>(words: Words) =>
  Schema.Array(Schema.Struct({ does: Schema.Literals(words), many: Int(0, 99) })).check(
    Schema.isMinLength(12),
    Schema.isMaxLength(40)
  )

const everywhere = ["happen", "happen", "busy", "wait", "deliver", "cut", "connect", "connect"] as const

const play = Effect.fnUntraced(function* (
  does: ReadonlyArray<{ readonly does: string; readonly many: number }>,
  count: number
) {
  const processes = yield* Effect.all(Array.from({ length: count }, () => aProcess))
  const reader = aReader()
  let last = 0
  const happen = Effect.fnUntraced(function* (many: number) {
    const at = DateTime.makeUnsafe(yield* Clock.currentTimeMillis)
    for (let index = 0; index < many; index++) {
      const event = { at, kind: "job", severity: "info", robot_id: null, subject: "pick", detail: ++last } as const
      for (const { bus } of processes) bus.publishOrg(orgId, { type: "activity", event })
    }
  })
  const begin = Effect.gen(function* () {
    reader.connect(processes[0]!)
    yield* happen(1)
    reader.deliver()
  })
  yield* begin
  for (const { does: what, many } of does) {
    if (what === "happen") yield* happen(many)
    else if (what === "busy") {
      for (let second = 0; second < many % 7; second++) {
        yield* happen(many)
        yield* TestClock.adjust("1 second")
      }
    } else if (what === "wait") yield* TestClock.adjust(many * 30)
    else if (what === "deliver") reader.deliver()
    else if (what === "cut") reader.cut()
    else if (what === "connect" && !reader.isLinked) reader.connect(processes[many % count]!)
    else if (what === "pause") reader.pause()
    else if (what === "resume") reader.resume()
    else if (what === "late") yield* reader.joinLate
    else if (what === "restart") {
      reader.cut()
      processes[many % count] = yield* aProcess
    }
  }
  reader.resume()
  if (!reader.isLinked) reader.connect(processes[0]!)
  yield* TestClock.adjust("2 seconds")
  yield* happen(1)
  reader.deliver()
  return { reader, last }
})

describe("events over many sockets", () => {
  it.effect.prop(
    "events over many sockets: none is doubled, and gaps say exactly how many are missing and where, from one process",
    [steps([...everywhere, "late"])],
    ([does]) =>
      Effect.gen(function* () {
        const { last, reader } = yield* play(does, 1)
        isWhole(reader.heard, last)
        assert.strictEqual(told(reader.heard), missing(reader.heard, last))
        for (const { heard } of reader.late) isWhole(heard, last)
      }).pipe(Effect.scoped)
  )

  it.effect.prop(
    "events over many sockets: none is doubled, and none is missing without a gap, whatever process has the socket",
    [steps([...everywhere, "late", "pause", "resume", "restart"])],
    ([does]) =>
      Effect.gen(function* () {
        const { last, reader } = yield* play(does, 3)
        for (const { heard } of [reader, ...reader.late]) isWhole(heard, last)
      }).pipe(Effect.scoped)
  )

  it.effect(
    "events over many sockets: what was left out just before the oldest kept event is told to who was there",
    () =>
      Effect.gen(function* () {
        const steps = { happen: 49, deliver: 0, busy: 82, cut: 0 }
        const { last, reader } = yield* play(
          Object.entries(steps).map(([does, many]) => ({ does, many })),
          1
        )
        isWhole(reader.heard, last)
        assert.strictEqual(told(reader.heard), missing(reader.heard, last))
      }).pipe(Effect.scoped)
  )
})
