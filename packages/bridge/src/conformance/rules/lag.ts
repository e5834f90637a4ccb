import { Effect } from "effect"
import { datapoints } from "../documents.ts"
import { newJobId } from "../jobScripts.ts"
import type { Kit } from "../Kit.ts"
import type { Rule } from "../Rule.ts"

/** Enters and leaves within about a second of the numbers. */
const quick = { mode: "auto", enter_lag_ms: 1000, enter_after_s: 1, exit_lag_ms: 500, exit_after_s: 1 }
const lag = 5000
const pauseMs = 15_000

/** Sends one ping with a lag and no more pings, but a question now and then, which is no silence. */
const lastPing = Effect.fnUntraced(function* (kit: Kit) {
  const { cloud } = kit
  cloud.lagMs = lag
  cloud.ping()
  cloud.isPinging = false
  yield* Effect.forkScoped(
    Effect.forever(
      Effect.andThen(
        Effect.sync(() => cloud.send({ type: "job_query", request_id: "awake", job_ids: [newJobId()] })),
        Effect.sleep("5 seconds")
      )
    )
  )
})

/** Brings the link into the normal mode, whatever was before. */
const calm = Effect.fnUntraced(function* (kit: Kit) {
  yield* kit.configure({})
  yield* kit.until("normal mode", () => kit.cloud.all("link_mode").at(-1)?.low_bandwidth !== true)
})

/** When the bridge reported the mode after a mark, counted from the last ping; undefined when it did not. */
const reportedAfterMs = (kit: Kit, from: number, low: boolean): number | undefined => {
  const reported = kit.cloud.frames
    .slice(from)
    .find(({ message }) => message?.type === "link_mode" && message.low_bandwidth === low)
  return reported === undefined ? undefined : reported.atMs - kit.cloud.pingedMs
}

/** What the mode of the link is judged by, beside the lag of the newest ping. */
export const lagRules: ReadonlyArray<Rule> = [
  {
    id: "link_mode.dwell",
    section: "13.3",
    sentence:
      "Low bandwidth is entered for dwell when the 95th percentile of the time frames wait to be sent exceeds enter_lag_ms.",
    needs: ["robot"],
    check: Effect.fnUntraced(function* (kit) {
      const { pictures } = datapoints
      yield* calm(kit)
      yield* kit.configure({ datapoints: { pictures }, low_bandwidth: quick })
      yield* kit.sees("datapoint", kit.mark, () => true, 20_000)
      const from = kit.mark
      kit.cloud.pause()
      yield* Effect.sleep(pauseMs)
      kit.cloud.resume()
      const entered = yield* kit.sees("link_mode", from, ({ low_bandwidth }) => low_bandwidth, 15_000)
      yield* kit.must(entered.reason === "dwell", `Without any lag of the cloud's its reason was ${entered.reason}.`)
      yield* kit.configure({ low_bandwidth: quick })
      const left = kit.mark
      const isNormal = () => kit.cloud.all("link_mode").at(-1)?.low_bandwidth === false
      yield* kit.until(
        "return to the normal mode",
        () => isNormal() || kit.cloud.all("link_mode", left).some(({ reason }) => reason === "recovered"),
        20_000
      )
      yield* kit.configure({})
    })
  },
  {
    id: "link_mode.lag_counts",
    section: "13.3",
    sentence: "A lag_ms counts for 30 s, without a newer ping too.",
    needs: ["slow"],
    check: (kit) =>
      Effect.gen(function* () {
        yield* calm(kit)
        yield* kit.configure({ low_bandwidth: { ...quick, enter_after_s: 25 } })
        const from = kit.mark
        yield* lastPing(kit)
        const afterMs = yield* kit.until("entry", () => reportedAfterMs(kit, from, true), 35_000)
        yield* kit.must(
          afterMs >= 24_500 && afterMs <= 29_000,
          `With enter_after_s 25 it was entered ${afterMs} ms after the only ping.`
        )
      }).pipe(Effect.scoped)
  },
  {
    id: "link_mode.lag_age",
    section: "13.3",
    sentence: "A lag_ms older than 30 s is a missing number: nothing is entered for it.",
    needs: ["slow"],
    check: (kit) =>
      Effect.gen(function* () {
        yield* calm(kit)
        yield* kit.configure({ low_bandwidth: { ...quick, enter_after_s: 33 } })
        const from = kit.mark
        yield* lastPing(kit)
        yield* Effect.sleep("38 seconds")
        const afterMs = reportedAfterMs(kit, from, true)
        yield* kit.must(
          afterMs === undefined,
          `With enter_after_s 33 it was entered ${afterMs} ms after the only ping.`
        )
      }).pipe(Effect.scoped)
  },
  {
    id: "link_mode.lag_forgotten",
    section: "13.3",
    sentence: "A lag_ms older than 30 s is a missing number, which counts as calm: the mode is left.",
    needs: ["slow"],
    check: (kit) =>
      Effect.gen(function* () {
        yield* calm(kit)
        yield* kit.configure({ low_bandwidth: quick })
        kit.cloud.lagMs = lag
        const entering = kit.mark
        yield* kit.sees("link_mode", entering, ({ low_bandwidth }) => low_bandwidth, 12_000)
        const from = kit.mark
        yield* lastPing(kit)
        const afterMs = yield* kit.until("end of the mode", () => reportedAfterMs(kit, from, false), 45_000)
        yield* kit.configure({})
        yield* kit.must(
          afterMs >= 30_000 && afterMs <= 35_000,
          `It was left ${afterMs} ms after the last ping: its lag counts for 30 s, then as calm for exit_after_s.`
        )
      }).pipe(Effect.scoped)
  }
]
