import { Effect } from "effect"
import { datapoints, publishers } from "../documents.ts"
import type { Kit } from "../Kit.ts"
import type { Rule } from "../Rule.ts"

const of = (kit: Kit, slug: string, from: number) =>
  kit.cloud.all("datapoint", from).filter((sample) => sample.slug === slug)

/** How far clocks of robots may be away from this computer's; seconds and nanoseconds are much further. */
const clocksMs = 3_600_000

/** So many samples of a datapoint that is configured anew. */
const collect = Effect.fnUntraced(function* (kit: Kit, slug: keyof typeof datapoints, count: number, ms = 15_000) {
  yield* kit.configure({})
  const from = kit.mark
  yield* kit.configure({ datapoints: { [slug]: datapoints[slug] } })
  return yield* kit.until(
    `${count} samples of ${slug}`,
    () => of(kit, slug, from).length >= count && of(kit, slug, from),
    ms
  )
})

const inARow = 10

/** Whether so many in a row have more than half as many capture times. */
const moves = (seen: ReadonlyArray<{ readonly timestamp_ms: number }>): boolean =>
  seen.some((_, at) => {
    const row = seen.slice(at, at + inARow)
    return row.length === inARow && new Set(row.map(({ timestamp_ms }) => timestamp_ms)).size > inARow / 2
  })

export const samples: ReadonlyArray<Rule> = [
  {
    id: "sample.flows",
    section: "13.1",
    sentence: "A datapoint frame is sent for each sample, with its capture time in milliseconds.",
    needs: ["robot"],
    check: Effect.fnUntraced(function* (kit) {
      const from = kit.mark
      const seen = yield* collect(kit, "speed", inARow)
      yield* kit.must(
        seen.every(({ value }) => typeof value === "number"),
        "A value was no number."
      )
      const { timestamp_ms } = seen.at(-1)!
      yield* kit.must(
        Math.abs(timestamp_ms - kit.cloud.nowMs) < clocksMs,
        `The capture time ${timestamp_ms} is ${new Date(timestamp_ms).toISOString()}: send milliseconds since 1970.`
      )
      yield* kit.must(
        seen.every(({ backfill }) => backfill !== true),
        "Live samples were marked as backfill."
      )
      // A computer that was busy for a while may capture a few in the same millisecond: not the first ten must be such.
      yield* kit.until(`${inARow} samples in a row whose capture times move`, () => moves(of(kit, "speed", from)))
    })
  },
  {
    id: "sample.order",
    section: "13.1",
    sentence: "Live samples of a datapoint come in the order of their capture.",
    needs: ["robot"],
    check: Effect.fnUntraced(function* (kit) {
      const seen = yield* collect(kit, "speed", 40)
      const back = seen.findIndex(({ timestamp_ms }, at) => at > 0 && timestamp_ms < seen[at - 1]!.timestamp_ms)
      yield* kit.must(back === -1, `Sample ${back + 1} is older than the one before it.`)
    })
  },
  {
    id: "sample.numeric",
    section: "13.2",
    sentence: "A numeric value is raw × scale + offset, computed on the robot.",
    needs: ["robot"],
    check: Effect.fnUntraced(function* (kit) {
      const [sample] = yield* collect(kit, "battery", 1)
      const value = Number(sample!.value)
      yield* kit.must(value >= 1000 && value <= 1100, `The battery, 1000 to 1100 here, was ${value}.`)
    })
  },
  {
    id: "sample.first",
    section: "13.3",
    sentence: "The first sample passes any rate_throttle_hz.",
    needs: ["robot"],
    check: (kit) => Effect.asVoid(collect(kit, "light", 1))
  },
  {
    id: "sample.throttle",
    section: "13.3",
    sentence: "rate_throttle_hz is a minimum gap with 2 % tolerance.",
    needs: ["robot"],
    check: Effect.fnUntraced(function* (kit) {
      const seen = yield* collect(kit, "slow", 16)
      const spanMs = seen.at(-1)!.timestamp_ms - seen[0]!.timestamp_ms
      const gapMs = spanMs / (seen.length - 1)
      // The ends of the span may have been stamped late.
      const least = 200 * 0.98 - 100 / (seen.length - 1)
      yield* kit.must(gapMs >= least, `At 5 Hz samples came every ${gapMs.toFixed(0)} ms.`)
      yield* kit.must(gapMs <= 600, `At 5 Hz samples came only every ${gapMs.toFixed(0)} ms.`)
    })
  },
  {
    id: "sample.ceiling",
    section: "13.3",
    sentence:
      "In low bandwidth datapoints are held to datapoint_max_hz with a credit of at most two; those marked keep are not.",
    needs: ["robot"],
    check: Effect.fnUntraced(function* (kit) {
      yield* kit.configure({})
      const { kept, speed } = datapoints
      yield* kit.configure({ datapoints: { kept, speed }, low_bandwidth: { mode: "on", datapoint_max_hz: 2 } })
      const from = kit.mark
      yield* kit.until("30 samples of kept", () => of(kit, "kept", from).length >= 30, 15_000)
      const free = of(kit, "kept", from)
      const held = of(kit, "speed", from)
      const seconds = (free.at(-1)!.timestamp_ms - free[0]!.timestamp_ms + 300) / 1000
      const most = Math.ceil(seconds * 2) + 2
      yield* kit.configure({})
      yield* kit.must(held.length <= most, `${held.length} samples in ${seconds} s at 2 Hz.`)
      yield* kit.must(held.length > 0, "Nothing of the datapoint came through.")
    })
  },
  {
    id: "sample.removed",
    section: "13.2",
    sentence: "A datapoint that is not in the newest configuration sends nothing more.",
    needs: ["robot"],
    check: Effect.fnUntraced(function* (kit) {
      yield* collect(kit, "speed", 1)
      yield* kit.configure({})
      const from = kit.mark
      yield* Effect.sleep("2 seconds")
      yield* kit.must(of(kit, "speed", from).length === 0, "It went on.")
    })
  },
  {
    id: "publish.message",
    section: "13.2",
    sentence:
      "publish sends one message through the publisher, and failsafe.message follows once after timeout_ms of silence.",
    needs: ["robot"],
    check: Effect.fnUntraced(function* (kit) {
      const turn = { topic: "/odom", type: "nav_msgs/msg/Odometry", field: "twist.twist.angular.z" }
      yield* kit.configure({ publishers, datapoints: { turn } })
      const from = kit.mark
      const turns = () => of(kit, "turn", from).map(({ value }) => Number(value))
      kit.cloud.send({ type: "publish", slug: "drive", message: { turn: 1 } })
      yield* kit.until("turn to the left", () => turns().some((value) => value > 0.2))
      yield* kit.until("failsafe turn to the right", () => turns().some((value) => value < -0.2))
      yield* kit.until("stand after it", () => turns().at(-1) === 0)
      const still = kit.mark
      yield* Effect.sleep("1 second")
      const again = of(kit, "turn", still).some(({ value }) => Number(value) < -0.2)
      yield* kit.must(!again, "The failsafe message was sent again.")
    })
  }
]
