import type { HelloErrorCode } from "@fleet/bridge-protocol/CloudMessages"
import { Effect } from "effect"
import type { Kit } from "../Kit.ts"
import type { Need, Rule } from "../Rule.ts"

/** The waits before the next attempts of a bridge whose connections end at once, in milliseconds. */
const waitsOf = Effect.fnUntraced(function* (kit: Kit, count: number, ms = 90_000) {
  const { cloud } = kit
  yield* kit.steady
  const { length } = cloud.ended
  const { session } = cloud
  cloud.greeting = "close"
  cloud.close(1012)
  const waits = yield* kit.until(
    `${count} attempts`,
    () => {
      if (cloud.session < session + count || cloud.ended.length < length + count) return undefined
      return Array.from({ length: count }, (_, at) => cloud.opened[session + at]! - cloud.ended[length + at]!)
    },
    ms
  )
  cloud.greeting = "accept"
  yield* kit.connected
  return waits
})

/** Refuses the next hello, and answers how long the bridge takes to come back. */
const refusedFor = Effect.fnUntraced(function* (kit: Kit, code: HelloErrorCode) {
  const { cloud } = kit
  yield* kit.steady
  const before = cloud.session
  cloud.greeting = code
  cloud.close(1012)
  const isRefused = () =>
    cloud.session > before &&
    cloud.frames.some((frame) => frame.session === cloud.session && frame.message?.type === "hello")
  yield* kit.until("hello on a new connection", isRefused, 65_000)
  const refusedMs = cloud.opened.at(-1)!
  const { session } = cloud
  cloud.greeting = "accept"
  yield* kit.until("return of the bridge", () => cloud.session > session, 130_000)
  const waitedMs = cloud.opened.at(-1)! - refusedMs
  yield* kit.connected
  return waitedMs
})

const refusal = (code: "bridge_too_old" | "protocol_mismatch"): Rule => ({
  id: `reconnect.${code}`,
  section: "13.3",
  sentence: `A bridge that is refused with ${code} comes back after 60 to 120 s.`,
  needs: ["slow"],
  check: Effect.fnUntraced(function* (kit) {
    const waitedMs = yield* refusedFor(kit, code)
    yield* kit.must(waitedMs >= 59_000 && waitedMs <= 125_000, `It came back after ${waitedMs} ms.`)
  })
})

/** What an operator may mend: only an unknown token ends a bridge. */
const notFinal = (code: "org_locked" | "invalid_frame"): Rule => ({
  id: `reconnect.${code}`,
  section: "13.2",
  sentence: `A refusal with ${code} is not final: the bridge comes back, and not at once.`,
  needs: ["slow"],
  check: Effect.fnUntraced(function* (kit) {
    const waitedMs = yield* refusedFor(kit, code)
    yield* kit.must(waitedMs >= 450, `It came back after ${waitedMs} ms: wait at least the second of a first attempt.`)
  })
})

/** What must not come back: it is started again for the rules that follow. */
const final = (
  id: string,
  sentence: string,
  needs: ReadonlyArray<Need>,
  end: (kit: Kit) => Effect.Effect<void>
): Rule => ({
  id,
  section: "13.3",
  sentence,
  needs,
  check: Effect.fnUntraced(function* (kit) {
    const { cloud } = kit
    yield* kit.steady
    yield* end(kit)
    const { length } = cloud.ended
    yield* kit.until("end of the connection", () => cloud.ended.length > length || cloud.acceptedForMs === undefined)
    const { session } = cloud
    // Twice the longest first wait of a bridge that comes back.
    yield* Effect.sleep("5 seconds")
    cloud.greeting = "accept"
    const came = cloud.session > session
    if (kit.settings.restart !== undefined) yield* kit.settings.restart
    yield* kit.must(!came, "It came back.")
  })
})

const closed = (code: number) => (kit: Kit) => Effect.sync(() => kit.cloud.close(code))

const refuseToken = Effect.fnUntraced(function* (kit: Kit) {
  const { cloud } = kit
  const { session } = cloud
  cloud.greeting = "invalid_token"
  cloud.close(1012)
  yield* Effect.ignore(kit.until("new connection", () => cloud.session > session, 65_000))
})

export const reconnect: ReadonlyArray<Rule> = [
  {
    id: "reconnect.backoff",
    section: "13.3",
    sentence: "The bridge reconnects with jittered doubling from 1 s to 30 s.",
    needs: [],
    check: Effect.fnUntraced(function* (kit) {
      const waits = yield* waitsOf(kit, 4)
      const words = waits.map((ms) => `${(ms / 1000).toFixed(2)} s`).join(", ")
      const fits = waits.every((ms, attempt) => {
        const baseMs = 1000 * 2 ** attempt
        // Jitter may be added to the doubled wait or taken from it, down to a half; the rest is the network's.
        return ms >= baseMs / 2 - 50 && ms <= baseMs * 2 + 1000
      })
      yield* kit.must(fits, `The waits were ${words}.`)
      const isEven = waits.every((ms, at) => at === 0 || Math.abs(ms / waits[at - 1]! - 2) < 0.02)
      yield* kit.must(!isEven, `The waits have no jitter: ${words}.`)
    })
  },
  {
    id: "reconnect.ping_timeout",
    section: "13.3",
    sentence: "A close with 4003, pings unanswered, is not final.",
    needs: [],
    check: Effect.fnUntraced(function* (kit) {
      yield* kit.steady
      yield* kit.reconnect(4003)
    })
  },
  {
    id: "reconnect.others",
    section: "13.3",
    sentence:
      "Closes that are not said to be final are not: 1000, 1008 without a hello_error, 1009 and 4002 among them.",
    needs: [],
    check: Effect.fnUntraced(function* (kit) {
      yield* kit.steady
      for (const code of [4002, 1009, 1008, 1000]) yield* kit.reconnect(code)
    })
  },
  {
    id: "reconnect.longest",
    section: "13.3",
    sentence: "The wait before an attempt doubles to 30 s and no further.",
    needs: ["slow"],
    check: Effect.fnUntraced(function* (kit) {
      const waits = yield* waitsOf(kit, 8, 260_000)
      const words = waits.map((ms) => `${(ms / 1000).toFixed(1)} s`).join(", ")
      const last = waits.slice(-2)
      yield* kit.must(
        last.every((ms) => ms >= 15_000 - 50 && ms <= 31_000),
        `The waits were ${words}: 16 s doubled is 30 s, and stays there.`
      )
    })
  },
  {
    id: "reconnect.silence",
    section: "13.3",
    sentence: "The bridge takes 30 s of silence as dead.",
    needs: ["slow"],
    check: Effect.fnUntraced(function* (kit) {
      const { cloud } = kit
      yield* kit.steady
      yield* kit.isAlive
      const { length } = cloud.ended
      cloud.isPinging = false
      const quiet = cloud.frames.length
      const ended = yield* Effect.result(kit.until("end of the connection", () => cloud.ended.length > length, 50_000))
      cloud.isPinging = true
      yield* Effect.fromResult(ended)
      const lastPong = cloud.frames.slice(0, quiet).findLast(({ message }) => message?.type === "pong")
      const heldMs = cloud.ended[length]! - lastPong!.atMs
      yield* kit.must(heldMs >= 28_000 && heldMs <= 40_000, `It held on for ${heldMs} ms.`)
      yield* kit.connected
    })
  },
  refusal("bridge_too_old"),
  refusal("protocol_mismatch"),
  notFinal("org_locked"),
  notFinal("invalid_frame"),
  final("final.superseded", "A close with 4000, superseded by a newer bridge, is final.", ["restart"], closed(4000)),
  final("final.deleted", "A close with 4004, robot deleted, is final.", ["restart"], closed(4004)),
  final("final.invalid_token", "invalid_token ends the bridge at once.", ["restart"], refuseToken),
  final("final.rotated", "A close with 4005, token rotated, is final.", [], closed(4005))
]
